package model

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"farsight/internal/linalg"
	"farsight/internal/stats"
)

// The posterior of a noisy output's true value, with unknown mean m, scale a, noise share and
// lengthscales. A fit uses their best values only, and its variance is far too small while there
// are few data. Here m is integrated over a flat prior and a over 1/a, both in closed form, which
// gives for each (ℓ, ρ = τ²/a), with V = R + D/a the correlations and the noise of N outputs in n
// rows, Student's t with N − 1 degrees of freedom:
//
//	f(xᵢ) ~ t(N−1; yᵢ − Dᵢαᵢ, S/(N−1) · [Dᵢ − Dᵢ²(V⁻¹)ᵢᵢ + Dᵢ²uᵢ²/1ᵀu]),  u = V⁻¹1, α = V⁻¹(y − m̂), S = (y − m̂)ᵀα
//	p(ℓ, ρ | y) ∝ p(ℓ) p(ρ) |V|^−½ (1ᵀu)^−½ S^−(N−1)/2
//
// Over ℓ and ρ it is summed: a mixture of t, by importance sampling from the prior and from around
// the mode. A single output, whose noise is unknown, has PriorInterval. Where the noise is
// known, a = D̄/κ with the prior of ρ for κ, and the parts are normal.

const (
	// The prior of ρ = τ²/a, LogNormal: noise of a fifth of the signal's standard deviation, give or take a factor of 6.
	// A narrower one calls noise as large as the signal impossible, and a few values do not say otherwise.
	shareLocation, shareSpread = -3, 3.5
	shareReach                 = 5 // standard deviations to either side that are looked at

	mixed     = 64  // draws from the prior, and as many from around the mode
	mostMixed = 150 // rows, beyond which the fitted hyperparameters are treated as known
	tailed    = 4   // degrees of freedom of the draws around the mode: their tails are heavier than the posterior's

	leastWeight = 1e-6 // of the heaviest part's

	modeSweeps, modeStep = 4, 0.25 // of the search for the mode, one coordinate after the other
)

// Interval returns a credible interval of probability level for the noiseless value at one of the
// data's points, under the model of settings s with fitted hyperparameters h. It reports false if
// the data do not determine the noise: a single value, or all values equal. Copies of one value at
// one point count once.
func (d Data) Interval(s Settings, h Hyper, at Unit, level float64) (low, high float64, ok bool) {
	x, y, known := distinct(d.valued())
	row := slices.IndexFunc(x, func(u Unit) bool { return samePlace(u, at) })
	dim, err := checkInputs(x)
	if err != nil || row < 0 {
		return 0, 0, false
	}
	if s.Fixed != nil {
		s.Noisy = true
		g, err := refit(context.Background(), x, y, known, s, nil)
		if err != nil {
			return 0, 0, false
		}
		var ws Workspace
		mean, variance := g.Predict(&ws, at)
		low, high = mixture{{1, mean, math.Sqrt(variance), math.Inf(1)}}.interval(level)
		return low, high, true
	}
	m, ok := newMarginal(x, y, known, dim, s, at)
	if !ok {
		return 0, 0, false
	}
	parts := m.mixture(h)
	if len(parts) == 0 {
		return 0, 0, false
	}
	low, high = parts.interval(level)
	return m.mean + m.scale*low, m.mean + m.scale*high, true
}

// PriorInterval is a rough 95 % interval where Interval has none: within twice its size of the only value. No interval from
// one value of unknown noise stays the same whatever the unit and the zero of values; this one relies on the zero. Where
// values scatter about 0 it holds in 93 %, where they are far from it in 99 %. It reports false for 0.
func PriorInterval(value float64) (low, high float64, ok bool) {
	half := 2 * math.Abs(value)
	return value - half, value + half, half > 0
}

// distinct leaves out copies.
func distinct(x []Unit, y, known []float64) (xs []Unit, ys, knowns []float64) {
	for i, v := range y {
		copied := false
		for j, w := range ys {
			copied = copied || v == w && samePlace(x[i], xs[j])
		}
		if copied {
			continue
		}
		xs, ys = append(xs, x[i]), append(ys, v)
		if known != nil {
			knowns = append(knowns, known[i])
		}
	}
	return xs, ys, knowns
}

// marginal is the posterior of θ = (ln ℓ…, ln ρ if any noise is unknown, ln κ if any is known), of standardised outputs.
type marginal struct {
	f                *likelihood
	o                observed
	preset           Preset
	choices          Choices
	mean, scale      float64 // of the outputs
	row              int     // the point asked for
	n                float64 // outputs
	unknown, isKnown bool
	base             float64 // mean of the known variances
	lower, upper     []float64
	e, w             []float64
}

