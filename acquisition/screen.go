package acquisition

import (
	"math"
	"math/rand/v2"
	"slices"

	"farsight/model"
)

// Screen is what maximisations of several functions begin with in common, one after the other: the points they screen,
// and what is believed there. The zero value is ready; what does not fit it is made anew.
type Screen struct {
	pair    *model.Pair
	n       int
	seed    uint64
	points  []model.Unit
	moments []model.Moments
	known   bool      // the moments are
	q1      Q1        // whose scores are shared
	scores  []float64 // those, NaN where they are unknown; nil: none are
	rng     rand.PCG  // after the points were drawn
}

// begin has it hold the points to screen where p is believed.
func (s *Screen) begin(p *model.Pair, n int, seed uint64) {
	if s.pair == p && s.n == n && s.seed == seed {
		return
	}
	rng := rand.NewPCG(seed, startStream)
	points := rawStarts(p, n, seed, rand.New(rng))
	for _, x := range points {
		p.Choices.Snap(x)
	}
	*s = Screen{pair: p, n: n, seed: seed, points: points, moments: make([]model.Moments, len(points)), rng: *rng}
}

// share has it remember the scores of Q₁, of which those of EI-PES are made.
func (s *Screen) share(r Function) {
	if q1, ok := inside(r); ok && (s.scores == nil || s.q1 != q1) {
		s.q1, s.scores = q1, slices.Repeat([]float64{math.NaN()}, len(s.points))
	}
}

// inside is the Q₁ that r is, or is made of.
func inside(r Function) (q1 Q1, ok bool) {
	switch r := r.(type) {
	case Q1:
		return r, true
	case EIPES:
		return r.Q1, true
	}
	return Q1{}, false
}

// score is r's of the i-th point; NaN counts as worthless.
func (s *Screen) score(r Function, i int) float64 {
	m := s.moments[i]
	q1, ok := inside(r)
	if !ok || s.scores == nil || s.q1 != q1 {
		return scoreOf(r, m)
	}
	if math.IsNaN(s.scores[i]) {
		s.scores[i] = scoreOf(q1, m)
	}
	if pes, ok := r.(EIPES); ok {
		return worth(pes.ByQ1(m, s.scores[i]))
	}
	return s.scores[i]
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
