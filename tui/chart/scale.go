package chart

import (
	"math"
	"slices"
)

// finite reports whether v is a number with a place.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// scale maps values to the unit interval; Lo and Hi are decimal logarithms on a log axis.
type scale struct {
	Lo, Hi float64
	Log    bool
}

// scaleOf makes the scale of an axis. It repairs what cannot be drawn: limits that are not finite, swapped
// or equal, a log axis that reaches zero.
func scaleOf(lo, hi float64, log bool) scale {
	if !finite(lo) && !finite(hi) {
		lo, hi = 0, 1
		if log {
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
	log = log && hi > 0
	if log {
		if lo <= 0 {
			lo = math.Max(hi*1e-3, math.SmallestNonzeroFloat64)
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
		lo, hi = math.Max(lo-d, -math.MaxFloat64), math.Min(hi+d, math.MaxFloat64)
	}
	if math.IsInf(hi-lo, 0) {
		lo, hi = lo/4, hi/4 // the widest range floating point can subtract
	}
	return scale{lo, hi, log}
}

// unit returns the place of v between 0 and 1; NaN where v has none.
func (s scale) unit(v float64) float64 {
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

// place is unit for limits: infinite ones, and zero on a log axis, lie beyond the edge.
func (s scale) place(v float64) float64 {
	switch {
	case math.IsNaN(v):
		return v
	case math.IsInf(v, 1):
		return 2
	case math.IsInf(v, -1), s.Log && v <= 0:
		return -2
	}
	return max(-2, min(s.unit(v), 2))
}

// Value is the inverse of unit for a coordinate between Lo and Hi.
func (s scale) Value(t float64) float64 {
	if s.Log {
		return math.Pow(10, t)
	}
	return t
}

// Ticks returns round values inside the range, at most n, and the step between them (0 on decades).
func (s scale) Ticks(n int) (ticks []float64, step float64) {
	if n = min(n, maxTicks); n < 1 {
		return nil, 0
	}
	ticks, step = s.round(n)
	// among the smallest numbers a round one may be far from what is written
	return slices.DeleteFunc(ticks, func(v float64) bool { u := s.unit(v); return !(u > -1e-6 && u < 1+1e-6) }), step
}

func (s scale) round(n int) (ticks []float64, step float64) {
	if s.Log {
		if t := logTicks(s.Lo, s.Hi, n); len(t) >= 2 || n < 2 || s.Hi-s.Lo > 1 {
			return t, 0
		}
		return linearTicks(s.Value(s.Lo), s.Value(s.Hi), n)
	}
	return linearTicks(s.Lo, s.Hi, n)
}

// maxTicks is more than any axis has space for; it bounds the work whatever is asked for.
const maxTicks = 256

// Powers of ten that a double can hold and that are not rounded to zero.
const minExponent, maxExponent = -323, 308

// linearTicks steps by 1, 2, 2.5 or 5 times a power of ten, the smallest step with at most n ticks. The powers are
// counted, not multiplied: below the normal numbers a product underflows, and ten times nothing gets nowhere.
func linearTicks(lo, hi float64, n int) ([]float64, float64) {
	span := hi - lo
	if !(span > 0) || math.IsInf(span, 0) || n < 1 {
		return nil, 0
	}
	least := math.Floor(math.Log10(span/float64(n))) - 1 // −Inf where the quotient underflows
	for e := int(math.Max(least, minExponent)); e <= maxExponent; e++ {
		base := math.Pow(10, float64(e))
		for _, m := range [...]float64{1, 2, 2.5, 5} {
			step := m * base
			first, last := math.Ceil(lo/step-1e-9), math.Floor(hi/step+1e-9)
			if k := last - first + 1; k > float64(n) || !finite(step) || !finite(first) || !finite(last) {
				continue
			} else if k < 1 {
				return nil, step
			}
			var t []float64
			for i := first; i <= last && len(t) < n; i++ {
				if v := i * step; finite(v) {
					t = append(t, v)
				}
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
				l, v := float64(d)+math.Log10(m), m*math.Pow(10, float64(d))
				if l >= lo-eps && l <= hi+eps && v > 0 && finite(v) { // 5e-324 is not 5 times 1e-324
					t = append(t, v)
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
			if v := math.Pow(10, float64(d)); ((d%every)+every)%every == 0 && v > 0 && finite(v) {
				t = append(t, v)
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
