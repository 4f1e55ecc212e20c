package live

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// typeAhead types keys before anything that was begun has come to an end.
func (l *lab) typeAhead(keys ...string) {
	l.t.Helper()
	for _, k := range keys {
		if cmd := l.key(keyMsg(k)); cmd != nil {
			l.t.Errorf("%q starts something", k)
		}
	}
}

// step runs a command and brings its message, no more; it returns what follows.
func (l *lab) step(cmd tea.Cmd) tea.Cmd { return l.Tell(cmd()) }

// Several entries in a row: each goes into a form of its own, whatever is being
// written or decided meanwhile.
func TestEntriesTypedAhead(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openUndecided(t, path, 100, 30)
	l.typeAhead("enter", "6.5", "tab", "2.4", "enter", "7.25", "tab", "1.5", "enter")
	l.Drain(l.first)
	write := l.key(keyMsg("7"))
	if write != nil || l.s.form == nil {
		t.Fatal("a digit does not open the form")
	}
	l.press("tab", "1.6")
	write = l.key(keyMsg("enter"))
	l.typeAhead("7.1", "tab", "1.55") // while the entry before is written
	decide := l.step(write)
	l.typeAhead("enter")
	l.Drain(decide)
	var got [][2]float64
	for _, e := range onDisk(t, path).Evaluations[4:] {
		got = append(got, [2]float64{e.Value, e.Cost})
	}
	if want := [][2]float64{{6.5, 2.4}, {7.25, 1.5}, {7, 1.6}, {7.1, 1.55}}; !slices.Equal(got, want) {
		t.Errorf("on disk: %v, want %v", got, want)
	}
}

// Esc drops what was typed ahead, and only the next one stops deciding.
func TestEscDropsWhatWasTypedAhead(t *testing.T) {
	l := openUndecided(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 100, 30)
	ask := l.step(l.first)
	l.typeAhead("6.5", "tab", "esc")
	l.says("Typed ahead and dropped: 6.5 tab", "esc stop")
	if !l.s.deciding || len(l.s.ahead) > 0 {
		t.Fatalf("deciding: %v; kept: %v", l.s.deciding, l.s.ahead)
	}
	l.Drain(ask)
	if l.s.form != nil || l.s.next == nil {
		t.Errorf("the form is %+v, the suggestion %+v", l.s.form, l.s.next)
	}
}

// Where no form opens, nothing that was typed for it is handled or saved.
func TestTypedAheadForNothing(t *testing.T) {
	path := screentest.NewStudy(t, "overshoot = \"discard\"\n"+screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	l.press("6", "tab", "21", "enter") // more than is left: the study ends
	l.says("Enter again keeps it")
	write := l.key(keyMsg("enter"))
	l.typeAhead("7", "tab", "q", "enter")
	l.Drain(write)
	l.says("The study has ended")
	if got, want := l.s.said.text, "does not count. Typed ahead and dropped: 7 tab q enter"; !strings.HasSuffix(got, want) {
		t.Errorf("the screen says %q, want …%q", got, want)
	}
	if n := len(onDisk(t, path).Evaluations); n != 5 || len(l.left) > 0 || l.s.form != nil {
		t.Errorf("%d evaluations, commands %v, form %+v", n, l.left, l.s.form)
	}

	// An entry that is refused is not saved by keys meant for the next.
	path = screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l = openStudy(t, path, 160, 48)
	l.press("6.5", "tab", "2.5")
	other := screentest.OpenStudy(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Value: 1.75, Cost: 3.5}); err != nil {
		t.Fatal(err)
	}
	write = l.key(keyMsg("enter"))
	l.typeAhead("enter", "7", "enter")
	l.Drain(write)
	l.says("The study went on meanwhile", "dropped: enter 7 enter")
	if n := len(onDisk(t, path).Evaluations); n != 5 || l.s.form == nil || l.s.form.Text(costField) != "2.5" {
		t.Errorf("%d evaluations, form %+v", n, l.s.form)
	}

	// Nor is it typed behind another screen's back.
	l = openUndecided(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 100, 30)
	l.typeAhead("6", "tab", "2", "enter")
	l.Tell(screen.LeftMsg{})
	l.Drain(l.first)
	if l.s.form != nil || l.s.next == nil {
		t.Errorf("the form is %+v, the suggestion %+v", l.s.form, l.s.next)
	}
}

// What is kept is bounded, and what is pasted ahead saves nothing.
func TestTypedAheadIsBounded(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openUndecided(t, path, 160, 48)
	text := "7.5\t3.25\n" + strings.Repeat("x", 2*mostAhead)
	if cmd := l.key(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune(text)}); cmd != nil {
		t.Error("a paste starts something")
	}
	l.typeAhead("enter")
	if n := len(l.s.ahead); n != mostAhead {
		t.Errorf("%d keys are kept, want %d", n, mostAhead)
	}
	l.says("no more is kept")
	l.Drain(l.first)
	f := l.s.form
	if f == nil || f.Text(valueField) != "7.5" || f.Text(costField) != "3.25" || f.Text(noteField) != strings.Repeat("x", mostAhead-len("7.5\t3.25\n")) {
		t.Fatalf("pasted into %+v", f)
	}
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Errorf("%d evaluations on disk", n)
	}
}
