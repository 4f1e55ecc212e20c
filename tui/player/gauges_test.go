package player

import (
	"context"
	"math"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/tour"
)

// parseScenes reads a tour of these scenes.
func parseScenes(t *testing.T, scenes string) *tour.Tour {
	t.Helper()
	tr, err := tour.Parse("t.toml", []byte("problem = \"myopia\"\npolicies = [\"ei-puc\", \"ei\"]\n"+scenes), ".")
	testkit.OK(t, err)
	return tr
}

// A budget that might have been is drawn from computed amounts, on the scale of
// the one that was, with the words below it, whatever the window.
func TestGauges(t *testing.T) {
	g := stillGuide(t, parseScenes(t, `[[scene]]
title = "t"
screen = "gauges"
step = "end"
caption = "c"
[[scene.gauge]]
title = "as it was"
paid = ["left.step3.cost", "left.step4.cost"]
names = ["third", "fourth"]
over = "2 * left.end.cost"
note = "{left.end.left} is left."
[[scene.gauge]]
title = "nothing paid"
of = "right"
paid = []
`), 120, 40)
	visit(t, g, func(place) {
		for _, size := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {220, 60}} {
			g.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			fits(t, g, "gauges")
			frame := g.Frame().Plain()
			for _, want := range []string{"as it was", "8.50", "8.97", "18.0", "third", "fourth", "7.66 is left.", "nothing paid", "27.3 left"} {
				if strings.Count(frame, want) != 1 {
					t.Errorf("at %v %q is there %d times:\n%s", size, want, strings.Count(frame, want), frame)
				}
			}
		}
	})
}

// Before the amounts are known nothing is drawn that would be wrong.
func TestGaugesWaitForTheirAmounts(t *testing.T) {
	g := stillGuide(t, parseScenes(t, "[[scene]]\ntitle = \"t\"\nscreen = \"gauges\"\ncaption = \"c\"\n[[scene.gauge]]\ntitle = \"a\"\npaid = [\"left.step1.cost\"]\n"), 80, 24)
	if frame := g.Frame().Plain(); !strings.Contains(frame, "computing") || strings.Contains(frame, "left▐") {
		t.Error(frame)
	}
}

// What a tree is worth is read off its curve: next to its choice it is what the
// decision says, and nowhere more.
func TestScoreOfATree(t *testing.T) {
	tr := parseScenes(t, "[[scene]]\ntitle = \"t\"\npolicies = [\"ei-puc\", \"b-ms-ei\"]\ncaption = \"c\"\n")
	g := newGuide(Options{Tour: tr, Explorer: tourOptions(chart.Braille, chart.NoColor)})
	g.still = true
	defer g.Close()
	g.Update(tea.WindowSizeMsg{Width: 120, Height: 40})
	score := func(x float64) (tour.Value, bool) {
		v := values{g, 0}
		snap := v.at(g.backdrop(), "right", 0)
		if snap == nil {
			return tour.Value{}, false
		}
		return curved(g.backdrop().se.Tracks[1], snap, x)
	}
	if _, ok := score(0.5); ok {
		t.Error("it is known before anything is computed")
	}
	testkit.OK(t, g.drain(context.Background(), g.enter()))
	best := g.backdrop().se.Tracks[1].At(0).Decision
	at, ok := score(best.X[0])
	if !ok || math.Abs(at.Number-best.Acquisition) > 0.01*best.Acquisition {
		t.Errorf("at its choice %+v, the decision says %v", at, best.Acquisition)
	}
	for x := 0.0; x <= 1; x += 0.05 {
		if v, ok := score(x); !ok || v.Number > best.Acquisition*1.001 || v.Number < 0 {
			t.Errorf("at %v it is worth %+v (%v), at its choice %v", x, v, ok, best.Acquisition)
		}
	}
}
