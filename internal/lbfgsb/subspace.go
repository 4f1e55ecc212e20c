package lbfgsb

// propose leaves in m.hat the point x̂ that the model asks for: the Cauchy
// point, improved over the variables it leaves free. It reports false where a
// factorisation fails.
//
// The improvement minimises the model over these, the others fixed at x^c (the direct
// primal method, section 5.1): with r = −Zᵀ(g + B(x^c − x)) the step from x^c is,
// equation (5.11) with the inverse taken in,
//
//	d = r/θ + ZᵀW K⁻¹ WᵀZ r/θ²,  K = M⁻¹ − WᵀZZᵀW/θ.
//
// The step is projected back into the box (Morales and Nocedal 2011), or where
// that is no descent, cut at the first bound it meets (equation (5.8)).
func (m *Minimizer) propose() bool {
	b := &m.b
	if b.col == 0 {
		// Without memory the model is separable: x^c = P(x − g/θ), and there is
		// nothing to improve.
		for i, g := range m.g {
			m.hat[i] = clamp(m.x[i]-g/b.theta, m.lower[i], m.upper[i])
		}
		return true
	}
	if !b.middle() {
		return false
	}
	m.cauchy()
	copy(m.hat, m.xc)
	if !m.classify() {
		return true
	}
	m.residual()
	if !b.reduced() {
		return false
	}
	b.solve(m.q, m.p)
	b.times(m.dc, m.q, 1/b.theta)
	projected := false
	for i, free := range b.free {
		if free {
			m.dc[i] += m.xc[i] // the minimiser, maybe outside
			m.hat[i] = clamp(m.dc[i], m.lower[i], m.upper[i])
			projected = projected || m.hat[i] != m.dc[i]
		}
	}
	if projected && !(m.aim() < 0) {
		m.cut()
	}
	return true
}

// cut sets x̂ to the point farthest on the way from x^c to the minimiser in
// m.dc that is in the box.
func (m *Minimizer) cut() {
	alpha, at := 1.0, -1
	for i, free := range m.b.free {
		if d := m.dc[i] - m.xc[i]; free && d != 0 {
			if a := m.room(i, m.xc[i], d) / d; a < alpha {
				alpha, at = a, i
			}
		}
	}
	for i, free := range m.b.free {
		if free {
			m.hat[i] = clamp(m.xc[i]+alpha*(m.dc[i]-m.xc[i]), m.lower[i], m.upper[i])
		}
	}
	if at >= 0 {
		m.hat[at] = m.bound(at, m.dc[at]-m.xc[at])
	}
}

// bound is the one that variable i meets in a direction, room how far that is from x.
func (m *Minimizer) bound(i int, direction float64) float64 {
	if direction > 0 {
		return m.upper[i]
	}
	return m.lower[i]
}

func (m *Minimizer) room(i int, x, direction float64) float64 { return m.bound(i, direction) - x }

// classify separates the free variables from those that x^c puts on a bound, and reports whether
// there are any. A fixed variable counts as free: it has no gradient and no step.
func (m *Minimizer) classify() (some bool) {
	for i, x := range m.xc {
		l, u := m.lower[i], m.upper[i]
		m.b.free[i] = m.dc[i] != 0 || (l < x && x < u) || l == u
		some = some || m.b.free[i] && l < u
	}
	return some
}

// residual puts r/θ = −(x^c − x) − (g − W M c)/θ, equation (5.4), into m.dc and
// WᵀZ r/θ into m.p.
func (m *Minimizer) residual() {
	b := &m.b
	b.solve(m.q, m.c)
	clear(m.dc)
	b.times(m.dc, m.q, 1)
	for i, free := range b.free {
		if free {
			m.dc[i] = -(m.xc[i] - m.x[i]) - (m.g[i]-m.dc[i])/b.theta
		} else {
			m.dc[i] = 0
		}
	}
	b.transposed(m.p, m.dc)
}
