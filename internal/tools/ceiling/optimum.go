package ceiling

import "math"

// solver is dynamic programming on one problem: all orders of looks, and all
// that they may show.
type solver struct {
	p     problem
	nodes []float64 // what a look may show, in standard deviations …
	prob  []float64 // … and how probably
	room  []belief  // one belief for each depth
	looks int       // at most so many; 0: as many as the budget allows
	price float64   // of budget: λ
}

func newSolver(p problem, nodes int) *solver {
	s := &solver{p: p}
	s.nodes, s.prob = shown(nodes)
	for range len(p.costs) + 1 {
		s.room = append(s.room, belief{len(p.costs), make([]float64, len(p.costs)), make([]float64, len(p.costs)*len(p.costs))})
	}
	return s
}

// tolerance is how far, relative to what is left, a cost may overshoot and fit.
const tolerance = 1e-9

// affordable reports whether a choice can be looked at.
func (p problem) affordable(i int, left float64, seen uint) bool {
	return seen>>i&1 == 0 && p.costs[i] <= left*(1+tolerance)
}

// best is the look of the highest value and that value,
//
//	max over i of EI(i) − λcᵢ + E[max(0, V(what i shows))]
//
// where V is of one look less; −1 where nothing is affordable. At the root the
// value may be negative: a price says which look, not whether.
func (s *solver) best(b belief, best, left float64, seen uint, depth int) (at int, value float64) {
	at, value = -1, math.Inf(-1)
	for i := range s.p.costs {
		if !s.p.affordable(i, left, seen) {
			continue
		}
		if v := s.value(b, best, left, seen, depth, i); v > value {
			at, value = i, v
		}
	}
	return at, value
}

// value is that of a look at i and of the best that follows.
func (s *solver) value(b belief, best, left float64, seen uint, depth, i int) float64 {
	v := b.gain(i, best) - s.price*s.p.costs[i]
	if depth+1 == s.looks || !s.p.more(left-s.p.costs[i], seen|1<<i) {
		return v
	}
	for k, z := range s.nodes {
		y := b.mean[i] + b.sd(i)*z
		b.lookInto(s.room[depth], i, y)
		if _, next := s.best(s.room[depth], math.Max(best, y), left-s.p.costs[i], seen|1<<i, depth+1); next > 0 {
			v += s.prob[k] * next
		}
	}
	return v
}

// more reports whether anything can still be looked at.
func (p problem) more(left float64, seen uint) bool {
	for i := range p.costs {
		if p.affordable(i, left, seen) {
			return true
		}
	}
	return false
}

// seenFirst marks the choices looked at before.
func (p problem) seenFirst() uint { return 1<<len(p.seen) - 1 }

// states is how many there are to look at with a budget: all orders of looks
// with all that they may show. What is left follows from what was seen. Beyond
// mostStates it counts no further: there are as many sets of looks as 2^points.
func (p problem) states(budget float64, nodes int) float64 {
	known := map[uint]float64{}
	var count func(left float64, seen uint) float64
	count = func(left float64, seen uint) float64 {
		if n, ok := known[seen]; ok {
			return n
		}
		n := 0.0
		for i, c := range p.costs {
			if p.affordable(i, left, seen) {
				n += 1 + float64(nodes)*count(left-c, seen|1<<i)
			}
			if n > mostStates {
				break
			}
		}
		known[seen] = n
		return n
	}
	return count(budget, p.seenFirst())
}

// optimum is the expected improvement, by the end of the budget, of the best
// policy there can be.
func (p problem) optimum(budget float64, set settings) float64 {
	s := newSolver(p, set.filled().Nodes)
	b, best := p.first()
	_, v := s.best(b, best, budget, p.seenFirst(), 0)
	return math.Max(0, v)
}
