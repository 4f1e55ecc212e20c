package tui

import (
	"fmt"
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/hinshun/vt10x"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/screentest"
)

// Random keys and windows, over all screens and in every number of colours: a
// terminal that is sent what changes shows what one does that is sent every frame
// as a whole.
func TestTerminalsShowTheFrames(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	n := testkit.SweepSize(100, 250, 1_000)
	keys := []string{"n", "n", "n", "p", "g", "G", "t", "f", "m", "b", "s", "c", "?", "esc", "tab", "enter", "down", "up", "left", "right", "x", "l", "P", "z", ":"}
	for _, profile := range []chart.Profile{chart.TrueColor, chart.ANSI256, chart.ANSI16, chart.NoColor} {
		t.Run(fmt.Sprint(profile), func(t *testing.T) {
			m := newTestModel(t, "myopia", 100, 30, "ei-puc", "b-ms-ei")
			m.options.Terminal = chart.Terminal{Profile: profile}
			rng := rand.New(rand.NewPCG(11, uint64(profile)))
			var s paint.Screen
			got, want := vt10x.New(vt10x.WithSize(100, 30)), vt10x.New(vt10x.WithSize(100, 30))
			s.Resize(100, 30)
			sent, whole := 0, 0
			for range n {
				key := "a new size"
				if rng.IntN(40) == 0 {
					w, h := 20+rng.IntN(140), 5+rng.IntN(40)
					m.Update(tea.WindowSizeMsg{Width: w, Height: h})
					got.Resize(w, h)
					want.Resize(w, h)
					s.Resize(w, h)
				} else {
					key = keys[rng.IntN(len(keys))]
					m.Update(keyMsg(key)) // what it starts is not waited for
				}
				w, h := got.Size()
				text := m.View()
				b, all := s.Append(nil, text, false), screentest.Whole(text, w, h)
				got.Write(b)
				fmt.Fprint(want, all)
				if d := screentest.Different(got, want); d != "" {
					t.Fatalf("after %s on %s: %s\nsent %q", key, m.Shown().Name(), d, b)
				}
				sent, whole = sent+len(b), whole+len(all)
			}
			t.Logf("%d bytes instead of %d", sent, whole)
		})
	}
}
