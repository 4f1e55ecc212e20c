package lbfgsb

import "math"

// problem is a function on a box with a known minimiser. "HS" numbers are from
// W. Hock and K. Schittkowski, Test Examples for Nonlinear Programming Codes
// (Springer 1981), which gives start, bounds and optimum; "MGH" numbers from
// Moré, Garbow and Hillstrom, Testing Unconstrained Optimization Software (ACM
// TOMS 7, 1981).
type problem struct {
	name         string
	f            Func
	start        []float64
	lower, upper []float64
	optimum      float64
	at           []float64 // nil: not unique or not needed
	source       string    // of the optimum

	tolerance float64 // on f, relative to max(1, |optimum|); 0: 1e-8
	near      float64 // on x, ∞-norm; 0: 1e-4
}

var inf = math.Inf(1)

func all(n int, v float64) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = v
	}
	return s
}

func repeat(n int, pattern ...float64) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = pattern[i%len(pattern)]
	}
	return s
}

func problems() []problem {
	hs2 := func() float64 { // HS 2: x₁ = 2a·cos(⅓·arccos(1/b)), a = √(598/1200), b = 400a³
		a := math.Sqrt(598.0 / 1200)
		return 2 * a * math.Cos(math.Acos(1/(400*a*a*a))/3)
	}()
	tridiagonalAt := relax(tridiagonal, 100, -1, 0.75)

	return []problem{
		{name: "HS1 Rosenbrock, bound inactive", f: rosenbrock, start: []float64{-2, 1},
			lower: []float64{-inf, -1.5}, upper: all(2, inf), optimum: 0, at: all(2, 1), source: "HS 1"},
		{name: "HS2 Rosenbrock, on an edge", f: rosenbrock, start: []float64{2, 2},
			lower: []float64{-inf, 1.5}, upper: all(2, inf),
			optimum: 0.0504261879, at: []float64{hs2, 1.5}, tolerance: 1e-9,
			source: "HS 2; from its start (−2, 1) the other local minimum 4.94 at (−1.22, 1.5) is as good an answer"},
		{name: "HS5 McCormick, inside", f: mccormick, start: []float64{0, 0},
			lower: []float64{-1.5, -3}, upper: []float64{4, 3},
			optimum: -math.Sqrt(3)/2 - math.Pi/3, at: []float64{-math.Pi/3 + 0.5, -math.Pi/3 - 0.5}, source: "HS 5"},
		{name: "HS38 Colville (Wood)", f: wood, start: []float64{-3, -1, -3, -1},
			lower: all(4, -10), upper: all(4, 10), optimum: 0, at: all(4, 1), source: "HS 38"},
		{name: "HS45 in a corner, start outside", f: hs45, start: all(5, 2),
			lower: all(5, 0), upper: []float64{1, 2, 3, 4, 5}, optimum: 1, at: []float64{1, 2, 3, 4, 5}, source: "HS 45"},
		{name: "Rosenbrock on a face", f: rosenbrock, start: []float64{-1.2, 1},
			lower: all(2, -1.5), upper: []float64{0.5, 2}, optimum: 0.25, at: []float64{0.5, 0.25},
			source: "x₂ = x₁² leaves (1 − x₁)², least at x₁ = 0.5"},
		{name: "extended Rosenbrock, 100 variables", f: rosenbrock, start: repeat(100, -1.2, 1),
			lower: all(100, -5), upper: all(100, 10), optimum: 0, at: all(100, 1), source: "MGH 21"},
		{name: "extended Rosenbrock, 50 of 100 on bounds", f: rosenbrock, start: repeat(100, -1.2, 1),
			lower: all(100, -5), upper: repeat(100, 0.5, 10), optimum: 12.5, at: repeat(100, 0.5, 0.25),
			source: "50 times the Rosenbrock function on a face"},
		{name: "quadratic with 100 variables", f: tridiagonal.f, start: all(100, 0.5),
			lower: all(100, -1), upper: all(100, 0.75),
			optimum: tridiagonal.f(tridiagonalAt, make([]float64, 100)), at: tridiagonalAt,
			source: "projected Gauss-Seidel sweeps until nothing changes"},
		{name: "condition 1e4, 20 variables", f: badlyScaled, start: all(20, 0.5),
			lower: all(20, 0), upper: all(20, 1), optimum: badlyScaledOptimum(20), at: badlyScaledAt(20),
			source: "separable: every centre moved into the box", near: 1e-3},
		{name: "Powell's singular function", f: powell, start: []float64{3, -1, 0, 1},
			lower: all(4, -inf), upper: all(4, inf), optimum: 0, at: all(4, 0), source: "MGH 13", near: 0.02},
		{name: "fixed variables", f: rosenbrock, start: []float64{1.2, 7, -1.2, 1},
			lower: []float64{-2, 0.49, -2, -2}, upper: []float64{2, 0.49, 2, 2},
			optimum: rosenbrockFixed(), source: "the cubic for x₁ with x₂ = 0.49, by bisection", tolerance: 1e-9},
		{name: "one variable, on its bound", f: quartic, start: []float64{2},
			lower: []float64{1.5}, upper: []float64{3}, optimum: 1.5*1.5*1.5*1.5/4 - 1.5, at: []float64{1.5},
			source: "increasing beyond x = 1"},
		{name: "L-BFGS-B driver 1, 25 variables", f: driver1, start: all(25, 3),
			lower: repeat(25, 1, -100), upper: all(25, 100), optimum: 0,
			source: "driver1.f of the published code: a sum of squares, 0 at x = 1 and very flat in the last variables"},
	}
}

