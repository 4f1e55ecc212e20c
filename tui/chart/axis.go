package chart

import (
	"math"
	"slices"
)

// Axis is a range of values. Its limits are fixed by the caller, so that charts stay put while stepping.
type Axis struct {
	Min, Max float64
	Log      bool   // decades; needs Min > 0
	Label    string // name of the quantity, with its unit
	Ticks    int    // at most so many; 0: as many as fit well
	// Names, if there are any, stand at 0, 1, … in place of numbers: the axis is
	// one of choices, each with a part of the axis around it.
	Names []string
}

// Named is an axis of choices.
func Named(label string, names []string) Axis {
	return Axis{Min: -0.5, Max: float64(len(names)) - 0.5, Label: label, Names: names}
}

// ticks are where the axis is marked, at most n round numbers or all names, and how they are written.
func (a Axis) ticks(n int) (at []float64, labels []string) {
	if len(a.Names) == 0 {
		s := a.scale()
		at, step := s.Ticks(n)
		return at, s.labels(at, step)
	}
	for i := range a.Names {
		at = append(at, float64(i))
	}
	return at, a.Names
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

// Around is an axis that holds all values that have a place on it, with a share of its range as air at
// both ends.
func Around(air float64, log bool, values ...[]float64) Axis {
	if log {
		values = [][]float64{slices.DeleteFunc(slices.Concat(values...), func(v float64) bool { return !(v > 0) })}
	}
	lo, hi := Limits(values...)
	if log && lo <= 0 {
		lo, hi = 1, 10 // there are none
	}
	return Axis{Min: lo, Max: hi, Log: log}.Pad(air)
}

// Pad widens the axis by a fraction of its range on both sides.
func (a Axis) Pad(f float64) Axis {
	s := a.scale()
	d := (s.Hi - s.Lo) * f
	a.Min, a.Max = s.Value(s.Lo-d), s.Value(s.Hi+d)
	// beyond the largest numbers there is nothing to widen to
	a.Min, a.Max = max(a.Min, -math.MaxFloat64), min(a.Max, math.MaxFloat64)
	return a
}

func (a Axis) scale() scale { return scaleOf(a.Min, a.Max, a.Log) }
