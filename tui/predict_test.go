package tui

import (
	"regexp"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/scenarios/problemfile"
)

// predicting opens the game on a built-in problem.
func predicting(t *testing.T, name string, w, h int, policies ...string) *Model {
	t.Helper()
	m := newTestModel(t, name, w, h, policies...)
	press(t, m, "P")
	return m
}

// flat is a frame as one line: words may be wrapped.
func flat(m *Model) string { return strings.Join(strings.Fields(screenText(m)), " ") }

// holds fails unless the frame has all the words.
func holds(t *testing.T, m *Model, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(flat(m), w) {
			t.Fatalf("no %q in\n%s", w, screenText(m))
		}
	}
}

// lacks fails if the frame has one of the words.
func lacks(t *testing.T, m *Model, words ...string) {
	t.Helper()
	for _, w := range words {
		if strings.Contains(flat(m), w) {
			t.Fatalf("%q in\n%s", w, screenText(m))
		}
	}
}

// A game from the first mark to the end: nothing of the policies' choices nor of
// the truth is to be seen before one has marked, all of it after; then again.
func TestPredictFromStartToEnd(t *testing.T) {
	m := predicting(t, "myopia", 120, 40, "ei-puc", "b-ms-ei")
	holds(t, m, "where would you look?", "✚ you", "EI-PUC", "B-MS-EI", "27.3 left", "evaluation 1")
	lacks(t, m, "true", "0.257", "0.851", "next", "Hint")
	press(t, m, "enter")
	holds(t, m, "Mark a point first")
	press(t, m, "right", "right", "}")
	holds(t, m, "0.610")
	press(t, m, "u")
	lacks(t, m, "0.610")
	press(t, m, "0", ".", "7", "5", "enter")
	holds(t, m, "0.750")
	press(t, m, "h")
	holds(t, m, "Hint: value", "fits with > 99 %", "improvement to expect: 0.1")
	press(t, m, "enter")
	holds(t, m, "You paid 8.98 at x = 0.750 and found 1.54.", "EI-PUC paid 1.16 at x = 0.257", "B-MS-EI paid 8.94 at x = 0.851", "1.54")
	press(t, m, "enter")
	holds(t, m, "18.3 remains. Where would you look next?", "evaluation 2")
	lacks(t, m, "Hint", "found 1.54")
	press(t, m, "0", ".", "8", "enter", "enter", "enter", "0", ".", "7", "enter", "enter")
	holds(t, m, "You paid 8.95 at x = 0.7")
	press(t, m, "enter")
	holds(t, m, "you spent 27.3 best: 1.54", "the end", "true", "You end at 1.54, ahead of EI-PUC (1.34) and B-MS-EI (1.53).", "of it was luck", "One game says little", "You asked for one hint.")
	press(t, m, "enter", "right", "0", "s") // nothing is left to mark
	holds(t, m, "the end")
	press(t, m, "r")
	holds(t, m, "evaluation 1", "27.3 left", "where would you look?")
	press(t, m, "esc")
	lacks(t, m, "where would you look?")
	press(t, m, "P")
	holds(t, m, "evaluation 1")
}

// What is typed is checked, and what constraints forbid is not played.
func TestPredictChecksMarks(t *testing.T) {
	p, err := problemfile.Load("../examples/mixture.toml")
	testkit.OK(t, err)
	m := newModelOf(t, Options{Problem: p, Policies: parsed(t, "ei-puc", "ei"), Predict: true})
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 32})
	drain(t, m, m.Init())
	holds(t, m, "objective, mean", "right: cement", "up: slag")
	press(t, m, "2", "enter")
	holds(t, m, "cement")
	if !regexp.MustCompile(`2▏.*(outside|at most|from 0 to 1|above)`).MatchString(screenText(m)) {
		t.Errorf("2 is taken for a share:\n%s", screenText(m))
	}
	press(t, m, "esc", "0", ".", "9", "enter", "tab", "0", ".", "8", "enter", "enter")
	holds(t, m, "does not hold")
	press(t, m, "c")
	holds(t, m, "uncertainty of the objective")
	press(t, m, "c")
	holds(t, m, "cost, median")
	press(t, m, "c", "0", ".", "1", "enter", "enter")
	holds(t, m, "where did the others look?", "You paid")
}

// Categorical parameters are chosen by their names, lower values are better where
// that is so, and several parameters are a form.
func TestPredictOnAForm(t *testing.T) {
	p, err := problemfile.Load("../examples/solvent.toml")
	testkit.OK(t, err)
	minimised := *p
	minimised.Minimise = true
	m := newModelOf(t, Options{Problem: &minimised, Policies: parsed(t, "ei-puc"), Predict: true})
	m.Update(tea.WindowSizeMsg{Width: 100, Height: 32})
	drain(t, m, m.Init())
	holds(t, m, "lower is better", "the lower", "▸ solvent")
	press(t, m, "right")
	holds(t, m, "DMF", "85.0")
	press(t, m, "right")
	holds(t, m, "water")
	press(t, m, "right", "left", "left", "=", "T", "H", "F", "enter", "down", "1", "2", "0", "enter")
	holds(t, m, "THF", "120", "along temperature, through the mark")
	press(t, m, "enter")
	holds(t, m, "You paid", "at solvent THF, temperature 120 °C")
}
