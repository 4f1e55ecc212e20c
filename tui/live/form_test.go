package live

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/pane"
	"farsight/tui/screentest"
)

func TestTakesManyKeysAtOnceAndPastes(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	// All keys of one read: a digit opens the form and the rest goes into it.
	l.press("-12.25e-1")
	if got := l.s.form.Text(valueField); got != "-12.25e-1" {
		t.Errorf("typed %q", got)
	}
	l.press("esc")
	// A row of a spreadsheet: the tab moves to the next field, the line's end must not save.
	paste := tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune("7.5\t3.25\n")}
	l.s.aside = nil
	cmd := l.key(paste)
	l.Drain(cmd)
	f := l.s.form
	if f == nil || f.Text(valueField) != "7.5" || f.Text(costField) != "3.25" {
		t.Fatalf("pasted into %+v", f)
	}
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Errorf("a paste was saved: %d evaluations", n)
	}
	l.press("enter")
	if e := onDisk(t, path).Evaluations; len(e) != 5 || e[4].Value != 7.5 || e[4].Cost != 3.25 {
		t.Errorf("on disk: %+v", e)
	}
	// Outside a form pasted text is no command: no q, no undo.
	cmd = l.key(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune("quy")})
	if cmd != nil || l.s.undo != nil {
		t.Error("pasted letters were obeyed")
	}
}

func TestRefusesBadNumbersAndKeepsThem(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 100, 30)
	for _, c := range []struct{ value, cost, says string }{
		{"", "1", "a number is needed"},
		{"abc", "1", "not a number"},
		{"nan", "1", "must be a finite number"},
		{"-inf", "1", "must be a finite number"},
		{"1e999", "1", "beyond all numbers"},
		{"1,5", "1", "write 1.5, not 1,5"},
		{"1", "", "a number is needed"},
		{"1", "0", "must be above 0"},
		{"1", "-2", "must be above 0"},
		{"1", "Inf", "must be a finite number"},
		{"1", "1e101", "must be a finite number above zero"}, // the file's own objection
	} {
		l.s.aside = nil
		l.press("enter")
		for _, k := range []string{c.value, "tab", c.cost} {
			if k != "" {
				l.press(k)
			}
		}
		l.press("enter")
		if l.s.form != nil && l.s.form.asked {
			l.press("enter") // sure
		}
		l.says(c.says)
		f := l.s.form
		if f == nil || f.Text(valueField) != c.value || f.Text(costField) != c.cost {
			t.Errorf("%+v: the form has %+v", c, f)
		}
		if n := len(onDisk(t, path).Evaluations); n != 4 {
			t.Fatalf("%+v was saved", c)
		}
		l.s.form = nil
	}
}

func TestFormKeepsWhatWasTyped(t *testing.T) {
	l := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 80, 24)
	l.press("12", "tab", "tab", "q?b space") // letters are text here
	if f := l.s.form; f == nil || f.Text(noteField) != "q?b space" || len(l.left) > 0 {
		t.Fatalf("letters were commands: %+v", f)
	}
	l.press("esc")
	l.says("what you typed is kept")
	l.press("enter")
	if f := l.s.form; f == nil || f.Text(valueField) != "12" || f.Text(noteField) != "q?b space" {
		t.Errorf("the form is empty: %+v", f)
	}
}

// Another point: typing replaces what the field offers, and what is out of range
// or not another point is refused where it stands.
func TestAnotherPointIsTyped(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 100, 30)
	entries := len(onDisk(t, path).Evaluations)
	tell := func(first string) {
		l.s.aside = nil
		l.press("o")
		l.press(first)
		for l.s.form.At().Name != valueField {
			l.press("tab")
		}
		l.press("7")
		l.press("tab")
		l.press("2")
		l.press("enter")
	}
	tell("150")
	if f := l.s.form; f == nil || f.Fields[0].Text() != "150" || f.Focus != 0 || !strings.Contains(l.frame(), "outside") {
		t.Fatalf("150 was taken:\n%s", l.frame())
	}
	l.press("esc")
	suggested := pane.Setting(l.s.problem.Parameters[0], l.s.next.X[0])
	tell(suggested)
	if f := l.s.form; f == nil || !strings.Contains(l.frame(), "as suggested") {
		t.Fatalf("the suggested point was taken for another:\n%s", l.frame())
	}
	l.press("esc")
	if n := len(onDisk(t, path).Evaluations); n != entries {
		t.Fatalf("%d entries were written", n-entries)
	}
	tell("5")
	e := onDisk(t, path).Evaluations
	if len(e) != entries+1 || e[entries].X[0] != 5 || e[entries].Value != 7 || e[entries].Cost != 2 {
		t.Errorf("on disk: %+v", e[len(e)-1])
	}
}

