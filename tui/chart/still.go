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
	s.Take(c)
	return s
}

// Take reads what the view shows into the memory of s.
func (s *Still) Take(c Canvas) {
	s.w, s.h, s.term, s.figures, s.clusters = c.w, c.h, c.Terminal(), c.Figures(), s.clusters[:0]
	if c.g != nil {
		s.clusters = append(s.clusters, c.g.clusters...)
	}
	n := c.w * c.h
	s.cells = slices.Grow(s.cells[:0], n)[:n]
	for y := range c.h {
		for x := range c.w {
			s.cells[y*c.w+x] = c.g.get(c.x+x, c.y+y)
		}
	}
}

// Copy copies another into the memory of s.
func (s *Still) Copy(o Still) {
	s.w, s.h, s.term, s.figures = o.w, o.h, o.term, o.figures
	s.cells, s.clusters = append(s.cells[:0], o.cells...), append(s.clusters[:0], o.clusters...)
}

// Same tells whether another looks the same; figures in pixels are always others.
func (s Still) Same(o Still) bool {
	finer := s.term.Pixels != nil && len(s.figures)+len(o.figures) > 0
	return s.w == o.w && s.term == o.term && !finer && slices.Equal(s.cells, o.cells) && slices.Equal(s.clusters, o.clusters)
}

// Noted is the frame with a text in place of its last row.
func (s Still) Noted(text string) Still {
	row := New(s.w, min(s.h, 1), s.term)
	row.Text(0, 0, text, Ink{})
	s.cells = append(slices.Clone(s.cells[:s.w*max(s.h-1, 0)]), row.Still().cells...)
	return s
}

// Frames is the memory of somebody who draws frame after frame: each stays until the one after the next.
type Frames struct{ odd, even Still }

// Take is what a canvas shows.
func (f *Frames) Take(c Canvas) Still {
	f.odd, f.even = f.even, f.odd
	f.odd.Take(c)
	return f.odd
}

// Size returns the width and height in cells.
func (s Still) Size() (w, h int) { return s.w, s.h }

// Rect returns the rectangle of all cells.
func (s Still) Rect() Rect { return Rect{0, 0, s.w, s.h} }

// Terminal is what it was drawn for.
func (s Still) Terminal() Terminal { return s.term }

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
