package chart

import "math"

// Ramp is a table of colours from low to high.
type Ramp [256]Color

// NewRamp blends evenly spaced stops in Lab.
func NewRamp(stops ...Color) *Ramp {
	r := new(Ramp)
	if len(stops) == 0 {
		return r
	}
	for i := range r {
		t := float64(i) / 255 * float64(len(stops)-1)
		k := min(int(t), len(stops)-1)
		r[i] = Blend(stops[k], stops[min(k+1, len(stops)-1)], t-float64(k))
	}
	return r
}

// At returns the colour at u between 0 and 1; outside it is the end's.
func (r *Ramp) At(u float64) Color {
	return r[clamp(int(math.Round(u*255)), 0, 255)]
}
