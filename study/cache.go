package study

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// pairCache is a least-recently-used cache of the models of a run's steps: the
// factors of n evaluations are n² numbers, those of all steps n³. What was evicted
// is rebuilt with the same bits when it is needed. The zero value is empty. It is
// safe for concurrent use, and so are its pairs.
type pairCache struct {
	mu     sync.Mutex
	recent []*cachedPair // the most recently used last
}

// mostNumbers is the size of a cache in numbers of factors, without those of the pair used last:
// all of a run of a hundred evaluations.
const mostNumbers = 1 << 19

// leanFrom is the number of evaluations from which on inverses, which only trees
// need, are dropped at once.
const leanFrom = 256

// cachedPair holds the models of one step.
type cachedPair struct {
	cache   *pairCache // nil: never evicted
	numbers int        // of one of its factors
	again   func() (*model.Pair, error)
	making  sync.Mutex
	pair    atomic.Pointer[model.Pair] // nil: evicted
}

// pinned returns a pair that is never evicted; nil for none.
func pinned(p *model.Pair) *cachedPair {
	if p == nil {
		return nil
	}
	b := new(cachedPair)
	b.pair.Store(p)
	return b
}

// add caches a pair that may be evicted: again must make the same pair.
func (r *pairCache) add(p *model.Pair, again func() (*model.Pair, error)) *cachedPair {
	n := p.Objective.Len()
	b := &cachedPair{cache: r, numbers: n * n, again: again}
	if n >= leanFrom {
		p = p.Lean()
	}
	b.pair.Store(p)
	r.touch(b)
	return b
}

// touch makes a pair the most recently used and evicts others to make room.
func (r *pairCache) touch(b *cachedPair) {
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

// models returns the models; nil for none. If they were evicted it takes as long as
// the factors.
func (b *cachedPair) models() *model.Pair {
	if b == nil {
		return nil
	}
	p := b.pair.Load()
	if b.cache == nil {
		return p
	}
	if p == nil {
		p = b.make()
	}
	b.cache.touch(b)
	return p
}

// apart returns the same pair, rebuilt if it was evicted, without changing the
// cache.
func (b *cachedPair) apart() *cachedPair {
	if b == nil || b.cache == nil {
		return b
	}
	if p := b.pair.Load(); p != nil {
		return pinned(p)
	}
	return pinned(b.anew())
}

// make builds the pair, once for all goroutines that wait for it.
func (b *cachedPair) make() *model.Pair {
	b.making.Lock()
	defer b.making.Unlock()
	if p := b.pair.Load(); p != nil {
		return p
	}
	p := b.anew()
	b.pair.Store(p)
	return p
}

func (b *cachedPair) anew() *model.Pair {
	p, err := b.again()
	if err != nil {
		panic(fmt.Sprintf("study: evicted models cannot be rebuilt: %v", err))
	}
	return p
}

// held reports whether the pair need not be rebuilt.
func (b *cachedPair) held() bool { return b == nil || b.pair.Load() != nil }

// fitKey is what the settings of the models follow from.
type fitKey struct {
	problem *scenarios.Problem
	policy  policy.Policy
}

// lastFit caches the last fit of a live study, which is read from its file for every
// view and decision. The zero value is empty; a nil one caches nothing.
type lastFit struct {
	mu   sync.Mutex
	of   fitKey
	data model.Data
	warm *model.Fitted
	pair *model.Pair
}

// fit returns the last fit if its inputs were the same, else a new one.
func (l *lastFit) fit(of fitKey, d model.Data, warm *model.Pair, fit func() (*model.Pair, error)) (*model.Pair, error) {
	if l == nil {
		return fit()
	}
	from := warm.Fitted()
	if p := l.known(of, d, from); p != nil {
		return p, nil
	}
	p, err := fit()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.of, l.data, l.warm, l.pair = of, d, from, p
	return p, nil
}

func (l *lastFit) known(of fitKey, d model.Data, warm *model.Fitted) *model.Pair {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.pair == nil || l.of != of || !sameData(l.data, d) || !reflect.DeepEqual(l.warm, warm) {
		return nil
	}
	return l.pair
}

func sameData(a, b model.Data) bool {
	return slices.EqualFunc(a.X, b.X, func(a, b model.Unit) bool { return slices.Equal(a, b) }) &&
		slices.EqualFunc(a.Y, b.Y, func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }) && // failed
		slices.Equal(a.Cost, b.Cost) && slices.Equal(a.Noise, b.Noise)
}
