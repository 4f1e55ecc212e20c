package tui

import (
	"math"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/experiment"
	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
	"farsight/tui/atlas"
	"farsight/tui/chart"
	"farsight/tui/compare"
	"farsight/tui/screen"
	"farsight/tui/screentest"
	"farsight/tui/theme"
)

// atlasModel opens the explorer on a map of problems, without colours and timers.
func atlasModel(t testing.TB, rows []experiment.AtlasRow, w, h int) *Model {
	t.Helper()
	th, _ := theme.Named("dark")
	m := New(Options{Atlas: &atlas.Options{Rows: rows}, Settings: study.Settings{Limit: 2}, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	m.s.Still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	current[*atlas.Screen](t, m)
	return m
}

// of are the rows of some cells.
func of(rows []experiment.AtlasRow, cells ...builtin.Cell) []experiment.AtlasRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r experiment.AtlasRow) bool { return !slices.Contains(cells, r.Cell) })
}

// Every state of the map fits every window, in ASCII with nothing but ASCII:
// whole, with holes, with one cell, with more columns and rows than fit.
func TestAtlasFitsEveryWindow(t *testing.T) {
	testkit.SkipRace(t)
	whole := screentest.WavyMap()
	holes := of(whole, builtin.Cells()[1:50]...)
	for i := range holes {
		r := &holes[i]
		switch r.Best = ""; r.Policy {
		case "2-b-ms-ei":
			*r = experiment.AtlasRow{Cell: r.Cell, Policy: r.Policy, Percent: math.NaN(), PercentHalf: math.NaN()}
		case "4-b-ms-ei":
			r.Percent, r.PercentHalf = 1e6, math.Inf(1)
		}
	}
	one := of(whole, builtin.Cells()[0])
	var large []experiment.AtlasRow
	for i, c := range builtin.Cells()[:60] {
		for _, r := range of(whole, c) {
			r.Cell.Dim, r.Cell.Worth, r.Cell.Spread = 1+i%2, float64(1000+i), float64(1+i)
			large = append(large, r)
		}
	}
	for what, rows := range map[string][]experiment.AtlasRow{"whole": whole, "holes": holes, "one": one, "large": large} {
		m := atlasModel(t, rows, 80, 24)
		for _, keys := range [][]string{nil, {"p"}, {"up", "up", "l"}, {"G", "down", "down", "down", "P", "P"}, {"?"}} {
			press(t, m, keys...)
			for k, g := range []chart.Terminal{{Profile: chart.NoColor}, {Profile: chart.NoColor, Glyphs: chart.ASCII}, {}, {Profile: chart.ANSI16}} {
				m.options.Terminal = g
				for i, size := range testkit.SweepWindows() {
					if !testkit.SweepTurn(i+k, 2) {
						continue
					}
					m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					if g.Glyphs == chart.ASCII {
						mustFit(t, m, what)
					} else {
						fillsWindow(t, m, size[0], size[1], what)
					}
				}
			}
		}
	}
}

// All three panels are side by side from 80 columns on.
func TestAtlasShowsAllPanelsAt80(t *testing.T) {
	m := atlasModel(t, screentest.WavyMap(), 80, 24)
	onScreen(t, m, "d = 1   budget worth:", "d = 2   budget worth:", "d = 3   budget worth:", "when does looking ahead pay?", "chosen on the same draws")
}

// Its keys win over those of every screen, and the help lists them.
func TestAtlasKeys(t *testing.T) {
	m := atlasModel(t, screentest.WavyMap(), 80, 24)
	toCorner(t, m)
	press(t, m, "llll")
	onScreen(t, m, "d = 1, budget worth 15,")
	press(t, m, "p", "tab")
	onScreen(t, m, "policy 3 of 5")
	current[*atlas.Screen](t, m)
	press(t, m, "?")
	onScreen(t, m, "keys on this screen: map of problems", "open another draw of the cell")
	press(t, m, "?")
	if _, cmd := m.Update(keyMsg("q")); cmd == nil {
		t.Error("q does not quit")
	}
}

// toCorner goes to the first cell of the map.
func toCorner(t *testing.T, m *Model) {
	t.Helper()
	press(t, m, strings.Repeat("h", 30), strings.Repeat("k", 10))
	onScreen(t, m, "d = 1, budget worth 2,")
}

