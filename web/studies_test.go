//go:build unix

package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/study/journal"
)

// lab is a problem that a person measures, its initial design told.
const lab = `name = "lab"
title = "A lab"
budget = 20

[[parameter]]
name = "hours"
low = 0
high = 10

[objective]
goal = "maximise"

[initial]
points = [[1], [9], [4]]
values = [1.5, 0.5, 2.0]
costs = [1, 2, 1]
`

// visitor is a browser on the page.
type visitor struct {
	*testkit.Browser
	t *testing.T
}

// visit opens the page and waits until it can be used.
func (v visitor) visit(url string) {
	v.t.Helper()
	v.Open("about:blank")
	if strings.HasSuffix(url, "/") {
		url += "planning.html" // past the gallery
	}
	v.Open(url)
	v.Until(`document.getElementById("lab") && !document.getElementById("lab").disabled && document.querySelector("#frame text")`)
}

// panel does something with the panel of studies open.
func (v visitor) panel(script string) {
	v.t.Helper()
	v.Eval(`(() => { if (document.getElementById("studies").hidden) document.getElementById("lab").click(); })()`)
	v.Eval(script)
}

// act presses the button of a study.
func (v visitor) act(act, name string) {
	v.t.Helper()
	v.panel("")
	button := fmt.Sprintf(`[...document.querySelectorAll("#studies button")].find(b => b.dataset.act === %q && (b.dataset.name ?? "") === %q)`, act, name)
	v.Until(button)
	v.Eval(button + ".click()")
}

// shows waits until the explorer shows a text.
func (v visitor) shows(text string) {
	v.t.Helper()
	v.Until(fmt.Sprintf(`document.getElementById("frame").textContent.replace(/\s+/g, " ").includes(%q)`, text))
}

// lists waits until the list of studies says something of one.
func (v visitor) lists(name, text string) {
	v.t.Helper()
	v.panel("")
	v.Until(fmt.Sprintf(`[...document.querySelectorAll(".studies li")].some(l => l.dataset.name === %q && l.innerText.includes(%q))`, name, text))
}

// kept is a file as the browser keeps it; nil: it does not.
func (v visitor) kept(path string) []byte {
	v.t.Helper()
	text, _ := v.Eval(fmt.Sprintf(`new Promise(done => {
		const asked = indexedDB.open("farsight");
		asked.onupgradeneeded = () => asked.transaction.abort();
		asked.onerror = () => done("");
		asked.onsuccess = () => {
			const got = asked.result.transaction("files").objectStore("files").get(%q);
			got.onsuccess = () => { asked.result.close(); done(got.result ? btoa(String.fromCharCode(...got.result.bytes)) : ""); };
		};
	})`, path)).(string)
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		v.t.Fatal(err)
	}
	return b
}

// tell types what a suggestion gave.
func (v visitor) tell(value, cost string) {
	v.t.Helper()
	v.Until(`document.getElementById("frame").textContent.includes("enter")`)
	v.Eval(`document.getElementById("stage").focus()`)
	for _, k := range value {
		v.Press(string(k))
	}
	v.Press("Tab")
	for _, k := range cost {
		v.Press(string(k))
	}
	v.Press("Enter")
	const doubts = `document.getElementById("frame").textContent.includes("Enter again keeps")`
	v.Until(doubts + ` || document.getElementById("frame").textContent.includes("saved")`)
	if v.Eval(doubts) == true { // it asks whether that may be a slip
		v.Press("Enter")
	}
}

// begin makes a study of a text in the editor.
func (v visitor) begin(name, text string) {
	v.t.Helper()
	v.Eval(`document.getElementById("edit").click()`)
	v.Until(`document.querySelector("#editor textarea").value !== ""`)
	v.Eval(fmt.Sprintf(`(() => { const t = document.querySelector("#editor textarea"); t.value = %q; t.dispatchEvent(new Event("input", { bubbles: true })); })()`, text))
	v.panel(fmt.Sprintf(`(() => { document.getElementById("study-problem").value = "."; document.getElementById("study-name").value = %q; document.getElementById("study-policy").value = "ei"; })()`, name))
	v.act("begin", "")
}

