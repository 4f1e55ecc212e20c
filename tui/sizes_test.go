package tui

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// decades is minimised, of six parameters with long names and units, and its costs span ten decades.
const decades = `name = "decades"
budget = 1.234e6
[[parameter]]
name = "temperature"
low = 20
high = 1234.5
unit = "°C"
[[parameter]]
name = "rounds"
low = 1
high = 40
integer = true
[[parameter]]
name = "concentration"
low = 1e-6
high = 1
scale = "log"
unit = "mol/l"
[[parameter]]
name = "a"
low = -1
high = 1
[[parameter]]
name = "b"
low = -1
high = 1
[[parameter]]
name = "c"
low = -12345.678
high = 98765.432
[objective]
goal = "minimise"
unit = "kJ/mol"
expression = "1e-5*(temperature - 700)^2 - 1234.5 + a*b + log10(concentration)"
[cost]
unit = "EUR"
expression = "exp(a*12)*(1 + rounds)"
[initial]
points = [[100.123, 3, 1e-5, 0.1, 0.2, 0], [900.5, 12, 0.1, -0.8, 0.5, 10000], [345.678, 37, 0.002, 0.7, -0.9, -9999]]
`

// cutNumber is a number that an ellipsis follows, or a mark of an axis that has
// lost its number; in ASCII the ellipsis is a tilde.
var cutNumber = map[bool]*regexp.Regexp{
	false: regexp.MustCompile(`\d…|(^|\s)…\s*┤`), true: regexp.MustCompile(`\d~|(^|\s)~\s*\+`),
}

// fits fails unless the frame has exactly the lines and columns of the window, cuts
// no number, and in ASCII has nothing but ASCII.
func fits(t testing.TB, m *Model, what string) {
	t.Helper()
	ascii := m.options.Terminal.Glyphs == chart.ASCII
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	if len(lines) != m.h {
		t.Fatalf("%s at %dx%d: %d lines", what, m.w, m.h, len(lines))
	}
	for y, line := range lines {
		switch n := chart.Width(line); {
		case n != m.w:
			t.Fatalf("%s at %dx%d: line %d has %d columns: %q", what, m.w, m.h, y+1, n, line)
		case cutNumber[ascii].MatchString(line):
			t.Errorf("%s at %dx%d: line %d cuts a number: %q", what, m.w, m.h, y+1, line)
		case ascii && strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }):
			t.Errorf("%s at %dx%d: line %d is not ASCII: %q", what, m.w, m.h, y+1, line)
		}
	}
}

// sweep draws a state in windows of many sizes, with other colours and glyphs in each.
func sweep(t *testing.T, m *Model, what string) {
	t.Helper()
	widths := testkit.SweepSize([]int{60, 113, 220}, []int{60, 80, 113, 220}, []int{60, 61, 67, 79, 80, 99, 100, 113, 137, 160, 220})
	heights := testkit.SweepSize([]int{18, 48}, []int{18, 24, 48}, []int{18, 19, 24, 31, 48, 60})
	terminals := []chart.Terminal{{Profile: chart.NoColor}, {Profile: chart.NoColor, Glyphs: chart.ASCII}, {}, {Profile: chart.ANSI16, Glyphs: chart.Blocks}}
	for i, w := range widths {
		for j, h := range heights {
			if !testkit.SweepTurn(i+j+len(what), 2) { // what decides which: every window is some frame's
				continue
			}
			m.Update(tea.WindowSizeMsg{Width: w, Height: h})
			m.options.Terminal = terminals[(i+2*j+len(what))%len(terminals)]
			fits(t, m, what)
		}
	}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.options.Terminal = terminals[0]
}

