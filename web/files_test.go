//go:build unix

package main

import (
	"fmt"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// bare opens files.js by itself, in a page without the program and without locks:
// what is below is a tab of a browser that has none.
func (v visitor) bare(url string) {
	v.t.Helper()
	v.Open("about:blank")
	v.Open(url + "course.json")
	script := `(async () => {
		Object.defineProperty(navigator, "locks", { value: undefined });
		(0, eval)(await (await fetch("files.js")).text());
		const call = (name, ...args) => new Promise((done, refuse) => fs[name](...args, (e, v) => e ? refuse(e) : done(v)));
		window.call = call;
		window.write = async (path, text) => {
			const fd = await call("open", path, fs.constants.O_WRONLY | fs.constants.O_CREAT | fs.constants.O_TRUNC, 0o644);
			const bytes = new TextEncoder().encode(text);
			await call("write", fd, bytes, 0, bytes.length, 0);
			try { await call("fsync", fd); } finally { await call("close", fd); }
		};
		window.read = async path => {
			const fd = await call("open", path, 0, 0), { size } = await call("fstat", fd), bytes = new Uint8Array(size);
			await call("read", fd, bytes, 0, size, null);
			await call("close", fd);
			return new TextDecoder().decode(bytes);
		};
		window.told = [];
		files.told = why => told.push(why);
		await files.load();
		return true;
	})()`
	if v.Eval(script) != true {
		v.t.Fatal("files.js does not start")
	}
}

// after is what a script comes to: its value as text, or the code of its error.
func (v visitor) after(script string) string {
	v.t.Helper()
	return fmt.Sprint(v.Eval(`(async () => { try { return String(await (async () => { ` + script + ` })()); } catch (e) { return e.code ?? String(e); } })()`))
}

// Of two tabs that write to one file the second is refused, and sees what the
// first has written; neither loses anything it was told is kept.
func TestTwoTabsOneFile(t *testing.T) {
	b := testkit.NewBrowser(t)
	v := visitor{b, t}
	url := served(t)
	v.bare(url)
	if got := v.after(`await write("/studies/a", "one"); return read("/studies/a")`); got != "one" {
		t.Fatal(got)
	}
	back := b.Tab()
	v.bare(url)
	if got := v.after(`return read("/studies/a")`); got != "one" {
		t.Fatalf("the other tab reads %q", got)
	}
	if got := v.after(`await write("/studies/a", "one two"); return "kept"`); got != "kept" {
		t.Fatal(got)
	}
	back(false)
	if got := v.after(`await write("/studies/a", "one three"); return "kept"`); got != "EBUSY" {
		t.Errorf("the first tab's write ends with %s", got)
	}
	if got := v.after(`return read("/studies/a") `); got != "one two" {
		t.Errorf("the first tab now reads %q", got)
	}
	if got := v.after(`return told.join()`); !strings.Contains(got, "another tab") {
		t.Errorf("the visitor is told %q", got)
	}
	if got := v.after(`await write("/studies/a", "one two four"); return told.at(-1) === ""`); got != "true" {
		t.Errorf("and then: %s", got)
	}
	v.bare(url)
	if got := v.after(`return read("/studies/a")`); got != "one two four" {
		t.Errorf("in the end it is %q", got)
	}
}

// Where there is no room, or no storage at all, nothing is said to be kept.
func TestNoRoom(t *testing.T) {
	b := testkit.NewBrowser(t)
	v := visitor{b, t}
	url := served(t)
	v.bare(url)
	origin := strings.TrimSuffix(url, "/course/")
	quota := func(size int) {
		b.Call("Storage.overrideQuotaForOrigin", map[string]any{"origin": origin, "quotaSize": size}, nil)
	}
	quota(1) // before anything else: the browser remembers how much room there was
	if got := v.after(`await write("/studies/a", "one"); return "kept"`); got != "ENOSPC" {
		t.Errorf("without room: %s", got)
	}
	if got := v.after(`return told.at(-1)`); !strings.Contains(got, "no room left") {
		t.Errorf("the visitor is told %q", got)
	}
	// Taken back, as a journal does: that needs no room.
	if got := v.after(`await call("unlink", "/studies/a"); await files.sync(); return "kept"`); got != "kept" {
		t.Errorf("taken back: %s", got)
	}
	quota(100_000_000)
	if got := v.after(`await write("/studies/a", "one two"); return told.at(-1) === ""`); got != "true" {
		t.Errorf("with room again: %s", got)
	}
	if got := v.after(`indexedDB.open = () => { const r = {}; setTimeout(() => { r.error = new Error("denied"); r.onerror({}); }); return r; };
		await write("/studies/a", "three"); return "kept"`); got != "EROFS" {
		t.Errorf("where storage is blocked: %s", got)
	}
	v.bare(url)
	if got := v.after(`return read("/studies/a")`); got != "one two" {
		t.Errorf("in the end it is %q", got)
	}
}

// store changes what the browser keeps, as another page of the same host may: a
// script does it with files, the store.
func (v visitor) store(script string) {
	v.t.Helper()
	v.Eval(fmt.Sprintf(`new Promise((done, refuse) => {
		const asked = indexedDB.open("farsight", 1);
		asked.onupgradeneeded = () => asked.result.createObjectStore("files");
		asked.onerror = () => refuse(asked.error);
		asked.onsuccess = () => {
			const t = asked.result.transaction("files", "readwrite"), files = t.objectStore("files");
			t.oncomplete = () => { asked.result.close(); done(); };
			t.onabort = () => refuse(t.error);
			%s
		};
	})`, script))
}

// Whatever key and value a record has, it becomes a file that can be read and removed
// and not be written to; what is written beside it leaves it alone.
func TestForeignRecords(t *testing.T) {
	b := testkit.NewBrowser(t)
	v := visitor{b, t}
	url := served(t)
	v.bare(url)
	if got := v.after(`await write("/studies/a.study", "one"); return "kept"`); got != "kept" {
		t.Fatal(got)
	}
	v.store(`
		files.put("text", "/studies/b.study");
		files.put({ bytes: "no bytes", edition: 7 }, "/studies/c.study");
		files.put({ bytes: new Uint8Array([104, 105]) }, "/studies/d.study");
		files.put(new Blob(["blob"]), "/studies/e.study");
		files.put(undefined, "/studies/f.study");
		files.put({ bytes: new Uint8Array([104, 105]), edition: 1 }, 5);
		files.put({ bytes: new Uint8Array([104, 105]), edition: 1 }, "5");
		files.put(new Map([["a", 1n]]), new Date(0));
		files.put(0, "/");
		files.put(0, "/studies");
		files.put(0, "/studies/");
		files.put(0, "/studies/..");
		files.put(0, "/studies/x/y.study");
		files.put(0, "/studies/\ud800");
		files.put(0, ["/studies/z"]);
		files.put(new Uint16Array([26984]), new Uint8Array([1]));`)
	v.bare(url)
	names := strings.Split(v.after(`return call("readdir", "/studies")`), ",")
	if len(names) != 17 {
		t.Errorf("%d files of 17 records: %q", len(names), names)
	}
	for name, want := range map[string]string{
		"a.study": "one", "b.study": "text", "c.study": "{\n \"bytes\": \"no bytes\",\n \"edition\": 7\n}", "d.study": "hi", "e.study": "blob", "f.study": "undefined",
		"5": "hi", "5-2": "hi", "-": "0", "-studies": "0", "-studies-": "0", "-studies-..": "0", "-studies-x-y.study": "0",
	} {
		if got := v.after(fmt.Sprintf(`return read("/studies/%s")`, name)); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
		if got := v.after(fmt.Sprintf(`return call("open", "/studies/%s", fs.constants.O_WRONLY, 0)`, name)); name != "a.study" && got != "EACCES" {
			t.Errorf("%s is opened to be written: %s", name, got)
		}
	}
	// One that cannot be read is not removed by what is written, nor does it stand in its way.
	const damaged = `const get = IDBObjectStore.prototype.get;
		IDBObjectStore.prototype.get = function (key) {
			const asked = get.call(this, key);
			if (key !== "/studies/a.study") return asked;
			const fake = { error: new Error("lost") };
			asked.onsuccess = () => fake.onerror(new Event("error"));
			return fake;
		};
		await files.load();`
	if got := v.after(damaged + `await write("/studies/g.study", "two"); return read("/studies/a.study")`); got != "EIO" {
		t.Errorf("a record that cannot be read: %s", got)
	}
	if got := v.after(`return read("/studies/g.study")`); got != "two" {
		t.Errorf("beside it is %s", got)
	}
	for _, name := range names {
		if got := v.after(fmt.Sprintf(`await call("unlink", %q); await files.sync(); return "removed"`, "/studies/"+name)); got != "removed" {
			t.Errorf("%s: %s", name, got)
		}
	}
	v.bare(url)
	if got := v.after(`return call("readdir", "/studies")`); got != "g.study" {
		t.Errorf("left are %s", got)
	}
}

// What Go's os asks for is answered as a disk would.
func TestFilesAreFiles(t *testing.T) {
	b := testkit.NewBrowser(t)
	v := visitor{b, t}
	v.bare(served(t))
	for script, want := range map[string]string{
		`return call("open", "/studies/none", 0, 0)`:                                                                                                         "ENOENT",
		`return call("open", "/none/a", 64 | 1, 0)`:                                                                                                          "ENOENT",
		`await write("/tmp/x", "abc"); return call("open", "/tmp/x", 64 | 128 | 1, 0)`:                                                                       "EEXIST",
		`await write("/tmp/x", "abc"); return call("rmdir", "/tmp/x")`:                                                                                       "ENOTDIR",
		`await write("/tmp/x", "abc"); return call("open", "/tmp/x/y", 64 | 1, 0)`:                                                                           "ENOTDIR",
		`return call("unlink", "/tmp")`:                                                                                                                      "EISDIR",
		`return call("rmdir", "/")`:                                                                                                                          "ENOTEMPTY",
		`return call("mkdir", "/tmp", 0o755)`:                                                                                                                "EEXIST",
		`return call("read", 99, new Uint8Array(1), 0, 1, null)`:                                                                                             "EBADF",
		`await write("/tmp/x", "abc"); await call("rename", "/tmp/x", "/tmp/y"); return read("/tmp/y")`:                                                      "abc",
		`await write("/tmp/x", "abcdef"); await call("truncate", "/tmp/x", 2); return read("/tmp/x")`:                                                        "ab",
		`await write("/tmp/x", "ab"); await call("truncate", "/tmp/x", 4); return (await read("/tmp/x")).length`:                                             "4",
		`await call("mkdir", "/tmp/d", 0o755); await write("/tmp/d/b", ""); await write("/tmp/d/a", ""); return call("readdir", "/tmp/d")`:                   "a,b",
		`await write("/tmp/z", "abc"); const fd = await call("open", "/tmp/z", 0, 0); await call("unlink", "/tmp/z"); return (await call("fstat", fd)).size`: "3",
		`return path.resolve("/a/../b/./c")`:                                                                                                                 "/b/c",
	} {
		if got := v.after(script); got != want {
			t.Errorf("%s: %s, want %s", script, got, want)
		}
	}
}
