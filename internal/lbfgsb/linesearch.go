package lbfgsb

import (
	"math"

	"farsight/internal/linalg"
)

// The line search of Moré and Thuente (1994) along φ(α) = f(x + αd): it ends at
// a step of sufficient decrease and small slope (the strong Wolfe conditions),
//
//	φ(α) ≤ φ(0) + μ·α·φ'(0)   and   |φ'(α)| ≤ η·|φ'(0)|,
//
// with the constants of the published L-BFGS-B code.
const (
	sufficientDecrease = 1e-3 // μ (ftol)
	smallSlope         = 0.9  // η (gtol)
	narrowInterval     = 0.1  // end when the bracket is this narrow, relatively (xtol)

	longestSearch = 20   // evaluations in one search
	longestStep   = 1e10 // where no bound limits α

	growAtLeast = 1.1  // without a bracket the next α is between
	growAtMost  = 4.0  // these multiples of the last advance
	shrinkBy    = 0.66 // a bracket must shrink to this in two trials

	retreat = 0.25 // from a step where f is not finite
)

// aim sets the direction d = x̂ − x and returns the slope gᵀd along it.
func (m *Minimizer) aim() (slope float64) {
	for i, v := range m.hat {
		m.d[i] = v - m.x[i]
	}
	return linalg.Dot(m.g, m.d)
}

// lineSearch looks along d for a better point and leaves it in m.xt. It reports
// whether it has found one, or why the whole run must stop.
func (m *Minimizer) lineSearch(slope float64) (bool, reason) {
	var s search
	longest, limit := m.longest()
	s.start(m.f, slope, longest)
	for range longestSearch {
		m.try(s.step)
		if s.step == longest && limit >= 0 {
			m.xt[limit] = m.bound(limit, m.d[limit]) // exactly, so that the bound counts as met
		}
		if stop := m.evaluate(); stop != notRun {
			return false, stop
		}
		slope := linalg.Dot(m.gt, m.d) // not finite if any part of the gradient is not
		if !finite(m.ft) || !finite(slope) {
			s.backOff()
			continue
		}
		m.keepBest()
		v := s.judge(m.ft, slope)
		if v == accepted {
			return true, notRun
		}
		if v == stuck {
			break
		}
	}
	if m.bf < m.f {
		m.ft = m.bf
		copy(m.xt, m.bx)
		copy(m.gt, m.bg)
		return true, notRun
	}
	return false, notRun
}

// longest is the largest α at which x + αd is in the box, and the variable that limits it, or −1.
func (m *Minimizer) longest() (alpha float64, limit int) {
	alpha, limit = longestStep, -1
	for i, v := range m.d {
		if room := m.room(i, m.x[i], v); v != 0 && math.Abs(room) < alpha*math.Abs(v) { // a division only where it counts
			alpha, limit = room/v, i
		}
	}
	return alpha, limit
}

// try sets the trial point to x + αd, within the box whatever the rounding.
func (m *Minimizer) try(alpha float64) {
	if alpha == 1 {
		copy(m.xt, m.hat)
		return
	}
	for i, v := range m.d {
		m.xt[i] = clamp(m.x[i]+alpha*v, m.lower[i], m.upper[i])
	}
}

// verdict is what a search says after a trial.
type verdict int

const (
	again    verdict = iota // evaluate at search.step
	accepted                // the trial meets both conditions, or the longest step decreases enough
	stuck                   // rounding or a narrow bracket: no better step to be found
)

// point is a step with its value and slope.
type point struct{ a, f, g float64 }

// search is the state of one line search.
type search struct {
	f0, g0   float64 // φ(0), φ'(0) < 0
	step     float64 // the trial α
	longest  float64 // the largest feasible α
	lo       point   // best step so far, an end of the interval (α_l)
	hi       point   // the other end (α_u), meaningful once bracketed
	bracket  bool
	stage1   bool    // no step has yet had φ(α) ≤ ψ-line and φ'(α) ≥ 0
	min, max float64 // range of the next trial
	width    float64 // of the interval
	before   float64 // its width two trials ago
}

// start begins a search at the step 1 that a quasi-Newton direction asks for.
func (s *search) start(f0, g0, longest float64) {
	*s = search{
		f0: f0, g0: g0,
		step: 1, longest: longest,
		lo: point{0, f0, g0}, hi: point{0, f0, g0},
		stage1: true,
		min:    0, max: 1 + growAtMost,
		width: longest, before: 2 * longest,
	}
}

