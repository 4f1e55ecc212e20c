package model

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// The prior of β is N(0, 1) with both outputs measured in standard deviations:
// of fixed processes in those of f and g, of fitted ones in those of the data.
const (
	betaSpread = 1.0
	// leastEvidence is how much likelier the data must be, in logarithms, for
	// β ≠ 0 to be believed.
	leastEvidence = 0.0
	// leastLinked is the fewest evaluations with a value and a cost that say
	// anything of β.
	leastLinked = 3

	// The odds of fixed processes are summed over t = β√a_f/√a_g, as far as a
	// correlation of 0.99.
	linkFarthest, linkStep = 7.0, 0.02
)

// linked are the evaluations as g sees them.
type linked struct {
	x        []Unit
	lnz      []float64
	value    []float64 // observed, or believed where there is none
	variance []float64 // of that
	seen     []int     // the rows that have a value
}

// newLinked lines the evaluations up with what is known of f there.
func newLinked(d Data, lnz []float64, f *GP) linked {
	l := linked{x: d.X, lnz: lnz, value: make([]float64, len(d.X)), variance: make([]float64, len(d.X))}
	var ws Workspace
	for i, y := range d.Y {
		l.value[i] = y
		if math.IsNaN(y) {
			l.value[i], l.variance[i] = f.Predict(&ws, d.X[i])
			l.variance[i] += f.hyper.Noise
			continue
		}
		l.seen = append(l.seen, i)
	}
	return l
}

// only are the rows that have a value.
func (l linked) only() (x []Unit, lnz, value []float64) {
	for _, i := range l.seen {
		x, lnz, value = append(x, l.x[i]), append(lnz, l.lnz[i]), append(value, l.value[i])
	}
	return x, lnz, value
}

// fitLink returns how ln c follows f under the rule; nil where it does not, or
// too little is known.
func fitLink(ctx context.Context, d Data, lnz []float64, p *Pair, s PairSettings, warm *Link) (*Link, error) {
	// A prior of the cost replaces a dependence on values.
	if s.Joint == Separate || p.LogCost == nil || s.Joint == ByEvidence && s.thought() != nil {
		return nil, nil
	}
	rows := newLinked(d, lnz, p.Objective)
	var l Link
	var h Hyper
	var err error
	switch {
	case len(rows.seen) < leastLinked:
		return nil, nil
	case s.Cost.Fixed != nil:
		l, h, err = rows.fixed(p.Objective.hyper, *s.Cost.Fixed)
	default:
		l, h, err = rows.fitted(ctx, p, s.Cost, warm)
	}
	if err != nil || l.Beta == 0 || !finite(l.Beta) || s.Joint == ByEvidence && !(l.Evidence > leastEvidence) {
		return nil, err
	}
	return &l, l.complete(rows, p.Objective, h)
}

// complete conditions g, with hyperparameters h, and notes what of the noise of
// f is paid for.
func (l *Link) complete(rows linked, f *GP, h Hyper) (err error) {
	if l.Own, err = rows.own(l.Beta, h); err != nil {
		return fmt.Errorf("log-cost beyond the objective's part: %w", err)
	}
	if f.noisy {
		l.noise = f.hyper.Noise
	}
	return nil
}

// own conditions g, with hyperparameters h, on what is left of ln z.
func (l linked) own(beta float64, h Hyper) (*GP, error) {
	d, err := checkInputs(l.x)
	if err != nil {
		return nil, err
	}
	rest := make([]float64, len(l.lnz))
	for i, v := range l.lnz {
		rest[i] = v - beta*l.value[i]
	}
	if err := checkOutputs(rest, len(l.x), "y"); err != nil {
		return nil, err
	}
	o := plain(flatten(l.x, d), rest)
	if slices.ContainsFunc(l.variance, func(v float64) bool { return v > 0 }) {
		for _, v := range l.variance {
			o.share, o.known = append(o.share, 1), append(o.known, beta*beta*v)
		}
	}
	return condition(o, d, h)
}

