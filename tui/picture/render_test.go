package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"io"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/tui/chart"
)

var (
	black, white = chart.RGB(0, 0, 0), chart.RGB(255, 255, 255)
	red, blue    = chart.RGB(255, 0, 0), chart.RGB(0, 0, 255)
	style        = chart.Style{Background: black, Text: white, Muted: white, Title: white, Axis: white}
	onBlack      = Options{Background: black, Foreground: white, CellWidth: 8, CellHeight: 16}
)

func svgOf(t *testing.T, c chart.Still, o Options) string {
	t.Helper()
	var b bytes.Buffer
	testkit.OK(t, SVG(&b, c, o))
	d := xml.NewDecoder(bytes.NewReader(b.Bytes()))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("not well-formed: %v\n%s", err, b.String())
		}
	}
	return b.String()
}

// Text is one element a run; blocks, dots and boxes are geometry, never text.
func TestSVGElements(t *testing.T) {
	t.Parallel()
	c := chart.New(12, 1, chart.Terminal{})
	c.Text(0, 0, "ab cd", chart.Ink{Fg: red, Attr: chart.Bold})
	c.Set(7, 0, '⣿', chart.Ink{Fg: blue})
	c.Set(8, 0, '▄', chart.Ink{Fg: blue, Bg: white})
	c.Set(9, 0, '┼', chart.Ink{Fg: blue})
	c.Set(10, 0, '╱', chart.Ink{Fg: blue})
	got := svgOf(t, c.Still(), onBlack)
	for what, n := range map[string]int{"<text": 1, `class="b"`: 1, "ab cd": 1, "h0": 8, `<path fill="#0000ff"`: 2, `stroke-width=`: 2, `fill="#ffffff"`: 1, `textLength="40"`: 1} {
		if k := strings.Count(got, what); k != n {
			t.Errorf("%s occurs %d times, want %d:\n%s", what, k, n, got)
		}
	}
	for _, r := range "⣿▄┼╱" {
		if strings.ContainsRune(got, r) {
			t.Errorf("%q is written as text", r)
		}
	}
	// the lower half of a cell of 8×16 at column 8
	if !strings.Contains(got, "M64 8h8v8h-8z") {
		t.Errorf("the half block is not where it belongs:\n%s", got)
	}
}

// A reversed cell swaps the colours a terminal would use, its own ones included.
func TestReverse(t *testing.T) {
	t.Parallel()
	c := chart.New(1, 1, chart.Terminal{})
	c.Set(0, 0, '▂', chart.Ink{Fg: red, Attr: chart.Reverse})
	img, err := bitmap(c.Still(), onBlack)
	testkit.OK(t, err)
	if got := img.RGBAAt(4, 2); got != (color.RGBA{255, 0, 0, 255}) {
		t.Errorf("upper part is %v, want red", got)
	}
	if got := img.RGBAAt(4, 14); got != (color.RGBA{0, 0, 0, 255}) {
		t.Errorf("lower part is %v, want the background", got)
	}
}

