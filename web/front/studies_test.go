package front

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/study/journal"
	"farsight/web/studies"
)

// measured is a problem that a person measures; its title is not what it seems.
const measured = `name = "lab"
title = "A \u001b[31mlab"
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

// study asks for something to be done with studies, and waits for what became of
// it.
func (p *page) study(m Message) (answer, list Message) {
	p.t.Helper()
	p.forgets()
	m["t"] = "study"
	p.front.Receive(m)
	answer = p.until("an answer", func(a Message) bool { return a["t"] == "study" && a["did"] == m["do"] })
	list = p.until("the list", func(a Message) bool { return a["t"] == "studies" })
	return answer, list
}

// A study is made, told by keys, left, found by its link, downloaded and removed.
func TestStudies(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := opened(t, "scenario=myopia")
	p.shows("myopia")
	p.front.Keep(dir, nil, "a test")
	answer, list := p.study(Message{"do": "new", "name": "my lab", "text": measured, "policy": "ei", "seed": "7"})
	if answer["ok"] != true || list["open"] != "my-lab.study" {
		t.Fatal(answer, list)
	}
	entry := list["list"].([]any)[0].(map[string]any)
	if title := entry["title"].(string); strings.ContainsRune(title, '\x1b') || entry["left"] != 20.0 {
		t.Errorf("listed as %v", entry)
	}
	p.shows("study=my-lab.study")
	p.until("the suggestion", func(Message) bool { return strings.Contains(p.drawn(), "chosen by") })
	p.press("2", ".", "1", "tab", "1", "enter")
	p.until("the entry", func(Message) bool { return strings.Contains(p.drawn(), "saved, 1 evaluation") })
	file, err := os.ReadFile(filepath.Join(dir, "my-lab.study"))
	if err != nil || !bytes.Contains(file, []byte(`"value":2.1,"cost":1`)) {
		t.Fatalf("%s, %v", file, err)
	}
	// The next suggestion may have been added meanwhile.
	p.study(Message{"do": "download", "name": "my-lab.study"})
	if got := p.until("the file", func(m Message) bool { return m["t"] == "file" }); !bytes.HasPrefix(got["bytes"].([]byte), file) || got["name"] != "my-lab.study" {
		t.Errorf("downloaded %v", got["name"])
	}
	// Something else is opened: the study is left, and its link finds it.
	p.forgets()
	p.front.Receive(Message{"t": "open", "what": "scenario", "name": "overspend"})
	p.until("the shelf closed", func(m Message) bool { return m["t"] == "studies" && m["open"] == "" })
	p.forgets()
	p.front.Receive(Message{"t": "link", "link": "study=my-lab.study"})
	p.shows("study=my-lab.study")
	if l, err := study.OpenLive(filepath.Join(dir, "my-lab.study"), journal.Settings{}); err != nil || l.State().Created.Seed != 7 || l.State().Created.Program != "a test" {
		t.Errorf("it is %+v, %v", l.State().Created, err)
	}
	// Removed while it is shown, it is shown no longer.
	if answer, list = p.study(Message{"do": "remove", "name": "my-lab.study"}); answer["ok"] != true || len(list["list"].([]any)) != 0 {
		t.Error(answer, list)
	}
	p.shows("scenario=")
}

// What cannot be done is said, and nothing is kept of it.
func TestStudiesThatCannotBe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := opened(t, "scenario=myopia")
	p.shows("myopia")
	p.front.Keep(dir, nil, "a test")
	for _, c := range []struct {
		ask Message
		why string
	}{
		{Message{"do": "new", "name": "x", "text": "budget = "}, "problem.toml:1"},
		{Message{"do": "new", "name": "x", "scenario": "nowhere"}, "nowhere"},
		{Message{"do": "new", "name": "x", "scenario": "myopia", "policy": "wishful"}, "wishful"},
		{Message{"do": "new", "name": "x", "scenario": "myopia", "seed": "-1"}, "seed"},
		{Message{"do": "open", "name": "../x.study"}, "not the name"},
		{Message{"do": "open", "name": "x.study"}, "no study \"x.study\" in this browser"},
		{Message{"do": "take", "name": "x.study", "bytes": []byte("hello")}, "not a study"},
		{Message{"do": "remove", "name": "x.study"}, "no study \"x.study\" in this browser"},
		{Message{"do": "download", "name": "x.study"}, "no study \"x.study\" in this browser"},
		{Message{"do": "wish"}, "nothing of the kind"},
	} {
		answer, list := p.study(c.ask)
		if answer["ok"] != false || !strings.Contains(answer.text("why"), c.why) || len(list["list"].([]any)) != 0 {
			t.Errorf("%v: %v, %v", c.ask, answer, list)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// otherTab is a storage of which another tab has one study.
type otherTab struct{ theirs atomic.Pointer[string] }

func (e *otherTab) Load() error         { return nil }
func (e *otherTab) Release(string)      {}
func (e *otherTab) Elsewhere() []string { return nil }
func (e *otherTab) Sync() error         { return nil }
func (e *otherTab) Claim(path string) error {
	if filepath.Base(path) == *e.theirs.Load() {
		return errors.New("it is open in another tab")
	}
	return nil
}

// Of a link to a study that cannot be opened it is said why, with every frame until
// it can be, or something else is chosen: what is shown meanwhile stays.
func TestStudyLinksThatCannotOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		if _, err := (&studies.Shelf{Dir: dir}).New(studies.Definition{Name: name, Text: measured, Policy: "ei"}); err != nil {
			t.Fatal(err)
		}
	}
	var store otherTab
	theirs, none := "b.study", ""
	store.theirs.Store(&theirs)
	p := begun(t, Message{"link": "study=none.study"})
	if m := p.closed("study=none.study", `no study "none.study" in this browser`); m["link"] != "scenario="+builtin.First {
		t.Errorf("instead of it %v is shown", m["link"])
	}
	p.forgets()
	p.front.Receive(Message{"t": "dismiss"})
	p.closed("", "")
	p.front.Keep(dir, &store, "a test")
	p.front.Receive(Message{"t": "link", "link": "study=a.study"})
	p.shows("study=a.study")
	p.front.Receive(Message{"t": "link", "link": "study=b.study"})
	if m := p.closed("study=b.study", "open in another tab"); m["link"] != "study=a.study" {
		t.Errorf("the study that was open made room for one that cannot be: %v is shown", m["link"])
	}
	p.forgets()
	p.press("?")
	p.closed("study=b.study", "open in another tab") // keys do not end it
	store.theirs.Store(&none)
	p.front.Receive(Message{"t": "link", "link": "study=b.study"})
	p.until("the study, and nothing said against it", func(m Message) bool {
		return m["t"] == "frame" && m["link"] == "study=b.study" && m["closed"].(map[string]any)["link"] == ""
	})
}

// drawn is the text of the frame, without its marks; the page is held.
func (p *page) drawn() string {
	var b strings.Builder
	for _, id := range p.order {
		in := false
		for _, r := range p.pieces[id.(string)] {
			switch {
			case r == '<':
				in = true
			case r == '>':
				in = false
			case !in:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
