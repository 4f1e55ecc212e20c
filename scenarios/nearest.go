package scenarios

import (
	"math"
	"slices"

	"farsight/model"
)

// Nearest returns the nearest point to u that can be evaluated, as far as one is
// found: on the parameters' grids and where the constraints hold.
func (p *Problem) Nearest(u model.Unit) Point {
	x := p.FromUnit(u)
	if p.Region.Check(x) == nil {
		return x
	}
	return p.Region.nearest(u)
}

// Move moves u to the nearest point where the constraints hold, grids aside.
func (r *Region) Move(u model.Unit) { r.move(u, nil) }

const (
	moves = 64    // steps of a move, of which a straight edge takes one
	inner = 1e-10 // widths of the cube inside the edge: where to aim, so as to arrive
)

// move is Move with some parameters held; it reports whether it arrived. If not, it
// goes to a point known to be inside.
func (r *Region) move(u model.Unit, held []bool) bool {
	if r.Allows(u) {
		return true
	}
	from := slices.Clone(u)
	grad := make([]float64, len(u))
	for range moves {
		k := r.worst(u)
		if k < 0 {
			break
		}
		r.gradient(r.all[k], u, grad)
		for i := range grad {
			if held != nil && held[i] || u[i] == 0 && grad[i] > 0 || u[i] == 1 && grad[i] < 0 {
				grad[i] = 0 // there is no way down
			}
		}
		g := norm(grad)
		if !(g > 0) || math.IsInf(g, 0) {
			break
		}
		// One step of Newton's along the steepest way down.
		step := (excess(r.all[k], r.relaxed(nil, u)) + inner*r.steep[k]) / g
		for i := range u {
			u[i] = math.Min(1, math.Max(0, u[i]-step*grad[i]/g))
		}
		if r.Allows(u) {
			return true
		}
	}
	if held != nil {
		copy(u, from)
		return false
	}
	r.retreat(u, from)
	return false
}

// worst returns the constraint that is violated most at u; −1 if none is.
func (r *Region) worst(u model.Unit) int {
	at, most := -1, 0.0
	x := r.relaxed(nil, u)
	for k, c := range r.all {
		if v := excess(c, x) / r.steep[k]; !holds(c, x) && (at < 0 || v > most) {
			at, most = k, v
		}
	}
	return at
}

// retreat goes from the nearest point known to be inside, with its choices, as far as
// possible straight towards from.
func (r *Region) retreat(u, from model.Unit) {
	anchor := r.anchor(from)
	at := func(t float64) model.Unit {
		copy(u, anchor)
		for _, a := range r.axes {
			if i := a.At; a.Choices == 0 {
				u[i] += t * (from[i] - anchor[i])
			}
		}
		return u
	}
	low, high := 0.0, 1.0
	for range 40 {
		if middle := (low + high) / 2; r.Allows(at(middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	at(low)
}

// anchor returns the nearest of the points known to be inside.
func (r *Region) anchor(u model.Unit) model.Unit {
	return slices.MinFunc(r.inside, func(a, b model.Unit) int { return closer(u, a, b) })
}

// closer compares the distances of a and b from u.
func closer(u, a, b model.Unit) int {
	switch da, db := apart(u, a), apart(u, b); {
	case da < db:
		return -1
	case da > db:
		return 1
	}
	return 0
}

func apart(a, b model.Unit) float64 {
	sum := 0.0
	for i, v := range a {
		sum += (v - b[i]) * (v - b[i])
	}
	return sum
}

// mostCorners is the largest number of grid parameters for which all ways to round
// are tried.
const mostCorners = 8

// nearest returns Problem.Nearest if the constraints do not hold at u.
func (r *Region) nearest(u model.Unit) Point {
	moved := slices.Clone(u)
	r.move(moved, nil)
	best := fromUnit(r.parameters, r.approach(u))
	consider := func(v model.Unit) {
		if x := fromUnit(r.parameters, v); r.Check(x) == nil && closer(u, ToUnit(r.parameters, x), ToUnit(r.parameters, best)) < 0 {
			best = x
		}
	}
	consider(moved)
	var grids []int
	held := make([]bool, len(u))
	for i, p := range r.parameters {
		if p.Integer || p.Step > 0 {
			grids, held[r.axes[i].At] = append(grids, i), true
		}
	}
	if len(grids) == 0 || len(grids) > mostCorners {
		return best
	}
	for corner := range 1 << len(grids) {
		v := slices.Clone(moved)
		for k, i := range grids {
			at := &v[r.axes[i].At]
			*at = r.parameters[i].round(*at, corner>>k&1 == 1)
		}
		r.move(v, held)
		consider(v)
	}
	return best
}

// round returns the value of the parameter's grid next to u, above or below.
func (p Parameter) round(u float64, up bool) float64 {
	near := p.ToUnit(p.FromUnit(u))
	step := p.Step
	if p.Integer {
		step = 1
	}
	switch v := p.FromUnit(u); {
	case up && near < u:
		return p.ToUnit(p.Snap(v + step))
	case !up && near > u:
		return p.ToUnit(p.Snap(v - step))
	}
	return near
}

// approach goes from a point known to be inside towards u, one parameter at a
// time and in ever smaller steps, over points that can be evaluated.
func (r *Region) approach(u model.Unit) model.Unit {
	at := slices.Clone(r.anchor(u))
	for step := 0.5; step > 1e-6; step /= 2 {
		for _, a := range r.axes {
			v := slices.Clone(at)
			if i := a.At; a.Choices > 0 {
				a.Choose(v, a.Chosen(u))
			} else {
				v[i] += math.Max(-step, math.Min(step, u[i]-v[i]))
			}
			x := fromUnit(r.parameters, v)
			if v = ToUnit(r.parameters, x); r.Check(x) == nil && closer(u, v, at) < 0 {
				at = v
			}
		}
	}
	return at
}
