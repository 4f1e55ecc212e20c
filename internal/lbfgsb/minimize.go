package lbfgsb

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// epsilon is the spacing of floating-point numbers at 1.
const epsilon = 0x1p-52

// A box as wide as this does not indicate the problem's scale.
const noBox = 1e20

// Func returns the value at x and writes the gradient there into grad. It must
// not write to x nor keep either slice. A value or gradient that is not finite
// says that x is outside the function's domain.
type Func func(x, grad []float64) float64

// reason says why a run ended, in words.
type reason string

const (
	notRun         reason = "" // the input was refused
	smallGradient  reason = "the projected gradient is small"
	smallDecrease  reason = "the value has stopped changing"
	iterationCap   reason = "the iterations are used up"
	cancelled      reason = "cancelled"
	noImprovement  reason = "no step lowers the value" // not even of steepest descent: rounding, or a wrong gradient
	nonFiniteStart reason = "the value at the start is not finite"
)

// result describes the best point of a run.
type result struct {
	F                 float64 // its value; NaN when cancelled before the first evaluation
	iterations        int     // steps taken
	Evaluations       int     // of value and gradient, together one
	stop              reason
	projectedGradient float64 // ‖pg‖∞ there
}

// Minimizer is the workspace of a run. The zero value is ready for use; it
// grows to the largest problem seen and then allocates no more. Not for
// concurrent use.
type Minimizer struct {
	b            compact
	lower, upper []float64 // the caller's, during a run

	x, g   []float64 // the iterate
	xt, gt []float64 // the trial point of the line search
	bx, bg []float64 // the best point
	hat, d []float64 // x̂ and d = x̂ − x
	xc, dc []float64 // Cauchy point and what still moves there
	f, ft  float64   // values at x, xt
	bf     float64   // and at bx
	fixed  []int     // variables with lower = upper
	path   []breakpoint

	p, q, w, c []float64 // two for each pair

	fun         Func
	done        <-chan struct{}
	settings    Settings
	evaluations int
}

// Minimize finds a local minimiser of f in the box lower ≤ x ≤ upper, whose sides may be infinite
// or of no width. It starts from x, moved into the box if necessary, and leaves in x the best point
// evaluated: never one worse than the start. Every point evaluated is in the box.
//
// Cancelling ctx (which may be nil) ends the run at the next evaluation: not an
// error, but a reason to stop. Errors are for input that allows no run: a bound or start
// that is NaN, an empty box, a function that is not finite at the start.
// Slices of different lengths and negative settings panic.
func (m *Minimizer) Minimize(ctx context.Context, x, lower, upper []float64, f Func, s Settings) (result, error) {
	n := len(x)
	if len(lower) != n || len(upper) != n {
		panic(fmt.Sprintf("lbfgsb: %d variables, %d lower and %d upper bounds", n, len(lower), len(upper)))
	}
	if f == nil {
		panic("lbfgsb: no function")
	}
	s = s.filled()
	if err := check(x, lower, upper); err != nil {
		return result{F: math.NaN(), projectedGradient: math.NaN()}, err
	}
	m.prepare(n, s, lower, upper, f)
	if ctx != nil {
		m.done = ctx.Done()
	}
	for i, v := range x {
		v = clamp(v, lower[i], upper[i])
		x[i], m.xt[i] = v, v
	}
	r := result{F: math.NaN(), projectedGradient: math.NaN(), stop: m.evaluate()}
	var err error
	switch {
	case r.stop != notRun: // cancelled before the first evaluation
	case !finite(m.ft) || slices.ContainsFunc(m.gt, func(v float64) bool { return !finite(v) }):
		r.F, r.Evaluations, r.stop = m.ft, m.evaluations, nonFiniteStart
		err = fmt.Errorf("lbfgsb: the value at the start is %v, or its gradient is not finite; start from a point where both are", r.F)
	default:
		m.bf = math.Inf(1)
		m.keepBest()
		m.acceptTrial()
		r.iterations, r.stop = m.iterate()
		r.F, r.Evaluations, r.projectedGradient = m.bf, m.evaluations, m.projectedGradient(m.bx, m.bg)
		copy(x, m.bx)
	}
	m.fun, m.done, m.lower, m.upper = nil, nil, nil, nil
	return r, err
}

// check refuses bounds and starts between which nothing can be done.
func check(x, lower, upper []float64) error {
	for i, v := range x {
		l, u := lower[i], upper[i]
		switch {
		case l != l || u != u:
			return fmt.Errorf("lbfgsb: variable %d has the bounds [%v, %v]; neither may be NaN", i, l, u)
		case l > u:
			return fmt.Errorf("lbfgsb: variable %d has the bounds [%v, %v]; the lower one must not exceed the upper", i, l, u)
		case !finite(clamp(v, l, u)):
			return fmt.Errorf("lbfgsb: variable %d starts at %v with the bounds [%v, %v]; start from a number", i, v, l, u)
		}
	}
	return nil
}

