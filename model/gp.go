package model

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"farsight/internal/linalg"
)

// GP is the posterior of one Gaussian process given its data. It never
// changes; Condition returns another one.
type GP struct {
	d      int
	x      []float64 // n×d, row-major
	y      []float64
	hyper  Hyper
	inputs inputs
	chol   linalg.Lower // L of LLᵀ = K + D + jitter·I, where D is τ²I unless rows have noise of their own
	alpha  []float64    // (LLᵀ)⁻¹(y − m)
	jitter float64

	noise   []float64 // the diagonal of D, each row's noise; nil: τ² everywhere
	within  float64   // log density of what replicates deviate from their means
	noisy   bool
	crowded func() bool // nil: nothing was fitted

	inverse  func() *linalg.Matrix // K⁻¹, computed once when first asked for
	believed func() *GP            // cached asBelieved
}

// Jitter escalates from rounding level to a tenth of the prior variance: more
// would answer a different question.
const (
	firstJitter = 1e-13
	lastJitter  = 0.1
	mostJitters = 16 // none, and every power of ten between the two
)

// errNotPositive is not reachable with valid hyperparameters: jitter of a
// tenth of the variance makes any kernel matrix positive definite.
var errNotPositive = errors.New("the kernel matrix is not positive definite even with jitter")

// errNotFinite is for numbers too large or too small to compute with.
var errNotFinite = errors.New("the values are too large, too small or too unlike each other to compute with: express them in another unit")

// finite reports whether v is a number.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// jitters are what is added to the diagonal until a kernel matrix of variance a has a factor.
func jitters(a float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		jitter := 0.0
		for range mostJitters { // counted: it ends, whatever a is
			if jitter > lastJitter*a || !yield(jitter) {
				return
			}
			jitter = math.Max(jitter*10, firstJitter*a)
		}
	}
}

// New conditions a process with fixed hyperparameters h on the data.
func New(x []Unit, y []float64, h Hyper) (*GP, error) {
	d, err := checkInputs(x)
	if err != nil {
		return nil, err
	}
	if err := checkOutputs(y, len(x), "y"); err != nil {
		return nil, err
	}
	if err := h.Check(d); err != nil {
		return nil, err
	}
	return condition(plain(flatten(x, d), append([]float64(nil), y...)), d, h)
}

// condition takes ownership of what was observed, which must have been checked.
func condition(o observed, d int, h Hyper) (*GP, error) {
	x, y := o.x, o.y
	if !finite(h.Mean) || !finite(h.Noise) || !finite(h.Variance) || !(h.Variance > 0) || !(h.MinVariance() > 0) {
		return nil, errNotFinite
	}
	g := &GP{d: d, x: x, y: y, hyper: h, inputs: newInputs(x, h.Scale)}
	g.hyper.Scale = append([]float64(nil), h.Scale...)
	g.observe(o)
	if !g.factorise() {
		return nil, errNotPositive
	}
	g.finish()
	for _, v := range g.alpha {
		if !finite(v) {
			return nil, errNotFinite
		}
	}
	return g, nil
}

// finish computes α, and arranges for K⁻¹ and what AsBelieved takes when they are wanted.
func (g *GP) finish() {
	g.alpha = g.Innovations()
	g.chol.Backward(g.alpha)
	g.inverse = sync.OnceValue(g.chol.Inverse)
	g.believed = sync.OnceValue(g.asBelieved)
}

// Condition returns the posterior after one more observation, in O(n²): the
// parent's factor is shared and gains a row.
func (g *GP) Condition(x Unit, y float64) (*GP, error) {
	return g.conditioned(x, y, g.hyper.Noise)
}

// Imagine returns the posterior if the function itself, without noise, were y at x.
func (g *GP) Imagine(x Unit, y float64) (*GP, error) { return g.conditioned(x, y, 0) }

// conditioned is Condition on an observation with noise of its own.
func (g *GP) conditioned(x Unit, y, noise float64) (*GP, error) {
	if len(x) != g.d {
		panic(fmt.Sprintf("model: Condition on a point of dimension %d, want %d", len(x), g.d))
	}
	if _, err := checkInputs([]Unit{x}); err != nil {
		return nil, err
	}
	if err := checkOutputs([]float64{y}, 1, "y"); err != nil {
		return nil, err
	}
	n := len(g.y)
	row, k := make([]float64, n+1), make([]float64, 2*n)
	g.inputs.kernelRow(k[:n], k[n:], x, g.hyper.Variance)
	copy(row, k[:n])
	g.chol.Forward(row[:n])
	v := g.hyper.Variance + noise + g.jitter - linalg.Dot(row[:n], row[:n])
	// A duplicate of a noiseless point leaves nothing but rounding.
	row[n] = math.Sqrt(math.Max(v, g.hyper.MinVariance()))
	child := &GP{
		d:      g.d,
		x:      append(g.x[:n*g.d:n*g.d], x...),
		y:      append(g.y[:n:n], y),
		hyper:  g.hyper,
		inputs: g.inputs.with(x),
		chol:   append(g.chol[:n:n], row),
		jitter: g.jitter,
		within: g.within, noisy: g.noisy,
	}
	switch {
	case g.noise != nil:
		child.noise = append(g.noise[:n:n], noise)
	case noise != g.hyper.Noise:
		child.noise = append(slices.Repeat([]float64{g.hyper.Noise}, n), noise)
	}
	child.finish()
	return child, nil
}

// Dim is the dimension of the inputs.
func (g *GP) Dim() int { return g.d }

// Len is the number of observations; replicates of noisy outputs are one.
func (g *GP) Len() int { return len(g.y) }

// Hyper returns the hyperparameters in original units.
func (g *GP) Hyper() Hyper {
	h := g.hyper
	h.Scale = append([]float64(nil), h.Scale...)
	return h
}

// Point returns a copy of the i-th input.
func (g *GP) Point(i int) Unit {
	return append(Unit(nil), g.x[i*g.d:(i+1)*g.d]...)
}

// Target is the i-th output.
func (g *GP) Target(i int) float64 { return g.y[i] }

// LogLikelihood is the log marginal likelihood of the data in original units:
//
//	−½(y−m)ᵀα − Σ ln L_ii − (n/2) ln 2π
//
// That of the standardised targets is larger by n·ln(scale).
func (g *GP) LogLikelihood() float64 {
	q := 0.0
	for i, v := range g.y {
		q += (v - g.hyper.Mean) * g.alpha[i]
	}
	return -0.5*q - g.chol.LogDet() - 0.5*float64(len(g.y))*math.Log(2*math.Pi) + g.within
}

// Innovations are the residuals L⁻¹(y − m): what each observation adds to those before it, in
// standard deviations. If the model is right they are independent standard normals.
func (g *GP) Innovations() []float64 {
	out := make([]float64, len(g.y))
	for i, v := range g.y {
		out[i] = v - g.hyper.Mean
	}
	g.chol.Forward(out)
	return out
}

// Factor is the read-only algebra that scenario trees work on, in original
// units. Its slices belong to the process: do not write to them.
type Factor struct {
	N, D    int
	X       []float64      // n×d row-major, unit cube
	Alpha   []float64      // K⁻¹(y − m)
	Inverse *linalg.Matrix // K⁻¹, of the order n rounded up to a multiple of four; K includes the noise
	Hyper   Hyper
}

// Factor returns the process's algebra; K⁻¹ is computed at the first call.
func (g *GP) Factor() Factor {
	return Factor{N: len(g.y), D: g.d, X: g.x, Alpha: g.alpha, Inverse: g.inverse(), Hyper: g.hyper}
}
