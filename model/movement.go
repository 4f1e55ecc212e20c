package model

import "slices"

// Way is what it costs to get from one point of the unit cube to another, 0 or
// more, beside what is paid there. Where the gradients are not nil they are
// written; where there is no slope, as at no distance, they are 0.
type Way interface {
	Price(from, to Unit, dFrom, dTo []float64) float64
}

// From returns the pair as it is seen from a point, from which one has to go to
// the next; nil points and ways cost nothing.
func (p *Pair) From(at Unit, w Way) *Pair {
	if w == nil {
		return p
	}
	q := *p
	q.Way, q.At = w, slices.Clone(at)
	return &q
}

// Moves reports whether there are movement costs.
func (p *Pair) Moves() bool { return p.Way != nil && p.At != nil }
