package tui

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/model"
	"farsight/policy"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// bakery is measured by a person; all of its initial design is known.
const bakery = `
name = "bakery"
budget = 20

[[parameter]]
name = "hours"
low = 1
high = 5
unit = "h"

[[parameter]]
name = "loaves"
low = 1
high = 40
integer = true

[objective]
goal = "maximise"
unit = "points"

[cost]
unit = "EUR"

[initial]
points = [[1.5, 4], [2.5, 30], [3.5, 12], [4.5, 22]]
values = [3.0, 5.5, 6.0, 4.0]
costs = [1.2, 3.1, 2.2, 2.9]
`

// hill measures itself.
const hill = `
name = "hill"
budget = 3

[[parameter]]
name = "x"
low = 0
high = 1

[objective]
goal = "maximise"
expression = "x * (1 - x)"

[cost]
expression = "0.5 + x"

[initial]
points = [[0.1], [0.9]]
`

// newStudy makes a study of a problem in a folder of its own.
func newStudy(t *testing.T, problem, name string) string {
	t.Helper()
	q, err := policy.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "lab.study")
	if _, err := study.CreateLive(path, "problem.toml", []byte(problem), study.LiveSettings{Policy: q}); err != nil {
		t.Fatal(err)
	}
	return path
}

// openTestStudy opens the explorer on a study and waits for its suggestion.
func openTestStudy(t *testing.T, path string, w, h int) *Model {
	t.Helper()
	m := newStudyModel(t, path, chart.Terminal{Profile: chart.NoColor})
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	return m
}

func newStudyModel(t *testing.T, path string, terminal chart.Terminal) *Model {
	t.Helper()
	l := openLive(t, path)
	th, _ := theme.Named("dark")
	m := New(Options{Problem: l.Problem(), Policies: []policy.Policy{l.Policy()}, Live: l, Theme: th, Terminal: terminal})
	t.Cleanup(m.Close)
	return m
}

func openLive(t *testing.T, path string) *study.Live {
	t.Helper()
	l, err := study.OpenLive(path, journal.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func live(m *Model) *liveScreen {
	s, _ := unwrapped[*liveScreen](m.screens[len(m.screens)-1])
	return s
}

// onDisk is the study as its file has it.
func onDisk(t *testing.T, path string) journal.State {
	t.Helper()
	j, err := journal.Open(path, journal.Settings{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	return j.State()
}

// says fails unless the screen shows all of some texts.
func says(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if !strings.Contains(m.View(), s) {
			t.Errorf("the screen does not say %q:\n%s", s, m.View())
		}
	}
}

func silent(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	for _, s := range texts {
		if strings.Contains(m.View(), s) {
			t.Errorf("the screen says %q:\n%s", s, m.View())
		}
	}
}

// poll is what the timer does where somebody watches.
func poll(t *testing.T, m *Model) {
	t.Helper()
	_, cmd := m.Update(livePollMsg{})
	drain(t, m, cmd)
}

func TestLiveShowsTheSuggestion(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 160, 48)
	g := live(m).next
	if g == nil || g.Expected == nil {
		t.Fatalf("no suggestion: %+v", live(m))
	}
	says(t, m, "bakery: what do I measure next?", "hours", settingText(m.s.Problem.Parameters[0], g.X[0])+" h",
		"loaves", settingText(m.s.Problem.Parameters[1], g.X[1]),
		amount(g.Expected.Value, "points"), chart.Interval(g.Expected.ValueLow, g.Expected.ValueHigh),
		amount(g.Expected.Cost, "EUR"), chart.Interval(g.Expected.CostLow, g.Expected.CostHigh),
		percent(g.Expected.Fits), "0 evaluations, 20.0 of 20.0 EUR left", "objective along hours, through the next point")
	if p := onDisk(t, path).Pending; p == nil || p.X[0] != g.X[0] {
		t.Errorf("the file's suggestion is %+v, the screen's %v", p, g.X)
	}
}

// The screen must not say saved before the file has the line: the command that
// writes has run, and its message is still on its way.
func TestLiveSavesBeforeItSaysSo(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 80, 24)
	g := *live(m).next
	press(t, m, "6.5", "tab", "2.4")
	_, cmd := m.Update(keyMsg("enter"))
	silent(t, m, "saved")
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Fatalf("%d evaluations on disk before anything ran, want 4", n)
	}
	msg := cmd()
	s := onDisk(t, path)
	if n := len(s.Evaluations); n != 5 {
		t.Fatalf("%d evaluations on disk after writing, want 5", n)
	}
	if e := s.Evaluations[4]; e.Value != 6.5 || e.Cost != 2.4 || e.X[0] != g.X[0] || e.X[1] != g.X[1] || e.Answers != g.Line {
		t.Errorf("on disk is %+v", e)
	}
	silent(t, m, "saved")
	_, cmd = m.Update(msg)
	says(t, m, "saved, 1 evaluation, 17.6 of 20.0 EUR left", "deciding")
	drain(t, m, cmd)
	says(t, m, "saved, 1 evaluation", "best 6.50")
	if n := live(m).next; n == nil || n.Line <= g.Line {
		t.Errorf("no new suggestion: %+v", n)
	}
}