// After x only the cost and a note are typed: tab goes from one to the other, and
// the blanks of the note do not turn the switch.
func TestNoteOfAFailure(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	l.press("x", "1.4", "tab", "the", " ", "door", " ", "stood open", "enter")
	if e := onDisk(t, path).Evaluations; len(e) != 5 || !e[4].Failed || e[4].Cost != 1.4 || e[4].Note != "the door stood open" {
		t.Fatalf("on disk: %+v", e)
	}
}

// A form that was left is opened again with what was typed, which typing again
// replaces.
func TestTypedAgainAfterEsc(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	l.press("6", "tab", "1.4", "tab", "one ", "esc")
	l.press("6", "tab", "1.4", "tab", "two", "enter")
	if e := onDisk(t, path).Evaluations; len(e) != 5 || e[4].Value != 6 || e[4].Cost != 1.4 || e[4].Note != "one two" {
		t.Fatalf("on disk: %+v\n%s", e, l.frame())
	}
	l.press("x", "1.4", "esc", "x", "1.4", "esc", "enter")
	if f := l.s.form; f.Text(costField) != "1.4" {
		t.Errorf("the cost is %q", f.Text(costField))
	}
}

// reactor is measured by a person, and has a choice.
const reactor = `
name = "reactor"
budget = 20

[[parameter]]
name = "solvent"
choices = ["THF", "DMF", "water"]

[[parameter]]
name = "t"
low = 20
high = 120
unit = "°C"

[initial]
points = [["THF", 30], ["DMF", 60], ["water", 90], ["DMF", 110]]
values = [3.0, 5.5, 6.0, 4.0]
costs = [1.2, 3.1, 2.2, 2.9]
`

// A choice is shown by its name, typed by its name or how it begins, and refused
// if there is no such one.
func TestTypesChoices(t *testing.T) {
	path := screentest.NewStudy(t, reactor, "ei-puc")
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		l := openStudy(t, path, size[0], size[1])
		p := l.Session.Problem.Parameters[0]
		l.says("solvent", p.Show(l.s.next.X[0]), "THF", "water")
	}
	l := openStudy(t, path, 100, 30)
	l.press("o")
	l.says("THF, DMF, water")
	clear := tea.KeyMsg{Type: tea.KeyCtrlU}
	l.Drain(l.key(clear))
	l.press("ether", "tab")
	l.says("no choice")
	l.s.form.Focus = 0
	l.Drain(l.key(clear))
	l.press("wa", "tab")
	l.Drain(l.key(clear))
	l.press("95", "tab", "4.5", "tab", "2", "enter")
	if l.s.form != nil && l.s.form.asked {
		l.press("enter") // sure
	}
	e := onDisk(t, path).Evaluations
	if last := e[len(e)-1]; len(e) != 5 || last.X[0] != 2 || last.X[1] != 95 || last.Value != 4.5 {
		t.Errorf("on disk: %+v\n%s", e[len(e)-1], l.Text())
	}
	l.says("water")
}

// A number far from what is expected is asked about once: enter keeps it, esc
// mends it, and another number is another question.
func TestDoubtsAreAskedOnce(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	entries := len(onDisk(t, path).Evaluations)
	says := func(words string) bool { return strings.Contains(strings.Join(strings.Fields(l.frame()), " "), words) }
	written := func() int { return len(onDisk(t, path).Evaluations) - entries }
	for _, k := range []string{"5000", "tab", "2", "enter"} {
		l.press(k)
	}
	if written() != 0 || !says("value 5000 points: expected") || !says("Enter again keeps it, esc corrects it.") || l.s.form.At().Name != valueField {
		t.Fatalf("%d written:\n%s", written(), l.frame())
	}
	l.press("esc")
	if l.s.form == nil || says("corrects it") {
		t.Fatalf("esc left the form:\n%s", l.frame())
	}
	l.press("backspace") // 500
	l.press("enter")
	if written() != 0 || !says("value 500 points: expected") {
		t.Fatalf("%d written, another number was not asked about:\n%s", written(), l.frame())
	}
	l.press("enter")
	if e := onDisk(t, path).Evaluations; written() != 1 || e[entries].Value != 500 || e[entries].Cost != 2 {
		t.Fatalf("%d written", written())
	}
	// A cost that ends the study.
	for _, k := range []string{"5", "tab", "19", "enter"} {
		l.press(k)
	}
	if written() != 1 || !says("so that it ends the study") {
		t.Fatalf("%d written:\n%s", written(), l.frame())
	}
}

// In a form with what was told before, backspace takes one character.
func TestBackspaceInRevise(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 80, 24)
	l.press("6.25", "tab", "2", "enter")
	l.press("v", "enter", "backspace", "9", "enter")
	if e := onDisk(t, path).Evaluations; len(e) != 5 || e[4].Value != 6.29 {
		t.Fatalf("on disk: %+v\n%s", e, l.frame())
	}
}