// A study of the page is made, told, undone, closed at any moment, opened again,
// downloaded, gone on with by the command line's own code, and taken back.
func TestStudiesInThePage(t *testing.T) {
	b := testkit.NewBrowser(t)
	v := visitor{b, t}
	url := served(t)
	b.Window(1280, 800, false)
	v.visit(url)
	if n := b.Eval(`indexedDB.databases().then(d => d.length)`); n != 0.0 {
		t.Errorf("%v databases before anything was saved", n)
	}
	v.begin("my lab", lab)
	v.shows("what do I measure next?")
	v.lists("my-lab.study", "0 measured")
	v.tell("2.5", "3")
	v.shows("saved, 1 evaluation")
	// What is said to be saved is kept: the tab may end now.
	first := v.kept("/studies/my-lab.study")
	if !bytes.Contains(first, []byte(`"value":2.5,"cost":3`)) {
		t.Fatalf("the browser keeps %s", first)
	}
	v.lists("my-lab.study", "1 measured")
	v.visit(url + "#study=my-lab.study")
	v.shows("2.50")
	// Another tab does not get hold of it.
	back := b.Tab()
	v.visit(url)
	v.lists("my-lab.study", "open in another tab")
	v.act("open", "my-lab.study")
	v.Until(`document.getElementById("studies").innerText.includes("close it there first")`)
	back(true)
	v.tell("1.5", "2")
	v.shows("saved, 2 evaluations")
	b.Press("u")
	v.shows("take back the last entry?")
	b.Press("y")
	v.shows("taken back, 1 evaluation")
	// Downloaded, it is what the browser keeps, and what the command line opens.
	dir := t.TempDir()
	b.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil)
	v.act("download", "my-lab.study")
	file := filepath.Join(dir, "my-lab.study")
	got := waitFor(t, file)
	if now := v.kept("/studies/my-lab.study"); !bytes.Equal(got, now) || !bytes.HasPrefix(now, first) {
		t.Errorf("downloaded %d bytes, kept %d", len(got), len(now))
	}
	l, err := study.OpenLive(file, journal.Settings{})
	testkit.OK(t, err)
	if n := l.Journal().Notices(); len(n) > 0 {
		t.Errorf("it had to be mended: %v", n)
	}
	s, err := l.Ask(t.Context())
	testkit.OK(t, err)
	if _, err := l.Tell(l.State().Seq, study.Answer{X: s.X, Value: 7.25, Cost: 2}); err != nil {
		t.Fatal(err)
	}
	// And back. The one that is here keeps its name.
	v.upload(file)
	v.shows("7.25")
	v.lists("my-lab-2.study", "2 measured")
	on, err := os.ReadFile(file)
	testkit.OK(t, err)
	if kept := v.kept("/studies/my-lab-2.study"); !bytes.HasPrefix(kept, on) {
		t.Error("what was taken in is not what the command line wrote")
	}
	// A damaged one is refused, and salvaged when asked to.
	broken := filepath.Join(dir, "broken.study")
	testkit.OK(t, os.WriteFile(broken, bytes.Replace(on, []byte("7.25"), []byte("9.25"), 1), 0o644))
	v.upload(broken)
	v.Until(`document.getElementById("studies").innerText.includes("damaged")`)
	if len(v.kept("/studies/broken.study")) > 0 {
		t.Error("a damaged study was kept")
	}
	v.Eval(`[...document.querySelectorAll("#studies .trouble button")].at(-1).click()`)
	v.lists("broken.study", "1 measured")
	// All removed, nothing is left.
	for _, name := range []string{"my-lab.study", "my-lab-2.study", "broken.study"} {
		v.act("remove", name)
		v.act("removeNow", name)
		v.Until(fmt.Sprintf(`![...document.querySelectorAll(".studies li")].some(l => l.dataset.name === %q)`, name))
	}
	testkit.WaitFor(t, "no database is left behind", func() bool { return b.Eval(`indexedDB.databases().then(d => d.length)`) == 0.0 })
	if len(b.Troubles) > 0 {
		t.Errorf("the console says %q", b.Troubles)
	}
	for _, r := range b.Requests {
		if !strings.HasPrefix(r, url) && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") && r != "about:blank" {
			t.Errorf("%s was asked for", r)
		}
	}
}

