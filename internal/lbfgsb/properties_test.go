package lbfgsb

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// boxed is a random function on a random box with a random start, which may lie
// outside. Sides may be missing or closed up.
type boxed struct {
	f                   Func
	start, lower, upper []float64
}

// coarse draws a number between −1 and 1 that is not absurdly close to another:
// a box 1e-15 wide or a coordinate of 1e-97 tests rounding, not us.
func coarse(t *rapid.T, name string) float64 {
	return float64(rapid.IntRange(-1000, 1000).Draw(t, name)) / 1003
}

func coarseVector(t *rapid.T, name string, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = coarse(t, name)
	}
	return v
}

// quadratic draws ½(x − c)ᵀA(x − c) − 1 with A = I + Σ v vᵀ: convex, of
// condition up to some hundreds.
func quadratic(t *rapid.T) boxed {
	n := rapid.IntRange(1, 12).Draw(t, "n")
	centre := coarseVector(t, "centre", n)
	ranks := make([][]float64, rapid.IntRange(0, n).Draw(t, "ranks"))
	for k := range ranks {
		ranks[k] = coarseVector(t, "v", n)
	}
	size := math.Exp(3*coarse(t, "size") + 1)
	f := func(x, g []float64) float64 {
		value := -1.0
		for i, v := range x {
			g[i] = v - centre[i]
			value += 0.5 * g[i] * g[i]
		}
		for _, v := range ranks {
			along := 0.0
			for i, c := range v {
				along += c * (x[i] - centre[i])
			}
			value += 0.5 * size * along * along
			for i, c := range v {
				g[i] += size * along * c
			}
		}
		return value
	}
	return boxed{f: f, start: coarseVector(t, "start", n)}.withBox(t)
}

// valley draws a stretched and shifted extended Rosenbrock function: not convex.
func valley(t *rapid.T) boxed {
	n := 2 * rapid.IntRange(1, 5).Draw(t, "pairs")
	shift := coarseVector(t, "shift", n)
	moved := make([]float64, n)
	f := func(x, g []float64) float64 {
		for i, v := range x {
			moved[i] = v + shift[i]
		}
		return rosenbrock(moved, g) + 3
	}
	return boxed{f: f, start: coarseVector(t, "start", n)}.withBox(t)
}

func (p boxed) withBox(t *rapid.T) boxed {
	n := len(p.start)
	p.lower, p.upper = make([]float64, n), make([]float64, n)
	for i := range n {
		a, b := 1.2*coarse(t, "a"), 1.2*coarse(t, "b")
		p.lower[i], p.upper[i] = min(a, b), max(a, b)
		switch rapid.IntRange(0, 9).Draw(t, "kind of bounds") {
		case 0:
			p.lower[i] = math.Inf(-1)
		case 1:
			p.upper[i] = math.Inf(1)
		case 2:
			p.lower[i], p.upper[i] = math.Inf(-1), math.Inf(1)
		case 3:
			p.upper[i] = p.lower[i]
		}
	}
	return p
}

func (p boxed) projectedStart() []float64 {
	x := slices.Clone(p.start)
	for i, v := range x {
		x[i] = clamp(v, p.lower[i], p.upper[i])
	}
	return x
}

// trace runs and returns every point evaluated, one after the other.
func (p boxed) trace(t *rapid.T, m *Minimizer, s Settings) (points, x []float64, r result) {
	x = slices.Clone(p.start)
	r, err := m.Minimize(context.Background(), x, p.lower, p.upper, func(x, g []float64) float64 {
		points = append(points, x...)
		return p.f(x, g)
	}, s)
	testkit.OK(t, err)
	return points, x, r
}

// Every evaluation lies in the box, the first at the projected start; the point
// returned is the best of them.
func (p boxed) check(t *rapid.T, points, x []float64, r result) {
	n := len(x)
	g := make([]float64, n)
	if r.Evaluations*n != len(points) {
		t.Fatalf("%d evaluations reported, %d made", r.Evaluations, len(points)/n)
	}
	if !slices.Equal(points[:n], p.projectedStart()) {
		t.Fatalf("first evaluation at %v, want %v", points[:n], p.projectedStart())
	}
	best := math.Inf(1)
	for k := 0; k < len(points); k += n {
		for i, v := range points[k : k+n] {
			if !(p.lower[i] <= v && v <= p.upper[i]) {
				t.Fatalf("evaluated at x[%d] = %v outside [%v, %v]", i, v, p.lower[i], p.upper[i])
			}
		}
		best = min(best, p.f(points[k:k+n], g))
	}
	if r.F != best || p.f(x, g) != best {
		t.Fatalf("F = %v at a point of value %v; the best evaluated was %v", r.F, p.f(x, g), best)
	}
	if pg := kkt(p.f, x, p.lower, p.upper); pg != r.projectedGradient {
		t.Fatalf("projectedGradient %v, should be %v", r.projectedGradient, pg)
	}
}

