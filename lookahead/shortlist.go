package lookahead

import (
	"math"

	"farsight/lookahead/candidates"
)

// shortlist fills v.trial with what node k of stage s tries: the candidate it
// holds, if any, the one of largest Q₁, and those ranked first one step ahead, beam
// in number, apart from each other: a beam must not spend itself on one mode.
func (g *greedy) shortlist(v *level, s, k int, best, budget, lnB float64, beam, held int) {
	v.trial, v.score = v.trial[:0], v.score[:0]
	if held >= 0 {
		v.trial, v.score = append(v.trial, held), append(v.score, math.Inf(1))
	}
	if beam == 0 {
		return
	}
	if i := g.most(v, best, budget, lnB); i != held {
		v.trial, v.score = append(v.trial, i), append(v.score, math.Inf(1))
	}
	if beam == 1 {
		return
	}
	rank, wanted := g.foresee(v, s, k, best, budget, lnB), len(v.trial)+beam-1
	for i, q := range rank {
		if len(v.trial) < wanted || q > v.score[wanted-1] {
			g.insert(v, i, q, wanted)
		}
	}
}

// most is the candidate of largest reward, of equals the first.
func (g *greedy) most(v *level, best, budget, lnB float64) int {
	b := g.onBranch(v.muF, v.muF, v.sdF, 0, best)
	if !g.t.known && g.t.beta >= 0 {
		b.MuC, b.RC, b.SdC, b.ZC, b.LnBudget = v.muC, v.muC, v.sdC, 0, lnB
		g.charge(b, v.varC, budget)
	}
	at := b.Begin()
	value := g.reward(v, at, best, budget, lnB)
	b.Refine(value)
	for i := 0; ; i++ {
		if i = g.above(b, i, value); i == g.t.size {
			return at
		}
		if q := g.reward(v, i, best, budget, lnB); q > value || q == value && i < at {
			at, value = i, q
		}
	}
}

// insert keeps v.trial sorted by score, and of two candidates of one mode only
// the better.
func (g *greedy) insert(v *level, i int, q float64, wanted int) {
	p := g.t.point(i)
	for n, o := range v.trial {
		if o == i {
			return
		}
		if !math.IsInf(v.score[n], 1) && candidates.Distance(p, g.t.point(o)) < candidates.Apart {
			if v.score[n] >= q {
				return
			}
			v.trial = append(v.trial[:n], v.trial[n+1:]...)
			v.score = append(v.score[:n], v.score[n+1:]...)
			break
		}
	}
	if len(v.trial) == wanted {
		v.trial, v.score = v.trial[:wanted-1], v.score[:wanted-1]
	}
	n := len(v.trial)
	v.trial, v.score = append(v.trial, i), append(v.score, q)
	for n > 0 && v.score[n-1] < q {
		v.trial[n], v.score[n] = v.trial[n-1], v.score[n-1]
		n--
	}
	v.trial[n], v.score[n] = i, q
}