// A record that another page has put among the studies is listed as what it is, can be
// downloaded and removed, and hides nothing. A study that a link cannot open is said to
// be where everybody sees it, and the address stays.
func TestStudiesAmongOthers(t *testing.T) {
	b := testkit.NewBrowser(t)
	v := visitor{b, t}
	url := served(t)
	b.Window(1280, 800, false)
	v.visit(url + "#study=my-lab.study")
	const trouble = `document.getElementById("trouble").innerText`
	v.Until(trouble + `.includes('no study "my-lab.study" in this browser') && location.hash === "#study=my-lab.study"`)
	v.begin("my lab", lab)
	v.lists("my-lab.study", "0 measured")
	v.Until(`document.getElementById("trouble").hidden && location.hash === "#study=my-lab.study"`) // it is here now
	v.store(`files.put("hello", "/studies/theirs.study"); files.put({ bytes: [1, 2] }, 5); files.put(null, "/studies");`)

	back := b.Tab()
	b.Window(1280, 800, false)
	v.visit(url + "#study=my-lab.study")
	v.Until(trouble + `.includes("open in another tab") && location.hash === "#study=my-lab.study"`)
	v.lists("my-lab.study", "0 measured")
	for _, name := range []string{"theirs.study", "5", "-studies"} {
		v.lists(name, "this page has not written it")
	}
	dir := t.TempDir()
	b.Call("Browser.setDownloadBehavior", map[string]any{"behavior": "allow", "downloadPath": dir}, nil)
	v.act("download", "theirs.study")
	if got := waitFor(t, filepath.Join(dir, "theirs.study")); string(got) != "hello" {
		t.Errorf("downloaded %q", got)
	}
	for _, name := range []string{"5", "-studies"} {
		v.act("remove", name)
		v.act("removeNow", name)
		v.Until(fmt.Sprintf(`![...document.querySelectorAll(".studies li")].some(l => l.dataset.name === %q)`, name))
	}
	back(false)
	v.Open("about:blank") // it lets go of the study
	back = b.Tab()
	b.Window(1280, 800, false)
	v.visit(url + "#study=my-lab.study")
	v.shows("what do I measure next?")
	v.tell("2.5", "3")
	v.lists("my-lab.study", "1 measured")
	v.lists("theirs.study", "this page has not written it")
	back(true)
	if len(b.Troubles) > 0 {
		t.Errorf("the console says %q", b.Troubles)
	}
}

// upload gives the page a file of the visitor's.
func (v visitor) upload(path string) {
	v.t.Helper()
	v.panel("")
	var document struct{ Root struct{ NodeID int } }
	v.Call("DOM.getDocument", nil, &document)
	var input struct{ NodeID int }
	v.Call("DOM.querySelector", map[string]any{"nodeId": document.Root.NodeID, "selector": "#studies input[type=file]"}, &input)
	v.Call("DOM.setFileInputFiles", map[string]any{"nodeId": input.NodeID, "files": []string{path}}, nil)
}

// waitFor is a file that is being downloaded.
func waitFor(t *testing.T, path string) []byte {
	t.Helper()
	var b []byte
	testkit.WaitFor(t, path+" is downloaded", func() bool {
		var err error
		b, err = os.ReadFile(path)
		return err == nil && len(b) > 0
	})
	return b
}
