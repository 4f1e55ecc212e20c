package figure

import (
	"image/color"

	"farsight/internal/sanitize"
)

// point is a place in pixels, from the upper left.
type point struct{ x, y float64 }

// sheet is all that is on a picture, in the order it is drawn.
type sheet struct {
	width, height float64
	items         []item
}

// item is a filled polygon, a line (width > 0) or a text (text != "").
type item struct {
	path   []point
	colour color.NRGBA
	width  float64
	dashes []float64 // drawn and left out, in turn

	text    string // at path[0], on its base line
	size    float64
	anchor  anchor
	upright bool // read from below
}

// anchor is the part of a text that stands at its place.
type anchor int

const (
	start anchor = iota
	centre
	end
)

func (s *sheet) fill(c color.NRGBA, path ...point) {
	s.items = append(s.items, item{path: path, colour: c})
}

func (s *sheet) line(c color.NRGBA, width float64, dashes []float64, path ...point) {
	s.items = append(s.items, item{path: path, colour: c, width: width, dashes: dashes})
}

// text sets what may come from a file, so it is made harmless first.
func (s *sheet) text(text string, size float64, at point, a anchor) {
	if text = sanitize.Text(text); text != "" {
		s.items = append(s.items, item{path: []point{at}, colour: ink, text: text, size: size, anchor: a})
	}
}

// upright sets a text that is read from below, centred at a place.
func (s *sheet) upright(text string, size float64, at point) {
	s.text(text, size, at, centre)
	if n := len(s.items) - 1; sanitize.Text(text) != "" {
		s.items[n].upright = true
	}
}
