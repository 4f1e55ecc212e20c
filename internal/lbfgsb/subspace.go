package lbfgsb

import "math"

// propose leaves in m.hat the point x̂ that the model asks for: the Cauchy
// point, improved over the variables it leaves free. It reports false where a
// factorisation fails.
func (m *Minimizer) propose() bool {
	b := &m.b
	if b.col == 0 {
		// Without memory the model is separable: x^c = P(x − g/θ), and there is
		// nothing to improve.
		inverse := 1 / b.theta
		for i, g := range m.g {
			m.hat[i] = clamp(m.x[i]-g*inverse, m.lower[i], m.upper[i])
		}
		return true
	}
	slope, first := m.descend()
	time, crossed := 0.0, false
	if first <= math.MaxFloat64 { // else no bound is on the path, and x serves as x^c
		if !b.factorMiddle() {
			return false
		}
		time, crossed = m.cauchy(slope, first)
	}
	return m.improve(time, crossed)
}

// improve minimises the model over the free variables, the others fixed at x^c
// (the direct primal method, section 5.1): with r = −Zᵀ(g + B(x^c − x)) the
// step from x^c is, equation (5.11) with the inverse taken in,
//
//	d = r/θ + ZᵀW K⁻¹ WᵀZ r/θ²,  K = M⁻¹ − WᵀZZᵀW/θ.
//
// The step is projected back into the box (Morales and Nocedal 2011), or where
// that is no descent, cut at the first bound it meets (equation (5.8)).
func (m *Minimizer) improve(time float64, crossed bool) bool {
	b := &m.b
	n := b.n
	// Where no bound was met, the minimiser does not depend on x^c: start from
	// x, for which m.dc already holds r/θ = −g/θ, and m.p1, m.p2 hold Wᵀr/θ.
	from := m.x
	if crossed {
		from = m.xc
	}
	free, settled := m.classify(from)
	if !free {
		copy(m.hat, from)
		return true
	}
	if crossed {
		m.residual()
	}
	u1, u2 := m.q1[:b.col], m.q2[:b.col]
	if settled {
		b.solveTriangular(u1, u2, m.p1, m.p2)
	} else if !b.solveReduced(u1, u2, m.p1, m.p2) {
		return false
	}

	width := 2 * b.col
	coef := m.acc[:width]
	b.bySlot(coef, u1, u2, 1/b.theta, 1)
	isFree := b.free[:n]
	hat, dc, from := m.hat[:n], m.dc[:n], from[:n]
	lower, upper := m.lower[:n], m.upper[:n]
	projected := false
	at := 0
	for i := range hat {
		row := b.w[at : at+width]
		at += 2 * b.mem
		if !isFree[i] {
			hat[i] = from[i]
			continue
		}
		v := from[i] + (dc[i] + rowDot(row, coef))
		dc[i] = v
		if v < lower[i] {
			v, projected = lower[i], true
		} else if v > upper[i] {
			v, projected = upper[i], true
		}
		hat[i] = v
	}
	if projected && !(m.slopeTo(hat) < 0) {
		if !crossed {
			for i, g := range m.g {
				m.xc[i] = clamp(m.x[i]-time*(g/b.theta), lower[i], upper[i])
			}
		}
		m.cut()
	}
	return true
}

// slopeTo is the slope of f at x in the direction of a point.
func (m *Minimizer) slopeTo(point []float64) (slope float64) {
	for i, g := range m.g {
		slope += g * (point[i] - m.x[i])
	}
	return slope
}

// cut sets x̂ to the point farthest on the way from x^c to the minimiser in
// m.dc that is in the box.
func (m *Minimizer) cut() {
	alpha, at := 1.0, -1
	for i, free := range m.b.free {
		d := m.dc[i] - m.xc[i]
		if !free || d == 0 {
			continue
		}
		room := m.lower[i] - m.xc[i]
		if d > 0 {
			room = m.upper[i] - m.xc[i]
		}
		if a := room / d; a < alpha {
			alpha, at = a, i
		}
	}
	for i, free := range m.b.free {
		if free {
			m.hat[i] = clamp(m.xc[i]+alpha*(m.dc[i]-m.xc[i]), m.lower[i], m.upper[i])
		}
	}
	if at >= 0 {
		m.hat[at] = m.lower[at]
		if m.dc[at] > m.xc[at] {
			m.hat[at] = m.upper[at]
		}
	}
}

