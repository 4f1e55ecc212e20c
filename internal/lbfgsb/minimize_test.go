package lbfgsb

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// tight asks for as much as double precision gives.
var tight = Settings{MaxIterations: 1000, GradientTolerance: 1e-9, FunctionTolerance: 1e-15}

// watched counts evaluations and fails the test at one outside the box.
func watched(t testing.TB, f Func, lower, upper []float64) Func {
	return func(x, g []float64) float64 {
		for i, v := range x {
			if !(lower[i] <= v && v <= upper[i]) {
				t.Fatalf("evaluated at x[%d] = %v outside [%v, %v]", i, v, lower[i], upper[i])
			}
		}
		return f(x, g)
	}
}

// kkt is the largest violation of the first-order conditions at x.
func kkt(f Func, x, lower, upper []float64) float64 {
	g := make([]float64, len(x))
	f(x, g)
	worst := 0.0
	for i, v := range g {
		switch {
		case lower[i] == upper[i]:
		case x[i] == lower[i]:
			worst = max(worst, -v)
		case x[i] == upper[i]:
			worst = max(worst, v)
		default:
			worst = max(worst, math.Abs(v))
		}
	}
	return worst
}

func TestKnownOptima(t *testing.T) {
	t.Parallel()
	var m Minimizer // one for all: what a run leaves behind must not matter
	for _, p := range problems() {
		t.Run(p.name, func(t *testing.T) {
			x := slices.Clone(p.start)
			r, err := m.Minimize(t.Context(), x, p.lower, p.upper, watched(t, p.f, p.lower, p.upper), tight)
			testkit.OK(t, err)
			t.Logf("%d iterations, %d evaluations, f − optimum = %.2g, ‖pg‖ = %.2g: %v",
				r.iterations, r.Evaluations, r.F-p.optimum, r.projectedGradient, r.stop)
			if tol := or(p.tolerance, 1e-8) * max(1, math.Abs(p.optimum)); !(math.Abs(r.F-p.optimum) <= tol) {
				t.Errorf("f = %.12g, but %.12g is known (%s)", r.F, p.optimum, p.source)
			}
			for i, v := range p.at {
				if !(math.Abs(x[i]-v) <= or(p.near, 1e-4)) {
					t.Errorf("x[%d] = %.8g, but %.8g is known (%s)", i, x[i], v, p.source)
				}
			}
			if f := p.f(x, make([]float64, len(x))); f != r.F {
				t.Errorf("F = %v, but f(x) = %v", r.F, f)
			}
			if k := kkt(p.f, x, p.lower, p.upper); k != r.projectedGradient {
				t.Errorf("projectedGradient = %v, but the conditions at x are violated by %v", r.projectedGradient, k)
			}
		})
	}
}

func or(v, otherwise float64) float64 {
	if v == 0 {
		return otherwise
	}
	return v
}

// The published code, version 3.0, needs 23 iterations and 28 evaluations for
// its driver 1 and ends at f = 1.083490083518441e-09 (as asserted by the tests
// of Gnimuc/LBFGSB.jl, which call the Fortran). The first five values are those
// of iterate.dat of version 2.1, in which no projection is yet at work. With
// InitialStep = |g₁|/width₁ = 292/99 our θ₀ is the published code's 1.
func TestIteratesOfThePublishedCode(t *testing.T) {
	t.Parallel()
	lower, upper := repeat(25, 1, -100), all(25, 100)
	after := func(iterations int) result {
		var m Minimizer
		x := all(25, 3)
		r, err := m.Minimize(context.Background(), x, lower, upper, driver1, Settings{
			memory: 5, MaxIterations: iterations, InitialStep: 292.0 / 99,
			GradientTolerance: -1, FunctionTolerance: -1,
		})
		testkit.OK(t, err)
		return r
	}
	for i, want := range []float64{2.398e3, 1.438e2, 7.282e1, 1.603e1, 5.187e0} {
		if r := after(i + 1); math.Abs(r.F/want-1) > 5e-4 {
			t.Errorf("f = %.4g after %d iterations, published %.4g", r.F, i+1, want)
		}
	}
	r := after(23)
	if math.Abs(r.F/1.083490083518441e-09-1) > 1e-6 || r.Evaluations != 28 {
		t.Errorf("f = %.15g after 23 iterations and %d evaluations, published 1.083490083518441e-09 after 28", r.F, r.Evaluations)
	}
}

