package chart

import (
	"slices"
	"unicode/utf8"
)

// Still is what a canvas showed at one moment, 20 bytes a cell: what encoders and pictures read, and
// what recordings keep.
type Still struct {
	w, h     int
	cells    []Cell
	clusters []string
	figures  []Figure
	term     Terminal
}

// Still returns a copy of what the view shows.
func (c Canvas) Still() (s Still) {
	s.take(c)
	s.clusters, s.figures = slices.Clone(s.clusters), c.Figures()
	return s
}

// take reads the cells of the view into the memory of s; clusters stay the canvas's.
func (s *Still) take(c Canvas) {
	s.w, s.h, s.term, s.figures, s.clusters = c.w, c.h, c.Terminal(), nil, nil
	if c.g != nil {
		s.clusters = c.g.clusters
	}
	if n := c.w * c.h; cap(s.cells) < n {
		s.cells = make([]Cell, n)
	} else {
		s.cells = s.cells[:n]
	}
	for y := range c.h {
		for x := range c.w {
			s.cells[y*c.w+x] = c.g.get(c.x+x, c.y+y)
		}
	}
}

// Size returns the width and height in cells.
func (s Still) Size() (w, h int) { return s.w, s.h }

// Rect returns the rectangle of all cells.
func (s Still) Rect() Rect { return Rect{0, 0, s.w, s.h} }

// Figures are the plots in it, from below.
func (s Still) Figures() []Figure { return s.figures }

// Cell returns the cell at x, y; outside it is blank.
func (s Still) Cell(x, y int) Cell {
	if x < 0 || y < 0 || x >= s.w || y >= s.h {
		return blank
	}
	return s.cells[y*s.w+x]
}

// Cluster returns the text of a cell: one rune, or a cluster of several; "" for a right half.
func (s Still) Cluster(k Cell) string {
	switch {
	case k.Rune > 0:
		return string(k.Rune)
	case k.Rune < 0:
		return s.clusters[-k.Rune-1]
	}
	return ""
}

// Sub returns a part of it.
func (s Still) Sub(r Rect) Still {
	r = r.Intersect(s.Rect())
	out := Still{w: r.W, h: r.H, clusters: s.clusters, term: s.term, figures: figuresIn(s.figures, r)}
	for y := range r.H {
		out.cells = append(out.cells, s.cells[(r.Y+y)*s.w+r.X:][:r.W]...)
	}
	return out
}

// Plain returns the canvas as text without any escape sequence, each line exactly as wide as the canvas.
func (c Canvas) Plain() string { return c.Still().Plain() }

// Plain returns the frame as text without any escape sequence, each line exactly as wide as it is.
func (s Still) Plain() string {
	b := make([]byte, 0, (s.w+1)*s.h*2)
	for i, k := range s.cells {
		if i > 0 && i%s.w == 0 {
			b = append(b, '\n')
		}
		b = s.appendText(b, k.Rune)
	}
	return string(b)
}

// appendText adds the character of a cell, as the terminal's font has it.
func (s *Still) appendText(b []byte, r rune) []byte {
	switch {
	case r > 0 && r < utf8.RuneSelf:
		return append(b, byte(r))
	case r > 0:
		return utf8.AppendRune(b, s.term.Glyphs.fold(r))
	case r < 0:
		return append(b, s.clusters[-r-1]...)
	}
	return b
}
