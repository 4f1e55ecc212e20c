package chart

import "math"

// Axis is a range of values. Its limits are fixed by the caller, so that charts stay put while stepping.
type Axis struct {
	Min, Max float64
	Log      bool   // decades; needs Min > 0
	Label    string // name of the quantity, with its unit
	Ticks    int    // at most so many; 0: as many as fit well
}

// Limits returns the smallest and largest finite value. Without any it returns 0 and 1.
func Limits(values ...[]float64) (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, vs := range values {
		for _, v := range vs {
			if finite(v) {
				lo, hi = math.Min(lo, v), math.Max(hi, v)
			}
		}
	}
	if lo > hi {
		return 0, 1
	}
	return lo, hi
}

// Pad widens the axis by a fraction of its range on both sides.
func (a Axis) Pad(f float64) Axis {
	s := a.scale()
	d := (s.hi - s.lo) * f
	a.Min, a.Max = s.value(s.lo-d), s.value(s.hi+d)
	return a
}

// Round returns the round values inside the axis, at most n, and how they are written.
func (a Axis) Round(n int) (at []float64, labels []string) {
	s := a.scale()
	at, step := s.ticks(n)
	return at, s.labels(at, step)
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// scale maps values to the unit interval; lo and hi are decimal logarithms on a log axis.
type scale struct {
	lo, hi float64
	log    bool
}

// scale repairs what cannot be drawn: limits that are not finite, swapped or equal, a log axis that
// reaches zero.
func (a Axis) scale() scale {
	lo, hi := a.Min, a.Max
	if !finite(lo) && !finite(hi) {
		lo, hi = 0, 1
		if a.Log {
			lo, hi = 1, 10
		}
	} else if !finite(lo) {
		lo = hi
	} else if !finite(hi) {
		hi = lo
	}
	if lo > hi {
		lo, hi = hi, lo
	}
	log := a.Log && hi > 0
	if log {
		if lo <= 0 {
			lo = hi * 1e-3
		}
		lo, hi = math.Log10(lo), math.Log10(hi)
	}
	// a range the axis cannot resolve in floating point is a constant: show it in the middle
	if hi-lo <= 1e-12*math.Max(math.Abs(lo), math.Abs(hi)) {
		d := math.Max(0.05*math.Abs(lo), 1e-300)
		if lo == 0 {
			d = 1
		}
		if log {
			d = 0.05
		}
		lo, hi = lo-d, hi+d
	}
	if math.IsInf(hi-lo, 0) {
		lo, hi = lo/4, hi/4 // the widest range floating point can subtract
	}
	return scale{lo, hi, log}
}

// unit returns the place of v between 0 and 1; NaN where v has none.
func (s scale) unit(v float64) float64 {
	if s.log {
		if v <= 0 {
			return math.NaN()
		}
		v = math.Log10(v)
	}
	u := (v - s.lo) / (s.hi - s.lo)
	if math.IsInf(u, 0) {
		return math.NaN()
	}
	return u
}

// place is unit for limits: infinite ones, and zero on a log axis, lie beyond the edge.
func (s scale) place(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return v
	case math.IsInf(v, 1):
		return 2
	case math.IsInf(v, -1), s.log && v <= 0:
		return -2
	}
	return max(-2, min(s.unit(v), 2))
}

// value is the inverse of unit for a coordinate between lo and hi.
func (s scale) value(t float64) float64 {
	if s.log {
		return math.Pow(10, t)
	}
	return t
}

// ticks returns round values inside the range, at most n, and the step between them (0 on decades).
func (s scale) ticks(n int) (ticks []float64, step float64) {
	if n < 1 {
		return nil, 0
	}
	if s.log {
		if t := logTicks(s.lo, s.hi, n); len(t) >= 2 || n < 2 || s.hi-s.lo > 1 {
			return t, 0
		}
		return linearTicks(s.value(s.lo), s.value(s.hi), n)
	}
	return linearTicks(s.lo, s.hi, n)
}

// linearTicks steps by 1, 2, 2.5 or 5 times a power of ten, the smallest step with at most n ticks.
func linearTicks(lo, hi float64, n int) ([]float64, float64) {
	span := hi - lo
	if !(span > 0) || n < 1 {
		return nil, 0
	}
	base := math.Pow(10, math.Floor(math.Log10(span/float64(n)))-1)
	for ; base <= span*10; base *= 10 {
		for _, m := range [...]float64{1, 2, 2.5, 5} {
			step := m * base
			first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
			if k := last - first + 1; k > float64(n) || !finite(first) || !finite(last) {
				continue
			} else if k < 1 {
				return nil, step
			}
			var t []float64
			for i := first; i <= last && len(t) < n; i++ {
				t = append(t, i*step)
			}
			return t, step
		}
	}
	return nil, span
}

// logTicks marks 1, 2, 5 of every decade where few decades leave the room, decades otherwise, every
// k-th of them if need be.
func logTicks(lo, hi float64, n int) []float64 {
	const eps = 1e-9
	first, last := int(math.Ceil(lo-eps)), int(math.Floor(hi+eps))
	for _, set := range [...][]float64{{1, 2, 5}, {1, 3}} {
		var t []float64
		for d := first - 1; d <= last && len(t) <= n; d++ {
			for _, m := range set {
				if l := float64(d) + math.Log10(m); l >= lo-eps && l <= hi+eps {
					t = append(t, m*math.Pow(10, float64(d)))
				}
			}
		}
		if len(t) <= n && last-first < 3 {
			return t
		}
	}
	var t []float64
	for every := 1; ; every++ {
		t = t[:0]
		for d := first; d <= last; d++ {
			if ((d%every)+every)%every == 0 {
				t = append(t, math.Pow(10, float64(d)))
			}
		}
		if len(t) <= n {
			return t
		}
	}
}

// labels writes the ticks; on decades each number for itself, so that 0.01 and 100 both read well.
func (s scale) labels(ticks []float64, step float64) []string {
	if step > 0 {
		return tickLabels(nil, ticks, step)
	}
	out := make([]string, len(ticks))
	for i, t := range ticks {
		if t >= 0.9e-3 && t < 0.9e4 {
			e := math.Floor(math.Log10(t) + 1e-9)
			out[i] = tickLabels(nil, ticks[i:i+1], math.Pow(10, e))[0]
		} else {
			out[i] = scientific(t, 0)
		}
	}
	return out
}
