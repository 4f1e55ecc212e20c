package push

// The hand's corners and the outward normals of its sides, in its own frame and
// counter-clockwise; side i runs from corner i to corner i+1.
var (
	handCorners = [4]vec{
		{-handHalfWidth, -handHalfLength},
		{+handHalfWidth, -handHalfLength},
		{+handHalfWidth, +handHalfLength},
		{-handHalfWidth, +handHalfLength},
	}
	handNormals = [4]vec{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}
)

// skin is a layer around the hand, so that bodies touch before they overlap.
const skin = 2 * slop

// reach is how near the disc's centre must come for a touch.
const reach = float32(skin) + discRadius

// touch is where the disc touches the hand, in the hand's frame: a point of the
// hand, and a unit normal towards the disc. At a side the point is the side's
// middle; at a corner the normal points from it to the disc's centre.
type touch struct{ point, normal vec }

// collide finds where the disc touches the hand, if it does.
func collide(hand, disc *body) (t touch, touching bool) {
	centre := hand.turned.undo(disc.place.minus(hand.place))

	// The side that separates hand and centre most.
	side, separation := 0, float32(-1e30)
	for i, n := range handNormals {
		if s := dot(n, centre.minus(handCorners[i])); s > separation {
			side, separation = i, s
		}
	}
	if separation > reach {
		return touch{}, false
	}
	a, b := handCorners[side], handCorners[(side+1)%4]
	face := touch{a.plus(b).times(0.5), handNormals[side]}
	if separation < epsilon {
		return face, true // the disc's centre is within the hand
	}
	var corner vec
	switch {
	case dot(centre.minus(a), b.minus(a)) <= 0:
		corner = a
	case dot(centre.minus(b), a.minus(b)) <= 0:
		corner = b
	default:
		return face, true
	}
	way := centre.minus(corner)
	return touch{corner, way.unit()}, dot(way, way) <= float32(reach*reach)
}
