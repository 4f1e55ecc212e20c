package tui

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/hinshun/vt10x"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/picture"
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
				b, all := s.Append(nil, m.Still(), false, false), screentest.Whole(m.View(), w, h)
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

// withPictures makes a model's terminal one that shows pictures, with cells of 8 by 17 picture.
func withPictures(m *Model) *picture.Screen {
	s := picture.NewScreen(false)
	s.Take([]byte("\x1b_Gi=31;OK\x1b\\\x1b[6;17;8t"))
	m.options.Terminal = chart.Terminal{Pixels: s}
	return s
}

// frameLimit is how many bytes a frame may have with all its pictures.
const frameLimit = 100_000

// A whole frame with all its pictures is no burden, even over a slow line; the next step sends less.
func TestPicturesAreSmall(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, c := range []struct {
		scenario, screen string
	}{{"myopia", "compare"}, {"myopia", "focus"}, {"dropwave", "map"}} {
		m := newTestModel(t, c.scenario, 160, 48, "ei-puc", "ei")
		drain(t, m, m.show(c.screen))
		press(t, m, "n", "n")
		s := withPictures(m)
		var on paint.Screen
		on.Resize(160, 48)
		show := func() []byte {
			frame := m.Still()
			return s.Append(on.Append(nil, frame, true, false), s.FiguresOf(frame), on.Written)
		}
		out := show()
		if n := bytes.Count(out, []byte("\x1b_Ga=T")); n == 0 || len(out) > frameLimit || bytes.Contains(out, []byte("⠤")) {
			t.Errorf("%s, %s: %d pictures, %d bytes, want at most %d and no dots", c.scenario, c.screen, n, len(out), frameLimit)
		}
		t.Logf("%s, %s: %d bytes", c.scenario, c.screen, len(out))
		press(t, m, "?") // covers the charts
		if !bytes.Contains(show(), []byte("\x1b_Ga=d")) {
			t.Errorf("%s, %s: the list of keys is drawn under pictures", c.scenario, c.screen)
		}
	}
}
