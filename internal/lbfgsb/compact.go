package lbfgsb

import "farsight/internal/linalg"

// compact is the limited-memory BFGS matrix in the compact form of equation
// (3.2),
//
//	B = θI − W M Wᵀ,  W = [Y θS],  M = [−D Lᵀ; L θSᵀS]⁻¹.
//
// Nothing in it is quadratic in f, so that very small or large functions neither
// under- nor overflow, and no square root is taken of anything, so that scaling f
// by a power of two is exact. Pairs are in order of age, the oldest first.
type compact struct {
	n, mem, col int     // variables; most pairs; pairs held
	theta       float64 // θ

	block []float64   // the numbers of y and s
	y, s  [][]float64 // a column of n for each pair

	// Stride mem, symmetric ones by their lower triangle.
	d, id []float64 // D: s_k·y_k, and its inverse
	l     []float64 // L: s_i·y_j for i > j
	ss    []float64 // SᵀS
	t     []float64 // factor of T = θSᵀS + L D⁻¹ Lᵀ
	u     []float64 // L D⁻¹, while T is built

	free   []bool    // what is not on a bound, as the Cauchy point has it
	masked []float64 // a column without what is free, or without what is not
	k      []float64 // factor of K, stride 2·mem
	rhs    []float64
}

// resize makes room for n variables and mem pairs; those held stay if nothing changes.
func (b *compact) resize(n, mem int) {
	if b.n == n && b.mem == mem {
		return
	}
	b.n, b.mem, b.col = n, mem, 0
	b.block = grown(b.block, 2*mem*n)
	b.y, b.s = grown(b.y, mem), grown(b.s, mem)
	for k := range mem {
		b.y[k], b.s[k] = b.block[2*k*n:(2*k+1)*n], b.block[(2*k+1)*n:(2*k+2)*n]
	}
	b.free, b.masked = grown(b.free, n), grown(b.masked, n)
	b.d, b.id, b.rhs = grown(b.d, mem), grown(b.id, mem), grown(b.rhs, 2*mem)
	for _, p := range []*[]float64{&b.l, &b.ss, &b.t, &b.u} {
		*p = grown(*p, mem*mem)
	}
	b.k = grown(b.k, 4*mem*mem)
}

// grown returns s with length n, its contents unspecified.
func grown[E any](s []E, n int) []E {
	if cap(s) < n {
		return make([]E, n)
	}
	return s[:n]
}

// forget drops every pair: B = θI.
func (b *compact) forget(theta float64) { b.col, b.theta = 0, theta }

// push adds the pair s = x₁ − x₀, y = g₁ − g₀. It reports false, and keeps B,
// when s·y ≤ ε·(−s·g₀): the test of the published code, which unlike the
// s·y ≤ ε‖y‖² of equation (3.9) does not depend on the units of f and x.
func (b *compact) push(x0, x1, g0, g1 []float64) bool {
	g0, x1, g1 = g0[:len(x0)], x1[:len(x0)], g1[:len(x0)]
	var sy, sg float64
	for i, x := range x0 {
		s := x1[i] - x
		sy += s * (g1[i] - g0[i])
		sg += s * g0[i]
	}
	if !(sy > -epsilon*sg) || !(sy > 0) || !finite(sy) {
		return false
	}
	if b.col == b.mem {
		b.dropOldest()
	}
	last := b.col
	b.col++
	// θ = y·y / s·y, summed so that nothing is quadratic in f.
	inverse, y, s := 1/sy, b.y[last], b.s[last]
	b.theta = 0
	for i, x := range x0 {
		s[i], y[i] = x1[i]-x, g1[i]-g0[i]
		b.theta += (y[i] * inverse) * y[i]
	}
	b.d[last], b.id[last] = sy, inverse
	at := last * b.mem
	for k := range last {
		b.l[at+k] = linalg.Dot(s, b.y[k])
	}
	for k := range b.col {
		b.ss[at+k] = linalg.Dot(s, b.s[k])
	}
	return true
}

// dropOldest moves every pair and its products one place ahead.
func (b *compact) dropOldest() {
	m := b.mem
	for _, p := range [][][]float64{b.y, b.s} {
		first := p[0]
		copy(p, p[1:])
		p[m-1] = first
	}
	copy(b.d, b.d[1:])
	copy(b.id, b.id[1:])
	for i := 1; i < m; i++ {
		copy(b.ss[(i-1)*m:], b.ss[i*m+1:i*m+i+1])
		copy(b.l[(i-1)*m:], b.l[i*m+1:i*m+i])
	}
	b.col--
}

// transposed sets p = Wᵀv, its Y part and its θS part.
func (b *compact) transposed(p1, p2, v []float64) {
	for k := range b.col {
		p1[k], p2[k] = linalg.Dot(b.y[k], v), b.theta*linalg.Dot(b.s[k], v)
	}
}

// times adds Y q₁·ya + S q₂·sa to dst.
func (b *compact) times(dst, q1, q2 []float64, ya, sa float64) {
	for k := range b.col {
		linalg.Axpy(dst, ya*q1[k], b.y[k])
		linalg.Axpy(dst, sa*q2[k], b.s[k])
	}
}

