package lookahead

// This file is memory that one search after the other works in.

import (
	"sync"

	"farsight/internal/lbfgsb"
)

// scratch is worked in by one search after the other: a table of
// candidates is half a megabyte, and a run makes one for every decision.
type scratch struct {
	block []float64
	used  int
	asked int // in all, more than the block if that was too small

	minimizers []*lbfgsb.Minimizer
	lent       int // of them
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// enterScratch takes a scratch for a single user.
func enterScratch() *scratch { return scratches.Get().(*scratch) }

// Leave gives it back; what was taken of it must not be used any more.
func (r *scratch) Leave() {
	if r.asked > len(r.block) {
		r.block = make([]float64, r.asked)
	}
	r.used, r.asked, r.lent = 0, 0, 0
	scratches.Put(r)
}

// Take returns n numbers, whatever they are. A nil scratch takes them from
// elsewhere.
func (r *scratch) Take(n int) []float64 {
	if r == nil {
		return make([]float64, n)
	}
	r.asked += n
	if r.used+n > len(r.block) {
		return make([]float64, n)
	}
	s := r.block[r.used : r.used+n : r.used+n]
	r.used += n
	return s
}

// Minimizer lends the workspace of a minimisation.
func (r *scratch) Minimizer() *lbfgsb.Minimizer {
	if r == nil {
		return new(lbfgsb.Minimizer)
	}
	if r.lent == len(r.minimizers) {
		r.minimizers = append(r.minimizers, new(lbfgsb.Minimizer))
	}
	r.lent++
	return r.minimizers[r.lent-1]
}
