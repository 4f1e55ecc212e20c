package model

import (
	"math"
)

// One failure at a place may have been bad luck. Two near each other with no
// success between them are none: a wall is put up around the line that joins
// them, so that an edge between what works and what fails is not tried again and
// again from the near side. With D the distance of u from that line and g how far
// u is from the nearest success towards it or sidewards,
//
//	u is behind the wall if D < R and g > φ·(D + g)
//
// R grows with the number n of failures around. φ, the part of the gap between
// success and failure that remains to be tried, halves with each failure that
// no success is next to: as long as the edge may be anywhere in the gap, φ is the
// chance to fail again.
const (
	placeReach  = 0.2   // failures within it are one place; times √d, of the unit cube
	wallRadius  = 0.1   // R of two failures, times √d; twice that for each more,
	wallGrowth  = 2     // so often
	wallWidth   = 0.1   // how soft a wall is, in parts of R and of the gap
	wallHeight  = 30    // −ln w behind it: any other point of some value comes first
	onLine      = 1e-12 // nearer than that to a line of the unit cube is on it
	besideRatio = 1.5   // successes next to a place: no farther than the nearest, times this
)

// walls are around all places that failed more than once.
type walls []wall

// wall is around the line from a to b.
type wall struct {
	a, b   Unit
	radius float64
	open   float64 // φ
	doors  []door
}

// door is a success near a wall; from there to the line is along to, of length 1
// or, if it is on the line, 0.
type door struct{ at, to Unit }

// newWalls joins each failure to the nearest one before it that is at the same
// place, so that there are no more lines than failures. There are d parameters.
func newWalls(data Data, d int) walls {
	var worked, failed []Unit
	for i, y := range data.Y {
		if math.IsNaN(y) {
			failed = append(failed, data.X[i])
		} else {
			worked = append(worked, data.X[i])
		}
	}
	root := math.Sqrt(float64(d))
	around := make([]int, len(failed)) // failures at the place of each, with itself
	nearest := make([]int, len(failed))
	for i, a := range failed {
		around[i]++
		nearest[i] = -1
		for j, b := range failed[:i] {
			if distance(a, b) > placeReach*root || between(worked, a, b) {
				continue
			}
			around[i]++
			around[j]++
			if k := nearest[i]; k < 0 || distance(a, b) < distance(a, failed[k]) {
				nearest[i] = j
			}
		}
	}
	var w walls
	for i, j := range nearest {
		if j < 0 {
			continue
		}
		n, l := max(around[i], around[j]), wall{a: failed[i], b: failed[j]}
		l.radius = wallRadius * root * math.Pow(2, float64(min(n-2, wallGrowth)))
		l.open = math.Pow(0.5, float64(1+max(0, n-l.beside(worked))))
		for _, s := range worked {
			if d, t := l.distance(s); d < 2*l.radius { // no other can be nearest where D < R and φ ≤ ½
				l.doors = append(l.doors, door{s, l.towards(s, d, t)})
			}
		}
		w = append(w, l)
	}
	return w
}

// between reports whether any of the points is in the ball between a and b.
func between(points []Unit, a, b Unit) bool {
	for _, s := range points {
		dot := 0.0
		for c := range s {
			dot += (s[c] - a[c]) * (s[c] - b[c])
		}
		if dot < 0 {
			return true
		}
	}
	return false
}

// beside counts the successes next to a line.
func (l *wall) beside(worked []Unit) int {
	nearest := math.Inf(1)
	for _, s := range worked {
		d, _ := l.distance(s)
		nearest = math.Min(nearest, d)
	}
	n := 0
	for _, s := range worked {
		if d, _ := l.distance(s); d <= besideRatio*nearest {
			n++
		}
	}
	return n
}

// towards is the direction from s, d away, to the point t of the line.
func (l *wall) towards(s Unit, d, t float64) Unit {
	to := make(Unit, len(s))
	for c := range to {
		if d > 0 {
			to[c] = (l.a[c] + t*(l.b[c]-l.a[c]) - s[c]) / d
		}
	}
	return to
}

