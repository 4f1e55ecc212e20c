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
	// Where no bound was met, the minimiser does not depend on x^c: start from
	// x, for which m.dc already holds r/θ = −g/θ, and m.p1, m.p2 hold Wᵀr/θ.
	from := m.x
	if crossed {
		from = m.xc
	}
	if !m.classify(from) {
		copy(m.hat, from)
		return true
	}
	if crossed {
		m.residual()
	}
	if !b.solveReduced(m.q1, m.q2, m.p1, m.p2) {
		return false
	}
	b.times(m.dc, m.q1, m.q2, 1/b.theta, 1)
	projected := false
	for i, free := range b.free {
		m.hat[i] = from[i]
		if free {
			m.dc[i] += from[i] // the minimiser, maybe outside
			m.hat[i] = clamp(m.dc[i], m.lower[i], m.upper[i])
			projected = projected || m.hat[i] != m.dc[i]
		}
	}
	if projected && !(m.slopeTo(m.hat) < 0) {
		if !crossed {
			for i, g := range m.g {
				m.xc[i] = clamp(m.x[i]-time*(g/b.theta), m.lower[i], m.upper[i])
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

// classify tells the free variables from those that x^c puts on a bound, and whether
// there are any. A fixed variable counts as free: it has no gradient and no step.
func (m *Minimizer) classify(xc []float64) (some bool) {
	for i, x := range xc {
		l, u := m.lower[i], m.upper[i]
		m.b.free[i] = m.dc[i] != 0 || (l < x && x < u) || l == u
		some = some || m.b.free[i] && l < u
	}
	return some
}

// residual puts r/θ = −(x^c − x) − (g − W M c)/θ, equation (5.4), into m.dc and
// WᵀZ r/θ into m.p1, m.p2.
func (m *Minimizer) residual() {
	b := &m.b
	b.middle(m.q1, m.q2, m.c1, m.c2)
	clear(m.dc)
	b.times(m.dc, m.q1, m.q2, 1, b.theta)
	inverse := 1 / b.theta
	for i, free := range b.free {
		if !free {
			m.dc[i] = 0
			continue
		}
		m.dc[i] = -(m.xc[i] - m.x[i]) - (m.g[i]-m.dc[i])*inverse
	}
	b.transposed(m.p1, m.p2, m.dc)
}
