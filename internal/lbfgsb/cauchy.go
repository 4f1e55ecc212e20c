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

// cauchy puts the generalised Cauchy point x^c into m.xc: the first local minimiser
// of the quadratic model along the projected steepest-descent path x(t) = P(x + t·d)
// with d = −g/θ (algorithm CP of section 4), in units of 1/θ, so that t is of the size
// of one and everything else linear in f. It leaves Wᵀ(x^c − x) in m.c, and d in m.dc,
// 0 where a bound forbids to move or is met. b.middle must have been factored.
func (m *Minimizer) cauchy() {
	b := &m.b
	p, c, q, w := m.p[:2*b.col], m.c[:2*b.col], m.q[:2*b.col], m.w[:2*b.col]
	copy(m.xc, m.x)
	path, moving, slope := m.path[:0], 0, 0.0 // f' = gᵀd
	for i, g := range m.g {
		d := -g / b.theta
		room := m.room(i, m.x[i], d)
		if m.dc[i] = 0; room == 0 || d == 0 {
			continue
		}
		m.dc[i] = d
		moving++
		slope += g * d
		if t := room / d; t <= math.MaxFloat64 {
			path = append(path, breakpoint{t, i})
		}
	}

	// f'' = dᵀBd = θdᵀd − pᵀMp with p = Wᵀd; and θdᵀd = −f' for this d.
	b.transposed(p, m.dc)
	b.solve(q, p)
	floor := -epsilon * slope
	curvature := max(-slope-linalg.Dot(p, q), floor)
	step := 0.0
	if slope < 0 {
		step = -slope / curvature
	}
	if slices.ContainsFunc(path, func(b breakpoint) bool { return b.t <= step }) {
		slices.SortFunc(path, func(a, b breakpoint) int { return cmp.Compare(a.t, b.t) })
	} else {
		path = nil
	}
	clear(c)
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
		b.row(w, i)
		b.solve(q, w)
		linalg.Axpy(c, ahead, p)
		slope += ahead*curvature - d*(m.g[i]+b.theta*(m.xc[i]-m.x[i])-linalg.Dot(q, c))
		curvature = max(curvature-d*(b.theta*d-2*linalg.Dot(q, p)+d*linalg.Dot(q, w)), floor)
		linalg.Axpy(p, -d, w)
		step = max(0, -slope/curvature)
		if moving--; moving == 0 {
			step = 0 // what is left of the slope is rounding
		}
	}
	linalg.Axpy(c, step, p)
	done += step
	for i, d := range m.dc {
		if d != 0 {
			m.xc[i] = clamp(m.x[i]+done*d, m.lower[i], m.upper[i])
		}
	}
}

func clamp(v, lower, upper float64) float64 { return min(max(v, lower), upper) }
