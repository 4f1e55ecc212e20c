package model

import "math"

// away is a weight that keeps points away from others, which are being measured:
//
//	w(u) = w₀(u)·Π_j (1 − exp(−d_j²/2r²))⁴, d_j the distance to the j-th
type away struct {
	weight Weight // w₀; nil: 1
	from   []Unit
	radius float64
}

var _ Region = away{}

// Away is the pair for which points count the less, the nearer they are to those
// given: nothing at them, a hundredth at four fifths of the radius, five sixths at two
// and a half radii.
func (p *Pair) Away(from []Unit, radius float64) *Pair {
	out := *p
	out.Weight = away{p.Weight, from, radius}
	return &out
}

func (w away) LogWeight(u Unit, grad []float64) float64 {
	v := 0.0
	if w.weight != nil {
		v = w.weight.LogWeight(u, grad)
	} else if grad != nil {
		clear(grad)
	}
	inverse := 1 / (w.radius * w.radius)
	for _, at := range w.from {
		q := 0.5 * squaredDistance(u, at) * inverse
		if q == 0 {
			return math.Inf(-1)
		}
		near := -math.Expm1(-q)
		v += 4 * math.Log(near)
		if grad == nil {
			continue
		}
		slope := 4 * math.Exp(-q) / near * inverse
		for j, x := range at {
			grad[j] += slope * (u[j] - x)
		}
	}
	return v
}

func (w away) Allows(u Unit) bool { return allows(w.weight, u) }

func (w away) Move(u Unit) { move(w.weight, u) }