func TestLiveTakesManyKeysAtOnceAndPastes(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 80, 24)
	// All keys of one read: a digit opens the form and the rest goes into it.
	press(t, m, "-12.25e-1")
	if got := live(m).form.text(itemValue); got != "-12.25e-1" {
		t.Errorf("typed %q", got)
	}
	press(t, m, "esc")
	// A row of a spreadsheet: the tab goes on, the line's end must not save.
	paste := tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune("7.5\t3.25\n")}
	live(m).aside = nil
	_, cmd := m.Update(paste)
	drain(t, m, cmd)
	f := live(m).form
	if f == nil || f.text(itemValue) != "7.5" || f.text(itemCost) != "3.25" {
		t.Fatalf("pasted into %+v", f)
	}
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Errorf("a paste was saved: %d evaluations", n)
	}
	press(t, m, "enter")
	if e := onDisk(t, path).Evaluations; len(e) != 5 || e[4].Value != 7.5 || e[4].Cost != 3.25 {
		t.Errorf("on disk: %+v", e)
	}
	// Outside a form pasted text is no command: no q, no undo.
	_, cmd = m.Update(tea.KeyMsg{Type: tea.KeyRunes, Paste: true, Runes: []rune("quy")})
	if cmd != nil || live(m).undo != nil {
		t.Error("pasted letters were obeyed")
	}
}

func TestLiveRefusesBadNumbersAndKeepsThem(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
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
		must[*liveScreen](m).aside = nil
		press(t, m, "enter")
		for _, k := range []string{c.value, "tab", c.cost} {
			if k != "" {
				press(t, m, k)
			}
		}
		press(t, m, "enter")
		says(t, m, c.says)
		f := live(m).form
		if f == nil || f.text(itemValue) != c.value || f.text(itemCost) != c.cost {
			t.Errorf("%+v: the form has %+v", c, f)
		}
		if n := len(onDisk(t, path).Evaluations); n != 4 {
			t.Fatalf("%+v was saved", c)
		}
		live(m).form = nil
	}
}

// What is wrong is not said while it is being typed for the first time.
func TestLiveWaitsWithMistakes(t *testing.T) {
	m := openTestStudy(t, newStudy(t, bakery, "ei-puc"), 100, 30)
	press(t, m, "-")
	silent(t, m, "not a number")
	press(t, m, "tab")
	says(t, m, "not a number")
}

func TestLiveWarnsOfWhatWillFollow(t *testing.T) {
	m := openTestStudy(t, newStudy(t, bakery, "ei-puc"), 100, 30)
	press(t, m, "1000", "tab", "21")
	says(t, m, "over the 20.0 left: not counted")
}