// judge takes value f and slope g at the trial step and either ends the search
// or sets the next trial.
func (s *search) judge(f, g float64) verdict {
	slope := sufficientDecrease * s.g0 // of the line ψ is measured from
	line := s.f0 + s.step*slope
	if s.stage1 && f <= line && g >= 0 {
		s.stage1 = false
	}
	switch {
	case f <= line && math.Abs(g) <= -smallSlope*s.g0:
		return accepted
	case s.step == s.longest && f <= line && g <= slope:
		return accepted // still going down at the end of the box
	case s.lo.a == 0 && -s.g0*s.step <= epsilon*math.Abs(s.f0):
		return stuck // a shorter step would change f by less than a rounding
	}

	t := point{s.step, f, g}
	if s.stage1 && f <= s.lo.f && f > line {
		// Work on ψ(α) = φ(α) − φ(0) − μαφ'(0) until a step is low on it.
		t, lo, hi := t.minus(slope), s.lo.minus(slope), s.hi.minus(slope)
		s.next(&lo, &hi, t)
		s.lo, s.hi = lo.minus(-slope), hi.minus(-slope)
	} else {
		s.next(&s.lo, &s.hi, t)
	}
	if !finite(s.step) { // an overflow inside the interpolation
		s.step = 2 * t.a
		if s.bracket {
			s.step = 0.5 * (s.lo.a + s.hi.a)
		}
	}

	if s.bracket {
		span := math.Abs(s.hi.a - s.lo.a)
		if span >= shrinkBy*s.before {
			s.step = s.lo.a + 0.5*(s.hi.a-s.lo.a)
		}
		s.before, s.width = s.width, span
		s.min, s.max = min(s.lo.a, s.hi.a), max(s.lo.a, s.hi.a)
	} else {
		s.min = s.step + growAtLeast*(s.step-s.lo.a)
		s.max = s.step + growAtMost*(s.step-s.lo.a)
	}
	s.step = min(max(s.step, 0), s.longest)
	if s.bracket && (s.step <= s.min || s.step >= s.max || s.max-s.min <= narrowInterval*s.max) {
		return stuck // the best step of the interval has already been evaluated
	}
	return again
}

// backOff answers a trial where f or its slope is not finite: such a step is
// too long, and so is any step as far from the best one.
func (s *search) backOff() {
	bad := s.step
	s.step = s.lo.a + retreat*(bad-s.lo.a)
	if bad > s.lo.a {
		s.longest = s.lo.a + 0.5*(bad-s.lo.a)
	}
	if s.bracket {
		return
	}
	s.max = min(s.max, s.longest)
	s.width, s.before = s.longest, 2*s.longest
}

func (p point) minus(slope float64) point {
	return point{p.a, p.f - p.a*slope, p.g - slope}
}

// next chooses a trial step from the interval ends and the last trial t (Moré
// and Thuente, section 4: the four cases) and then moves the ends.
func (s *search) next(lo, hi *point, t point) {
	dl, dt := lo.g, t.g
	away := t.a - lo.a
	var step float64
	switch {
	case t.f > lo.f:
		// Case 1: higher. The minimum is bracketed; take the cubic step, or its
		// mean with the quadratic one where that is closer to α_l.
		c, _ := cubic(*lo, t)
		c = lo.a + c*away
		q := lo.a + 0.5*dl/((lo.f-t.f)/away+dl)*away
		step = c
		if math.Abs(c-lo.a) >= math.Abs(q-lo.a) {
			step = c + 0.5*(q-c)
		}
		s.bracket = true

	case (dt < 0) != (dl < 0) && dt != 0:
		// Case 2: lower, slopes of opposite sign. Bracketed; take the cubic or
		// the secant step, whichever is farther from α_t.
		c, _ := cubic(t, *lo)
		c = t.a - c*away
		q := t.a - dt/(dt-dl)*away
		_, step = byDistance(t.a, c, q)
		s.bracket = true

	case math.Abs(dt) < math.Abs(dl):
		// Case 3: lower, same sign, flatter. Only a cubic that turns upward
		// beyond α_t counts.
		c, gamma := cubic(t, *lo)
		switch {
		case c < 0 && gamma != 0:
			c = t.a - c*away
		case away > 0:
			c = s.max
		default:
			c = s.min
		}
		q := t.a - dt/(dt-dl)*away
		near, far := byDistance(t.a, c, q)
		switch limit := t.a + shrinkBy*(hi.a-t.a); {
		case !s.bracket:
			step = min(max(far, s.min), s.max)
		case away > 0:
			step = min(limit, near)
		default:
			step = max(limit, near)
		}

	default:
		// Case 4: lower, same sign, no flatter.
		step = s.max
		if s.bracket {
			c, _ := cubic(t, *hi)
			step = t.a + c*(hi.a-t.a)
		}
	}

	// The ends move so that they keep a minimiser between them.
	if t.f > lo.f {
		*hi = t
	} else {
		if (dt < 0) != (dl < 0) && dt != 0 {
			*hi = *lo
		}
		*lo = t
	}
	s.step = step
}

// byDistance returns a and b, the one nearer to t first.
func byDistance(t, a, b float64) (near, far float64) {
	if math.Abs(a-t) < math.Abs(b-t) {
		return a, b
	}
	return b, a
}

// cubic returns the place, 0 at p and 1 at q, of the minimiser of the cubic with the
// values and slopes of both, with
//
//	θ = 3(f_p − f_q)/(a_q − a_p) + g_p + g_q,  γ = √(θ² − g_p·g_q)
//
// Where γ = 0 the cubic may have none.
func cubic(p, q point) (r, gamma float64) {
	theta := 3*(p.f-q.f)/(q.a-p.a) + p.g + q.g
	s := max(math.Abs(theta), math.Abs(p.g), math.Abs(q.g))
	gamma = s * math.Sqrt(max(0, (theta/s)*(theta/s)-(p.g/s)*(q.g/s)))
	if q.a < p.a {
		gamma = -gamma
	}
	return ((gamma - p.g) + theta) / (((gamma - p.g) + gamma) + q.g), gamma
}

func finite(v float64) bool { return v-v == 0 }
