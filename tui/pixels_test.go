package tui

import (
	"bytes"
	"io"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/picture"
)

// withPictures makes a model's terminal one that shows pictures, with cells of 8 by 17 picture.
func withPictures(m *Model) *picture.Screen {
	s := picture.NewScreen(false)
	s.Take([]byte("\x1b_Gi=31;OK\x1b\\\x1b[6;17;8t"))
	m.options.Terminal = chart.Terminal{Pixels: s}
	return s
}

// showFrame writes a whole frame with its pictures.
func showFrame(t testing.TB, out io.Writer, frame string) {
	t.Helper()
	text, mark := paint.CutMark(frame)
	testkit.OK(t, out.(paint.Pictures).WriteFrame([]byte(text), mark, func(int) bool { return true }))
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
		var out bytes.Buffer
		w := s.Output(&out)
		showFrame(t, w, m.View())
		if n := bytes.Count(out.Bytes(), []byte("\x1b_Ga=T")); n == 0 || out.Len() > frameLimit {
			t.Errorf("%s, %s: %d pictures, %d bytes, want at most %d", c.scenario, c.screen, n, out.Len(), frameLimit)
		}
		t.Logf("%s, %s: %d bytes", c.scenario, c.screen, out.Len())
		out.Reset()
		press(t, m, "?") // covers the charts
		showFrame(t, w, m.View())
		if !bytes.Contains(out.Bytes(), []byte("\x1b_Ga=d")) {
			t.Errorf("%s, %s: the list of keys is drawn under pictures", c.scenario, c.screen)
		}
	}
}