func TestLiveTellsFailures(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 120, 40)
	press(t, m, "x")
	says(t, m, "none: it failed", "only its cost is learnt")
	press(t, m, "1.5", "enter")
	e := onDisk(t, path).Evaluations[4]
	if !e.Failed || e.Cost != 1.5 || !math.IsNaN(e.Value) {
		t.Errorf("on disk: %+v", e)
	}
	says(t, m, "saved, 1 evaluation, 18.5 of 20.0 EUR left", "failed")
	// By the switch too: the value typed before is not told, but comes back.
	press(t, m, "9", "tab", "1", "tab", " ")
	if f := live(m).form; !f.isOn(itemFailed) || f.firstProblem(live(m)) >= 0 {
		t.Errorf("the switch is off, or something is missing: %+v", f)
	}
	press(t, m, " ")
	if f := live(m).form; f.isOn(itemFailed) || f.text(itemValue) != "9" {
		t.Errorf("the value is lost: %+v", f)
	}
}

func TestLiveTellsOtherPoints(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 120, 40)
	g := *live(m).next
	clear := func() {
		_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
		drain(t, m, cmd)
	}
	press(t, m, "o")
	says(t, m, "another point", "answers", "yes: measured here instead")
	clear()
	press(t, m, "7", "tab")
	says(t, m, "outside 1 to 5")
	clear()
	press(t, m, "7.5", "tab")
	says(t, m, "must be a whole number")
	press(t, m, "4.5", "tab", "2", "enter") // value, cost
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Fatal("a point out of bounds was saved")
	}
	if f := live(m).form; f.focus != 0 {
		t.Errorf("the focus is on %d, want the first mistake", f.focus)
	}
	clear()
	press(t, m, "1.25", "tab")
	clear()
	press(t, m, "7", "enter")
	says(t, m, "saved, 1 evaluation")
	e := onDisk(t, path).Evaluations[4]
	far := math.Abs(e.X[0]-g.X[0]) > 4*nearEnough || math.Abs(e.X[1]-g.X[1]) > 39*nearEnough
	if e.X[0] != 1.25 || e.X[1] != 7 || (e.Answers == 0) != far {
		t.Errorf("on disk: %+v; suggested was %v", e, g.X)
	}
	// Settings a little off are the suggestion's answer.
	g = *live(m).next
	press(t, m, "o", "enter", "4", "tab", "2", "enter")
	e = onDisk(t, path).Evaluations[5]
	if e.Answers != g.Line || e.X[1] != g.X[1] || math.Abs(e.X[0]-g.X[0]) > 1e-4 {
		t.Errorf("on disk: %+v; suggested was %+v", e, g)
	}
	// Unless their teller says no.
	g = *live(m).next
	press(t, m, "o")
	clear()
	press(t, m, "3.6", "enter", "4", "tab", "2", "tab", "tab", "tab")
	if !live(m).form.moved(m.s.Problem) {
		t.Fatalf("3.6 is not near %v", g.X) // it was when this was written
	}
	press(t, m, " ")
	says(t, m, "no: a point of its own")
	press(t, m, "enter")
	if e := onDisk(t, path).Evaluations[6]; e.Answers != 0 {
		t.Errorf("on disk: %+v, answers %d; suggested was %+v", e, e.Answers, g)
	}
}

func TestLiveUndo(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 80, 24)
	g := *live(m).next
	press(t, m, "6", "tab", "2", "enter")
	press(t, m, "u")
	says(t, m, "take back the last entry?", "gave 6.00 points at a cost of 2.00 EUR")
	press(t, m, "n")
	says(t, m, "Nothing was taken back")
	if n := len(onDisk(t, path).Evaluations); n != 5 {
		t.Fatalf("%d evaluations after no", n)
	}
	press(t, m, "u", "y")
	says(t, m, "taken back, 0 evaluations, 20.0 of 20.0 EUR left")
	if n := len(onDisk(t, path).Evaluations); n != 4 {
		t.Errorf("%d evaluations after yes", n)
	}
	if n := live(m).next; n == nil || n.Line != g.Line {
		t.Errorf("the suggestion before is not back: %+v, was %+v", n, g)
	}
	// The measured initial design can be taken back too, but nothing before it.
	for range 4 {
		press(t, m, "u", "y")
	}
	press(t, m, "u")
	says(t, m, "nothing to take back")
}