// On a convex quadratic a run ends where the first-order conditions hold.
func TestConvexQuadratics(t *testing.T) {
	t.Parallel()
	var m Minimizer
	rapid.Check(t, func(t *rapid.T) {
		p := quadratic(t)
		points, x, r := p.trace(t, &m, Settings{MaxIterations: 1000, GradientTolerance: 1e-9, FunctionTolerance: -1})
		p.check(t, points, x, r)
		first := kkt(p.f, p.projectedStart(), p.lower, p.upper)
		if r.stop != smallGradient && r.stop != noImprovement {
			t.Errorf("stopped because %v after %d iterations", r.stop, r.iterations)
		}
		// Where rounding of f (whose size is 1 or more) ends the run, the gradient
		// is of the size of its square root.
		if !(r.projectedGradient <= 1e-7*first || r.projectedGradient <= 1e-6) {
			t.Errorf("‖pg‖ = %v from %v, stopped because %v", r.projectedGradient, first, r.stop)
		}
	})
}

func either(t *rapid.T) boxed {
	if rapid.Bool().Draw(t, "convex") {
		return quadratic(t)
	}
	return valley(t)
}

// Minimising 2^k·f makes bit for bit the same iterates as f: nothing in a run
// depends on the units of f.
func TestScalingTheFunctionChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := either(t)
		power := rapid.SampledFrom([]int{-50, -1, 1, 51, -301, 300, -700, 700}).Draw(t, "power")
		s := Settings{MaxIterations: 60}
		var m Minimizer
		plain, x1, r1 := p.trace(t, &m, s)
		scaled := p
		scaled.f = func(x, g []float64) float64 {
			v := p.f(x, g)
			for i := range g {
				g[i] = math.Ldexp(g[i], power)
			}
			return math.Ldexp(v, power)
		}
		other, x2, r2 := scaled.trace(t, &m, s)
		if !slices.Equal(plain, other) || !slices.Equal(x1, x2) {
			t.Errorf("2^%d·f went through other points: %d evaluations instead of %d", power, r2.Evaluations, r1.Evaluations)
		}
		r1.F, r1.projectedGradient = math.Ldexp(r1.F, power), math.Ldexp(r1.projectedGradient, power)
		if r1 != r2 {
			t.Errorf("2^%d·f ended with %+v, want %+v", power, r2, r1)
		}
	})
}

// Nor does it depend on the units of x, where the box has some.
func TestScalingTheVariablesChangesNothing(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := either(t)
		for i := range p.lower {
			p.lower[i], p.upper[i] = max(p.lower[i], -5), min(p.upper[i], 5)
		}
		power := rapid.IntRange(-60, 60).Draw(t, "power")
		var m Minimizer
		plain, _, _ := p.trace(t, &m, Settings{MaxIterations: 60})
		stretch := func(v []float64, by int) []float64 {
			w := make([]float64, len(v))
			for i := range v {
				w[i] = math.Ldexp(v[i], by)
			}
			return w
		}
		wide := boxed{start: stretch(p.start, power), lower: stretch(p.lower, power), upper: stretch(p.upper, power)}
		wide.f = func(x, g []float64) float64 {
			v := p.f(stretch(x, -power), g)
			for i := range g {
				g[i] = math.Ldexp(g[i], -power)
			}
			return v
		}
		other, _, _ := wide.trace(t, &m, Settings{MaxIterations: 60})
		if !slices.Equal(plain, stretch(other, -power)) {
			t.Errorf("x in units of 2^%d went through other points", power)
		}
	})
}

// A function with holes: wherever it is not finite counts as too far.
func TestHoles(t *testing.T) {
	t.Parallel()
	var m Minimizer
	rapid.Check(t, func(t *rapid.T) {
		p := either(t)
		start := p.projectedStart()
		plain := p.f
		period := math.Exp(2*coarse(t, "period") - 1)
		p.f = func(x, g []float64) float64 {
			v := plain(x, g)
			far := 0.0
			for i := range x {
				far += math.Abs(x[i] - start[i])
			}
			if math.Mod(far/period, 2) > 1 {
				return math.NaN()
			}
			return v
		}
		_, x, r := p.trace(t, &m, Settings{})
		g := make([]float64, len(x))
		if v := p.f(x, g); v != r.F || v > plain(start, g) {
			t.Errorf("ended at %v (reported %v), started at %v", v, r.F, plain(start, g))
		}
	})
}
