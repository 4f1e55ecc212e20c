package model

import (
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/internal/lbfgsb"
)

// Noise of several kinds. An output may come with the variance of its own noise; which then
// replaces the fitted τ². Outputs of a noisy process that were observed at one place are pooled:
// their mean has the variance τ²/n, which leaves the posterior as it is, and their information
// about the noise enters the likelihood separately.

const (
	// noisyCeiling is the most the noise variance of a noisy process may be, standardised: then all is noise.
	noisyCeiling = 1
	// The prior of a noisy process's noise variance, LogNormal: a standard deviation of 0.37 of the outputs', give or
	// take a factor of two. The usual starts are near the two ends of that.
	noisyLocation, noisySpread    = -2, 1.5
	noisyStartLow, noisyStartHigh = 0.01, 0.3

	knownFloor  = 1e-6 // the least a known variance counts for, standardised: it keeps the factor sound
	evidenceSds = 6    // how far replicates must differ beyond the ceiling, in standard deviations of their χ²

	ceilingEvidence = 3   // of log posterior density, which a noise above its ceiling must gain
	mostCrowded     = 100 // outputs it is looked at for: a refit of more takes its time

	minSd, maxSd = 1 / MaxOutput, MaxOutput // of a known noise: its square is a number
)

// CheckSd says why sd is no standard deviation of a known noise.
func CheckSd(sd float64) error {
	switch {
	case !(sd > 0) || math.IsInf(sd, 0):
		return fmt.Errorf("must be positive and finite")
	case sd < minSd || sd > maxSd:
		return fmt.Errorf("must be between %v and %v: express it in another unit", minSd, maxSd)
	}
	return nil
}

// observed are the outputs a process is conditioned on, one for each place and kind of noise: row i has the noise
// variance share·τ² + known. Both are nil where every row has τ².
type observed struct {
	x, y         []float64
	share, known []float64
	follow       []float64 // what the outputs follow, standardised; nil: nothing

	// The information of replicates about the noise: ln N(0, τ²) of their deviations from the mean.
	free    float64 // Σ(n − 1)
	squares float64 // Σ(y − ȳ)²
	lnCount float64 // Σ ln n
	within  float64 // log density of the deviations whose noise is known
}

// observed are the outputs as the settings take them.
func (s *Settings) observed(x []Unit, y, known []float64, d int, scale float64) observed {
	flat := flatten(x, d)
	if s.Noisy {
		return pooled(flat, y, known, d, scale)
	}
	o := plain(flat, append([]float64(nil), y...))
	if !slices.ContainsFunc(known, func(v float64) bool { return v > 0 }) {
		return o
	}
	for _, v := range known { // of the prior of costs
		share := 1.0
		if v > 0 {
			share, v = 0, math.Max(v, knownFloor*scale*scale)
		}
		o.share, o.known = append(o.share, share), append(o.known, v)
	}
	return o
}

// valued are the rows that have a value, and the known variances of their noise; none where none is listed.
func (d Data) valued() (x []Unit, y, known []float64) {
	for i, v := range d.Y {
		if math.IsNaN(v) {
			continue
		}
		x, y = append(x, d.X[i]), append(y, v)
		if d.Noise != nil {
			known = append(known, d.Noise[i])
		}
	}
	return x, y, known
}

// Noisy reports whether the values are treated as noisy under the settings of their process: the
// settings are noisy, the noise of a value is known, or replicates differ too much.
func (d Data) Noisy(s Settings) bool {
	x, y, known := d.valued()
	return s.Noisy || slices.ContainsFunc(known, func(v float64) bool { return v > 0 }) || s.contradicted(x, y)
}

// contradicted reports whether replicates among the outputs differ by more than the ceiling of the
// noise allows. An explicit ceiling is respected, and so is a fixed process.
func (s *Settings) contradicted(x []Unit, y []float64) bool {
	if s.Fixed != nil || s.NoiseMax != 0 || len(x) == 0 {
		return false
	}
	d, err := checkInputs(x)
	if err != nil || checkOutputs(y, len(x), "y") != nil {
		return false // the fit reports it
	}
	_, scale := Standardisation(y)
	o := pooled(flatten(x, d), y, nil, d, scale)
	return o.apart(s.filled().NoiseMax * scale * scale)
}

// starts are the usual starts of a fit in dimension d.
func (s *Settings) starts(d int) []Hyper {
	h := s.Priors.start(d)
	if !s.Noisy {
		return []Hyper{h}
	}
	low, high := h, h
	low.Noise, high.Noise = noisyStartLow, noisyStartHigh
	return []Hyper{low, high}
}

// crowded reports whether a fit of the outputs, standardised and d inputs each, would be better by far if the noise had no
// bound but that of noisy outputs; value is minus the log posterior density of the fit there is. It takes as long as a
// refit.
func (s Settings) crowded(o observed, d int, value float64) bool {
	if s.Noisy || s.NoiseMax >= noisyCeiling || len(o.y) > mostCrowded {
		return false
	}
	s.NoiseMax = noisyCeiling
	f := newLikelihood(context.Background(), o, d, s.Priors, false, s.Choices)
	lower, upper := searchBox(f.d, s)
	s.Noisy = true // its starts
	var m lbfgsb.Minimizer
	for _, h := range s.starts(f.d) {
		r, err := m.Minimize(f.ctx, clamp(pack(h), lower, upper), lower, upper, f.negative, fitSettings)
		if err == nil && r.F < value-ceilingEvidence {
			return true
		}
	}
	return false
}

// plain are outputs that all have the noise τ².
func plain(x, y []float64) observed { return observed{x: x, y: y} }