func TestLiveHearsWhatOthersTell(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 160, 48)
	poll(t, m)
	silent(t, m, "elsewhere")
	other := openLive(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Value: 7.25, Cost: 3.5, Note: "by \x1b[31mhand\u202e"}); err != nil {
		t.Fatal(err)
	}
	silent(t, m, "7.25")
	poll(t, m)
	says(t, m, "told elsewhere: ", "gave 7.25 points at a", "1 evaluation, 16.5 of 20.0 EUR left", "best 7.25", "by hand")
	if strings.ContainsAny(m.View(), "\x1b\u202e") {
		t.Error("text of others reaches the terminal as it is")
	}
	if g, ok := other.Pending(); ok {
		t.Errorf("the other already sees a suggestion: %+v", g)
	}
	// What this explorer asked meanwhile is the other's suggestion too.
	if _, err := other.Poll(); err != nil {
		t.Fatal(err)
	}
	if g, ok := other.Pending(); !ok || g.Line != live(m).next.Line {
		t.Errorf("suggestions differ: %+v and %+v", g, live(m).next)
	}
	// Our own entries are nobody else's.
	press(t, m, "6", "tab", "2", "enter")
	poll(t, m)
	silent(t, m, "elsewhere")
}

func TestLiveKeepsAnEntryThatIsLate(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 160, 48)
	g := *live(m).next
	press(t, m, "6.5", "tab", "2.5")
	other := openLive(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Value: 1.75, Cost: 3.5}); err != nil {
		t.Fatal(err)
	}
	press(t, m, "enter")
	says(t, m, "The study went on meanwhile", "gave 1.75 points", "enter saves it", "measured at")
	s := onDisk(t, path)
	if n := len(s.Evaluations); n != 5 || s.Evaluations[4].Value != 1.75 {
		t.Fatalf("on disk: %+v", s.Evaluations)
	}
	f := live(m).form
	if f == nil || f.text(itemValue) != "6.5" || f.text(itemCost) != "2.5" {
		t.Fatalf("the entry is lost: %+v", f)
	}
	press(t, m, "enter")
	says(t, m, "saved, 2 evaluations, 14.0 of 20.0 EUR left")
	if e := onDisk(t, path).Evaluations; len(e) != 6 || e[5].Value != 6.5 || e[5].X[0] != g.X[0] {
		t.Errorf("on disk: %+v", e)
	}
}

// An undo that was meant for another entry takes nothing back.
func TestLiveUndoOfALateState(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 160, 48)
	press(t, m, "6", "tab", "2", "enter", "u")
	other := openLive(t, path)
	if _, err := other.Tell(other.State().Seq, study.Answer{Value: 1.75, Cost: 3.5}); err != nil {
		t.Fatal(err)
	}
	press(t, m, "y")
	says(t, m, "Nothing was taken back", "gave 1.75 points")
	if n := len(onDisk(t, path).Evaluations); n != 6 {
		t.Errorf("%d evaluations, want 6", n)
	}
}

// A suggestion or a note of others changes nothing that an entry is about.
func TestLiveSavesPastOthersQuestions(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 160, 48)
	press(t, m, "6", "tab", "2")
	other := openLive(t, path)
	if _, err := other.Journal().Append(other.State().Seq, journal.Noted{Text: "a remark"}); err != nil {
		t.Fatal(err)
	}
	press(t, m, "enter")
	says(t, m, "saved, 1 evaluation")
}

