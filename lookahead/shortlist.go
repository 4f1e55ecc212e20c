package lookahead

import (
	"math"

	"farsight/lookahead/candidates"
)

// shortlist fills v.trial with the held candidate and those of largest reward,
// beam in number, apart from each other: a beam must not spend itself on one mode.
func (g *greedy) shortlist(v *level, best, budget, lnB float64, beam, held int) {
	v.trial, v.score = v.trial[:0], v.score[:0]
	if held >= 0 {
		v.trial, v.score = append(v.trial, held), append(v.score, math.Inf(1))
		beam++
		if beam == 1 {
			return
		}
	}
	worst := -1.0
	if g.lambda > 0 {
		worst = math.Inf(-1)
	}
	b := g.onBranch(v.muF, v.muF, v.sdF, 0, best)
	if !g.t.known && g.t.beta >= 0 {
		b.MuC, b.RC, b.SdC, b.ZC, b.LnBudget = v.muC, v.muC, v.sdC, 0, lnB
		g.charge(b, v.varC, budget)
	}
	for i := 0; ; i++ {
		if i = b.Above(i, worst); i == g.t.size {
			break
		}
		if i == held {
			continue
		}
		q := g.reward(v, i, best, budget, lnB)
		if q <= worst {
			continue
		}
		g.insert(v, i, q, beam)
		if len(v.trial) == beam {
			worst = v.score[beam-1]
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
