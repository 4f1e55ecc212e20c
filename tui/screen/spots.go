package screen

import "farsight/tui/chart"

// Spots remember where the parts of a screen were drawn, so that a tour can
// point at them. Nobody asks where they are nil.
type Spots struct {
	track int
	Found []spot
}

// spot is a part of a screen, of one policy's column or of none.
type spot struct {
	Track int // −1: of no column
	Part  string
	At    chart.Canvas
}

// NewSpots remembers nothing yet.
func NewSpots() *Spots { return &Spots{track: -1} }

// Of says whose column is drawn next.
func (s *Spots) Of(track int) {
	if s != nil {
		s.track = track
	}
}

// Note notes where a part is drawn.
func (s *Spots) Note(part string, at chart.Canvas) {
	if s != nil {
		s.Found = append(s.Found, spot{s.track, part, at})
	}
}
