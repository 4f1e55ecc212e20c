package ceiling

import (
	"math"
	"math/rand/v2"

	"farsight/internal/sobol"
	"farsight/model"
	"farsight/policy"
)

// problem is a small discrete problem: choices of which some have been looked at.
type problem struct {
	costs []float64    // of all choices
	seen  []float64    // the values of the first choices
	scale []float64    // lengthscales, one a choice: the longer, the more it has in common with the others
	at    []model.Unit // where the choices are; nil: any two are 1 apart
	// lnCosts is the process of ln cost where costs have to be learned; nil: they are known.
	lnCosts *model.Hyper
}

// settings of a drawn problem and of what looks show. The zero value is the
// default.
type settings struct {
	Points int     // to look at; 0: defaultPoints
	seen   int     // choices that were looked at before; 0: defaultSeen
	Spread float64 // of the costs, e^{2·sd of ln c}, as on the map; 0: defaultSpread
	Nodes  int     // values that a look may show; 0: defaultNodes
}

const (
	defaultPoints = 6
	defaultSeen   = 2
	defaultSpread = 10
	defaultNodes  = 7
)

// filled is s with its defaults.
func (s settings) filled() settings {
	if s.Points == 0 {
		s.Points = defaultPoints
	}
	if s.seen == 0 {
		s.seen = defaultSeen
	}
	if s.Spread == 0 {
		s.Spread = defaultSpread
	}
	if s.Nodes == 0 {
		s.Nodes = defaultNodes
	}
	return s
}

// Lengthscales are drawn between these: almost equal neighbours (correlation 0.92) and almost
// independent points (0.01).
const shortest, longest = 0.3, 3

// noise of the model, beside a variance of 1: looks are exact, and matrices stay
// regular.
const noise = 1e-8

// drawProblem is the problem of a number: values have mean 0 and variance 1, the median
// cost is 1.
func drawProblem(number uint64, set settings) problem {
	set = set.filled()
	rng := rand.New(rand.NewPCG(sobol.Seed(number, sobol.Design, 0), 1))
	n := set.seen + set.Points
	p := problem{costs: make([]float64, n), scale: make([]float64, n)}
	for i := range n {
		p.costs[i] = math.Exp(math.Log(set.Spread) / 2 * rng.NormFloat64())
		p.scale[i] = shortest * math.Pow(longest/shortest, rng.Float64())
	}
	// The values of the choices seen, one given those before.
	b := p.prior()
	for i := range set.seen {
		y := b.mean[i] + b.sd(i)*rng.NormFloat64()
		p.seen = append(p.seen, y)
		b = b.look(i, y)
	}
	return p
}

// unit is a choice as a point of the cube.
func (p problem) unit(i int) model.Unit {
	u := make(model.Unit, len(p.costs))
	p.axis().Choose(u, i)
	return u
}

func (p problem) axis() model.Axis { return model.Axis{Choices: len(p.costs)} }

// hyper is the process that values come from.
func (p problem) hyper() model.Hyper {
	return model.Hyper{Variance: 1, Scale: p.scale, Noise: noise}
}

// first is what is believed when a run begins, with the incumbent.
func (p problem) first() (b belief, best float64) {
	b, best = p.prior(), math.Inf(-1)
	for i, y := range p.seen {
		b, best = b.look(i, y), math.Max(best, y)
	}
	return b, best
}

// situation is a state as policies see it.
func (p problem) situation(looks []look, left, total float64) (policy.Situation, error) {
	s := policy.Situation{Best: math.Inf(-1), Left: left, Total: total, Step: len(looks), Workers: 1, Point: func(u model.Unit) []float64 { return u }}
	var x []model.Unit
	var y []float64
	add := func(l look, initial bool) {
		x, y = append(x, p.unit(l.at)), append(y, l.value)
		s.Seen = append(s.Seen, policy.Seen{Value: l.value, Cost: p.costs[l.at], Initial: initial})
		s.Best = math.Max(s.Best, l.value)
	}
	for i, v := range p.seen {
		add(look{i, v}, true)
	}
	for _, l := range looks {
		add(l, false)
	}
	f, err := model.New(x, y, p.hyper())
	if err != nil {
		return s, err
	}
	axis := p.axis()
	s.Pair = &model.Pair{Objective: f, Known: func(u model.Unit) float64 { return p.costs[axis.Chosen(u)] }, Choices: model.Choices{axis}}
	return s, nil
}

// look is a choice and what it showed.
type look struct {
	at    int
	value float64
}
