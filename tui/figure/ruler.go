package figure

import (
	"fmt"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"farsight/internal/gofont"
)

// unitsPerEm is the size at which letters are read: outlines are exact in it.
const unitsPerEm = 2048

var goFont = sync.OnceValues(func() (*sfnt.Font, error) { return sfnt.Parse(gofont.Regular()) })

// ruler knows the letters of the built-in font.
type ruler struct {
	font *sfnt.Font
	buf  sfnt.Buffer
}

func newRuler() (*ruler, error) {
	f, err := goFont()
	if err != nil {
		return nil, fmt.Errorf("read the built-in font: %w", err)
	}
	return &ruler{font: f}, nil
}

// letter is the outline and the advance of a character, in units of the em
// (outlines times 64); one the font lacks is its hollow box.
func (m *ruler) letter(r rune) (sfnt.Segments, float64, error) {
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
func (m *ruler) width(text string, size float64) float64 {
	total := 0.0
	for _, r := range text {
		if _, advance, err := m.letter(r); err == nil {
			total += advance
		}
	}
	return total * size / unitsPerEm
}
