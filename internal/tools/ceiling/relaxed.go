package ceiling

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"farsight/acquisition"
)

// An information relaxation bounds the optimum where dynamic programming is out of reach (Brown,
// Smith and Sun 2010). A clairvoyant, who knows the drawn values and costs, chooses the evaluations
// and is charged for the information: an evaluation brings its expected improvement within the
// budget, less the surprise in an approximate value v̂ of what remains,
//
//	W(S) = max over i of  Q₁(i | S) + E[v̂(S + i) | S] − v̂(S + i) + W(S + i)
//
// with S the choices that were looked at; after a look that does not fit v̂ and W are
// 0. The charge has mean 0 for every policy without that information. So E[W] is no less than
// the optimum, whatever v̂ is, and equals it where v̂ is the optimum's value. What is
// believed depends on S and not on its order, which leaves at most 2^points states.

// clairvoyant finds W of one draw.
type clairvoyant struct {
	p       problem
	values  []float64 // of all choices
	draw    uint64    // its number
	samples int       // behind E[v̂]
	known   map[uint]float64

	mean, sd, ln, lnSd []float64 // after a look: of the values and of the ln costs
	rate, chance       []float64 // of the choices that v̂ takes
	taken              []int
}

func newClairvoyant(p problem, values []float64, draw uint64, samples int) *clairvoyant {
	c := &clairvoyant{p: p, values: values, draw: draw, samples: samples, known: map[uint]float64{}}
	for _, room := range []*[]float64{&c.mean, &c.sd, &c.ln, &c.lnSd, &c.rate, &c.chance} {
		*room = make([]float64, len(p.costs))
	}
	return c
}

// bound is W at the beginning.
func (c *clairvoyant) bound(budget float64) float64 {
	b, best := c.p.first()
	return c.from(b, c.p.firstCosts(), best, budget, c.p.seenFirst())
}

// from is W(S). Stopping while something may fit gains nothing and is not considered.
func (c *clairvoyant) from(b, ln belief, best, left float64, seen uint) float64 {
	if w, ok := c.known[seen]; ok {
		return w
	}
	w := math.Inf(-1)
	for i, cost := range c.p.costs {
		if seen>>i&1 == 1 || ln.fits(i, left) < 1e-6 {
			continue
		}
		v, after, lnAfter := c.look(b, ln, i, best, left, seen)
		if c.p.affordable(i, left, seen) {
			v += c.from(after, lnAfter, math.Max(best, c.values[i]), left-cost, seen|1<<i)
		}
		w = math.Max(w, v)
	}
	if math.IsInf(w, -1) {
		w = 0
	}
	c.known[seen] = w
	return w
}

// look is what a look at i brings less its charge, and what is believed afterwards.
func (c *clairvoyant) look(b, ln belief, i int, best, left float64, seen uint) (v float64, after, lnAfter belief) {
	after, lnAfter = b.look(i, c.values[i]), ln.look(i, math.Log(c.p.costs[i]))
	for j := range c.sd {
		c.sd[j], c.lnSd[j] = math.Max(after.sd(j), 1e-6), lnAfter.sd(j)
	}
	v = b.gain(i, best)*ln.fits(i, left) + c.expected(b, ln, i, best, left, seen|1<<i)
	if c.p.affordable(i, left, seen) {
		v -= c.remains(after.mean, lnAfter.mean, math.Max(best, c.values[i]), left-c.p.costs[i], seen|1<<i)
	}
	return v, after, lnAfter
}

// follow is what a rule brings that is no clairvoyant and is charged like one: its mean is that of its improvement, and
// no draw has more than W.
func (c *clairvoyant) follow(choose func(b, ln belief, best, left float64, seen uint) int, left float64) (sum float64) {
	b, best := c.p.first()
	ln := c.p.firstCosts()
	for seen := c.p.seenFirst(); ; {
		i := choose(b, ln, best, left, seen)
		if i < 0 {
			return sum
		}
		v, after, lnAfter := c.look(b, ln, i, best, left, seen)
		if sum += v; !c.p.affordable(i, left, seen) {
			return sum
		}
		b, ln, best = after, lnAfter, math.Max(best, c.values[i])
		left -= c.p.costs[i]
		seen |= 1 << i
	}
}

// expected is an estimate of E[v̂] after an evaluation of i, by a Latin hypercube of values and
// costs. It is unbiased, so that the bound holds; a quadrature with a small error would not do.
func (c *clairvoyant) expected(b, ln belief, i int, best, left float64, seen uint) (sum float64) {
	rng := rand.New(rand.NewPCG(c.draw<<8|uint64(i), uint64(seen)))
	n := float64(c.samples)
	order := rng.Perm(c.samples)
	for k := range c.samples {
		z := mathext.NormalQuantile((float64(k) + rng.Float64()) / n)
		lnZ := mathext.NormalQuantile((float64(order[k]) + rng.Float64()) / n)
		rest := left - math.Exp(ln.mean[i]+ln.sd(i)*lnZ)
		if rest <= 0 {
			continue
		}
		b.shift(c.mean, i, z)
		ln.shift(c.ln, i, lnZ)
		sum += c.remains(c.mean, c.ln, math.Max(best, c.mean[i]), rest, seen) / n
	}
	return sum
}

// shift are the means after a look at i that shows a value z standard deviations from what is expected.
func (b belief) shift(dst []float64, i int, z float64) {
	e := b.sd(i) * z / (b.cov[i*b.n+i] + noise)
	for j := range dst {
		dst[j] = b.mean[j] + b.cov[i*b.n+j]*e
	}
}

// fits is the chance that a choice of a believed ln cost fits the budget.
func (b belief) fits(i int, left float64) float64 { return fits(b.mean[i], b.sd(i), left) }

func fits(ln, sd, left float64) float64 {
	switch room := math.Log(left*(1+tolerance)) - ln; {
	case sd > 1e-3:
		return acquisition.CDF(room / sd)
	case room >= 0:
		return 1
	}
	return 0
}

// remainsParts of the integral in remains.
const remainsParts = 12

// remains is v̂: what the choices K of the largest rates that the budget is expected to pay for would bring together if
// they were independent,
//
//	E[max(0, max over K of f − f*)] = ∫ from f* of 1 − Π (1 − p(1 − Φ((t − μ)/σ))) dt
//
// with p the chance that a choice fits after those before it.
func (c *clairvoyant) remains(mean, ln []float64, best, left float64, seen uint) float64 {
	for j := range c.rate {
		if c.rate[j] = 0; seen>>j&1 == 0 {
			c.rate[j] = acquisition.EI(mean[j], c.sd[j], best) * fits(ln[j], c.lnSd[j], left) / acquisition.Spending(ln[j], c.lnSd[j], left).Value
		}
	}
	c.taken = c.taken[:0]
	high := best
	for left > 0 {
		at := floats.MaxIdx(c.rate)
		if c.rate[at] <= 0 {
			break
		}
		c.rate[at] = 0
		chance := fits(ln[at], c.lnSd[at], left)
		if chance < 0.05 {
			continue
		}
		c.chance[len(c.taken)] = chance
		c.taken = append(c.taken, at)
		left -= acquisition.Spending(ln[at], c.lnSd[at], left).Value
		high = math.Max(high, mean[at]+4*c.sd[at])
	}
	h, sum := (high-best)/remainsParts, 0.0
	for k := range remainsParts {
		t, none := best+(float64(k)+0.5)*h, 1.0
		for n, j := range c.taken {
			none *= 1 - c.chance[n]*acquisition.CDF((mean[j]-t)/c.sd[j])
		}
		sum += (1 - none) * h
	}
	return sum
}
