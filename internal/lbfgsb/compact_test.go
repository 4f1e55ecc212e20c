package lbfgsb

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/linalg"
)

// dense is an n×n matrix, row-major: the oracle of these tests.
type dense struct {
	n int
	a []float64
}

func identity(n int, v float64) dense {
	d := dense{n, make([]float64, n*n)}
	for i := range n {
		d.a[i*n+i] = v
	}
	return d
}

func (d dense) mul(x []float64) []float64 {
	y := make([]float64, d.n)
	for i := range y {
		y[i] = linalg.Dot(d.a[i*d.n:(i+1)*d.n], x)
	}
	return y
}

// bfgs is the textbook update B − B s sᵀB/(sᵀBs) + y yᵀ/(yᵀs).
func (d dense) bfgs(s, y []float64) {
	bs := d.mul(s)
	sbs, ys := linalg.Dot(s, bs), linalg.Dot(y, s)
	for i := range d.n {
		for j := range d.n {
			d.a[i*d.n+j] += y[i]*y[j]/ys - bs[i]*bs[j]/sbs
		}
	}
}

// solveOn solves the system restricted to the variables in set by Gaussian
// elimination with pivoting.
func (d dense) solveOn(set []int, rhs []float64) []float64 {
	k := len(set)
	a := make([][]float64, k)
	for i, p := range set {
		a[i] = make([]float64, k+1)
		for j, q := range set {
			a[i][j] = d.a[p*d.n+q]
		}
		a[i][k] = rhs[i]
	}
	for c := range k {
		best := c
		for r := c; r < k; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[best][c]) {
				best = r
			}
		}
		a[c], a[best] = a[best], a[c]
		for r := range k {
			if r != c {
				f := a[r][c] / a[c][c]
				for j := c; j <= k; j++ {
					a[r][j] -= f * a[c][j]
				}
			}
		}
	}
	x := make([]float64, k)
	for i := range x {
		x[i] = a[i][k] / a[i][i]
	}
	return x
}

// fixture is a Minimizer in the middle of a run on a random convex quadratic,
// and the dense matrix its pairs should amount to.
type fixture struct {
	m    Minimizer
	b    dense
	rng  *rand.Rand
	h    dense // the Hessian the pairs come from
	s, y [][]float64
}

func newFixture(n, memory int, seed uint64) *fixture {
	f := &fixture{rng: rand.New(rand.NewPCG(seed, 1))}
	// Odd seeds have narrow valleys, where a projected step can lead uphill.
	base, ranks, size := 1.0, n, 1.0
	if seed%2 == 1 {
		base, ranks, size = 0.01, 2, 30
	}
	f.h = identity(n, base)
	for range ranks {
		v := f.vector(n)
		for i := range n {
			for j := range n {
				f.h.a[i*n+j] += size * v[i] * v[j]
			}
		}
	}
	f.m.prepare(n, Settings{memory: memory}.filled(), make([]float64, n), make([]float64, n), nil)
	f.m.b.forget(0.7)
	return f
}

func (f *fixture) vector(n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = f.rng.NormFloat64()
	}
	return v
}

// add takes a step s in which the variables in still do not move.
func (f *fixture) add(t *testing.T, still ...int) {
	n := f.m.b.n
	s := f.vector(n)
	for _, i := range still {
		s[i] = 0
	}
	y := f.h.mul(s)
	zero := make([]float64, n)
	if !f.m.b.push(zero, s, zero, y) {
		t.Fatal("pair refused")
	}
	f.s, f.y = append(f.s, s), append(f.y, y)
	if over := len(f.s) - f.m.b.mem; over > 0 {
		f.s, f.y = f.s[over:], f.y[over:]
	}
	f.b = identity(n, linalg.Dot(y, y)/linalg.Dot(s, y))
	for k := range f.s {
		f.b.bfgs(f.s[k], f.y[k])
	}
}

func near(t *testing.T, what string, got, want, scale float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-9*scale) {
		t.Errorf("%s = %v, dense algebra gives %v", what, got, want)
	}
}

