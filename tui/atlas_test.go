package tui

import (
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
	must[*atlas.Screen](m)
	return m
}

// of are the rows of some cells.
func of(rows []experiment.AtlasRow, cells ...builtin.Cell) []experiment.AtlasRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r experiment.AtlasRow) bool { return !slices.Contains(cells, r.Cell) })
}

// toCorner goes to the first cell of the map.
func toCorner(t *testing.T, m *Model) {
	t.Helper()
	press(t, m, strings.Repeat("h", 30), strings.Repeat("k", 10))
	onScreen(t, m, "d = 1, budget worth 2,")
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
	must[compare.Screen](m)
	want, err := cell.Problem(1)
	testkit.OK(t, err)
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
	must[*atlas.Screen](m)
	onScreen(t, m, "when does looking ahead pay?")
	press(t, m, "enter")
	if must[compare.Screen](m); m.s.Run != run {
		t.Error("what was open is computed again")
	}
	press(t, m, "t", "esc", "esc")
	must[*atlas.Screen](m)
	press(t, m, "n")
	if must[compare.Screen](m); m.s.Run == run || m.s.Settings.Seed != 2 {
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
	press(t, m, "left") // selects a cell
	_, first := m.Update(keyMsg("enter"))
	onScreen(t, m, "drawing a problem")
	_, second := m.Update(keyMsg("n"))
	drain(t, m, first)
	must[*atlas.Screen](m)
	m.Update(keyMsg("esc"))
	drain(t, m, second)
	must[*atlas.Screen](m)
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
	must[*atlas.Screen](m)
	onScreen(t, m, "draw 1 cannot be opened", "1 to 3 dimensions, not")
	press(t, m, "left")
	if strings.Contains(screenText(m), "cannot be opened") {
		t.Error("the failure stays for ever")
	}
}
