//go:build !js

package picture

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"farsight/tui/chart"
)

// unitsPerEm is the size at which letters are read: outlines are exact in it.
const unitsPerEm = 2048

var regular = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(goregular.TTF) })

// letters are those of the built-in font.
type letters struct {
	font *sfnt.Font
	buf  sfnt.Buffer
}

func newLetters() (*letters, error) {
	f, err := regular()
	if err != nil {
		return nil, fmt.Errorf("read the built-in font: %w", err)
	}
	return &letters{font: f}, nil
}

// letter is the outline and the advance of a character, in units of the em
// (outlines times 64); one the font lacks is its hollow box.
func (m *letters) letter(r rune) (sfnt.Segments, float64, error) {
	i, err := m.font.GlyphIndex(&m.buf, r)
	if err != nil {
		return nil, 0, fmt.Errorf("find %q in the built-in font: %w", r, err)
	}
	advance, err := m.font.GlyphAdvance(&m.buf, i, fixed.I(unitsPerEm), font.HintingNone)
	if err != nil {
		return nil, 0, fmt.Errorf("measure %q: %w", r, err)
	}
	outline, err := m.font.LoadGlyph(&m.buf, i, fixed.I(unitsPerEm), nil)
	if err != nil {
		return nil, 0, fmt.Errorf("outline of %q: %w", r, err)
	}
	return outline, float64(advance) / 64, nil
}

// width is that of a text in pixels; a character that cannot be read has none.
func (m *letters) width(text string, size float64) float64 {
	total := 0.0
	for _, r := range text {
		if _, advance, err := m.letter(r); err == nil {
			total += advance
		}
	}
	return total * size / unitsPerEm
}

// draw fills the outlines of a text's letters, each pixel of the layout so many of the image.
func (m *letters) draw(p *brush, w writing, density float64, c chart.Color) error {
	pen := -m.width(w.text, w.size) * w.anchor
	scale := w.size / unitsPerEm
	for _, r := range w.text {
		outline, advance, err := m.letter(r)
		if err != nil {
			return err
		}
		var rings [][]point
		for _, seg := range outline {
			var at [3]point
			for i, q := range seg.Args {
				x, y := pen+float64(q.X)/64*scale, float64(q.Y)/64*scale
				if w.upright {
					x, y = y, -x
				}
				at[i] = point{(w.at.x + x) * density, (w.at.y + y) * density}
			}
			if seg.Op == sfnt.SegmentOpMoveTo {
				rings = append(rings, []point{at[0]})
				continue
			}
			last := len(rings) - 1
			rings[last] = along(rings[last], seg.Op, at)
		}
		p.polygons(rings, c, 1)
		pen += advance * scale
	}
	return nil
}

// along continues along an outline, curves in straight pieces: letters are small.
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