// sweepScreens sweeps all screens that tab leads to, and what covers them.
func sweepScreens(t *testing.T, m *Model, what string, overlays ...string) {
	t.Helper()
	seen := map[string]bool{}
	for name := m.screens[m.current].Name(); !seen[name]; name = m.screens[m.current].Name() {
		seen[name] = true
		sweep(t, m, what+", "+name)
		for _, k := range overlays {
			press(t, m, k)
			sweep(t, m, what+", "+name+" "+k)
			press(t, m, "esc")
		}
		if n := map[string]int{"map": 3, "compare": 2}[name]; n > 0 && len(overlays) > 0 { // other quantities, policies overlaid
			for range n {
				press(t, m, "v")
				sweep(t, m, what+", "+name+" v")
			}
		}
		press(t, m, "tab")
	}
}

// Frames of a replay fit on any screen, in any window, at the start, midway or at the end.
func TestReplaysFitEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	for _, c := range []struct {
		name, text string
		policies   []string
	}{
		{"myopia", "", []string{"ei-puc", "b-ms-ei"}},
		{"overspend", "", []string{"ei-puc", "b-ms-ei", "ei", "pbgi-d"}},
		{"dropwave", "", []string{"ei", "2-b-ms-ei"}},
		{"decades", decades, []string{"ei-puc", "2-b-ms-ei"}},
		{"solvents", screentest.Solvents, []string{"ei-puc", "2-b-ms-ei"}},
	} {
		var m *Model
		if c.text == "" {
			m = newTestModel(t, c.name, 120, 40, c.policies...)
		} else {
			p, err := problemfile.Parse("problem.toml", []byte(c.text), ".")
			testkit.OK(t, err)
			m = newProblemModel(t, p, "problem.toml", 120, 40, c.policies...)
		}
		sweepScreens(t, m, c.name+" at the start")
		press(t, m, "n", "n")
		sweepScreens(t, m, c.name+" midway", "f", "?", ":", "]")
		press(t, m, "end")
		sweepScreens(t, m, c.name+" at the end")
		if c.name == "solvents" { // an axis of choices has their names
			onScreen(t, m, "THF", "DMF", "water", "solvent")
		}
	}
}

// So do those of other screens, in every state.
func TestStatesFitEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	m, _ := smallModel(t, 120, 40, "random", "ei", "pbgi")
	write(t, "bad.toml", "budget = -3\n\x1b[31m = 1\n")
	for _, s := range []struct {
		what string
		keys []string
	}{
		{"settings", []string{"s"}},
		{"settings, editing", append(slices.Repeat([]string{"down"}, 8), "1")},
		{"settings, wrong", []string{"x"}},
		{"browse", []string{"esc", "b"}},
		{"browse, a bad file", []string{"g", "G", "up"}},
		{"browse, typing", []string{"/", strings.Repeat("long/", 60)}},
		{"browse, failed", []string{"enter"}},
		{"theorem", []string{"esc", "g", "j", "j", "enter"}},
		{"theorem, stepped", []string{"n", "n", "n"}},
		{"theorem, many", []string{"G", "m"}},
		{"theorem, tiny ε", append(slices.Repeat([]string{"e"}, 11), "n", "n")},
		{"theorem, part 2, huge δ", append(append([]string{"2"}, slices.Repeat([]string{"D"}, 20)...), "z", "n")},
		{"theorem, huge ε", append(slices.Repeat([]string{"E"}, 22), "G")},
		{"theorem, formula", []string{"f"}},
		{"theorem, help", []string{"?"}},
	} {
		press(t, m, s.keys...)
		sweep(t, m, s.what)
	}
	for _, name := range []string{"myopia", "dropwave", "ackley"} {
		m := predicting(t, name, 80, 24, "ei-puc", "ei")
		for _, keys := range [][]string{{}, {"right", "h"}, {"enter"}, {"enter"}, {"s", "s"}} {
			press(t, m, keys...)
			sweep(t, m, fmt.Sprintf("prediction on %s after %v", name, keys))
		}
	}
}