// Where the ink of each glyph falls in a cell of 8×16 pixels.
func TestGlyphPixels(t *testing.T) {
	t.Parallel()
	for _, g := range []struct {
		r       rune
		in, out [][2]int
	}{
		{'█', [][2]int{{0, 0}, {7, 15}}, nil},
		{'▀', [][2]int{{0, 0}, {7, 7}}, [][2]int{{0, 8}, {7, 15}}},
		{'▌', [][2]int{{0, 0}, {3, 15}}, [][2]int{{4, 0}}},
		{'▐', [][2]int{{4, 0}, {7, 15}}, [][2]int{{3, 0}}},
		{'▏', [][2]int{{0, 0}}, [][2]int{{1, 0}}},
		{'▇', [][2]int{{0, 2}, {7, 15}}, [][2]int{{0, 1}}},
		{'▁', [][2]int{{0, 14}}, [][2]int{{0, 13}}},
		{'▔', [][2]int{{0, 0}, {7, 1}}, [][2]int{{0, 2}}},
		{'▖', [][2]int{{1, 12}}, [][2]int{{6, 12}, {1, 4}}},
		{'▝', [][2]int{{6, 4}}, [][2]int{{1, 4}, {6, 12}}},
		{'▚', [][2]int{{1, 4}, {6, 12}}, [][2]int{{6, 4}, {1, 12}}},
		{'▟', [][2]int{{6, 4}, {1, 12}, {6, 12}}, [][2]int{{1, 4}}},
		{'⠁', [][2]int{{1, 1}}, [][2]int{{5, 1}, {1, 5}}},
		{'⢀', [][2]int{{5, 13}}, [][2]int{{1, 13}, {5, 9}}},
		{'━', [][2]int{{0, 8}, {7, 8}}, [][2]int{{0, 2}, {4, 14}}},
		{'┃', [][2]int{{4, 0}, {4, 15}}, [][2]int{{0, 8}, {7, 8}}},
		{'●', [][2]int{{4, 8}}, [][2]int{{0, 0}, {7, 15}}},
		{'○', [][2]int{{1, 8}}, [][2]int{{4, 8}}},
		{'□', [][2]int{{1, 8}}, [][2]int{{4, 8}}},
		{'△', [][2]int{{4, 10}}, [][2]int{{4, 8}}},
		{'▲', [][2]int{{4, 8}}, [][2]int{{0, 4}, {7, 4}}},
		{'◆', [][2]int{{4, 8}}, [][2]int{{0, 4}}},
		{'╱', [][2]int{{7, 1}, {0, 14}}, [][2]int{{0, 1}}},
	} {
		c := chart.New(1, 1, chart.Terminal{})
		c.Set(0, 0, g.r, chart.Ink{Fg: white})
		img, err := bitmap(c.Still(), onBlack)
		testkit.OK(t, err)
		for _, p := range g.in {
			if v := img.RGBAAt(p[0], p[1]).R; v < 100 {
				t.Errorf("%c: pixel %v has %d, want ink", g.r, p, v)
			}
		}
		for _, p := range g.out {
			if v := img.RGBAAt(p[0], p[1]).R; v > 40 {
				t.Errorf("%c: pixel %v has %d, want none", g.r, p, v)
			}
		}
	}
}

func ink(t *testing.T, s string, k chart.Ink) int {
	t.Helper()
	c := chart.New(4, 1, chart.Terminal{})
	c.Text(0, 0, s, k)
	img, err := bitmap(c.Still(), onBlack)
	testkit.OK(t, err)
	n := 0
	for _, v := range img.Pix {
		n += int(v)
	}
	return n
}

// Text has ink, bold more of it; a missing character is a box, not nothing.
func TestPNGText(t *testing.T) {
	t.Parallel()
	blank := ink(t, " ", chart.Ink{})
	if ink(t, "ab", chart.Ink{}) <= blank || ink(t, "ab", chart.Ink{Attr: chart.Bold}) <= ink(t, "ab", chart.Ink{}) {
		t.Error("text has no ink, or bold no more of it")
	}
	if ink(t, "日", chart.Ink{}) <= blank {
		t.Error("a missing character left no box")
	}
	if ink(t, "a", chart.Ink{Attr: chart.Underline}) <= ink(t, "a", chart.Ink{}) {
		t.Error("underlining has no ink")
	}
}

// Every sign our screens use is in the font or drawn by us.
func TestSignsCovered(t *testing.T) {
	t.Parallel()
	m, err := newFontSet()
	testkit.OK(t, err)
	signs := "αβγδεζκλμνπρστφΦΣΔℓ∞≤≥≈≠±×·−√∑→←↑↓…–—²³₀₁₂₃₄½°éüß“”‘’›»▶▸⏸✓✗┄┊╌╎│─┤┬└├╱░▒▓▁█▐▌"
	for _, s := range chart.Symbols {
		for _, shape := range s.Shapes {
			signs += string(shape.Rune())
			inTree := shape >= chart.MarkBetter && shape <= chart.MarkFolded // written, not points of a chart
			if !inTree && len(pointShapes(shape, 4, 8, 8)) == 0 {
				t.Errorf("%c is a mark that a chart in pixels does not draw", shape.Rune())
			}
		}
	}
	for _, r := range signs {
		if glyphShapes(r, 0, 0, 8, 16) != nil {
			continue
		}
		for _, f := range m.fonts[mono:] {
			if g, err := f.GlyphIndex(&m.buf, r); err != nil || g == 0 {
				t.Errorf("%q (%U) is neither in the font nor drawn", r, r)
			}
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrors(t *testing.T) {
	t.Parallel()
	c := chart.New(400, 50, chart.Terminal{})
	if err := SVG(failing{}, c.Still(), Options{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("SVG returns %v", err)
	}
	if err := PNG(failing{}, c.Still(), Options{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("PNG returns %v", err)
	}
}
