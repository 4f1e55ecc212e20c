package model

import (
	"context"
	"math"

	"farsight/internal/linalg"
)

// likelihood evaluates the log posterior density of the hyperparameters of
// standardised data, and its gradient, without allocating.
//
// The variables are θ = (ln ℓ₁ … ln ℓ_d, ln a, ln τ²). The constant mean has no
// prior and is maximised in closed form, m = 1ᵀK⁻¹y / 1ᵀK⁻¹1, so by the
// envelope theorem the gradient in θ needs no term for it. Outputs that follow
// others have the mean m + βe instead, with β ~ N(0, betaSpread²), and the same
// holds for β.
type likelihood struct {
	n, d   int // observations and lengthscales
	preset Preset
	y      []float64
	noise  *observed   // which noise each row has
	noisy  bool        // by the prior of noisy outputs
	gaps   [][]float64 // 5(xᵢ − x_j)² per lengthscale and pair i > j

	k, spare    linalg.Lower // K, its factor, and K⁻¹ in the same place; what inverting needs
	slope       []float64    // −(a/3)(1+r)e⁻ʳ per pair
	pairs       []float64    // some of them, of those rows that are near
	alpha, ones []float64
	weight      []float64 // 1/ℓ²
	unused      []float64 // an unused gradient
	mean        float64

	follow, white   []float64       // e, and L⁻¹e; nil: nothing is followed
	beta, precision float64         // β, and one over its variance given θ
	ctx             context.Context // ends when the result is not needed any more
}

func newLikelihood(ctx context.Context, o observed, inputs int, preset Preset, noisy bool, choices Choices) *likelihood {
	x, y, n := o.x, o.y, len(o.y)
	tied, d := choices.tied(inputs)
	pairs := n * (n - 1) / 2
	f := &likelihood{
		n: n, d: d, preset: preset, y: y, noise: &o, noisy: noisy, ctx: ctx,
		gaps: make([][]float64, d),
		k:    linalg.NewLower(n), spare: linalg.Spare(n), slope: make([]float64, pairs), pairs: make([]float64, min(pairs, nearPairs+n)),
		alpha: make([]float64, n), ones: make([]float64, n), weight: make([]float64, d), unused: make([]float64, d+2),
		follow: o.follow, white: make([]float64, len(o.follow)),
	}
	for c := range f.gaps {
		f.gaps[c] = make([]float64, pairs)
	}
	for c, scale := range tied {
		p := 0
		for i := range n {
			for j := range i {
				g := x[i*inputs+c] - x[j*inputs+c]
				f.gaps[scale][p] += 5 * g * g
				p++
			}
		}
	}
	return f
}

// negative returns minus the log posterior density at θ and writes minus its
// gradient, unless grad is nil: that is two thirds of the work. It returns +Inf
// where the kernel matrix has no factor, and when the work is given up: with a
// thousand points each step takes its time.
func (f *likelihood) negative(theta, grad []float64) float64 {
	d := f.d
	a, noise := math.Exp(theta[d]), math.Exp(theta[d+1])
	for c := range f.weight {
		f.weight[c] = math.Exp(-2 * theta[c])
	}
	f.fillKernel(a, noise)
	if f.ctx.Err() != nil || !f.k.Factorise() {
		return math.Inf(1)
	}
	f.profileMean()

	// ln p(y) = −½(y−m)ᵀα − Σ ln L_ii − (n/2) ln 2π
	q := 0.0
	for i, v := range f.y {
		q += (v - f.mean) * f.alpha[i]
	}
	for i, e := range f.follow {
		q -= f.beta * e * f.alpha[i]
	}
	value := -0.5*q - f.k.LogDet() - 0.5*float64(f.n)*math.Log(2*math.Pi)

	if grad == nil {
		grad = f.unused
	} else {
		if f.ctx.Err() != nil {
			return math.Inf(1)
		}
		f.k.Invert(f.spare)
		f.likelihoodGradient(noise, q, grad)
	}

	// Priors, on the hyperparameters themselves.
	for c := range d {
		v, dv := f.preset.logScale(theta[c], d)
		value += v
		grad[c] += dv
	}
	v, dv := f.preset.logVariance(theta[d])
	value += v
	grad[d] += dv
	v, dv = f.preset.logNoise(theta[d+1], f.noisy)
	value += v
	grad[d+1] += dv

	v, dv = f.noise.replicates(noise)
	value += v
	grad[d+1] += dv

	if f.follow != nil {
		t := f.beta / betaSpread
		value -= 0.5*t*t + math.Log(betaSpread) + 0.5*math.Log(2*math.Pi)
	}

	for i := range grad {
		grad[i] = -grad[i]
	}
	return -value
}