// So does every map of problems: whole, of real runs, with holes, with one cell,
// with large numbers.
func TestMapsOfProblemsFitEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	whole := screentest.WavyMap()
	holes, large := of(whole, builtin.Cells()[1:50]...), of(whole, builtin.Cells()[:60]...)
	for i := range holes {
		r := &holes[i]
		switch r.Best = ""; r.Policy {
		case "2-b-ms-ei":
			*r = experiment.AtlasRow{Cell: r.Cell, Policy: r.Policy, Percent: math.NaN(), PercentHalf: math.NaN()}
		case "4-b-ms-ei":
			r.Percent, r.PercentHalf = 1e6, math.Inf(1)
		}
	}
	for i := range large {
		large[i].Cell.Worth, large[i].Cell.Spread = 1000*large[i].Cell.Worth, 100*large[i].Cell.Spread
	}
	for what, rows := range map[string][]experiment.AtlasRow{"whole": whole, "real": smallMap(t), "holes": holes, "one": of(whole, builtin.Cells()[0]), "large": large} {
		m := atlasModel(t, rows, 80, 24)
		for _, keys := range [][]string{nil, {"p"}, {"up", "up", "l"}, {"G", "down", "down", "down", "P", "P"}, {"?"}} {
			press(t, m, keys...)
			sweep(t, m, fmt.Sprint(what, " ", keys))
		}
		if what != "large" {
			continue
		}
		press(t, m, "esc")
		for _, w := range []int{60, 80, 220} { // heads of columns and rows, too
			m.Update(tea.WindowSizeMsg{Width: w, Height: 24})
			onScreen(t, m, "2000", "3000", "1000")
		}
	}
}

// So does a study, whatever is being typed.
func TestStudiesFitEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	manual := strings.NewReplacer("expression = \"1e-5*(temperature - 700)^2 - 1234.5 + a*b + log10(concentration)\"\n", "", "expression = \"exp(a*12)*(1 + rounds)\"\n", "").Replace(decades)
	manual += "values = [-1230.25, 55.5, -0.000123]\ncosts = [0.000123, 123456, 12.5]\n"
	for name, problem := range map[string]string{"bakery": screentest.Bakery, "nine": nineParameters(), "decades": manual} {
		for state, keys := range map[string][]string{
			"idle": nil, "form": {"5", "tab", "x"}, "told": {"1234.5678", "tab", "0.12345", "enter"}, "other": {"o"}, "another": {"o", "0.123456789012345678", "tab", "7"},
			"budget": {"+", "123456789"}, "undo": {"u"}, "revise": {"e", "enter"}, "failed": {"x"}, "help": {"?"},
		} {
			m := openTestStudy(t, screentest.NewStudy(t, problem, "ei-puc"), 120, 40)
			press(t, m, keys...)
			sweep(t, m, name+" "+state)
		}
	}
}

// Below the least size there is a plain message, whatever was open; nothing at
// all without a window.
func TestSmallWindowsSayWhatTheyNeed(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "t", "?")
	for _, size := range [][2]int{{59, 18}, {60, 17}, {30, 10}, {200, 3}, {1, 1}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fits(t, m, "small")
	}
	m.Update(tea.WindowSizeMsg{Width: 59, Height: 17})
	onScreen(t, m, "needs 60 by 18", "has 59 by")
	m.Update(tea.WindowSizeMsg{})
	if v := m.View(); v != "" {
		t.Errorf("without a window: %q", v)
	}
}

func solvents(t *testing.T) *scenarios.Problem {
	t.Helper()
	p, err := problemfile.Parse("solvents.toml", []byte(screentest.Solvents), ".")
	testkit.OK(t, err)
	return p
}

// Random keys on a problem with choices leave no panic and no frame of a wrong
// size.
func TestRandomKeysOnChoices(t *testing.T) {
	randomKeys(t, testkit.SweepSize(400, 700, 3_000), Options{Problem: solvents(t), Policies: parsed(t, "ei-puc", "2-b-ms-ei")})
}
