package lookahead

import (
	"farsight/acquisition"
	"farsight/model"
)

// CandidateCache caches the candidates of a state for further searches: a price, or points beside
// the plain ones, change little. The zero value is ready; candidates of another state are dropped.
type CandidateCache struct {
	of      Candidates // but for its price
	points  []model.Unit
	moments []model.Moments
	scores  [][]float64          // of the points, by rule
	ends    map[climb]model.Unit // of climbs from the points
}

// wholeQ1 is the place of Q₁ at the whole budget among the rules.
const wholeQ1 = 2

// climb is one by a rule from a point.
type climb struct{ rule, start int }

// remembered is what is known of the plain points, which it finds if need be.
func (w Candidates) remembered() *CandidateCache {
	s := w.Cache
	if s == nil {
		s = new(CandidateCache)
	}
	w.Cache, w.Price = nil, 0
	if s.of == w {
		return s
	}
	points := make([]model.Unit, w.Spread)
	for i := range points {
		points[i] = make([]float64, w.Pair.Dim())
	}
	acquisition.Spread(points, w.Pair, w.Seed)
	w.allChoices(points)
	points = append(points, aroundIncumbent(w.Pair, w.Seed)...)
	points = append(points, besideKnown(w.Pair, w.Seed)...)
	points = append(points, nearStart(w.Pair, w.Seed)...)
	*s = CandidateCache{of: w, points: points, moments: w.Pair.MomentsEach(points), ends: make(map[climb]model.Unit)}
	return s
}

// scoresBy are the scores of the points by the k-th of the rules; k must increase by one.
func (s *CandidateCache) scoresBy(k int, rules []acquisition.Function) []float64 {
	if k == len(s.scores) {
		scores := make([]float64, len(s.points))
		pes, isPES := rules[k].(acquisition.EIPES)
		for i, m := range s.moments {
			if isPES && rules[wholeQ1] == acquisition.Function(pes.Q1) {
				scores[i] = pes.ByQ1(m, s.scores[wholeQ1][i])
			} else {
				scores[i], _ = rules[k].Eval(m)
			}
		}
		s.scores = append(s.scores, scores)
	}
	return s.scores[k]
}