// nearPairs is how many pairs are computed with before the next: theirs stay in the
// first cache, where all would be read from memory for every operation.
const nearPairs = 1024

// eachRows calls do with rows from up to to, nearPairs or more pairs at a time, the
// first of which is p.
func (f *likelihood) eachRows(do func(from, to, p, end int)) {
	p := 0
	for from := 0; from < f.n; {
		to, end := from, p
		for to < f.n && end-p < nearPairs {
			end += to
			to++
		}
		do(from, to, p, end)
		from, p = to, end
	}
}

// fillKernel writes K + D into k and the slopes of its pairs.
func (f *likelihood) fillKernel(a, noise float64) {
	f.eachRows(func(from, to, p, end int) {
		pairs := f.pairs[:end-p]
		clear(pairs)
		for c, gaps := range f.gaps {
			linalg.Axpy(pairs, f.weight[c], gaps[p:end])
		}
		linalg.Matern(pairs, f.slope[p:end], a)
		for i := from; i < to; i++ {
			row := f.k[i]
			pairs = pairs[copy(row[:i], pairs):]
			row[i] = a + f.noise.noise(i, noise)
		}
	})
}

// profileMean sets the best constant mean and α = K⁻¹(y − m).
func (f *likelihood) profileMean() {
	copy(f.alpha, f.y)
	for i := range f.ones {
		f.ones[i] = 1
	}
	f.k.Forward(f.alpha)
	f.k.Forward(f.ones)
	// 1ᵀK⁻¹y and 1ᵀK⁻¹1 from the whitened vectors.
	f.mean = linalg.Dot(f.ones, f.alpha) / linalg.Dot(f.ones, f.ones)
	if f.follow != nil {
		f.profileSlope()
	}
	for i := range f.alpha {
		f.alpha[i] -= f.mean * f.ones[i]
	}
	f.k.Backward(f.alpha)
}

// profileSlope sets the best β, the mean that belongs to it, and takes the part
// that follows out of the whitened outputs: with e less its own best mean,
//
//	β = e·y/(e·e + 1/betaSpread²)
func (f *likelihood) profileSlope() {
	copy(f.white, f.follow)
	f.k.Forward(f.white)
	one := linalg.Dot(f.ones, f.ones)
	share := linalg.Dot(f.ones, f.white) / one
	var ey, ee float64
	for i, v := range f.white {
		e := v - share*f.ones[i]
		ey += e * f.alpha[i]
		ee += e * e
	}
	f.precision = ee + 1/(betaSpread*betaSpread)
	f.beta = ey / f.precision
	for i, v := range f.white {
		f.alpha[i] -= f.beta * v
	}
	f.mean = linalg.Dot(f.ones, f.alpha) / one
}

// likelihoodGradient writes ½ tr((ααᵀ − K⁻¹) ∂K/∂θ) for each θ:
//
//	∂k/∂ln ℓ_c = (a/3)(1 + r)e⁻ʳ · 5Δ_c²/ℓ_c², ∂K/∂ln τ² = τ²·share
//
// and for ln a by homogeneity: tr((ααᵀ−K⁻¹)K₀) with K₀ = K − D, which needs
// only q = (y−m)ᵀα, n, and the diagonals of ααᵀ and K⁻¹.
func (f *likelihood) likelihoodGradient(noise, q float64, grad []float64) {
	d := f.d
	trace, aa := 0.0, 0.0
	clear(grad[:d])
	f.eachRows(func(from, to, p, end int) {
		at := 0
		for i := from; i < to; i++ {
			row, ai := f.k[i], f.alpha[i]
			// (ααᵀ − K⁻¹)_ij
			linalg.Blend(f.pairs[at:at+i], ai, f.alpha, -1, row)
			at += i
			trace += row[i]
			aa += ai * ai
		}
		linalg.Weigh(f.pairs[:at], f.slope[p:end])
		for c, gaps := range f.gaps {
			// The pair (i,j) counts twice, halved by the ½; the slope is negative.
			grad[c] -= f.weight[c] * linalg.Dot(f.pairs[:at], gaps[p:end])
		}
	})
	if f.noise.share == nil {
		grad[d] = 0.5 * (q - float64(f.n) - noise*(aa-trace))
		grad[d+1] = 0.5 * noise * (aa - trace)
		return
	}
	fitted, all := 0.0, 0.0
	for i, row := range f.k {
		t := f.alpha[i]*f.alpha[i] - row[i]
		fitted += noise * f.noise.share[i] * t
		all += f.noise.noise(i, noise) * t
	}
	grad[d] = 0.5 * (q - float64(f.n) - all)
	grad[d+1] = 0.5 * fitted
}