func TestLiveBudget(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
	press(t, m, "+")
	says(t, m, "change the budget", "the budget is 20.0 EUR")
	press(t, m, "-25", "enter")
	says(t, m, "the budget is only 20.0 EUR")
	for range 3 {
		_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyBackspace})
		drain(t, m, cmd)
	}
	press(t, m, "5", "enter")
	says(t, m, "the budget is 25.0 EUR now")
	if b := onDisk(t, path).Budget; b != 25 {
		t.Errorf("budget %v on disk", b)
	}
	press(t, m, "u")
	says(t, m, "the budget was extended by 5.00 EUR")
	press(t, m, "y")
	if b := onDisk(t, path).Budget; b != 20 {
		t.Errorf("budget %v on disk after undo", b)
	}
}

func TestLiveSkip(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
	g := *live(m).next
	press(t, m, "d", "too hot", "enter")
	says(t, m, "skipped")
	s := onDisk(t, path)
	if len(s.Skips) != 1 || s.Skips[0].Reason != "too hot" {
		t.Errorf("on disk: %+v", s.Skips)
	}
	if n := live(m).next; n == nil || n.Line == g.Line || n.X[0] == g.X[0] && n.X[1] == g.X[1] {
		t.Errorf("the same is suggested again: %+v", n)
	}
}

func TestLiveEndsAndGoesOn(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
	press(t, m, "6", "tab", "21", "enter")
	says(t, m, "it is kept but does not count", "The study has ended", "does not count")
	if e := onDisk(t, path).Evaluations[4]; e.Counted {
		t.Errorf("on disk: %+v", e)
	}
	press(t, m, "+", "30", "enter")
	says(t, m, "1 evaluation, 29.0 of 50.0 EUR left", "measure next")
	if live(m).next == nil {
		t.Error("no suggestion after the budget was extended")
	}
}

func TestLiveEvaluates(t *testing.T) {
	path := newStudy(t, hill, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
	// The initial design first, by the same key.
	says(t, m, "initial point 1 of 2", "Nothing: the initial design comes before any model")
	press(t, m, "e", "e", "e")
	s := onDisk(t, path)
	if len(s.Evaluations) != 3 || s.Evaluations[2].Source != "expression" {
		t.Fatalf("on disk: %+v", s.Evaluations)
	}
	x := s.Evaluations[2].X[0]
	if e := s.Evaluations[2]; math.Abs(e.Value-x*(1-x)) > 1e-12 || math.Abs(e.Cost-0.5-x) > 1e-12 {
		t.Errorf("told %+v", e)
	}
	says(t, m, "saved, 1 evaluation")
	// The truth is not shown: who studies does not know it.
	silent(t, m, "true")
}

func TestLiveStopsMeasuring(t *testing.T) {
	path := newStudy(t, hill, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
	_, cmd := m.Update(keyMsg("e"))
	says(t, m, "measuring", "esc stop")
	press(t, m, "esc")
	says(t, m, "Stopped measuring; nothing was told")
	drain(t, m, cmd) // what it still brings is dropped
	if n := len(onDisk(t, path).Evaluations); n != 0 {
		t.Errorf("%d evaluations on disk", n)
	}
}

func TestLiveStopsDeciding(t *testing.T) {
	m := newStudyModel(t, newStudy(t, bakery, "ei-puc"), chart.Terminal{Profile: chart.NoColor})
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	first := m.Init()
	m.Update(keyMsg("esc"))
	drain(t, m, first)
	if live(m).next != nil || live(m).deciding {
		t.Fatalf("decided although stopped: %+v", live(m).next)
	}
	says(t, m, "Stopped", "history")
	press(t, m, "r")
	if live(m).next == nil {
		t.Error("r does not decide")
	}
}

func TestLiveAsksBeforeCommands(t *testing.T) {
	problem := strings.Replace(bakery, "[initial]", "[command]\nrun = [\"touch\", \"ran\", \"{hours}\", \"{loaves}\"]\n\n[initial]", 1)
	path := newStudy(t, problem, "ei-puc")
	m := openTestStudy(t, path, 160, 48)
	press(t, m, "e")
	says(t, m, "with a command, which nobody allowed", "--allow-commands")
	if _, err := os.Stat(filepath.Join(filepath.Dir(path), "ran")); err == nil {
		t.Error("a command ran that nobody allowed")
	}
}

func TestLiveFormKeepsWhatWasTyped(t *testing.T) {
	m := openTestStudy(t, newStudy(t, bakery, "ei-puc"), 80, 24)
	press(t, m, "12", "tab", "tab", "tab", "q?b space") // letters are text here
	if f := live(m).form; f == nil || f.text(itemNote) != "q?b space" || m.overlay != overlayNone {
		t.Fatalf("letters were commands: %+v", f)
	}
	says(t, m, "ctrl+c quit")
	press(t, m, "esc")
	says(t, m, "what you typed is kept")
	press(t, m, "enter")
	if f := live(m).form; f == nil || f.text(itemValue) != "12" || f.text(itemNote) != "q?b space" {
		t.Errorf("the form is empty: %+v", f)
	}
	if _, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlC}); cmd == nil {
		t.Error("ctrl+c does not quit from a form")
	}
}

