package acquisition

import (
	"math/rand/v2"

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
	known   bool     // the moments are
	rng     rand.PCG // after the points were drawn
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
