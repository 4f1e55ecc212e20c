package push

import "math"

// Every product below is wrapped in float32(…) or float64(…): Go may otherwise
// fuse it with a following sum and keep a digit more, which arm64 does and
// amd64 does not. TestEveryProductIsRounded keeps it so.

// vec is a vector in the plane of the table.
type vec struct{ x, y float32 }

func (a vec) plus(b vec) vec  { return vec{a.x + b.x, a.y + b.y} }
func (a vec) minus(b vec) vec { return vec{a.x - b.x, a.y - b.y} }
func (a vec) negative() vec   { return vec{-a.x, -a.y} }

// times is s·a.
func (a vec) times(s float32) vec { return vec{float32(s * a.x), float32(s * a.y)} }

func dot(a, b vec) float32   { return float32(a.x*b.x) + float32(a.y*b.y) }
func cross(a, b vec) float32 { return float32(a.x*b.y) - float32(a.y*b.x) }

// swirl is ω × r, the velocity at r of a body that spins with ω.
func swirl(spin float32, r vec) vec { return vec{float32(-spin * r.y), float32(spin * r.x)} }

// right is a turned clockwise by a quarter.
func (a vec) right() vec { return vec{a.y, -a.x} }

// unit is a/‖a‖, and a itself where ‖a‖ is too small to divide by.
func (a vec) unit() vec {
	length := sqrt(dot(a, a))
	if length < epsilon {
		return a
	}
	return a.times(1 / length)
}

// epsilon is the distance between 1 and the next float32.
const epsilon = 0x1p-23

// rotation is a turn by an angle: its sine and cosine.
type rotation struct{ sin, cos float32 }

func turn(angle float32) rotation {
	sin, cos := sincos(float64(angle))
	return rotation{float32(sin), float32(cos)}
}

func (q rotation) apply(a vec) vec {
	return vec{float32(q.cos*a.x) - float32(q.sin*a.y), float32(q.sin*a.x) + float32(q.cos*a.y)}
}

// undo is the inverse of apply.
func (q rotation) undo(a vec) vec {
	return vec{float32(q.cos*a.x) + float32(q.sin*a.y), float32(-q.sin*a.x) + float32(q.cos*a.y)}
}

// sqrt is rounded correctly: the square root of a float32 taken in float64 has
// digits to spare.
func sqrt(a float32) float32 { return float32(math.Sqrt(float64(a))) }