// pooled are the outputs of a noisy process. Known variances are in the units of y², 0 or no list: unknown; scale is
// that of the outputs.
func pooled(x []float64, y, known []float64, d int, scale float64) observed {
	var o observed
	type group struct {
		n, precision, mean, squares float64
	}
	var groups []group
	var rows []int // of each group, the first
	at := func(i int) float64 {
		if known == nil || known[i] == 0 {
			return 0
		}
		return math.Max(known[i], knownFloor*scale*scale)
	}
	find := func(i int) int {
		for g, r := range rows {
			if (at(r) > 0) == (at(i) > 0) && samePlace(x[r*d:r*d+d], x[i*d:i*d+d]) {
				return g
			}
		}
		groups, rows = append(groups, group{}), append(rows, i)
		return len(rows) - 1
	}
	for i, v := range y {
		g := &groups[find(i)]
		p := 1.0
		if k := at(i); k > 0 {
			p = scale * scale / k // of size 1, whatever the units
			o.within -= 0.5 * math.Log(2*math.Pi*k)
		}
		// Means and squares as they come (West): no large numbers cancel.
		g.n++
		g.precision += p
		step := v - g.mean
		g.mean += step * p / g.precision
		g.squares += p * step * (v - g.mean)
	}
	for g, s := range groups {
		i := rows[g]
		o.x, o.y = append(o.x, x[i*d:i*d+d]...), append(o.y, s.mean)
		if at(i) > 0 {
			v := scale * scale / s.precision
			o.share, o.known = append(o.share, 0), append(o.known, v)
			o.within += 0.5*math.Log(2*math.Pi*v) - 0.5*s.squares/(scale*scale)
			continue
		}
		o.share, o.known = append(o.share, 1/s.n), append(o.known, 0)
		o.free += s.n - 1
		o.squares += s.squares
		o.lnCount += math.Log(s.n)
	}
	return o
}

func samePlace(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// standardised are the outputs as (y − mean)/scale.
func (o observed) standardised(mean, scale float64) observed {
	s := observed{x: o.x, share: o.share, free: o.free, squares: o.squares / (scale * scale), lnCount: o.lnCount}
	for _, v := range o.y {
		s.y = append(s.y, (v-mean)/scale)
	}
	for _, k := range o.known {
		s.known = append(s.known, k/(scale*scale))
	}
	return s
}

// noise is the variance of row i where the fitted one is τ².
func (o *observed) noise(i int, tau2 float64) float64 {
	if o.share == nil {
		return tau2
	}
	return tau2*o.share[i] + o.known[i]
}

// replicates is the log density of what replicates deviate from their means, and its derivative by ln τ²:
//
//	−½ Σ(n−1) ln 2πτ² − ½ Σ ln n − Σ(y − ȳ)²/2τ²
func (o *observed) replicates(tau2 float64) (v, dv float64) {
	if o.free == 0 {
		return 0, 0
	}
	return -0.5*o.free*math.Log(2*math.Pi*tau2) - 0.5*o.lnCount - o.squares/(2*tau2), -0.5*o.free + o.squares/(2*tau2)
}

// next is the noise expected of another output where no row's is fitted: the mean of the known ones; 0 where any is.
func (o *observed) next() float64 {
	sum := 0.0
	for i, k := range o.known {
		if o.share[i] > 0 {
			return 0
		}
		sum += k
	}
	return sum / float64(max(1, len(o.known)))
}

// apart reports whether replicates of unknown noise differ by more than a noise of the given variance can explain: the
// sum of their squares is χ² with Σ(n−1) degrees of freedom.
func (o *observed) apart(tau2 float64) bool {
	return o.free > 0 && o.squares > tau2*(o.free+evidenceSds*math.Sqrt(2*o.free))
}

// observe takes over the noise of what was observed.
func (g *GP) observe(o observed) {
	if o.share == nil {
		return
	}
	g.noise = make([]float64, len(o.y))
	for i := range g.noise {
		g.noise[i] = o.noise(i, g.hyper.Noise)
	}
	v, _ := o.replicates(g.hyper.Noise)
	g.within = v + o.within
}

// taken notes how the outputs were taken.
func (g *GP) taken(noisy bool) *GP {
	if g != nil {
		g.noisy = noisy
	}
	return g
}

// Noisy reports whether the outputs were treated as noisy: the settings were noisy, noise was
// known, or replicates differed. The best observed value is then no estimate of the best true one.
func (g *GP) Noisy() bool { return g.noisy }

// Crowded reports whether the data look noisier than the ceiling of the noise allows: a fit without it would be better by
// far. It is found out when first asked for.
func (g *GP) Crowded() bool { return g.crowded != nil && g.crowded() }

// Believed is the posterior mean at the i-th input, by α = (K + D)⁻¹(y − m) with D the noise:
//
//	μ(xᵢ) = yᵢ − Dᵢαᵢ
func (g *GP) Believed(i int) float64 { return g.y[i] - (g.noiseAt(i)+g.jitter)*g.alpha[i] }

func (g *GP) noiseAt(i int) float64 {
	if g.noise == nil {
		return g.hyper.Noise
	}
	return g.noise[i]
}

// Held is the incumbent's index and its value: the best output, or of noisy ones the best believed.
//
//	f* = max yᵢ, or max μ(xᵢ)
func (g *GP) Held() (at int, value float64) {
	value = math.Inf(-1)
	for i := range g.y {
		if v := g.Worth(i); v > value {
			at, value = i, v
		}
	}
	return at, value
}

// Worth is what the i-th input is taken to be worth: its output, or if outputs are noisy what is believed of it.
func (g *GP) Worth(i int) float64 {
	if g.noisy {
		return g.Believed(i)
	}
	return g.y[i]
}
