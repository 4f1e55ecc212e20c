package lbfgsb

import "math"

// breakpoint is where on the projected steepest-descent path a variable meets
// its bound, equation (4.1).
type breakpoint struct {
	t float64
	i int
}

// descend prepares the projected steepest-descent path x(t) = P(x + t·d) with
// d = −g/θ: in units of 1/θ, so that t is of the size of one and everything
// else linear in f. It leaves d in m.dc (0 where a bound forbids to move),
// p = Wᵀd in m.p1, m.p2, and returns f' = gᵀd and the first breakpoint.
func (m *Minimizer) descend() (slope, first float64) {
	b := &m.b
	n := b.n
	x, g, dc := m.x[:n], m.g[:n], m.dc[:n]
	lower, upper := m.lower[:n], m.upper[:n]
	inverse := 1 / b.theta
	first = math.Inf(1)
	for i, gi := range g {
		d := -gi * inverse
		room := lower[i] - x[i]
		if d > 0 {
			room = upper[i] - x[i]
		}
		if room == 0 || d == 0 {
			dc[i] = 0
			continue
		}
		dc[i] = d
		slope += gi * d
		if math.Abs(room) < first*math.Abs(d) { // a division only where it counts
			first = room / d
		}
	}
	b.transposed(m.acc, dc)
	b.byAge(m.p1, m.p2, m.acc, b.theta)
	return slope, first
}

// cauchy finds the generalised Cauchy point x^c, the first local minimiser of
// the quadratic model along the path that descend prepared (algorithm CP of
// section 4), given what descend returned.
//
// It returns the time of x^c on the path and whether bounds are met before.
// Only then is x^c put into m.xc, and Wᵀ(x^c − x) into m.c1, m.c2; the variables
// stopped by a bound have 0 in m.dc.
func (m *Minimizer) cauchy(slope, first float64) (time float64, crossed bool) {
	b := &m.b
	p1, p2, c1, c2 := m.p1[:b.col], m.p2[:b.col], m.c1[:b.col], m.c2[:b.col]
	q1, q2, w1, w2 := m.q1[:b.col], m.q2[:b.col], m.w1[:b.col], m.w2[:b.col]

	// f'' = dᵀBd = θdᵀd − pᵀMp; and θdᵀd = −f' for this d.
	b.middle(q1, q2, p1, p2)
	floor := -epsilon * slope
	curvature := max(-slope-dot(p1, q1)-dot(p2, q2), floor)
	step := -slope / curvature
	if step < first {
		return step, false
	}

	// Bounds are met before the minimiser: go from breakpoint to breakpoint.
	copy(m.xc, m.x)
	path := m.path[:0]
	moving := 0
	for i, d := range m.dc {
		if d == 0 {
			continue
		}
		moving++
		room := m.lower[i] - m.x[i]
		if d > 0 {
			room = m.upper[i] - m.x[i]
		}
		if t := room / d; t <= math.MaxFloat64 {
			path = append(path, breakpoint{t, i})
		}
	}
	heapify(path)
	clear(c1)
	clear(c2)
	done := 0.0
	for len(path) > 0 && path[0].t-done <= step {
		t, i := path[0].t, path[0].i
		path = popHeap(path)
		d := m.dc[i]
		m.dc[i] = 0
		m.xc[i] = m.lower[i]
		if d > 0 {
			m.xc[i] = m.upper[i]
		}
		ahead := t - done
		done = t
		// With z = x^c − x and c = Wᵀz, variable i leaves d:
		//	f'  += Δt·f'' − d_i(g_i + θz_i − w_iᵀMc)
		//	f'' −= θd_i² − 2d_i·w_iᵀMp + d_i²·w_iᵀMw_i
		b.byAge(w1, w2, b.row(i), b.theta)
		b.middle(q1, q2, w1, w2)
		axpy(c1, ahead, p1)
		axpy(c2, ahead, p2)
		wMc := dot(q1, c1) + dot(q2, c2)
		wMp := dot(q1, p1) + dot(q2, p2)
		wMw := dot(q1, w1) + dot(q2, w2)
		slope += ahead*curvature - d*(m.g[i]+b.theta*(m.xc[i]-m.x[i])-wMc)
		curvature = max(curvature-d*(b.theta*d-2*wMp+d*wMw), floor)
		axpy(p1, -d, w1)
		axpy(p2, -d, w2)
		step = max(0, -slope/curvature)
		if moving--; moving == 0 {
			step = 0 // what is left of the slope is rounding
		}
	}
	axpy(c1, step, p1)
	axpy(c2, step, p2)
	done += step
	for i, d := range m.dc {
		if d != 0 {
			m.xc[i] = clamp(m.x[i]+done*d, m.lower[i], m.upper[i])
		}
	}
	return done, true
}

func axpy(y []float64, a float64, x []float64) {
	x = x[:len(y)]
	for i := range y {
		y[i] += a * x[i]
	}
}

func clamp(v, lower, upper float64) float64 {
	if v < lower {
		return lower
	}
	if v > upper {
		return upper
	}
	return v
}

// A binary heap, because most breakpoints are never reached.

func heapify(h []breakpoint) {
	for i := len(h)/2 - 1; i >= 0; i-- {
		sink(h, i)
	}
}

func popHeap(h []breakpoint) []breakpoint {
	last := len(h) - 1
	h[0] = h[last]
	h = h[:last]
	if last > 1 {
		sink(h, 0)
	}
	return h
}

func sink(h []breakpoint, i int) {
	v := h[i]
	for {
		child := 2*i + 1
		if child >= len(h) {
			break
		}
		if child+1 < len(h) && h[child+1].t < h[child].t {
			child++
		}
		if v.t <= h[child].t {
			break
		}
		h[i] = h[child]
		i = child
	}
	h[i] = v
}