// rosenbrock is the extended Rosenbrock function, MGH 21: pairs of variables.
func rosenbrock(x, g []float64) float64 {
	f := 0.0
	for i := 0; i < len(x); i += 2 {
		a, b := x[i+1]-x[i]*x[i], 1-x[i]
		f += 100*a*a + b*b
		g[i] = -400*a*x[i] - 2*b
		g[i+1] = 200 * a
	}
	return f
}

func rosenbrockFixed() float64 {
	g := make([]float64, 2)
	at := bisect(func(x float64) float64 {
		rosenbrock([]float64{x, 0.49}, g)
		return g[0]
	}, 0.3, 1)
	return rosenbrock([]float64{at, 0.49}, g)
}

func mccormick(x, g []float64) float64 {
	s, d := x[0]+x[1], x[0]-x[1]
	g[0] = math.Cos(s) + 2*d - 1.5
	g[1] = math.Cos(s) - 2*d + 2.5
	return math.Sin(s) + d*d - 1.5*x[0] + 2.5*x[1] + 1
}

func wood(x, g []float64) float64 {
	a, b := x[1]-x[0]*x[0], x[3]-x[2]*x[2]
	c, d := x[1]-1, x[3]-1
	g[0] = -400*a*x[0] - 2*(1-x[0])
	g[1] = 200*a + 20.2*c + 19.8*d
	g[2] = -360*b*x[2] - 2*(1-x[2])
	g[3] = 180*b + 20.2*d + 19.8*c
	return 100*a*a + (1-x[0])*(1-x[0]) + 90*b*b + (1-x[2])*(1-x[2]) + 10.1*(c*c+d*d) + 19.8*c*d
}

func hs45(x, g []float64) float64 {
	p := 1.0
	for i := range x {
		q := 1.0
		for j, v := range x {
			if j != i {
				q *= v
			}
		}
		g[i] = -q / 120
		p *= x[i]
	}
	return 2 - p/120
}

func powell(x, g []float64) float64 {
	a, b, c, d := x[0]+10*x[1], x[2]-x[3], x[1]-2*x[2], x[0]-x[3]
	c3, d3 := 4*c*c*c, 40*d*d*d
	g[0] = 2*a + d3
	g[1] = 20*a + c3
	g[2] = 10*b - 2*c3
	g[3] = -10*b - d3
	return a*a + 5*b*b + c*c*c*c + 10*d*d*d*d
}

func quartic(x, g []float64) float64 {
	g[0] = x[0]*x[0]*x[0] - 1
	return x[0]*x[0]*x[0]*x[0]/4 - x[0]
}

// driver1 is the sample problem of the published code.
func driver1(x, g []float64) float64 {
	n := len(x)
	t := x[1] - x[0]*x[0]
	f := 0.25 * (x[0] - 1) * (x[0] - 1)
	g[0] = 2*(x[0]-1) - 16*x[0]*t
	for i := 1; i < n; i++ {
		f += t * t
		g[i] = 8 * t
		if i < n-1 {
			t = x[i+1] - x[i]*x[i]
			g[i] -= 16 * x[i] * t
		}
	}
	return 4 * f
}

// badlyScaled: ½ Σ 10^(4i/(n−1)) (x_i − c_i)², centres inside and outside [0, 1].
func badlyScaled(x, g []float64) float64 {
	f := 0.0
	for i, v := range x {
		w := math.Pow(10, 4*float64(i)/float64(len(x)-1))
		d := v - badlyScaledCentre(i)
		g[i] = w * d
		f += 0.5 * w * d * d
	}
	return f
}

func badlyScaledCentre(i int) float64 { return math.Mod(0.37*float64(i), 1.6) - 0.2 }

func badlyScaledAt(n int) []float64 {
	at := make([]float64, n)
	for i := range at {
		at[i] = clamp(badlyScaledCentre(i), 0, 1)
	}
	return at
}

func badlyScaledOptimum(n int) float64 { return badlyScaled(badlyScaledAt(n), make([]float64, n)) }

// sparse is ½xᵀAx − bᵀx on a grid of the given width: 4 on the diagonal of A,
// off for neighbours.
type sparse struct {
	width int
	off   float64
	b     func(i int) float64
}

var tridiagonal = sparse{1, -1.9, func(i int) float64 { return 2 * math.Sin(0.7*float64(i)) }}

// around is the sum of x over the neighbours of i.
func (q sparse) around(x []float64, i int) float64 {
	s := 0.0
	if i >= q.width {
		s += x[i-q.width]
	}
	if i+q.width < len(x) {
		s += x[i+q.width]
	}
	if i%q.width > 0 {
		s += x[i-1]
	}
	if i%q.width < q.width-1 {
		s += x[i+1]
	}
	return s
}

func (q sparse) f(x, g []float64) float64 {
	f := 0.0
	for i, v := range x {
		ax := 4*v + q.off*q.around(x, i)
		g[i] = ax - q.b(i)
		f += v * (0.5*ax - q.b(i))
	}
	return f
}

// relax minimises q in a box by projected Gauss-Seidel, which knows nothing of
// quasi-Newton methods.
func relax(q sparse, n int, lower, upper float64) []float64 {
	x := make([]float64, n)
	for range 20000 {
		change := 0.0
		for i, old := range x {
			x[i] = clamp((q.b(i)-q.off*q.around(x, i))/4, lower, upper)
			change = max(change, math.Abs(x[i]-old))
		}
		if change < 1e-15 {
			break
		}
	}
	return x
}

// bisect finds a sign change of f, from below to above zero, between a and b.
func bisect(f func(float64) float64, a, b float64) float64 {
	for range 200 {
		if m := 0.5 * (a + b); f(m) > 0 {
			b = m
		} else {
			a = m
		}
	}
	return 0.5 * (a + b)
}