func newMarginal(x []Unit, y, known []float64, dim int, s Settings, at Unit) (*marginal, bool) {
	mean, scale := Standardisation(y)
	isKnown := slices.ContainsFunc(known, func(v float64) bool { return v > 0 })
	constant := !slices.ContainsFunc(y, func(v float64) bool { return math.Abs(v-mean) > constantTolerance*math.Abs(mean) })
	switch {
	case constant && !isKnown:
		return nil, false
	case constant: // the noise is the only scale there is
		scale = math.Sqrt(slices.Max(known))
	}
	o := pooled(flatten(x, dim), y, known, dim, scale).standardised(mean, scale)
	m := &marginal{o: o, preset: s.Priors, choices: s.Choices, mean: mean, scale: scale, n: float64(len(y)), isKnown: isKnown}
	m.f = newLikelihood(context.Background(), o, dim, s.Priors, true, s.Choices)
	n := len(o.y)
	m.e, m.w = make([]float64, n), make([]float64, n)
	for i := range n {
		if samePlace(o.x[i*dim:i*dim+dim], at) {
			m.row = i
			break
		}
	}
	count := 0.0
	for i, share := range o.share {
		m.unknown = m.unknown || share > 0
		if share == 0 {
			m.base += o.known[i]
			count++
		}
	}
	if count > 0 {
		m.base /= count
	}
	for range m.f.d {
		m.lower, m.upper = append(m.lower, math.Log(minScale)), append(m.upper, math.Log(maxScale))
	}
	for _, is := range []bool{m.unknown, m.isKnown} {
		if is {
			m.lower, m.upper = append(m.lower, shareLocation-shareReach*shareSpread), append(m.upper, shareLocation+shareReach*shareSpread)
		}
	}
	return m, true
}

// part is one of a mixture of t distributions.
type part struct {
	weight     float64
	at, spread float64
	free       float64 // degrees of freedom; +Inf: normal
}

// scales are a and τ² at θ.
func (m *marginal) scales(theta []float64) (a, tau2 float64) {
	a = 1
	if m.isKnown {
		a = m.base * math.Exp(-theta[len(theta)-1])
	}
	if m.unknown {
		tau2 = a * math.Exp(theta[m.f.d])
	}
	return a, tau2
}

// at is the log density of θ but for a constant, and what is believed of the point there; −Inf where there is nothing.
func (m *marginal) at(theta []float64) (value float64, p part) {
	for i, v := range theta {
		if !(v >= m.lower[i] && v <= m.upper[i]) {
			return math.Inf(-1), part{}
		}
	}
	f := m.f
	a, tau2 := m.scales(theta)
	for c := range f.weight {
		f.weight[c] = math.Exp(-2 * theta[c])
	}
	f.fillKernel(a, tau2)
	if !f.k.Factorise() {
		return math.Inf(-1), part{}
	}
	copy(m.w, m.o.y)
	for i := range f.ones {
		f.ones[i], m.e[i] = 1, 0
	}
	m.e[m.row] = 1
	f.k.Forward(m.w)
	f.k.Forward(f.ones)
	f.k.Forward(m.e)
	one := linalg.Dot(f.ones, f.ones)
	mean := linalg.Dot(f.ones, m.w) / one
	s := 0.0
	for i := range m.w {
		m.w[i] -= mean * f.ones[i]
		s += m.w[i] * m.w[i]
	}
	noise := m.o.noise(m.row, tau2)
	u := linalg.Dot(m.e, f.ones)
	variance := noise - noise*noise*(linalg.Dot(m.e, m.e)-u*u/one)
	value = -f.k.LogDet() - 0.5*math.Log(one) + m.prior(theta)
	p = part{at: m.o.y[m.row] - noise*linalg.Dot(m.e, m.w), free: math.Inf(1)}
	if m.isKnown {
		within, _ := m.o.replicates(tau2)
		value += within - 0.5*s
	} else {
		p.free = m.n - 1
		s += m.o.squares / tau2
		value -= 0.5*m.o.free*math.Log(tau2) + 0.5*p.free*math.Log(s)
		variance *= s / p.free
	}
	p.spread = math.Sqrt(variance)
	if !finite(value) || !finite(p.at) || !(variance > 0) {
		return math.Inf(-1), part{}
	}
	return value, p
}

// prior is the log density of θ before the data: of the lengthscales the preset's, of ρ and κ their own.
func (m *marginal) prior(theta []float64) float64 {
	v := 0.0
	for i, t := range theta {
		if i < m.f.d {
			l, _ := m.preset.logScale(t, m.f.d)
			v += l + t // of ln ℓ
			continue
		}
		z := (t - shareLocation) / shareSpread
		v -= 0.5*z*z + math.Log(shareSpread*math.Sqrt(2*math.Pi))
	}
	return v
}

