package tui

import (
	"bytes"
	"fmt"
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
	if err := out.(paint.Pictures).WriteFrame([]byte(text), mark, func(int) bool { return true }); err != nil {
		t.Fatal(err)
	}
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

// BenchmarkPictures is a frame whose pictures are all new: drawing, painting and encoding.
func BenchmarkPictures(b *testing.B) {
	for _, screen := range []string{"compare", "focus"} {
		m := newTestModel(b, "myopia", 160, 48, "ei-puc", "b-ms-ei")
		drain(b, m, m.show(screen))
		press(b, m, "n", "n")
		b.Run(fmt.Sprintf("%s-160x48", screen), func(b *testing.B) {
			s := withPictures(m)
			var out bytes.Buffer
			w := s.Output(&out)
			for b.Loop() {
				out.Reset()
				if err := s.Close(&out); err != nil { // all are new again
					b.Fatal(err)
				}
				showFrame(b, w, m.View())
			}
			b.ReportMetric(float64(out.Len()), "bytes")
		})
	}
}
