package lookahead

import (
	"math"

	"farsight/internal/simd"
	"farsight/lookahead/candidates"
)

// shortlist fills v.trial with the held candidate and those of largest reward,
// beam in number, apart from each other: a beam must not spend itself on one mode.
func (g *greedy) shortlist(v *level, best, budget, lnB float64, beam, held int) {
	own := 0
	if held >= 0 {
		own = 1
		if beam == 0 {
			v.trial, v.score = append(v.trial[:0], held), append(v.score[:0], math.Inf(1))
			return
		}
	}
	b := g.onBranch(v.muF, v.muF, v.sdF, 0, best)
	if !g.t.known && g.t.beta >= 0 {
		b.MuC, b.RC, b.SdC, b.ZC, b.LnBudget = v.muC, v.muC, v.sdC, 0, lnB
		g.charge(b, v.varC, budget)
	}
	floor := -1.0
	if g.lambda > 0 {
		floor = math.Inf(-1)
	}
	// Candidates below a score have no say in which of those above it are listed. So
	// a list that is full above a score is the list, wherever that score is from.
	likely := g.likely(v, b.Begin(), beam)
	score := math.Inf(1)
	for _, i := range likely {
		if i == held || i >= g.t.size {
			score = floor
			break
		}
		score = min(score, g.reward(v, i, best, budget, lnB))
	}
	if score = math.Nextafter(score, math.Inf(-1)); len(likely) < beam || !(score > floor) {
		score = floor
	}
	v.trial, v.score = append(v.trial[:0], held)[:own], append(v.score[:0], math.Inf(1))[:own]
	g.list(v, b, score, best, budget, lnB, beam+own, held)
	if len(v.trial) < beam+own && score > floor {
		v.trial, v.score = v.trial[:own], v.score[:own]
		g.list(v, b, floor, best, budget, lnB, beam+own, held)
	}
}

// likely are candidates that beam others will hardly be better than: the one that
// looks best, or those that were tried last at this stage.
func (g *greedy) likely(v *level, first, beam int) []int {
	if beam == 1 {
		g.first[0] = first
		return g.first[:]
	}
	return v.trial[:min(beam, len(v.trial))]
}

// list adds candidates to v.trial whose rewards are above a score, until there are
// as many as wanted the best of them.
func (g *greedy) list(v *level, b *simd.Branch, above, best, budget, lnB float64, wanted, held int) {
	b.Refine(above)
	for i := 0; ; i++ {
		if i = g.above(b, i, above); i == g.t.size {
			break
		}
		if i == held {
			continue
		}
		q := g.reward(v, i, best, budget, lnB)
		if q <= above {
			continue
		}
		g.insert(v, i, q, wanted)
		if len(v.trial) == wanted {
			above = v.score[wanted-1]
		}
	}
}

// insert keeps v.trial sorted by score, and of two candidates of one mode only
// the better.
func (g *greedy) insert(v *level, i int, q float64, beam int) {
	p := g.t.point(i)
	for n, o := range v.trial {
		if !math.IsInf(v.score[n], 1) && candidates.Distance(p, g.t.point(o)) < candidates.Apart {
			if v.score[n] >= q {
				return
			}
			v.trial = append(v.trial[:n], v.trial[n+1:]...)
			v.score = append(v.score[:n], v.score[n+1:]...)
			break
		}
	}
	if len(v.trial) == beam {
		v.trial, v.score = v.trial[:beam-1], v.score[:beam-1]
	}
	n := len(v.trial)
	v.trial, v.score = append(v.trial, i), append(v.score, q)
	for n > 0 && v.score[n-1] < q {
		v.trial[n], v.score[n] = v.trial[n-1], v.score[n-1]
		n--
	}
	v.trial[n], v.score[n] = i, q
}