// prepare makes room for n variables and forgets the last run, except for its curvature if that can
// and should be resumed.
func (m *Minimizer) prepare(n int, s Settings, lower, upper []float64, f Func) {
	// For n = 1 the last pair alone sets B, and more than 3n only repeat each other.
	mem := min(s.memory, 3*n)
	if n <= 1 {
		mem = 1
	}
	m.b.resize(n, mem)
	if !s.Resume {
		m.b.col = 0
	}
	for _, p := range [...]*[]float64{&m.x, &m.g, &m.xt, &m.gt, &m.bx, &m.bg, &m.hat, &m.d, &m.xc, &m.dc} {
		*p = grown(*p, n)
	}
	m.path, m.fixed = grown(m.path, n)[:0], grown(m.fixed, n)[:0]
	for _, p := range [...]*[]float64{&m.p, &m.q, &m.w, &m.c} {
		*p = grown(*p, 2*mem)
	}
	m.lower, m.upper, m.fun, m.done, m.settings = lower, upper, f, nil, s
	m.evaluations = 0
	for i, l := range lower {
		if l == upper[i] {
			m.fixed = append(m.fixed, i)
		}
	}
}

// iterate is the algorithm of section 6: it steps until something says stop.
func (m *Minimizer) iterate() (iterations int, stop reason) {
	pg := m.projectedGradient(m.x, m.g)
	largest := pg
	if pg == 0 {
		return 0, smallGradient
	}
	if m.b.col == 0 {
		m.b.forget(m.firstTheta())
	}
	for {
		improved := false
		if m.propose() {
			if slope := m.aim(); slope < 0 && finite(slope) {
				if improved, stop = m.lineSearch(slope); stop != notRun {
					return iterations, stop
				}
			}
		}
		if !improved {
			// A singular matrix, a direction that does not descend or a search without success:
			// restart from steepest descent, once.
			if m.b.col == 0 {
				return iterations, noImprovement
			}
			m.b.forget(m.firstTheta())
			continue
		}
		iterations++
		pg = m.projectedGradient(m.xt, m.gt)
		largest = max(largest, pg)
		s := &m.settings
		switch {
		case pg == 0 || pg <= s.GradientTolerance*largest:
			return iterations, smallGradient
		case s.FunctionTolerance >= 0 && m.f-m.ft <= s.FunctionTolerance*max(math.Abs(m.f), math.Abs(m.ft)):
			return iterations, smallDecrease
		case iterations >= s.MaxIterations:
			return iterations, iterationCap
		}
		m.b.push(m.x, m.xt, m.g, m.gt)
		m.acceptTrial()
		if !(m.b.theta > 0) || !finite(m.b.theta) {
			m.b.forget(m.firstTheta())
		}
	}
}

// evaluate the function at the trial point, if that may still be done.
func (m *Minimizer) evaluate() reason {
	if m.done != nil {
		select {
		case <-m.done:
			return cancelled
		default:
		}
	}
	m.evaluations++
	m.ft = m.fun(m.xt, m.gt)
	// Without its gradient a fixed variable drops out of everything else.
	for _, i := range m.fixed {
		m.gt[i] = 0
	}
	return notRun
}

// acceptTrial makes the trial point the iterate.
func (m *Minimizer) acceptTrial() {
	m.x, m.xt = m.xt, m.x
	m.g, m.gt = m.gt, m.g
	m.f, m.ft = m.ft, m.f
}

// keepBest remembers the trial point if none was better.
func (m *Minimizer) keepBest() {
	if m.ft <= m.bf { // of equals the later, which is nearer to the end
		m.bf = m.ft
		copy(m.bx, m.xt)
		copy(m.bg, m.gt)
	}
}

// projectedGradient is ‖pg‖∞ with pg_i = 0 where the variable is on a bound and
// −g_i points out of the box, else g_i. The published code clips P(x − g) − x
// instead, which depends on the units of f.
func (m *Minimizer) projectedGradient(x, g []float64) float64 {
	largest := 0.0
	for i, v := range g {
		if m.room(i, x[i], -v) != 0 {
			largest = max(largest, math.Abs(v))
		}
	}
	return largest
}

// firstTheta is the θ of an empty memory: the first trial step P(x − g/θ) − x
// then reaches InitialStep, each variable measured in widths of its box,
//
//	θ₀ = max_i |pg_i| / (width_i · InitialStep).
func (m *Minimizer) firstTheta() float64 {
	theta := 0.0
	for i, v := range m.g {
		if v == 0 || m.room(i, m.x[i], -v) == 0 {
			continue
		}
		width := m.upper[i] - m.lower[i]
		if !(width < noBox) {
			width = max(1, math.Abs(m.x[i]))
		}
		theta = max(theta, math.Abs(v)/(width*m.settings.InitialStep))
	}
	return theta
}
