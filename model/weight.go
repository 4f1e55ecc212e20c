package model

import "math"

// Weight is the factor of a point's acquisition value: 1 where nothing speaks against the point,
// less where it would probably fail or is not allowed. Every policy multiplies by it, through the
// moments. Implementations are called concurrently in hot loops and must not allocate.
type Weight interface {
	// LogWeight returns ln w(u) ≤ 0, −Inf for points that are worth nothing, and
	// writes its gradient to grad unless that is nil.
	LogWeight(u Unit, grad []float64) float64
}

// Region is a weight with points that may not be chosen at all.
type Region interface {
	Weight
	// Allows reports whether u may be chosen.
	Allows(u Unit) bool
	// Move moves u, a point of the unit cube, to the nearest point found that may be chosen.
	Move(u Unit)
}

// weight is the product of a region's weight and of the chance of success,
// either of which may be missing.
type weight struct {
	region  Weight
	success *Success
}

var _ Region = weight{}

// newWeight is the product; nil if there are no factors.
func newWeight(region Weight, success *Success) Weight {
	switch {
	case success != nil:
		return weight{region, success}
	case region != nil:
		return region
	}
	return nil
}

func (w weight) LogWeight(u Unit, grad []float64) float64 {
	if w.region == nil {
		return w.success.LogWeight(u, grad)
	}
	v := w.region.LogWeight(u, grad)
	if math.IsInf(v, -1) {
		return v
	}
	return v + w.success.logWeight(u, grad, true)
}

func (w weight) Allows(u Unit) bool { return allows(w.region, u) }

func (w weight) Move(u Unit) { move(w.region, u) }

// Allows reports whether u may be chosen.
func (p *Pair) Allows(u Unit) bool { return allows(p.Weight, u) }

// Move moves u to the nearest point that may be chosen: one of the choices, and
// allowed.
func (p *Pair) Move(u Unit) {
	p.Choices.Snap(u)
	move(p.Weight, u)
}

// MoveAll moves each of consecutive points, but for the first if it is held, and
// reports whether any was moved.
func (p *Pair) MoveAll(x []float64, held bool) (moved bool) {
	d := p.Dim()
	for k := 0; k < len(x) && p.Weight != nil; k += d {
		if u := x[k : k+d]; (k > 0 || !held) && !p.Allows(u) {
			p.Move(u)
			moved = true
		}
	}
	return moved
}

func allows(w Weight, u Unit) bool {
	r, ok := w.(Region)
	return !ok || r.Allows(u)
}

func move(w Weight, u Unit) {
	if r, ok := w.(Region); ok && !r.Allows(u) {
		r.Move(u)
	}
}
