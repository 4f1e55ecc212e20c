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

	// Stride mem, by their lower triangles.
	d  []float64 // D: s_k·y_k
	l  []float64 // L: s_i·y_j for i > j
	ss []float64 // SᵀS

	free   []bool    // not on a bound at the Cauchy point
	masked []float64 // a column restricted to the free or to the bound variables
	k      []float64 // factor of M⁻¹ or of K, stride 2·mem
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
	b.d, b.l, b.ss, b.k = grown(b.d, mem), grown(b.l, mem*mem), grown(b.ss, mem*mem), grown(b.k, 4*mem*mem)
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
	b.d[last] = sy
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
	for i := 1; i < m; i++ {
		copy(b.ss[(i-1)*m:], b.ss[i*m+1:i*m+i+1])
		copy(b.l[(i-1)*m:], b.l[i*m+1:i*m+i])
	}
	b.col--
}

// transposed sets p = Wᵀv: its Y part, then its θS part, as all vectors of 2·col have.
func (b *compact) transposed(p, v []float64) {
	for k := range b.col {
		p[k], p[b.col+k] = linalg.Dot(b.y[k], v), b.theta*linalg.Dot(b.s[k], v)
	}
}

// row sets w to the row of W that belongs to variable i.
func (b *compact) row(w []float64, i int) {
	for k := range b.col {
		w[k], w[b.col+k] = b.y[k][i], b.theta*b.s[k][i]
	}
}

// times adds c·Wq to dst.
func (b *compact) times(dst, q []float64, c float64) {
	for k := range b.col {
		linalg.Axpy(dst, c*q[k], b.y[k])
		linalg.Axpy(dst, c*b.theta*q[b.col+k], b.s[k])
	}
}

// middle prepares solve for M⁻¹. Like K it has as many negative as positive pivots
// whenever B is positive definite, and reports false where rounding has spoilt that.
func (b *compact) middle() bool {
	c, m := b.col, b.mem
	for i := range c {
		top, bottom := b.k[2*i*m:], b.k[2*(c+i)*m:]
		clear(top[:i])
		top[i] = -b.d[i]
		clear(bottom[copy(bottom, b.l[i*m:i*m+i]):c])
		for j, v := range b.ss[i*m : i*m+i+1] {
			bottom[c+j] = b.theta * v
		}
	}
	return factor(b.k, 2*m, 2*c, c)
}

// reduced prepares solve for K over the free variables Z, the others being A, where
// in blocks
//
//	K = [−P Cᵀ; C Q],  P = D + YᵀZZᵀY/θ,  Q = θSᵀAAᵀS,  C = L − SᵀZZᵀY.
//
// Below its diagonal C is SᵀAAᵀY, else −SᵀZZᵀY: no cancellation.
func (b *compact) reduced() bool {
	c, stride := b.col, 2*b.mem
	for i := range c {
		top, bottom := b.k[i*stride:], b.k[(c+i)*stride:]
		b.mask(b.y[i], 1/b.theta, true)
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
	return factor(b.k, stride, 2*c, c)
}

// mask scales the entries of a column at the free variables, or at the others, and reports whether
// there are any.
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

// solve writes the solution q of M⁻¹q = p or Kq = p, whichever was factored last.
func (b *compact) solve(q, p []float64) {
	q = q[:copy(q, p[:2*b.col])]
	stride := 2 * b.mem
	for i := range q {
		q[i] -= linalg.Dot(q[:i], b.k[i*stride:])
	}
	for i := range q {
		q[i] *= b.k[i*stride+i]
	}
	for i := len(q) - 1; i > 0; i-- {
		linalg.Axpy(q[:i], -q[i], b.k[i*stride:])
	}
}