// B = θI − W M Wᵀ is the matrix that BFGS updates give, also when pairs
// have been dropped.
func TestCompactFormIsBFGS(t *testing.T) {
	t.Parallel()
	const n = 7
	f := newFixture(n, 4, 1)
	b := &f.m.b
	for pairs := 1; pairs <= 11; pairs++ {
		f.add(t)
		if !b.middle() {
			t.Fatalf("%d pairs: middle matrix singular", pairs)
		}
		v := f.vector(n)
		p, wmw := make([]float64, 2*b.col), make([]float64, n)
		b.transposed(p, v)
		b.solve(p, p)
		b.times(wmw, p, 1)
		for i, want := range f.b.mul(v) {
			near(t, "Bv", b.theta*v[i]-wmw[i], want, 100)
		}
	}
}

// propose, on random boxes around random points, must find the Cauchy point of
// the dense model and its minimiser over the free variables, whichever
// variables were on bounds before: the sums over both sets are only updated.
func TestCauchyPointAndSubspaceStepAreThoseOfTheDenseModel(t *testing.T) {
	t.Parallel()
	var none, some, projected, shortened, settled int
	for seed := range uint64(300) {
		n := 2 + int(seed%9)
		f := newFixture(n, 5, seed)
		still := make([]int, 0, n)
		for i := range n {
			if seed%3 == 0 && i%2 == 0 {
				still = append(still, i)
			}
		}
		m := &f.m
		for range 8 {
			f.add(t, still...)
			f.box(still)
			if !m.propose() {
				t.Fatalf("seed %d: singular", seed)
			}
			time := pathMinimiser(f.b, m.x, m.g, m.lower, m.upper)
			xc := make([]float64, n)
			var free []int
			onBound := 0
			for i := range xc {
				xc[i] = clamp(m.x[i]-time*m.g[i], m.lower[i], m.upper[i])
				for _, bound := range []float64{m.lower[i], m.upper[i]} {
					if math.Abs(xc[i]-bound) < 1e-12 {
						xc[i] = bound // but for rounding
					}
				}
				if m.lower[i] < xc[i] && xc[i] < m.upper[i] {
					free = append(free, i)
				} else {
					onBound++
				}
			}
			// x̂ = x^c − (ZᵀBZ)⁻¹Zᵀ(g + B(x^c − x)) on the free variables.
			z := make([]float64, n)
			for i := range z {
				z[i] = xc[i] - m.x[i]
			}
			bz := f.b.mul(z)
			r := make([]float64, len(free))
			for k, i := range free {
				r[k] = -(m.g[i] + bz[i])
			}
			step := f.b.solveOn(free, r)
			hat := append([]float64(nil), xc...)
			cut := false
			for k, i := range free {
				hat[i] = xc[i] + step[k]
				if c := clamp(hat[i], m.lower[i], m.upper[i]); c != hat[i] {
					hat[i], cut = c, true
				}
			}
			if cut {
				projected++
			}
			downhill := 0.0
			for i, g := range m.g {
				downhill += g * (hat[i] - m.x[i])
			}
			if cut && !(downhill < 0) {
				// Not downhill: from x^c as far as the box allows.
				shortened++
				alpha := 1.0
				for k, i := range free {
					if step[k] > 0 {
						alpha = min(alpha, (m.upper[i]-xc[i])/step[k])
					} else if step[k] < 0 {
						alpha = min(alpha, (m.lower[i]-xc[i])/step[k])
					}
				}
				for k, i := range free {
					hat[i] = xc[i] + alpha*step[k]
				}
			}
			for i := range hat {
				near(t, "x̂", m.hat[i], hat[i], 1+math.Abs(hat[i]))
				if b := m.b.free[i]; b != (m.lower[i] < xc[i] && xc[i] < m.upper[i]) {
					t.Errorf("seed %d: variable %d free: %v", seed, i, b)
				}
			}
			if onBound == 0 {
				none++
			} else if len(still) > 0 {
				settled++
			} else {
				some++
			}
			if t.Failed() {
				t.Fatalf("seed %d, %d variables, %d on bounds", seed, n, onBound)
			}
		}
	}
	t.Logf("%d cases with no variable on a bound, %d with some, %d with some that never moved; %d projected, %d of them shortened", none, some, settled, projected, shortened)
	if none < 100 || some < 100 || settled < 100 || projected < 100 || shortened < 5 {
		t.Error("some kind of case is hardly tested")
	}
}