// factorMiddle factors T = θSᵀS + L D⁻¹ Lᵀ, the Schur complement of −D in M⁻¹,
// which is positive definite whenever every s_k·y_k > 0. It reports false where
// rounding has spoilt that.
func (b *compact) factorMiddle() bool {
	m := b.mem
	for i := range b.col {
		l, u := b.l[i*m:i*m+i], b.u[i*m:i*m+i]
		for k, v := range l {
			u[k] = v * b.id[k]
		}
		t, ss := b.t[i*m:i*m+i+1], b.ss[i*m:i*m+i+1]
		for j := range t {
			t[j] = b.theta*ss[j] + linalg.Dot(u[:j], b.l[j*m:])
		}
	}
	return factor(b.t, m, b.col, 0)
}

// middle solves M⁻¹q = p for q = M p, both split into their Y and their θS
// part. By elimination of the first block row,
//
//	T q₂ = p₂ + L D⁻¹ p₁,  q₁ = D⁻¹(Lᵀq₂ − p₁).
func (b *compact) middle(q1, q2, p1, p2 []float64) {
	m := b.mem
	q1, q2, p1, p2 = q1[:b.col], q2[:b.col], p1[:b.col], p2[:b.col]
	for i := range q2 {
		q2[i] = p2[i] + linalg.Dot(b.u[i*m:i*m+i], p1)
	}
	solve(b.t, m, q2)
	for i := range q1 {
		q1[i] = -p1[i]
	}
	for i, v := range q2 {
		linalg.Axpy(q1[:i], v, b.l[i*m:])
	}
	for i, d := range b.id[:b.col] {
		q1[i] *= d
	}
}

// solveReduced solves K u = v over the free variables Z, the others being A, where
// in blocks
//
//	K = [−P Cᵀ; C Q],  P = D + YᵀZZᵀY/θ,  Q = θSᵀAAᵀS,  C = L − SᵀZZᵀY.
//
// Below its diagonal C is SᵀAAᵀY, else −SᵀZZᵀY: no cancellation. K has as many
// negative as positive pivots as long as B is positive definite.
func (b *compact) solveReduced(u1, u2, v1, v2 []float64) bool {
	c, stride, inverse := b.col, 2*b.mem, 1/b.theta
	for i := range c {
		top, bottom := b.k[i*stride:], b.k[(c+i)*stride:]
		b.mask(b.y[i], inverse, true)
		for j := range i + 1 {
			top[j] = -linalg.Dot(b.masked, b.y[j])
			b.k[(c+j)*stride+i] = -b.theta * linalg.Dot(b.masked, b.s[j])
		}
		top[i] -= b.d[i]
		clear(bottom[:i])
		clear(bottom[c : c+i+1])
		if !b.mask(b.s[i], 1, false) {
			continue
		}
		for j := range i {
			bottom[j] = linalg.Dot(b.masked, b.y[j])
		}
		for j := range i + 1 {
			bottom[c+j] = b.theta * linalg.Dot(b.masked, b.s[j])
		}
	}
	if !factor(b.k, stride, 2*c, c) {
		return false
	}
	u := b.rhs[:2*c]
	copy(u, v1[:c])
	copy(u[c:], v2[:c])
	solve(b.k, stride, u)
	copy(u1, u[:c])
	copy(u2, u[c:])
	return true
}

// mask scales what a column has on the free variables, or on the others, and tells
// whether anything is there.
func (b *compact) mask(column []float64, scale float64, free bool) bool {
	some := false
	for i, v := range column {
		b.masked[i] = 0
		if b.free[i] == free && v != 0 {
			b.masked[i], some = v*scale, true
		}
	}
	return some
}

// factor overwrites the lower triangle of the symmetric n×n matrix a with the
// unit lower factor and the inverse pivots of its LELᵀ. The first negative pivots must be
// below, the others above zero by more than rounding, or it reports false.
func factor(a []float64, stride, n, negative int) bool {
	for i := range n {
		row := a[i*stride : i*stride+i+1]
		// With u_ij = l_ij·e_j: u_ij = a_ij − Σ_{k<j} u_ik l_jk.
		for j := 1; j < i; j++ {
			row[j] -= linalg.Dot(row[:j], a[j*stride:])
		}
		sign := 1.0
		if i < negative {
			sign = -1
		}
		whole := sign * row[i]
		pivot := whole
		for k, u := range row[:i] {
			l := u * a[k*stride+k]
			pivot -= sign * u * l
			row[k] = l
		}
		if !(pivot > 4*epsilon*whole) || !(pivot > 0) || !finite(pivot) {
			return false
		}
		row[i] = sign / pivot
	}
	return true
}

// solve overwrites v with the solution of the system that factor prepared.
func solve(a []float64, stride int, v []float64) {
	for i := range v {
		v[i] -= linalg.Dot(v[:i], a[i*stride:])
	}
	for i := range v {
		v[i] *= a[i*stride+i]
	}
	for i := len(v) - 1; i > 0; i-- {
		linalg.Axpy(v[:i], -v[i], a[i*stride:])
	}
}