// The first trial after the start moves one variable by InitialStep of its box
// and none by more; a variable without a box counts as max(1, |x|) wide.
func TestInitialStep(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		lower, upper []float64
		start        []float64
		widths       []float64
	}{
		{"a box", []float64{-1, 0, 0}, []float64{1, 0.01, 300}, []float64{0, 0.005, 100}, []float64{2, 0.01, 300}},
		{"no box", all(3, -inf), all(3, inf), []float64{0.1, -30, 1}, []float64{1, 30, 1}},
		{"half a box", []float64{-5, -inf, -1e300}, []float64{inf, 7, 1e300}, []float64{0, 0, -8}, []float64{1, 1, 8}},
	} {
		for _, step := range []float64{0, 0.01, 0.3} {
			var points [][]float64
			f := func(x, g []float64) float64 {
				points = append(points, slices.Clone(x))
				g[0], g[1], g[2] = 3, -500, 1e-3
				return 3*x[0] - 500*x[1] + 1e-3*x[2]
			}
			var m Minimizer
			x := slices.Clone(c.start)
			if _, err := m.Minimize(context.Background(), x, c.lower, c.upper, f, Settings{InitialStep: step, MaxIterations: 1}); err != nil {
				t.Fatal(err)
			}
			longest := 0.0
			for i, w := range c.widths {
				longest = max(longest, math.Abs(points[1][i]-c.start[i])/w)
			}
			if want := or(step, defaultInitialStep); math.Abs(longest/want-1) > 1e-9 {
				t.Errorf("%s: first trial moves by %v of the box, asked for %v", c.name, longest, want)
			}
		}
	}
}

func TestCancellation(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	count, best := 0, math.Inf(1)
	f := func(x, g []float64) float64 {
		if count++; count == 7 {
			cancel()
		}
		v := rosenbrock(x, g)
		best = min(best, v)
		return v
	}
	var m Minimizer
	x := []float64{-1.2, 1}
	r, err := m.Minimize(ctx, x, all(2, -5), all(2, 10), f, Settings{})
	if err != nil || r.stop != cancelled || r.Evaluations != 7 || count != 7 {
		t.Errorf("cancelled in evaluation 7: %+v after %d, %v", r, count, err)
	}
	if v := rosenbrock(x, make([]float64, 2)); r.F != best || v != best {
		t.Errorf("F = %v at a point of value %v; the best seen was %v", r.F, v, best)
	}

	x = []float64{-7, 1}
	r, err = m.Minimize(ctx, x, all(2, -5), all(2, 10), f, Settings{})
	if err != nil || r.stop != cancelled || r.Evaluations != 0 || count != 7 || r.F == r.F {
		t.Errorf("cancelled beforehand: %+v after %d, %v", r, count, err)
	}
	if x[0] != -5 || x[1] != 1 {
		t.Errorf("cancelled beforehand: x = %v, want the start moved into the box", x)
	}
}

// A function without a value beyond a wall, which the first step jumps over.
func TestWalls(t *testing.T) {
	t.Parallel()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, gradientOnly := range []bool{false, true} {
			f := func(x, g []float64) float64 {
				v := 0.0
				for i, c := range x {
					// −ln(0.7 − x) − 9x is least at x = 0.7 − 1/9.
					g[i] = 1/(0.7-c) - 9
					v -= math.Log(0.7-c) + 9*c
				}
				if x[0] >= 0.7 || x[1] >= 0.7 {
					g[0], g[1] = 0, bad
					if gradientOnly {
						return -1e9
					}
					return bad
				}
				return v
			}
			var m Minimizer
			x := []float64{0.65, 0.1}
			r, err := m.Minimize(context.Background(), x, all(2, 0), all(2, 1), f, Settings{InitialStep: 0.5, GradientTolerance: 1e-9, FunctionTolerance: -1})
			testkit.OK(t, err)
			for i, v := range x {
				if math.Abs(v-(0.7-1.0/9)) > 1e-7 {
					t.Errorf("wall of %v (gradient only: %v): x[%d] = %v, want %v; %+v", bad, gradientOnly, i, v, 0.7-1.0/9, r)
				}
			}
		}
	}
}