// box puts a new point, gradient and box around it; still variables are on a
// bound which they would leave the box by.
func (f *fixture) box(still []int) {
	m := &f.m
	n := m.b.n
	copy(m.x, f.vector(n))
	copy(m.g, f.vector(n))
	reach := math.Exp(4 * (f.rng.Float64() - 0.7))
	for i := range n {
		m.lower[i] = m.x[i] - reach*f.rng.Float64()
		m.upper[i] = m.x[i] + reach*f.rng.Float64()
		switch f.rng.IntN(12) {
		case 0:
			m.lower[i] = m.x[i]
		case 1:
			m.upper[i] = m.x[i]
		case 2:
			m.lower[i] = math.Inf(-1)
		case 3:
			m.upper[i] = math.Inf(1)
		}
	}
	for _, i := range still {
		m.lower[i], m.upper[i] = m.x[i], m.x[i]+1
		m.g[i] = math.Abs(m.g[i])
	}
}

// pathMinimiser finds the first local minimiser t of the dense model along
// P(x − t·g) by looking at every piece of the path in turn.
func pathMinimiser(b dense, x, g, lower, upper []float64) float64 {
	t := 0.0
	for {
		next := math.Inf(1)
		z, d := make([]float64, b.n), make([]float64, b.n)
		for i := range x {
			leave := math.Inf(1)
			if g[i] > 0 {
				leave = (x[i] - lower[i]) / g[i]
			} else if g[i] < 0 {
				leave = (x[i] - upper[i]) / g[i]
			}
			if leave > t {
				d[i] = -g[i]
				next = min(next, leave)
			}
			z[i] = clamp(x[i]-t*g[i], lower[i], upper[i]) - x[i]
		}
		bd := b.mul(d)
		slope, curvature := linalg.Dot(g, d)+linalg.Dot(z, bd), linalg.Dot(d, bd)
		if slope >= 0 || curvature == 0 {
			return t
		}
		if ahead := -slope / curvature; t+ahead < next {
			return t + ahead
		}
		t = next
	}
}

// Where the projected point does not lead down, the step is cut at the first
// bound it meets between x^c and the minimiser.
func TestCut(t *testing.T) {
	t.Parallel()
	m := newFixture(3, 3, 1).m
	copy(m.lower, []float64{-1, -1, -1})
	copy(m.upper, []float64{1, 2, 1})
	copy(m.xc, []float64{0, 0, 0.5})
	copy(m.hat, []float64{9, 9, 0.5})
	copy(m.dc, []float64{4, 4, 7}) // the minimiser; the first variable is stopped at ¼ of the way
	m.b.free[0], m.b.free[1], m.b.free[2] = true, true, false
	m.cut()
	if m.hat[0] != 1 || m.hat[1] != 1 || m.hat[2] != 0.5 {
		t.Errorf("cut to %v, want [1 1 0.5]", m.hat)
	}
}

// A matrix that rounding has spoilt makes propose give up, whichever of its
// factors is hit, and not return a point made of it.
func TestProposeRefusesASpoiltMatrix(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(b *compact){
		"middle":  func(b *compact) { b.ss[0] = -1e9 },
		"reduced": func(b *compact) { b.d[0] = math.NaN() },
	} {
		f := newFixture(4, 3, 2)
		for range 3 {
			f.add(t)
		}
		for i := range f.m.x { // the first variable stays on its bound
			f.m.x[i], f.m.g[i], f.m.lower[i], f.m.upper[i] = 0, 1, -1, 1
		}
		f.m.lower[0] = 0
		if !f.m.propose() {
			t.Fatalf("%s: refused before it was spoilt", name)
		}
		spoil(&f.m.b)
		if f.m.propose() {
			t.Errorf("%s: not refused", name)
		}
	}
}

func TestPairsWithoutCurvatureAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(2, 3, 1)
	b := &f.m.b
	zero := []float64{0, 0}
	s, g := []float64{1, 0}, []float64{-1, 0}
	for _, y := range [][]float64{{0, 1}, {-1, 0}, {1e-17, 5}, {math.NaN(), 0}, {math.Inf(1), 0}} {
		g1 := []float64{g[0] + y[0], y[1]}
		if b.push(zero, s, g, g1) || b.col != 0 || b.theta != 0.7 {
			t.Errorf("y = %v taken", y)
		}
	}
	if !b.push(zero, s, g, []float64{-0.999, 5}) {
		t.Error("a pair of little curvature refused")
	}
}