// distance is that from u to the line, and how far along it the nearest point
// is, from 0 to 1.
func (l *wall) distance(u Unit) (d, t float64) {
	dot, long := 0.0, 0.0
	for c := range u {
		e := l.b[c] - l.a[c]
		dot += (u[c] - l.a[c]) * e
		long += e * e
	}
	if long > 0 {
		t = math.Max(0, math.Min(1, dot/long))
	}
	q := 0.0
	for c := range u {
		v := u[c] - l.a[c] - t*(l.b[c]-l.a[c])
		q += v * v
	}
	if q < onLine*onLine {
		return 0, t // what rounding leaves has no direction
	}
	return math.Sqrt(q), t
}

// gap is g² of a door, and by how much u is on the line's side of it, below 0 if
// it is on the other: g² = ‖u − s‖² − min(0, side)².
func (o *door) gap(u Unit) (square, side float64) {
	for c := range u {
		v := u[c] - o.at[c]
		square += v * v
		side += v * o.to[c]
	}
	side = math.Min(0, side)
	return math.Max(0, square-side*side), side
}

// behind is how far u is behind the wall, v = min(1 − D/R, g/(D + g) − φ), where that is above
// least; at is the door that determines it, −1 if R does.
func (l *wall) behind(u Unit, least float64) (v float64, at int) {
	d, _ := l.distance(u)
	v, at = 1-d/l.radius, -1
	for i := range l.doors {
		if v <= least {
			break
		}
		square, _ := l.doors[i].gap(u)
		if b := share(d, math.Sqrt(square)) - l.open; b < v {
			v, at = b, i
		}
	}
	return v, at
}

// logWeight is ln w of the walls at u; its gradient is added. Of several walls
// the one that u is farthest behind counts:
//
//	ln w = −h(1 − exp(−½(v/width)²)) where v > 0
func (w walls) logWeight(u Unit, grad []float64) float64 {
	v, at, by := 0.0, -1, -1
	for i := range w {
		if b, door := w[i].behind(u, v); b > v {
			v, at, by = b, i, door
		}
	}
	if at < 0 {
		return 0
	}
	left := math.Exp(-0.5 * v * v / (wallWidth * wallWidth))
	if grad != nil {
		w[at].slope(u, by, -wallHeight*left*v/(wallWidth*wallWidth), grad)
	}
	return -wallHeight * (1 - left)
}

// slope adds the gradient of v, times factor:
//
//	∂v = −∂D/R, or by a door (D·∂g − g·∂D)/(D + g)²
func (l *wall) slope(u Unit, by int, factor float64, grad []float64) {
	d, t := l.distance(u)
	if d == 0 {
		return // at the bottom
	}
	toLine := -factor / l.radius
	if by >= 0 {
		o := &l.doors[by]
		square, side := o.gap(u)
		g := math.Sqrt(square)
		toLine = -factor * g / ((d + g) * (d + g))
		for c := range grad {
			grad[c] += factor * d / ((d + g) * (d + g)) * (u[c] - o.at[c] - side*o.to[c]) / g
		}
	}
	for c := range grad {
		grad[c] += toLine * (u[c] - l.a[c] - t*(l.b[c]-l.a[c])) / d
	}
}

// share is g/(D + g): how far u is on the way from a success to a failure.
func share(d, g float64) float64 {
	if g == 0 {
		return 0
	}
	return g / (d + g)
}

func distance(a, b Unit) float64 {
	q := 0.0
	for c := range a {
		q += (a[c] - b[c]) * (a[c] - b[c])
	}
	return math.Sqrt(q)
}

// Walled reports whether u is where evaluations failed again and again.
func (p *Pair) Walled(u Unit) bool {
	return p.Success != nil && p.Success.walls.logWeight(u, nil) < -math.Ln2
}