func TestNonFiniteStart(t *testing.T) {
	t.Parallel()
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, f := range []Func{
			func(x, g []float64) float64 { g[0], g[1] = 1, 1; return bad },
			func(x, g []float64) float64 { g[0], g[1] = 1, bad; return 3 },
		} {
			var m Minimizer
			x := []float64{0.5, 2}
			r, err := m.Minimize(context.Background(), x, all(2, 0), all(2, 1), f, Settings{})
			if err == nil || r.stop != nonFiniteStart || r.Evaluations != 1 || x[0] != 0.5 || x[1] != 1 {
				t.Errorf("start with %v: %+v, %v, x = %v", bad, r, err, x)
			}
		}
	}
	// The gradient of a fixed variable is nobody's business.
	var m Minimizer
	x := []float64{0.5, 2}
	r, err := m.Minimize(context.Background(), x, []float64{0, 2}, []float64{1, 2}, func(x, g []float64) float64 {
		g[0], g[1] = 2*(x[0]-0.2), math.NaN()
		return (x[0] - 0.2) * (x[0] - 0.2)
	}, Settings{})
	if err != nil || math.Abs(x[0]-0.2) > 1e-9 || x[1] != 2 {
		t.Errorf("NaN in the gradient of a fixed variable: %+v, %v, x = %v", r, err, x)
	}
}

func TestRefusedInput(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	for _, c := range []struct {
		x, lower, upper float64
		says            string
	}{
		{0, 1, -1, "must not exceed"},
		{0, nan, 1, "NaN"},
		{0, 0, nan, "NaN"},
		{nan, 0, 1, "start"},
		{0, inf, inf, "start"},
		{inf, 0, inf, "start"},
	} {
		var m Minimizer
		f := func(x, g []float64) float64 { t.Error("evaluated"); return 0 }
		r, err := m.Minimize(context.Background(), []float64{0, c.x}, []float64{0, c.lower}, []float64{0, c.upper}, f, Settings{})
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "variable 1") || r.stop != notRun {
			t.Errorf("%+v: %+v, %v", c, r, err)
		}
	}
}

func TestProgrammingMistakesPanic(t *testing.T) {
	t.Parallel()
	try := func(name string, x, lower, upper []float64, f Func, s Settings) {
		defer func() {
			if recover() == nil {
				t.Errorf("%s: no panic", name)
			}
		}()
		var m Minimizer
		m.Minimize(context.Background(), x, lower, upper, f, s)
	}
	one, two := all(1, 0), all(2, 0)
	try("short lower", two, one, two, rosenbrock, Settings{})
	try("short upper", two, two, one, rosenbrock, Settings{})
	try("no function", two, two, two, nil, Settings{})
	try("negative memory", two, two, two, rosenbrock, Settings{memory: -1})
	try("negative iterations", two, two, two, rosenbrock, Settings{MaxIterations: -1})
	try("negative step", two, two, two, rosenbrock, Settings{InitialStep: -1})
	try("NaN step", two, two, two, rosenbrock, Settings{InitialStep: math.NaN()})
	try("NaN tolerance", two, two, two, rosenbrock, Settings{GradientTolerance: math.NaN()})
}

