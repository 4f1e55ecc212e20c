package front

import (
	"errors"
	"strings"
	"testing"

	"farsight/internal/mistake"
	"farsight/scenarios/problemfile"
)

const typed = `name = "typed"
budget = 5
[[parameter]]
name = "x"
low = 0
high = 1
[objective]
expression = "sin(3*x)"
[cost]
expression = "1+x"
`

func isChecked(m Message) bool { return m["t"] == "checked" }

// A text is judged as farsight check judges it, and run once it is right, where
// the explorer was: policies, screen and step.
func TestTypingAProblem(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei&screen=focus&step=2")
	p.shows("screen=focus&step=2")
	for _, text := range []string{
		strings.Replace(typed, "low = 0", "low = 2", 1),
		strings.Replace(typed, "budget", "budgte", 1),
		strings.Replace(typed, "sin(", "sni(", 1),
		"budget = [",
		"a\x00b",
		"",
	} {
		p.forgets()
		p.front.Take(Message{"t": "text", "name": "lab.toml", "text": text})
		m := p.until("what is wrong with "+text, isChecked)
		_, err := problemfile.Parse("lab.toml", []byte(text), "")
		var want mistake.List
		if !errors.As(err, &want) {
			t.Fatalf("%q is right", text)
		}
		got := m["mistakes"].([]any)
		if m["ok"] != false || len(got) != len(want) {
			t.Fatalf("%q: the page is told %v, want %v", text, m, want)
		}
		for i, w := range want {
			if g := Message(got[i].(map[string]any)); g["line"] != w.Line || g["column"] != w.Column || g["field"] != w.Field || g["text"] != w.Message {
				t.Errorf("%q: the page is told %v, want %+v", text, g, w)
			}
		}
	}
	p.forgets()
	p.front.Take(Message{"t": "text", "name": "lab.toml", "text": typed})
	if m := p.until("that it is right", isChecked); m["ok"] != true || !strings.HasPrefix(m.text("text"), "typed, 1 parameter, evaluated by") || m["manual"] != false {
		t.Errorf("the page is told %v", m)
	}
	p.until("the explorer on it", func(m Message) bool {
		link, err := ParseLink(m.text("link"))
		return err == nil && m["t"] == "frame" && m["title"] == "typed" && link.File == typed && link.Step == 2 && link.Screen == "focus" && len(link.Policies) == 1
	})
	p.until("step 2 of it", func(m Message) bool { return m["title"] == "typed" && strings.HasPrefix(m.text("place"), "step 2") })
}

// Commands are not run, and said not to be; what a person measures is right and
// leaves the explorer where it is.
func TestWhatAPageDoesNotRun(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	head, _, _ := strings.Cut(typed, "[objective]")
	p.front.Take(Message{"t": "text", "name": "c.toml", "text": head + "[command]\nrun = [\"true\", \"{x}\"]\n"})
	m := p.until("a refusal", isChecked)
	if got := m["mistakes"].([]any); m["ok"] != false || len(got) != 1 || !strings.Contains(Message(got[0].(map[string]any)).text("text"), "a page runs none") {
		t.Errorf("a command: the page is told %v", m)
	}
	p.forgets()
	p.front.Take(Message{"t": "text", "name": "m.toml", "text": head})
	if m := p.until("that a person measures", isChecked); m["ok"] != true || m["manual"] != true {
		t.Errorf("no source: the page is told %v", m)
	}
	p.press("right")
	p.shows("scenario=myopia&policy=ei&step=1")
}

// Of texts typed quickly the last one is shown.
func TestTypingQuickly(t *testing.T) {
	t.Parallel()
	p := opened(t, "scenario=myopia&policy=ei")
	p.shows("Next:")
	var last string
	for _, budget := range []string{"2", "3", "4", "6", "7"} {
		last = strings.Replace(typed, "budget = 5", "budget = "+budget, 1)
		p.front.Take(Message{"t": "text", "name": "lab.toml", "text": last})
	}
	p.until("the last text", func(m Message) bool {
		link, err := ParseLink(m.text("link"))
		return err == nil && link.File == last && strings.Contains(m.text("said"), "of the 7.00 left")
	})
}
