//go:build !js

package picture

import (
	"fmt"
	"sync"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/gomonobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"farsight/tui/chart"
)

// unitsPerEm is the size at which letters are read: outlines are exact in it.
const unitsPerEm = 2048

// The built-in fonts: for the texts of graphs, and for those of frames.
const (
	proportional = iota
	mono
	monoBold
)

var fonts = sync.OnceValues(func() (f [3]*sfnt.Font, err error) {
	for i, ttf := range [...][]byte{goregular.TTF, gomono.TTF, gomonobold.TTF} {
		if f[i], err = sfnt.Parse(ttf); err != nil {
			return f, fmt.Errorf("read the built-in font: %w", err)
		}
	}
	return f, nil
})

// fontSet reads outlines and widths of characters from the built-in fonts.
type fontSet struct {
	fonts [3]*sfnt.Font
	buf   sfnt.Buffer
}

func newFontSet() (*fontSet, error) {
	f, err := fonts()
	return &fontSet{fonts: f}, err
}

// glyph returns the outline and the advance of a character, in units of the em
// (outlines times 64); one the font lacks is its hollow box, a mark nothing.
func (m *fontSet) glyph(which int, r rune) (sfnt.Segments, float64, error) {
	f := m.fonts[which]
	i, err := f.GlyphIndex(&m.buf, r)
	if err != nil || i == 0 && unicode.IsMark(r) {
		return nil, 0, err
	}
	advance, err := f.GlyphAdvance(&m.buf, i, fixed.I(unitsPerEm), font.HintingNone)
	if err != nil {
		return nil, 0, fmt.Errorf("measure %q: %w", r, err)
	}
	outline, err := f.LoadGlyph(&m.buf, i, fixed.I(unitsPerEm), nil)
	if err != nil {
		return nil, 0, fmt.Errorf("outline of %q: %w", r, err)
	}
	return outline, float64(advance) / 64, nil
}

// width is that of a text of a graph in pixels; a character that cannot be read has none.
func (m *fontSet) width(text string, size float64) float64 {
	total := 0.0
	for _, r := range text {
		if _, advance, err := m.glyph(proportional, r); err == nil {
			total += advance
		}
	}
	return total * size / unitsPerEm
}

// texts fills the outlines of texts' letters.
func (p *brush) texts(all []writing) error {
	m, err := newFontSet()
	if err != nil {
		return err
	}
	for _, w := range all {
		if err := m.draw(p, w); err != nil {
			return err
		}
	}
	return nil
}

// draw fills the outlines of a text's letters. Those of a frame have its cells: marks lie on what is
// before them.
func (m *fontSet) draw(p *brush, w writing) error {
	which, cell := proportional, 0.0
	if w.size == 0 {
		which, cell = mono, w.width/float64(chart.Width(w.text))
		w.size = cell / goMonoAdvance
		if w.look.attr&chart.Bold != 0 {
			which = monoBold
		}
	}
	pen := -m.width(w.text, w.size) * w.anchor
	scale := w.size / unitsPerEm
	for _, r := range w.text {
		outline, advance, err := m.glyph(which, r)
		if err != nil {
			return err
		}
		step := advance * scale
		if cell > 0 {
			step = cell * float64(chart.Width(string(r)))
		}
		from := pen
		if step == 0 {
			from -= cell
		}
		var rings [][]point
		for _, seg := range outline {
			var at [3]point
			for i, q := range seg.Args {
				x, y := from+float64(q.X)/64*scale, float64(q.Y)/64*scale
				if w.upright {
					x, y = y, -x
				}
				at[i] = point{w.at.x + x, w.at.y + y}
			}
			if seg.Op == sfnt.SegmentOpMoveTo {
				rings = append(rings, []point{at[0]})
				continue
			}
			last := len(rings) - 1
			rings[last] = along(rings[last], seg.Op, at)
		}
		p.polygons(rings, w.look.fg, 1)
		pen += step
	}
	return nil
}

// goMonoAdvance is the width of every character of Go Mono, in em.
const goMonoAdvance = 1229.0 / 2048

// along goes on along an outline, curves in straight pieces: letters are small.
func along(ring []point, op sfnt.SegmentOp, at [3]point) []point {
	const pieces = 4
	if op == sfnt.SegmentOpLineTo {
		return append(ring, at[0])
	}
	from := ring[len(ring)-1]
	mix := func(a, b point, t float64) point { return point{a.x + t*(b.x-a.x), a.y + t*(b.y-a.y)} }
	for i := 1; i <= pieces; i++ {
		t := float64(i) / pieces
		q := mix(mix(from, at[0], t), mix(at[0], at[1], t), t)
		if op == sfnt.SegmentOpCubeTo {
			r := mix(mix(at[0], at[1], t), mix(at[1], at[2], t), t)
			q = mix(q, r, t)
		}
		ring = append(ring, q)
	}
	return ring
}
