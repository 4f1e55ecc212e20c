// Package scale places values on axes: the unit interval, decades, round ticks
// and how they are written.
package scale

import "math"

// Finite tells whether v is a number with a place.
func Finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Scale maps values to the unit interval; Lo and Hi are decimal logarithms on a log axis.
type Scale struct {
	Lo, Hi float64
	Log    bool
}

// Of makes the scale of an axis. It repairs what cannot be drawn: limits that are not finite, swapped
// or equal, a log axis that reaches zero.
func Of(lo, hi float64, log bool) Scale {
	if !Finite(lo) && !Finite(hi) {
		lo, hi = 0, 1
		if log {
			lo, hi = 1, 10
		}
	} else if !Finite(lo) {
		lo = hi
	} else if !Finite(hi) {
		hi = lo
	}
	if lo > hi {
		lo, hi = hi, lo
	}
	log = log && hi > 0
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
	return Scale{lo, hi, log}
}

// Unit returns the place of v between 0 and 1; NaN where v has none.
func (s Scale) Unit(v float64) float64 {
	if s.Log {
		if v <= 0 {
			return math.NaN()
		}
		v = math.Log10(v)
	}
	u := (v - s.Lo) / (s.Hi - s.Lo)
	if math.IsInf(u, 0) {
		return math.NaN()
	}
	return u
}

// Place is unit for limits: infinite ones, and zero on a log axis, lie beyond the edge.
func (s Scale) Place(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return v
	case math.IsInf(v, 1):
		return 2
	case math.IsInf(v, -1), s.Log && v <= 0:
		return -2
	}
	return max(-2, min(s.Unit(v), 2))
}

// Value is the inverse of unit for a coordinate between Lo and Hi.
func (s Scale) Value(t float64) float64 {
	if s.Log {
		return math.Pow(10, t)
	}
	return t
}

// Ticks returns round values inside the range, at most n, and the step between them (0 on decades).
func (s Scale) Ticks(n int) (ticks []float64, step float64) {
	if n < 1 {
		return nil, 0
	}
	if s.Log {
		if t := logTicks(s.Lo, s.Hi, n); len(t) >= 2 || n < 2 || s.Hi-s.Lo > 1 {
			return t, 0
		}
		return linearTicks(s.Value(s.Lo), s.Value(s.Hi), n)
	}
	return linearTicks(s.Lo, s.Hi, n)
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
			if k := last - first + 1; k > float64(n) || !Finite(first) || !Finite(last) {
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

// Labels writes the ticks; on decades each number for itself, so that 0.01 and 100 both read well.
func (s Scale) Labels(ticks []float64, step float64) []string {
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