// classify tells the free variables from those that x^c puts on a bound and
// brings the matrices over them up to date. A fixed variable counts as free: it
// has no gradient and no step. free says that some variable can move; settled
// that no variable on a bound has moved within the memory.
func (m *Minimizer) classify(xc []float64) (free, settled bool) {
	b := &m.b
	oldest := b.serial - b.col + 1
	settled = true
	flipped := false
	for i, x := range xc {
		l, u := m.lower[i], m.upper[i]
		inside := m.dc[i] != 0 || (l < x && x < u) || l == u
		if inside != b.free[i] {
			b.flip(i)
			flipped = true
		}
		if !inside {
			settled = settled && b.moved[i] < oldest
		} else if l < u {
			free = true
		}
	}
	if flipped && settled {
		b.clearActive()
	}
	return free, settled
}

// residual puts r/θ = −(x^c − x) − (g − W M c)/θ, equation (5.4), into m.dc and
// WᵀZ r/θ into m.p1, m.p2.
func (m *Minimizer) residual() {
	b := &m.b
	coef := m.acc[:2*b.col]
	b.middle(m.q1, m.q2, m.c1, m.c2)
	b.bySlot(coef, m.q1, m.q2, 1, b.theta)
	inverse := 1 / b.theta
	for i, free := range b.free {
		m.dc[i] = 0
		if free {
			m.dc[i] = -(m.xc[i] - m.x[i]) - (m.g[i]-rowDot(b.row(i), coef))*inverse
		}
	}
	b.transposed(m.acc, m.dc)
	b.byAge(m.p1, m.p2, m.acc, b.theta)
}

// flip moves variable i from the free set to the other or back and updates the
// sums over both sets.
func (b *compact) flip(i int) {
	m := b.mem
	y, s := b.ya[:b.col], b.sv[:b.col]
	b.byAge(y, s, b.row(i), 1)
	sign := 1.0 // it becomes free
	if b.free[i] {
		sign = -1
	}
	b.free[i] = !b.free[i]
	still := b.moved[i] < b.serial-b.col+1 // s = 0
	for j, yj := range y {
		v := sign * yj / b.theta0
		for k, yk := range y[:j+1] {
			b.yy[j*m+k] += v * yk
		}
	}
	if still {
		return
	}
	for j, sj := range s {
		v := sign * sj
		for k, sk := range s[:j+1] {
			b.sa[j*m+k] -= v * sk
		}
		for k, yk := range y {
			b.c[j*m+k] -= v * yk
		}
	}
}

// clearActive sets the sums over the variables on bounds to the zeros they are
// when none of these has moved, whatever rounding has left in them.
func (b *compact) clearActive() {
	m := b.mem
	for i := range b.col {
		clear(b.sa[i*m : i*m+i+1])
		clear(b.c[i*m : i*m+i])
	}
}

// solveReduced solves K u = v, where in blocks
//
//	K = [−P Cᵀ; C Q],  P = D + YᵀZZᵀY/θ,  Q = θSᵀAAᵀS,  C = L − SᵀZZᵀY.
//
// Below its diagonal C is SᵀAAᵀY, else −SᵀZZᵀY: no cancellation. K has as many
// negative as positive pivots as long as B is positive definite.
func (b *compact) solveReduced(u1, u2, v1, v2 []float64) bool {
	m, c := b.mem, b.col
	stride := 2 * m
	scale := b.theta0 / b.theta
	for i := range c {
		top, bottom := b.k[i*stride:], b.k[(c+i)*stride:]
		for k := range i + 1 {
			top[k] = -scale * b.yy[i*m+k]
			bottom[c+k] = b.theta * b.sa[i*m+k]
		}
		top[i] -= b.d[i]
		copy(bottom[:c], b.c[i*m:i*m+c])
	}
	if !factor(b.k, stride, 2*c, c) {
		return false
	}
	u := b.accSF[:2*c]
	copy(u, v1[:c])
	copy(u[c:], v2[:c])
	solve(b.k, stride, u)
	copy(u1, u[:c])
	copy(u2, u[c:])
	return true
}

// solveTriangular is solveReduced for Q = 0 and C upper triangular, which is so
// when no variable on a bound has moved within the memory. Its diagonal is −D:
//
//	C u₁ = v₂,  Cᵀu₂ = v₁ + P u₁.
func (b *compact) solveTriangular(u1, u2, v1, v2 []float64) {
	m, c := b.mem, b.col
	u1, u2 = u1[:c], u2[:c]
	scale := b.theta0 / b.theta
	for i := c - 1; i >= 0; i-- {
		u1[i] = (dot(b.c[i*m+i+1:i*m+c], u1[i+1:]) - v2[i]) * b.id[i]
	}
	for i, u := range u1 {
		yy := b.yy[i*m : i*m+i+1]
		u2[i] = v1[i] + b.d[i]*u + scale*dot(yy, u1)
		u *= scale
		for k, v := range yy[:i] {
			u2[k] += v * u
		}
	}
	for i := range u2 {
		u2[i] *= -b.id[i]
		axpy(u2[i+1:], -u2[i], b.c[i*m+i+1:i*m+c])
	}
}