// With a gradient that points the wrong way, or anywhere, a run must still end
// and must not return a point worse than the start.
func TestWrongGradients(t *testing.T) {
	t.Parallel()
	turn := 0
	for name, spoil := range map[string]func(g []float64){
		"uphill": func(g []float64) { g[0], g[1] = -g[0], -g[1] },
		"turned": func(g []float64) { g[0], g[1] = -g[1], g[0] },
		"varying": func(g []float64) {
			turn++
			g[0] *= math.Sin(float64(turn))
			g[1] *= math.Cos(float64(3 * turn))
		},
		"constant": func(g []float64) { g[0], g[1] = 1, -1 },
	} {
		var m Minimizer
		x := []float64{-1.2, 1}
		start := rosenbrock(x, make([]float64, 2))
		r, err := m.Minimize(context.Background(), x, all(2, -5), all(2, 10), func(x, g []float64) float64 {
			f := rosenbrock(x, g)
			spoil(g)
			return f
		}, Settings{})
		if err != nil || r.F > start || r.stop == notRun || rosenbrock(x, make([]float64, 2)) != r.F {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if name == "uphill" && r.stop != noImprovement {
			t.Errorf("uphill: %+v", r)
		}
	}
}

// Gradients so different in size that θ = y·y/s·y overflows: every pair drops
// the memory, and steepest descent alone must do.
func TestOverflowingMemory(t *testing.T) {
	t.Parallel()
	var m Minimizer
	x := []float64{0.9, 0}
	r, err := m.Minimize(context.Background(), x, []float64{0.1, 0}, []float64{1, 1}, func(x, g []float64) float64 {
		g[0], g[1] = 2*x[0]-1+1e200*x[1], 1e200*x[0]
		return x[0]*x[0] - x[0] + 1e200*x[0]*x[1]
	}, Settings{})
	if err != nil || math.Abs(x[0]-0.5) > 1e-6 || x[1] != 0 {
		t.Errorf("x = %v, want [0.5 0]; %+v, %v", x, r, err)
	}
}

// A Minimizer that has seen a problem of the size allocates nothing, whichever
// way the run goes: inside, along bounds, with fixed variables, to a wall.
func TestNoAllocation(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var m Minimizer
	for _, p := range problems() {
		x := slices.Clone(p.start)
		run := func() {
			copy(x, p.start)
			if _, err := m.Minimize(ctx, x, p.lower, p.upper, p.f, Settings{}); err != nil {
				t.Error(err)
			}
		}
		run()
		if n := testing.AllocsPerRun(5, run); n != 0 {
			t.Errorf("%s: %v allocations", p.name, n)
		}
	}
}

// A run that resumes ends where one from nothing does, sooner if the function is much like the last one; and where
// there is nothing to resume it is the same run.
func TestResume(t *testing.T) {
	t.Parallel()
	// A long bent valley, its end elsewhere.
	valley := func(a float64) Func {
		return func(x, g []float64) float64 {
			u, v, w := x[1]-x[0]*x[0], a-x[0], x[2]-x[1]
			g[0], g[1], g[2] = -40*x[0]*u-2*v, 20*u-60*w, 60*w
			return 10*u*u + v*v + 30*w*w
		}
	}
	lower, upper := []float64{-2, -2, 0.5}, []float64{2, 2, 4}
	run := func(m *Minimizer, x []float64, a float64, s Settings) result {
		r, err := m.Minimize(t.Context(), x, lower, upper, watched(t, valley(a), lower, upper), s)
		testkit.OK(t, err)
		return r
	}
	resumed := tight
	resumed.Resume = true
	var m Minimizer
	x := []float64{-1, 1, 3}
	first := run(&m, x, 1, resumed)
	y := []float64{-1, 1, 3}
	if fresh := run(new(Minimizer), y, 1, tight); fresh != first || !slices.Equal(x, y) {
		t.Errorf("with nothing to resume %+v at %v, from nothing %+v at %v", first, x, fresh, y)
	}
	copy(y, x)
	again, fresh := run(&m, x, 1.2, resumed), run(new(Minimizer), y, 1.2, tight)
	t.Logf("%d evaluations resumed, %d from nothing", again.Evaluations, fresh.Evaluations)
	for i := range x {
		if math.Abs(x[i]-y[i]) > 1e-6 {
			t.Errorf("resumed at %v, from nothing at %v", x, y)
		}
	}
	if again.Evaluations >= fresh.Evaluations {
		t.Errorf("%d evaluations resumed, %d from nothing", again.Evaluations, fresh.Evaluations)
	}
	var two Minimizer // of another size: nothing to resume
	plane := func(x, g []float64) float64 { g[0], g[1] = 2*x[0], 2*x[1]; return x[0]*x[0] + x[1]*x[1] }
	if _, err := two.Minimize(t.Context(), []float64{1, 1}, []float64{-2, -2}, []float64{2, 2}, plane, tight); err != nil {
		t.Fatal(err)
	}
	copy(x, []float64{-1, 1, 3})
	if r := run(&two, x, 1, resumed); r != first {
		t.Errorf("after a run of another size %+v, want %+v", r, first)
	}
}
