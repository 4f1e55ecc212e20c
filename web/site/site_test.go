package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/tour"
)

// put writes files below a folder.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		testkit.OK(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	testkit.OK(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// A folder with files that are not a site's is left alone, before anything takes
// time.
func TestForeignFoldersAreLeftAlone(t *testing.T) {
	t.Parallel()
	for what, files := range map[string]map[string]string{
		"a document":      {"thesis.tex": "all of it"},
		"beside a site":   {listing: "index.html\nfiles.txt\n", "index.html": "x", "thesis.tex": "all of it"},
		"a folder within": {listing: "sub\nfiles.txt\n", "sub/x": "y"},
	} {
		dir := t.TempDir()
		put(t, dir, files)
		before := names(t, dir)
		err := Make(context.Background(), Options{Out: dir, Root: "/nowhere", Talk: io.Discard})
		if err == nil || !strings.Contains(err.Error(), "no file of a site of ours") {
			t.Errorf("%s: %v", what, err)
		}
		if after := names(t, dir); !slices.Equal(before, after) {
			t.Errorf("%s: there is %q now", what, after)
		}
	}
	if err := Make(context.Background(), Options{Talk: io.Discard}); err == nil {
		t.Error("a site in no folder was made")
	}
}

// A site is written over an older one: what that had and this has not goes.
func TestSiteIsMadeAnew(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "new", "site")
	testkit.OK(t, write(dir, map[string][]byte{"index.html": []byte("old"), "gone.js": []byte("x")}, nil))
	old, err := foreign(dir)
	testkit.OK(t, err)
	page := strings.Repeat("the page ", 1000)
	files := map[string][]byte{"index.html": []byte(page)}
	testkit.OK(t, Options{}.pack(t.Context(), files))
	testkit.OK(t, write(dir, files, old))
	if got, want := names(t, dir), []string{listing, "index.html", "index.html.gz"}; !slices.Equal(got, want) {
		t.Errorf("the site has %q, want %q", got, want)
	}
	packed, err := os.ReadFile(filepath.Join(dir, "index.html.gz"))
	if err != nil || len(packed) > 500 {
		t.Fatalf("%d bytes, %v", len(packed), err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	testkit.OK(t, err)
	if text, err := io.ReadAll(r); err != nil || string(text) != page {
		t.Errorf("the compressed copy is another page: %v", err)
	}
}

// The page is all there, and nothing that is not the page's.
func TestPageFiles(t *testing.T) {
	t.Parallel()
	files, err := pageFiles()
	testkit.OK(t, err)
	for _, name := range []string{"index.html", "style.css", "page.js", "worker.js", "files.js"} {
		if len(files[name]) == 0 {
			t.Errorf("the page lacks %s", name)
		}
	}
	for name := range files {
		if strings.HasSuffix(name, ".go") {
			t.Errorf("%s is no file of the page", name)
		}
	}
}

const (
	formula = "budget = 3\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n[objective]\nexpression = \"x\"\n[cost]\nexpression = \"1\"\n"
	aTour   = "problem = \"%\"\npolicies = [\"ei\"]\n[[scene]]\ntitle = \"One\"\ncaption = \"Look.\"\n"
)

// What is put into a site is checked, and takes along the files it names.
func TestCourse(t *testing.T) {
	t.Parallel()
	table := "budget = 9\n[[parameter]]\nname = \"a\"\nlow = 0\nhigh = 4\n[table]\nfile = \"data/runs.csv\"\nobjective = \"y\"\ncost = \"z\"\n"
	csv := "a,y,z\n0,1,2\n1,2,3\n2,1,2\n3,2,1\n4,5,1\n"
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"f.toml": formula, "t.toml": table, "data/runs.csv": csv, "tour.toml": strings.Replace(aTour, "%", "f.toml", 1),
		"wrong.toml": strings.Replace(formula, "budget", "budgte", 1), "outside/o.toml": strings.Replace(table, "data/runs", "../data/runs", 1),
		"command.toml": strings.Split(formula, "[objective]")[0] + "[command]\nrun = [\"true\", \"{x}\"]\n",
		"manual.toml":  strings.Split(formula, "[objective]")[0],
	})
	at := func(name string) string { return filepath.Join(dir, name) }
	c, err := readCourse([]string{at("t.toml"), at("f.toml")}, at("tour.toml"))
	testkit.OK(t, err)
	text, err := c.json()
	testkit.OK(t, err)
	var read struct {
		Problems, Tours []struct{ Name, Text string }
		Files           []struct {
			Name string
			Data []byte
		}
	}
	testkit.OK(t, json.Unmarshal(text, &read))
	files := map[string]string{}
	for _, f := range read.Files {
		files[f.Name] = string(f.Data)
	}
	if want := map[string]string{"data/runs.csv": csv, "f.toml": formula}; !maps.Equal(files, want) {
		t.Errorf("taken along: %q", files)
	}
	if len(read.Problems) != 2 || read.Problems[0].Name != "t.toml" || read.Problems[1].Text != formula || len(read.Tours) != 1 || read.Tours[0].Name != "tour.toml" {
		t.Errorf("the course is %+v", read)
	}
	for name, want := range map[string]string{
		"wrong.toml": "budgte", "missing.toml": "missing.toml", "outside/o.toml": "below the folder", "command.toml": "a page runs none", "manual.toml": "measured by a person",
	} {
		if _, err := readCourse([]string{at(name)}, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := readCourse(nil, at("f.toml")); err == nil {
		t.Error("a problem passes for a tour")
	}
	if c, err := readCourse(nil, ""); err != nil || c.Problems == nil || c.Tours == nil || c.Files == nil {
		t.Errorf("nothing to put into it: %+v, %v", c, err)
	}
}

// A tour can be read: its story has every frame and its words, and leads from the
// tour's page and the gallery.
func TestStory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	put(t, dir, map[string]string{"f.toml": formula, "tour.toml": strings.Replace(aTour, "%", "f.toml", 1) + "[[scene]]\ntitle = \"Two\"\ncaption = \"And again.\"\n"})
	told, err := tour.Load(filepath.Join(dir, "tour.toml"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := story(t.Context(), told)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(text, []byte("<svg viewBox")) != 2 || !bytes.Contains(text, []byte("Look.")) || !bytes.Contains(text, []byte("And again.")) {
		t.Errorf("the story is %.300s", text)
	}
	files, err := pageFiles()
	if err != nil {
		t.Fatal(err)
	}
	e := exhibit{name: tour.Default, title: "T", story: text}
	page, err := e.page(files[index], "")
	if err != nil || !bytes.Contains(page, []byte(`href="tour-read.html"`)) {
		t.Errorf("the page of the tour does not lead to its story: %v", err)
	}
	if first, err := startPage(files[index], []exhibit{e}, course{}, ""); err != nil || !bytes.Contains(first, []byte(`href="tour-read.html"`)) {
		t.Errorf("the gallery does not lead to the story: %v", err)
	}
}

// Mistakes of the go command are handed on, with what to do where there is no
// connection.
func TestGoTool(t *testing.T) {
	t.Parallel()
	if _, err := goTool(context.Background(), t.TempDir(), "build", "./nothing"); err == nil || !strings.Contains(err.Error(), "go build ./nothing") {
		t.Errorf("%v", err)
	}
	if got := offline("dial tcp: lookup proxy.golang.org: no such host"); !strings.Contains(got, "with a connection") {
		t.Errorf("%q", got)
	}
	if got := offline("syntax error"); got != "" {
		t.Errorf("%q", got)
	}
	text, err := starter(context.Background(), t.TempDir())
	if err != nil || !bytes.Contains(text, []byte("globalThis.Go")) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// Of everything there is to see the site has a page with a picture and words, which
// needs no program, and links that lead to files.
func TestPagesOfASite(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("draws the map of problems and two tours")
	}
	files, err := pageFiles()
	testkit.OK(t, err)
	dir := t.TempDir()
	put(t, dir, map[string]string{"hill.toml": "name = \"hill\"\ntitle = \"A <hill>\"\nbudget = 6\n\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n\n[objective]\nexpression = \"sin(5*x)\"\n\n[cost]\nexpression = \"1 + x\"\n"})
	o := Options{Problems: []string{filepath.Join(dir, "hill.toml")}, Only: []string{"myopia", "planning"}, Address: "https://host/course", Talk: io.Discard}
	c, err := readCourse(o.Problems, "")
	testkit.OK(t, err)
	testkit.OK(t, o.exhibit(t.Context(), c, files))
	testkit.OK(t, addArticle(t.Context(), files))
	for name, want := range map[string][]string{
		"myopia.html":   {`data-link="scenario=myopia"`, `<img src="pictures/myopia.svg"`, "EI-PUC: It starts from 6 points", `property="og:image" content="https://host/course/pictures/myopia.png"`, "The left is cheap and dull"},
		"course-1.html": {`data-link="name=hill.toml&amp;problem=`, "<title>A &lt;hill&gt; · Farsight</title>"},
		"tour.html":     {`data-link="tour=tour"`, "Find the highest point of the dashed curve"},
		"map.html":      {`data-link="map=problems"`},
		"scene-tour-2.html": {
			`data-link="tour=tour&amp;frame=2"`, `content="Why look ahead? What the band means"`, `content="https://host/course/pictures/scene-tour-2.png"`,
			"The solid line is the model&#39;s best guess", `<a href="scene-tour-1.html">The scene before</a>`, `data-steps="myopia:5 planning:2"`,
		},
		index: {`class="start"`, `href="course-1.html"`, `href="myopia.html"`, `href="tour-long.html"`, `href="map.html"`, "Of this course"},
	} {
		for _, text := range want {
			if !bytes.Contains(files[name], []byte(text)) {
				t.Errorf("%s lacks %s", name, text)
			}
		}
	}
	for name, data := range files {
		if filepath.Ext(name) != ".html" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?:href|src|srcset)="([^"#?]+)[#?"]`).FindAllSubmatch(data, -1) {
			to := string(m[1])
			if strings.HasPrefix(to, "data:") {
				continue
			}
			if at := path.Join(path.Dir(name), to); files[at] == nil && files[path.Join(at, index)] == nil {
				t.Errorf("%s leads to %s, which is not there", name, to)
			}
		}
	}
	for ending, begins := range map[string]string{".svg": "<svg", "-light.svg": "<svg", "-phone.svg": "<svg", "-phone-light.svg": "<svg", ".png": "\x89PNG"} {
		if !bytes.HasPrefix(files[pictures+"/myopia"+ending], []byte(begins)) {
			t.Errorf("myopia%s is no picture", ending)
		}
	}
	for _, name := range []string{"myopia-compare-5.svg", "myopia-tree-2-light.svg", "planning-focus-0.svg", "scene-tour-2-phone.svg", "scene-tour-long-2.png"} {
		if files[pictures+"/"+name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
	first, err := versioned(files)
	testkit.OK(t, err)
	files["style.css"] = append(files["style.css"], ' ')
	if second, err := versioned(files); err != nil || bytes.Equal(first, second) || !bytes.Contains(second, []byte(`"myopia.html"`)) || bytes.Contains(second, []byte(scenePrefix)) {
		t.Errorf("the copy of another site is known by the same: %v", err)
	}
}

// Joined segments hold the same memory, whatever the order they were written in; what
// Go's linker does not write is refused.
func TestJoinSegments(t *testing.T) {
	t.Parallel()
	header := "\x00asm\x01\x00\x00\x00"
	other := "\x00\x02\x01x" // a section of another kind
	section := func(segments ...string) string {
		body := string(rune(len(segments))) + strings.Join(segments, "")
		return string(rune(dataSection)) + string(rune(len(body))) + body
	}
	at := func(offset, data string) string {
		return "\x00\x41" + offset + "\x0b" + string(rune(len(data))) + data
	}
	got, err := joinSegments([]byte(header + section(at("\x20", "late"), at("\x08", "early"), at("\x80\x80\x01", "far")) + other))
	want := header + section(at("\x08", "early"+strings.Repeat("\x00", 0x20-0x08-5)+"late"), at("\x80\x80\x01", "far")) + other
	if err != nil || string(got) != want {
		t.Errorf("joined to %q, %v; want %q", got, err, want)
	}
	for _, wrong := range []string{"", header + "\x0b", header + section(at("\x08", "over"), at("\x0a", "lap")), header + section("\x01\x00"), header + section(at("\x08", "x"), "") + "\x0b\x01"} {
		if got, err := joinSegments([]byte(wrong)); err == nil {
			t.Errorf("%q was joined to %q", wrong, got)
		}
	}
}

// Of a table of functions what stacks need stays, and what traces need is gone; a table
// that is not as it should be is left alone.
func TestDropLines(t *testing.T) {
	t.Parallel()
	const files, steps, funcs = 80, 96, 128
	table := make([]byte, funcs+8+funcBytes+4*5+4*6)
	copy(table, tableMagic)
	for k, v := range map[int]uint64{1: 1, 4: 72, 5: files, 6: 88, 7: steps, 8: funcs} {
		binary.LittleEndian.PutUint64(table[8*k:], v)
	}
	copy(table[files:steps], "cu      main.go")
	copy(table[steps:funcs], "\x00\x02\x01\x00\x04\x01\x81\x01\x02\x00\x06\x01\x00\x08\x01\x00") // stack, lines (none), maps, inlined, …
	const f = funcs + 8
	numbers := func(at int, n ...int32) {
		for i, v := range n {
			binary.LittleEndian.PutUint32(table[at+4*i:], uint32(v))
		}
	}
	numbers(funcs, 64, 8)                       // its entry, and where it is
	numbers(f, 64, 0, 8, 0, 1, 10, 13, 5, 3, 7) // entry, name, arguments, deferred, stack, file, line, tables, file, line
	table[f+43] = 6
	numbers(f+funcBytes, 13, 4, 10, 13, 0)       // tables: the second is needed
	numbers(f+funcBytes+4*5, 1, 2, 3, 4, 5, 6)   // data: but for the fourth and sixth
	memory := append([]byte("before"), table...) // it is found wherever it is
	dropLines(memory)
	got := memory[len("before"):]
	copy(table[files:steps], make([]byte, steps-files))
	copy(table[steps+10:funcs], make([]byte, funcs-steps-10))
	numbers(f, 64, 0, 8, 0, 1, 0, 0, 5, 0, 0)
	numbers(f+funcBytes, 0, 4, 0, 0, 0, 1, 2, 3, -1, 5, -1)
	table[f+43] = 6
	if !bytes.Equal(got, table) {
		t.Errorf("got\n%q, want\n%q", got, table)
	}
	for _, at := range []int{8, 40, 56, 64, funcs, funcs + 4, f + 16, f + 28} {
		wrong := slices.Clone(table)
		binary.LittleEndian.PutUint32(wrong[at:], 1<<30)
		was := slices.Clone(wrong)
		if dropLines(wrong); !bytes.Equal(wrong, was) {
			t.Errorf("with another number at %d it was changed", at)
		}
	}
}
