package tui

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
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
var cutNumber = map[chart.Glyphs]*regexp.Regexp{
	chart.Braille: regexp.MustCompile(`\d…|(^|\s)…\s*┤`), chart.ASCII: regexp.MustCompile(`\d~|(^|\s)~\s*\+`),
}

// numbersWhole sweeps windows for a number that is cut, every other one in ASCII.
func numbersWhole(t *testing.T, m *Model, what string) (frames int) {
	t.Helper()
	widths := testkit.SweepSize([]int{60, 113, 220}, []int{60, 80, 113, 220}, []int{60, 67, 80, 99, 100, 113, 137, 160, 220})
	heights := testkit.SweepSize([]int{18, 48}, []int{18, 24, 48}, []int{18, 24, 31, 48, 60})
	seen := 0
	for i, w := range widths {
		for j, h := range heights {
			if !testkit.SweepTurn(i+j+len(what), 2) { // what decides which: every window is some frame's
				continue
			}
			g := []chart.Glyphs{chart.Braille, chart.ASCII}[frames%2]
			m.Update(tea.WindowSizeMsg{Width: w, Height: h})
			m.options.Terminal.Glyphs = g
			frames++
			for y, line := range strings.Split(screenText(m), "\n") {
				if cutNumber[g].MatchString(line) && seen < 3 {
					seen++
					t.Errorf("%s at %dx%d, %v: line %d cuts a number: %q", what, w, h, g, y+1, line)
				}
			}
		}
	}
	m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	m.options.Terminal.Glyphs = chart.Braille
	return frames
}

// sweepScreens sweeps all screens that tab leads to, and what covers them.
func sweepScreens(t *testing.T, m *Model, what string, overlays ...string) (frames int) {
	t.Helper()
	seen := map[string]bool{}
	for name := m.screens[m.current].Name(); !seen[name]; name = m.screens[m.current].Name() {
		seen[name] = true
		frames += numbersWhole(t, m, what+", "+name)
		for _, k := range overlays {
			press(t, m, k)
			frames += numbersWhole(t, m, what+", "+name+" "+k)
			press(t, m, "esc")
		}
		if n := map[string]int{"map": 3, "compare": 2}[name]; n > 0 && len(overlays) > 0 { // other quantities, policies overlaid
			for range n {
				press(t, m, "v")
				frames += numbersWhole(t, m, what+", "+name+" v")
			}
		}
		press(t, m, "tab")
	}
	return frames
}

// No frame of a replay cuts a number, on any screen, in any window, at the start, midway or at the end.
func TestNumbersAreWhole(t *testing.T) {
	testkit.SkipRace(t)
	frames := 0
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
			if err != nil {
				t.Fatal(err)
			}
			m = newModelOf(t, Options{Problem: p, Policies: parsed(t, c.policies...)})
			m.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
			drain(t, m, m.Init())
		}
		frames += sweepScreens(t, m, c.name+" at the start")
		press(t, m, "n", "n")
		frames += sweepScreens(t, m, c.name+" midway", "f", "?", ":", "]")
		press(t, m, "end")
		frames += sweepScreens(t, m, c.name+" at the end")
		for _, k := range []string{"s", "b"} {
			press(t, m, k)
			frames += numbersWhole(t, m, c.name+" "+k)
			press(t, m, "esc")
		}
	}
	t.Logf("%d frames", frames)
}

// Nor does one of theorem 1, or of the map of problems.
func TestNumbersAreWholeElsewhere(t *testing.T) {
	testkit.SkipRace(t)
	m := quietModel(t, "theorem-1", 120, 36)
	frames := numbersWhole(t, m, "theorem")
	press(t, m, "n", "n", "n", "m")
	frames += numbersWhole(t, m, "theorem stepped")
	press(t, m, slices.Repeat([]string{"e"}, 8)...)
	frames += numbersWhole(t, m, "theorem, tiny ε")
	a := atlasModel(t, smallMap(t), 120, 40)
	for range 5 {
		frames += numbersWhole(t, a, "map of problems")
		press(t, a, "p", "right")
	}
	b := atlasModel(t, screentest.WavyMap(), 120, 40)
	frames += numbersWhole(t, b, "map of waves")
	rows := of(screentest.WavyMap(), builtin.Cells()[:60]...)
	for i := range rows {
		rows[i].Cell.Worth, rows[i].Cell.Spread = 1000*rows[i].Cell.Worth, 100*rows[i].Cell.Spread
	}
	l := atlasModel(t, rows, 120, 40)
	frames += numbersWhole(t, l, "map of large numbers")
	for _, w := range []int{60, 80, 220} { // heads of columns and rows, too
		l.Update(tea.WindowSizeMsg{Width: w, Height: 24})
		onScreen(t, l, "2000", "3000", "1000")
	}
	t.Logf("%d frames", frames)
}

// Nor does one of a study, whatever is being typed.
func TestNumbersAreWholeInStudies(t *testing.T) {
	testkit.SkipRace(t)
	frames := 0
	manual := strings.NewReplacer("expression = \"1e-5*(temperature - 700)^2 - 1234.5 + a*b + log10(concentration)\"\n", "", "expression = \"exp(a*12)*(1 + rounds)\"\n", "").Replace(decades)
	manual += "values = [-1230.25, 55.5, -0.000123]\ncosts = [0.000123, 123456, 12.5]\n"
	for name, problem := range map[string]string{"bakery": screentest.Bakery, "nine": nineParameters(), "decades": manual} {
		for state, keys := range map[string][]string{
			"idle": nil, "form": {"5", "tab", "x"}, "told": {"1234.5678", "tab", "0.12345", "enter"}, "other": {"o"}, "another": {"o", "0.123456789012345678", "tab", "7"},
			"budget": {"+", "123456789"}, "undo": {"u"}, "revise": {"e", "enter"},
		} {
			m := openTestStudy(t, screentest.NewStudy(t, problem, "ei-puc"), 120, 40)
			press(t, m, keys...)
			frames += numbersWhole(t, m, name+" "+state)
		}
	}
	t.Logf("%d frames", frames)
}
