package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/scenarios/push"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/theme"
)

// pushMap opens the map of two random pushes.
func pushMap(t *testing.T, w, h int) *Model {
	t.Helper()
	p, err := builtin.Load("push", 3)
	if err != nil {
		t.Fatal(err)
	}
	th, _ := theme.Named("dark")
	m := New(Options{
		Problem: p, Policies: []policy.Policy{policy.Must("random")}, Settings: study.Settings{Seed: 3, Limit: 2, Workers: 1},
		Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor},
	})
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	drain(t, m, m.Init())
	press(t, m, "m")
	return m
}

// Pushes are seen from above beside their map, where there is room: the newest,
// or with the map through the incumbent the best.
func TestPushFromAbove(t *testing.T) {
	m := pushMap(t, 160, 48)
	s := m.s.Tracks[0].Snaps()[0]
	frame := m.Frame().Plain()
	for _, words := range []string{"newest push, from above", "★", "target", "next hand"} {
		if !strings.Contains(frame, words) {
			t.Errorf("no %q in\n%s", words, frame)
		}
	}
	press(t, m, "i")
	if frame := m.Frame().Plain(); !strings.Contains(frame, "best push, from above") ||
		!strings.Contains(frame, chart.Num(-s.Best)+" from the target") {
		t.Errorf("not the best push, %v:\n%s", s.Best, frame)
	}
	if frame := pushMap(t, 80, 24).Frame().Plain(); strings.Contains(frame, "from above") {
		t.Errorf("no room for a push, yet\n%s", frame)
	}
}

// A metre is as long upwards as to the right: the disc is as wide as it is high.
func TestPushIsRound(t *testing.T) {
	m := pushMap(t, 160, 48)
	source := m.s.Problem.Source.(*push.Source)
	for _, size := range [][2]int{{60, 16}, {30, 30}, {120, 14}} {
		c := chart.New(size[0], size[1], chart.Terminal{})
		pane.Push(m.view(), c, source, &study.Snapshot{Problem: m.s.Problem, Rows: []study.Row{{X: []float64{5, 5, 1}}}, BestRow: -1})
		// A miss leaves one disc, in the hue of the objective.
		left, right, top, bottom := size[0], 0, size[1], 0
		for y := 1; y < size[1]; y++ {
			for x := range size[0] {
				if c.Cell(x, y).Fg == m.theme.Objective {
					left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
				}
			}
		}
		wide, high := right-left+1, 2*(bottom-top+1)
		if wide-high > 3 || high-wide > 3 || wide < 4 {
			t.Errorf("%v: the disc is %d by %d half rows:\n%s", size, wide, high, c.Plain())
		}
	}
}