// The other screens show the study's present, and the study comes back from a
// replay of something else.
func TestLiveAmongOtherScreens(t *testing.T) {
	m := openTestStudy(t, newStudy(t, bakery, "ei-puc"), 120, 40)
	seen := map[string]bool{}
	for range m.screens {
		seen[m.screens[m.current].Name()] = true
		press(t, m, "tab")
	}
	for name, want := range map[string]bool{"live": true, "focus": true, "tree": true, "map": true, "compare": false} {
		if seen[name] != want {
			t.Errorf("screen %s reached by tab: %v", name, seen[name])
		}
	}
	press(t, m, "m")
	says(t, m, "objective, mean in points", "0 evaluations, 20.0 of 20.0 EUR left")
	press(t, m, "esc")
	if m.screens[m.current].Name() != "live" {
		t.Errorf("esc leads to %s", m.screens[m.current].Name())
	}
	file := filepath.Join(t.TempDir(), "hill.toml")
	if err := os.WriteFile(file, []byte("compare = [\"ei\", \"random\"]\n"+hill), 0o600); err != nil {
		t.Fatal(err)
	}
	drain(t, m, m.s.Load(file, session.ToOpen))
	if m.s.IsLive() || m.screens[m.current].Name() != "compare" {
		t.Fatalf("a replay opens on %s", m.screens[m.current].Name())
	}
	drain(t, m, m.show("live"))
	if !m.s.IsLive() || m.s.Problem.Name != "bakery" {
		t.Errorf("back on %s", m.s.Problem.Name)
	}
	says(t, m, "objective along hours")
	press(t, m, "6", "tab", "2", "enter")
	says(t, m, "saved, 1 evaluation")
}

func TestLiveSaysWhenTheFileSuffers(t *testing.T) {
	path := newStudy(t, bakery, "ei-puc")
	m := openTestStudy(t, path, 100, 30)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	worse := bytes.Clone(before)
	worse[len(worse)-5] ^= 1 // of the last line's sum
	if err := os.WriteFile(path, worse, 0o600); err != nil {
		t.Fatal(err)
	}
	poll(t, m)
	poll(t, m) // what looks damaged may be another's unfinished line: it is looked at twice
	says(t, m, "cannot be read", "damaged")
	press(t, m, "6", "tab", "2", "enter")
	if f := live(m).form; f == nil || f.text(itemValue) != "6" {
		t.Errorf("the entry is lost: %+v", f)
	}
	if err := os.WriteFile(path, before, 0o600); err != nil {
		t.Fatal(err)
	}
	poll(t, m)
	silent(t, m, "cannot be read")
	press(t, m, "enter")
	says(t, m, "saved, 1 evaluation")
}