// fixed finds β where the processes of f and ln c are given: g is what then
// remains of ln c, so that its spread is kept,
//
//	β = ρ√(a_c/a_f), a_g = (1 − ρ²)a_c, τ_g² = (1 − ρ²)τ_c², m_g = m_c − βm_f
//
// and with r = L⁻¹(ln z − m_c), e = √(a_c/a_f)·L⁻¹(y − m_f), 1 − ρ² = 1/(1 + t²)
//
//	ln p(t) = (n/2)ln(1 + t²) − ½((1 + t²)|r|² − 2t√(1 + t²)r·e + t²|e|²) − t²/2 + const
func (l linked) fixed(f, c Hyper) (Link, Hyper, error) {
	x, lnz, value := l.only()
	g, err := New(x, lnz, c)
	if err != nil {
		return Link{}, Hyper{}, err
	}
	unit := math.Sqrt(c.Variance / f.Variance)
	n := len(x)
	r, e := g.Innovations(), make([]float64, n)
	for i := range n {
		e[i] = unit * (value[i] - f.Mean)
	}
	g.chol.Forward(e)
	var rr, re, ee float64
	for i, v := range r {
		rr += v * v
		re += v * e[i]
		ee += e[i] * e[i]
	}
	density := func(t float64) float64 {
		q := t * t
		return 0.5*float64(n)*math.Log1p(q) - 0.5*(q*rr-2*t*math.Sqrt(1+q)*re+q*ee)
	}
	prior := func(t float64) float64 { return -t * t / (2 * betaSpread * betaSpread) }
	best, top := 0.0, 0.0 // at t = 0 both are 0
	odds := 0.0
	for i := -int(linkFarthest / linkStep); i <= int(linkFarthest/linkStep); i++ {
		t := float64(i) * linkStep
		v := density(t) + prior(t)
		if v > top {
			best, top = t, v
		}
		odds += math.Exp(math.Min(v, 700))
	}
	odds *= linkStep / (betaSpread * math.Sqrt(2*math.Pi))
	// The top of the parabola through the best point and its neighbours.
	after, before := density(best+linkStep)+prior(best+linkStep), density(best-linkStep)+prior(best-linkStep)
	bend := after - 2*top + before
	if bend < 0 {
		best -= linkStep * (after - before) / (2 * bend)
	}
	rho := best / math.Sqrt(1+best*best)
	out := Link{Beta: rho * unit, Evidence: math.Log(odds)}
	if bend < 0 { // ∂ρ/∂t = (1 + t²)^(−3/2)
		out.Sd = unit * math.Pow(1+best*best, -1.5) * linkStep / math.Sqrt(-bend)
	}
	h := c
	h.Scale = append([]float64(nil), c.Scale...)
	h.Mean -= out.Beta * f.Mean
	h.Variance /= 1 + best*best
	h.Noise /= 1 + best*best
	return out, h, nil
}

// fitted finds β together with g's hyperparameters: both maximise the posterior
// density. The odds are those of the best hyperparameters with β against the
// best without, β integrated over.
func (l linked) fitted(ctx context.Context, p *Pair, s Settings, warm *Link) (Link, Hyper, error) {
	x, lnz, value := l.only()
	d, err := checkInputs(x)
	if err != nil {
		return Link{}, Hyper{}, err
	}
	set := s.filled()
	set.settled = len(lnz) > carriedPoints
	mean, scale := Standardisation(lnz)
	meanF, scaleF := Standardisation(value)
	o := plain(flatten(x, d), lnz).standardised(mean, scale)
	// Without β the best are those of the log-cost's own process.
	alone := newLikelihood(ctx, o, d, set.Priors, set.Noisy, set.Choices)
	theta := pack(set.Choices.own(p.LogCost.hyper.standardised(mean, scale)))
	negative := alone.negative(theta, nil)
	for _, v := range value {
		o.follow = append(o.follow, (v-meanF)/scaleF)
	}
	before := p.LogCost
	if warm != nil {
		before = warm.Own
	}
	best, err := maximisePosterior(ctx, o, d, set, before, mean, scale)
	if err != nil {
		return Link{}, Hyper{}, err
	}
	unit := scale / scaleF
	out := Link{Beta: best.beta * unit, Sd: unit / math.Sqrt(best.precision)}
	out.Evidence = negative - best.negative + 0.5*math.Log(2*math.Pi/best.precision)
	h := best.Original(mean, scale)
	h.Mean -= out.Beta * meanF
	return out, h, nil
}
