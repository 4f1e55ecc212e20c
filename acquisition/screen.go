package acquisition

import (
	"math"
	"math/rand/v2"
	"slices"

	"farsight/model"
)

// Screen caches what consecutive maximisations of several functions share: the points they screen
// and the posterior there. The zero value is ready; a screen of another pair is recomputed.
type Screen struct {
	pair    *model.Pair
	n       int
	seed    uint64
	points  []model.Unit
	moments []model.Moments
	known   bool      // the moments are
	q1      Function  // Q₁ whose scores are shared
	scores  []float64 // those, NaN where they are unknown; nil: none are
	rng     rand.PCG  // after the points were drawn

	workers []worker // what they work with
	ranking ranking
}

// begin computes the points to screen and the posterior p there.
func (s *Screen) begin(p *model.Pair, n int, seed uint64) {
	if s.pair == p && s.n == n && s.seed == seed {
		return
	}
	rng := rand.NewPCG(seed, startStream)
	points := rawStarts(p, n, seed, rand.New(rng))
	for _, x := range points {
		p.Choices.Snap(x)
	}
	*s = Screen{pair: p, n: n, seed: seed, points: points, moments: make([]model.Moments, len(points)), rng: *rng, workers: s.workers, ranking: s.ranking}
}

// lend hands out so many workers, who have evaluated nothing yet.
func (s *Screen) lend(n int) []worker {
	if len(s.workers) != n {
		s.workers = make([]worker, n)
	}
	for i := range s.workers {
		s.workers[i].evaluations = 0
	}
	return s.workers
}

// share caches the scores of Q₁, from which those of EI-PES are computed.
func (s *Screen) share(r Function) {
	if q1 := inside(r); q1 != nil && s.q1 != q1 {
		s.q1, s.scores = q1, slices.Repeat([]float64{math.NaN()}, len(s.points))
	}
}

// inside is the Q₁ that r is, or is made of; nil: it is neither.
func inside(r Function) Function {
	switch r := r.(type) {
	case Q1:
		return r
	case EIPES:
		return r.Q1
	}
	return nil
}

// scoring is r's score of the i-th point, by that of Q₁ if it is shared; NaN counts as worthless.
func (s *Screen) scoring(r Function) func(i int) float64 {
	if q1 := inside(r); q1 == nil || s.q1 != q1 {
		return func(i int) float64 { return scoreOf(r, s.moments[i]) }
	}
	pes, isPES := r.(EIPES)
	return func(i int) float64 {
		if math.IsNaN(s.scores[i]) {
			s.scores[i] = scoreOf(s.q1, s.moments[i])
		}
		if isPES {
			return worth(pes.ByQ1(s.moments[i], s.scores[i]))
		}
		return s.scores[i]
	}
}

// without is the screen for p, which is whole without costs, as far as it is known.
func (s *Screen) without(whole, p *model.Pair) *Screen {
	if p == whole || s.pair != whole || !s.known || whole.Moves() {
		return s
	}
	c := *s
	c.pair, c.moments = p, make([]model.Moments, len(s.moments))
	for i, m := range s.moments {
		c.moments[i] = model.Moments{MuF: m.MuF, SdF: m.SdF, LnW: m.LnW} // ln 1 = 0
	}
	return &c
}