// Every state fits every window, in exactly its rows and columns, and ASCII is
// ASCII.
func TestLiveFitsEveryWindow(t *testing.T) {
	for name, problem := range map[string]string{"two": bakery, "nine": nineParameters()} {
		path := newStudy(t, problem, "ei-puc")
		for _, terminal := range []chart.Terminal{{Profile: chart.NoColor}, {Glyphs: chart.ASCII, Profile: chart.NoColor}} {
			m := newStudyModel(t, path, terminal)
			m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
			drain(t, m, m.Init())
			for state, keys := range map[string][]string{
				"idle": nil, "form": {"5", "tab", "x"}, "other": {"o"}, "budget": {"+"}, "undo": {"u"}, "failed": {"x"}, "help": {"?"},
			} {
				press(t, m, keys...)
				for w := 20; w <= 200; w += 20 {
					for h := 6; h <= 62; h += 9 {
						m.Update(tea.WindowSizeMsg{Width: w, Height: h})
						fitsWindow(t, m, name+" "+state)
					}
				}
				live(m).form, live(m).undo, live(m).aside, m.overlay = nil, nil, nil, overlayNone
			}
		}
	}
}

// fitsWindow wants as many lines and columns as the window has, and nothing but
// ASCII where nothing else was asked for.
func fitsWindow(t *testing.T, m *Model, what string) {
	t.Helper()
	lines := strings.Split(m.View(), "\n")
	if len(lines) != m.h {
		t.Fatalf("%s at %d x %d: %d lines", what, m.w, m.h, len(lines))
	}
	for i, l := range lines {
		if n := chart.Width(l); n != m.w {
			t.Fatalf("%s at %d x %d: line %d is %d wide: %q", what, m.w, m.h, i, n, l)
		}
		if m.options.Terminal.Glyphs == chart.ASCII && strings.ContainsFunc(l, func(r rune) bool { return r > 126 || r < 32 }) {
			t.Fatalf("%s at %d x %d: line %d is not ASCII: %q", what, m.w, m.h, i, l)
		}
	}
}

func nineParameters() string {
	var b strings.Builder
	b.WriteString("name = \"nine\"\nbudget = 10\n")
	for _, n := range []string{"a", "b", "c", "d", "e", "f", "g", "a_long_name_indeed", "i"} {
		b.WriteString("[[parameter]]\nname = \"" + n + "\"\nlow = 0\nhigh = 1\nunit = \"mol/l\"\n")
	}
	b.WriteString("[objective]\ngoal = \"minimise\"\n[initial]\npoints = [[0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9],[0.9,0.8,0.7,0.6,0.5,0.4,0.3,0.2,0.1]]\nvalues = [1, 2]\ncosts = [1, 1.5]\n")
	return b.String()
}

// At settings of one's own the expectation is the models', and that of the
// point as it is typed now.
func TestLiveExpectsAtOtherPoints(t *testing.T) {
	m := openTestStudy(t, newStudy(t, bakery, "ei-puc"), 160, 48)
	s := live(m)
	press(t, m, "o")
	e, g := s.expectation(), s.next
	if e == nil || math.Abs(e.Value-g.Expected.Value) > 1e-3 || math.Abs(e.Cost-g.Expected.Cost) > 1e-3 || math.Abs(e.Fits-g.Expected.Fits) > 1e-4 {
		t.Fatalf("at the suggestion's settings %+v is expected, but %+v by the policy", e, g.Expected)
	}
	_, cmd := m.Update(tea.KeyMsg{Type: tea.KeyCtrlU})
	drain(t, m, cmd)
	if s.expectation() != nil {
		t.Error("something is expected of half a point")
	}
	press(t, m, "4")
	u := m.s.Problem.ToUnit([]float64{4, s.form.point()[1]})
	if e := s.expectation(); e == nil || e.Value != s.snap.Objective([]model.Unit{u}).Mean[0] {
		t.Errorf("at 4 hours %+v is expected", e)
	}
	_, late := m.Update(keyMsg(".5")) // not yet computed
	if s.expectation() != nil {
		t.Error("what was expected elsewhere is shown")
	}
	drain(t, m, late)
	if s.expectation() == nil {
		t.Error("nothing is expected at 4.5 hours")
	}
}