// mixture are the parts of which the posterior is made, from near the fitted hyperparameters h on.
func (m *marginal) mixture(h Hyper) mixture {
	theta := m.start(h)
	if len(m.o.y) > mostMixed {
		_, p := m.at(theta)
		if p.weight = 1; !(p.spread > 0) {
			return nil
		}
		return mixture{p}
	}
	width := m.mode(theta)
	rng := rand.New(rand.NewPCG(1, 1)) // always the same draws
	k := float64(len(theta))
	lg, _ := math.Lgamma((tailed + k) / 2)
	constant := lg - 0.5*k*math.Log(tailed*math.Pi) // Γ(tailed/2) = 1
	for _, w := range width {
		constant -= math.Log(w)
	}
	var parts mixture
	var lns []float64
	draw := make([]float64, len(theta))
	for i := range 2 * mixed {
		if i%2 == 0 {
			copy(draw, m.drawPrior(rng))
		} else {
			// √(ν/χ²ᵥ), of which χ²₄ is twice the sum of two exponentials.
			r := math.Sqrt(tailed / (2 * (rng.ExpFloat64() + rng.ExpFloat64())))
			for j := range draw {
				draw[j] = theta[j] + width[j]*r*rng.NormFloat64()
			}
		}
		value, p := m.at(draw)
		if math.IsInf(value, -1) {
			continue
		}
		sum := 0.0
		for j, t := range draw {
			z := (t - theta[j]) / width[j]
			sum += z * z
		}
		// Drawn from the mean of both densities.
		q := math.Exp(m.prior(draw)) + math.Exp(constant-0.5*(tailed+k)*math.Log(1+sum/tailed))
		parts, lns = append(parts, p), append(lns, value-math.Log(q))
	}
	return parts.weighed(lns)
}

// weighed gives each part its weight by the logarithm of that, and leaves out what weighs nothing.
func (m mixture) weighed(lns []float64) mixture {
	if len(lns) == 0 {
		return nil
	}
	most, total := slices.Max(lns), 0.0
	var out mixture
	for i, p := range m {
		if p.weight = math.Exp(lns[i] - most); p.weight > leastWeight {
			total += p.weight
			out = append(out, p)
		}
	}
	for i := range out {
		out[i].weight /= total
	}
	return out
}

// start is θ of fitted hyperparameters, within its bounds.
func (m *marginal) start(h Hyper) []float64 {
	var theta []float64
	for _, l := range m.choices.own(h).Scale {
		theta = append(theta, math.Log(l))
	}
	if m.unknown {
		theta = append(theta, math.Log(math.Max(h.Noise/h.Variance, math.SmallestNonzeroFloat64)))
	}
	if m.isKnown {
		theta = append(theta, math.Log(m.base*m.scale*m.scale/h.Variance))
	}
	return clamp(theta, m.lower, m.upper)
}

// mode moves θ to the top of the posterior, one coordinate after the other, each to the top of the parabola through three
// points, and returns how wide that is.
func (m *marginal) mode(theta []float64) []float64 {
	width := make([]float64, len(theta))
	here, _ := m.at(theta)
	for range modeSweeps {
		for i, t := range theta {
			width[i] = 1
			theta[i] = t - modeStep
			below, _ := m.at(theta)
			theta[i] = t + modeStep
			above, _ := m.at(theta)
			theta[i] = t
			bend := (2*here - below - above) / (modeStep * modeStep)
			if !finite(bend) {
				continue
			}
			step := math.Copysign(1, above-below)
			if bend > 1.0/9 { // else wider than any prior
				width[i] = 1 / math.Sqrt(bend)
				step = math.Max(-1, math.Min(1, (above-below)/(2*modeStep*bend)))
			} else {
				width[i] = 3
			}
			theta[i] = math.Min(m.upper[i], math.Max(m.lower[i], t+step))
			if there, _ := m.at(theta); there > here {
				here = there
			} else {
				theta[i] = t
			}
		}
	}
	return width
}

// drawPrior draws θ from its prior.
func (m *marginal) drawPrior(rng *rand.Rand) []float64 {
	theta := make([]float64, 0, len(m.lower))
	for _, l := range m.preset.Draw(m.f.d, rng).Scale {
		theta = append(theta, math.Log(l))
	}
	for len(theta) < len(m.lower) {
		theta = append(theta, shareLocation+shareSpread*rng.NormFloat64())
	}
	return theta
}

type mixture []part

// cdf is the chance to be at most v.
func (m mixture) cdf(v float64) float64 {
	sum := 0.0
	for _, p := range m {
		sum += p.weight * stats.StudentCDF((v-p.at)/p.spread, p.free)
	}
	return sum
}

// interval is the middle part of the mixture with a probability of level.
func (m mixture) interval(level float64) (low, high float64) {
	return m.quantile((1 - level) / 2), m.quantile((1 + level) / 2)
}

func (m mixture) quantile(q float64) float64 {
	low, high, reach := math.Inf(1), math.Inf(-1), 0.0
	for _, p := range m {
		low, high, reach = math.Min(low, p.at), math.Max(high, p.at), math.Max(reach, p.spread)
	}
	for range 200 {
		if m.cdf(low) <= q {
			break
		}
		low -= reach
		reach *= 2
	}
	for range 200 {
		if m.cdf(high) >= q {
			break
		}
		high += reach
		reach *= 2
	}
	for range 40 { // to a trillionth of the bracket
		middle := low + (high-low)/2
		if m.cdf(middle) < q {
			low = middle
		} else {
			high = middle
		}
	}
	return low + (high-low)/2
}