// With the mouse a click selects the cell it is on.
func TestAtlasClick(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		m := atlasModel(t, screentest.WavyMap(), size[0], size[1])
		toCorner(t, m)
		body := screen.Arrange(m.w, m.h).Body
		var at tea.MouseMsg // on the column "5" of d = 2
		for y, line := range strings.Split(screenText(m), "\n") {
			if i := strings.Index(line, "d = 2 "); i >= 0 && y > body.Y {
				below := strings.Split(screenText(m), "\n")[y+1]
				from := chart.Width(line[:i])
				x := strings.Index(string([]rune(below)[from:]), "5")
				at = tea.MouseMsg{X: from + x, Y: y + 3, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}
			}
		}
		if press(t, m, "M"); !m.mouse {
			t.Error("M does not ask for the mouse")
		}
		m.Update(at)
		onScreen(t, m, "d = 2, budget worth 5,")
	}
}

// Enter opens a draw of the cell with the best closed form against the policy
// shown, by the seed the map's runs had; esc leads back, n opens another.
func TestAtlasOpensProblems(t *testing.T) {
	rows := screentest.WavyMap()
	m := atlasModel(t, rows, 80, 24)
	toCorner(t, m)
	press(t, m, "j", "j")
	cell := builtin.Cell{Dim: 1, Worth: 2, Spread: 10}
	onScreen(t, m, "cost spread ×10, independent of the value")
	best := of(rows, cell)[0].Best
	press(t, m, "enter")
	current[compare.Screen](t, m)
	want, err := cell.Problem(1)
	if err != nil {
		t.Fatal(err)
	}
	if m.s.Problem.Name != want.Name || m.s.Settings.Seed != 1 || m.s.Name != "" {
		t.Errorf("%s by seed %d is open as %q, want %s by 1", m.s.Problem.Name, m.s.Settings.Seed, m.s.Name, want.Name)
	}
	if got := []string{m.s.Tracks[0].Policy().ID(), m.s.Tracks[1].Policy().ID()}; got[0] != best || got[1] != "2-b-ms-ei" {
		t.Errorf("opened with %v", got)
	}
	x := []float64{0.3}
	v1, c1, _ := m.s.Problem.Source.(scenarios.Truth).Truth(x)
	v2, c2, _ := want.Source.(scenarios.Truth).Truth(x)
	if v1 != v2 || c1 != c2 {
		t.Error("another function is open than that of the seed")
	}
	onScreen(t, m, "esc: back to the map")
	run := m.s.Run
	press(t, m, "n", "esc")
	current[*atlas.Screen](t, m)
	onScreen(t, m, "when does looking ahead pay?")
	press(t, m, "enter")
	if current[compare.Screen](t, m); m.s.Run != run {
		t.Error("what was open is computed again")
	}
	press(t, m, "t", "esc", "esc")
	current[*atlas.Screen](t, m)
	press(t, m, "n")
	if current[compare.Screen](t, m); m.s.Run == run || m.s.Settings.Seed != 2 {
		t.Errorf("n opens seed %d", m.s.Settings.Seed)
	}
	press(t, m, "esc")
	title, _, _ := policy.Named(best)
	for range 5 { // to the best closed form: it is compared to one that looks ahead
		if strings.Contains(screenText(m), title+" is the best closed form here") {
			break
		}
		press(t, m, "p")
	}
	onScreen(t, m, title+" is the best closed form here")
	press(t, m, "enter")
	if got := m.s.Tracks[1].Policy().ID(); got != "2-b-ms-ei" || m.s.Tracks[0].Policy().ID() != best {
		t.Errorf("the best closed form is compared to %s", got)
	}
}

// A stale draw and one that was given up change nothing; one that fails says so
// and the map stays.
func TestAtlasDrawsInTheBackground(t *testing.T) {
	m := atlasModel(t, screentest.WavyMap(), 100, 30)
	_, first := m.Update(keyMsg("enter"))
	onScreen(t, m, "drawing a problem")
	_, second := m.Update(keyMsg("n"))
	drain(t, m, first)
	current[*atlas.Screen](t, m)
	m.Update(keyMsg("esc"))
	drain(t, m, second)
	current[*atlas.Screen](t, m)
	if m.s.Problem.Dim() != 0 {
		t.Errorf("%s is open", m.s.Problem.Name)
	}

	rows := screentest.WavyMap()
	for i := range rows {
		if rows[i].Cell.Dim == 1 {
			rows[i].Cell.Dim = 9 // there is none to draw
		}
	}
	m = atlasModel(t, rows, 100, 30)
	press(t, m, strings.Repeat("l", 30), "enter")
	current[*atlas.Screen](t, m)
	onScreen(t, m, "draw 1 cannot be opened", "1 to 3 dimensions, not")
	press(t, m, "left")
	if strings.Contains(screenText(m), "cannot be opened") {
		t.Error("the failure stays for ever")
	}
}
