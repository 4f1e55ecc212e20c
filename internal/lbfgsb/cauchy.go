package lbfgsb

import (
	"cmp"
	"math"
	"slices"

	"farsight/internal/linalg"
)

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
	inverse := 1 / m.b.theta
	first = math.Inf(1)
	for i, g := range m.g {
		d := -g * inverse
		room := m.room(i, m.x[i], d)
		if room == 0 || d == 0 {
			m.dc[i] = 0
			continue
		}
		m.dc[i] = d
		slope += g * d
		if math.Abs(room) < first*math.Abs(d) { // a division only where it counts
			first = room / d
		}
	}
	m.b.transposed(m.p1, m.p2, m.dc)
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
	curvature := max(-slope-linalg.Dot(p1, q1)-linalg.Dot(p2, q2), floor)
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
		if t := m.room(i, m.x[i], d) / d; t <= math.MaxFloat64 {
			path = append(path, breakpoint{t, i})
		}
	}
	slices.SortFunc(path, func(a, b breakpoint) int { return cmp.Compare(a.t, b.t) })
	clear(c1)
	clear(c2)
	done := 0.0
	for len(path) > 0 && path[0].t-done <= step {
		t, i := path[0].t, path[0].i
		path = path[1:]
		d := m.dc[i]
		m.dc[i] = 0
		m.xc[i] = m.bound(i, d)
		ahead := t - done
		done = t
		// With z = x^c − x and c = Wᵀz, variable i leaves d:
		//	f'  += Δt·f'' − d_i(g_i + θz_i − w_iᵀMc)
		//	f'' −= θd_i² − 2d_i·w_iᵀMp + d_i²·w_iᵀMw_i
		for k := range b.col {
			w1[k], w2[k] = b.y[k][i], b.theta*b.s[k][i]
		}
		b.middle(q1, q2, w1, w2)
		linalg.Axpy(c1, ahead, p1)
		linalg.Axpy(c2, ahead, p2)
		wMc := linalg.Dot(q1, c1) + linalg.Dot(q2, c2)
		wMp := linalg.Dot(q1, p1) + linalg.Dot(q2, p2)
		wMw := linalg.Dot(q1, w1) + linalg.Dot(q2, w2)
		slope += ahead*curvature - d*(m.g[i]+b.theta*(m.xc[i]-m.x[i])-wMc)
		curvature = max(curvature-d*(b.theta*d-2*wMp+d*wMw), floor)
		linalg.Axpy(p1, -d, w1)
		linalg.Axpy(p2, -d, w2)
		step = max(0, -slope/curvature)
		if moving--; moving == 0 {
			step = 0 // what is left of the slope is rounding
		}
	}
	linalg.Axpy(c1, step, p1)
	linalg.Axpy(c2, step, p2)
	done += step
	for i, d := range m.dc {
		if d != 0 {
			m.xc[i] = clamp(m.x[i]+done*d, m.lower[i], m.upper[i])
		}
	}
	return done, true
}

func clamp(v, lower, upper float64) float64 { return min(max(v, lower), upper) }
