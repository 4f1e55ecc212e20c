// Package kept holds what was believed at the steps of a run without holding
// all of it: the factors of n evaluations are n² numbers, those of all steps
// n³. Beliefs that nobody has looked at for a while are given up, and made
// again, to the bit, when somebody does.
package kept

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"farsight/model"
)

// Room is how much a run may hold. The zero value is empty. It is safe for
// concurrent use, and so are its beliefs.
type Room struct {
	mu     sync.Mutex
	recent []*Belief // that are held, the most recently looked at last
}

// mostNumbers is how many numbers of factors a room holds besides those of what
// was looked at last: all of runs of a hundred evaluations.
const mostNumbers = 1 << 19

// large is from how many evaluations inverses, which trees need and charts do
// not, are dropped at once.
const large = 256

// Belief is what is believed at one step.
type Belief struct {
	room    *Room // nil: it is never given up
	numbers int   // of one of its factors
	again   func() (*model.Pair, error)
	making  sync.Mutex
	pair    atomic.Pointer[model.Pair] // nil: given up
}

// Of is a belief that is never given up; nil of none.
func Of(p *model.Pair) *Belief {
	if p == nil {
		return nil
	}
	b := new(Belief)
	b.pair.Store(p)
	return b
}

// Keep is a belief that may be given up: again must make the same pair.
func (r *Room) Keep(p *model.Pair, again func() (*model.Pair, error)) *Belief {
	n := p.Objective.Len()
	b := &Belief{room: r, numbers: n * n, again: again}
	if n >= large {
		p = p.Lean()
	}
	b.pair.Store(p)
	r.look(b)
	return b
}

// look puts a belief behind all others and gives up what there is no room for.
func (r *Room) look(b *Belief) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if n := len(r.recent); n > 0 && r.recent[n-1] == b {
		return
	}
	if i := slices.Index(r.recent, b); i >= 0 {
		r.recent = slices.Delete(r.recent, i, i+1)
	}
	r.recent = append(r.recent, b)
	left, from := mostNumbers, len(r.recent)-1
	for from > 0 && left >= r.recent[from-1].numbers {
		from--
		left -= r.recent[from].numbers
	}
	for _, old := range r.recent[:from] {
		old.pair.Store(nil)
	}
	r.recent = slices.Delete(r.recent, 0, from)
}

// Pair is what is believed; nil of no belief. Where it was given up it takes as
// long as the factors.
func (b *Belief) Pair() *model.Pair {
	if b == nil {
		return nil
	}
	p := b.pair.Load()
	if b.room == nil {
		return p
	}
	if p == nil {
		p = b.make()
	}
	b.room.look(b)
	return p
}

// Apart is the same belief, made again where it was given up, in a place of its
// own: the room keeps what it has.
func (b *Belief) Apart() *Belief {
	if b == nil || b.room == nil {
		return b
	}
	if p := b.pair.Load(); p != nil {
		return Of(p)
	}
	return Of(b.anew())
}

// make builds the pair, once for all who wait for it.
func (b *Belief) make() *model.Pair {
	b.making.Lock()
	defer b.making.Unlock()
	if p := b.pair.Load(); p != nil {
		return p
	}
	p := b.anew()
	b.pair.Store(p)
	return p
}

func (b *Belief) anew() *model.Pair {
	p, err := b.again()
	if err != nil {
		panic(fmt.Sprintf("kept: what was believed cannot be made again: %v", err))
	}
	return p
}

// Held tells whether the pair is there without being made again.
func (b *Belief) Held() bool { return b == nil || b.pair.Load() != nil }
