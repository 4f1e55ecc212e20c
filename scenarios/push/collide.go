package push

// touch is where two bodies touch: at a face of one of them, at one or two
// points of the other.
type touch struct {
	count  int     // of points; 0: the bodies do not touch
	second bool    // the face is the second body's
	point  vec     // of the face, in the frame of its body
	normal vec     // of the face, out of its body: at a side that side's, at a corner towards the disc's centre
	at     [2]vec  // the points, in the frame of the other body
	id     [2]mark // identifies the points in the next step
}

// mark identifies the points at which two rectangles may touch. A disc has one.
type mark struct {
	second   bool
	side     int  // of the face
	cut      bool // by an end of that side; else a corner
	neighbor int  // the end, or the other's corner
}

// collide finds where two bodies touch. A disc must be the second.
func collide(a, b *body) touch {
	if b.shape.round {
		return collideDisc(a, b)
	}
	return collideRectangles(a, b)
}

// collideDisc finds where a disc touches a rectangle. At a side the face's point
// is the side's middle.
func collideDisc(hand, disc *body) touch {
	centre := hand.turned.undo(disc.place.minus(hand.place))
	reach := hand.shape.radius + disc.shape.radius // how near the disc's centre must come
	corners := &hand.shape.corners

	// The side that separates rectangle and centre most.
	side, separation := 0, float32(-1e30)
	for i, n := range sideNormals {
		if s := dot(n, centre.minus(corners[i])); s > separation {
			side, separation = i, s
		}
	}
	if separation > reach {
		return touch{}
	}
	a, b := corners[side], corners[(side+1)%4]
	face := touch{count: 1, point: a.plus(b).times(0.5), normal: sideNormals[side]}
	if separation < epsilon {
		return face // the disc's centre is within the rectangle
	}
	var corner vec
	switch {
	case dot(centre.minus(a), b.minus(a)) <= 0:
		corner = a
	case dot(centre.minus(b), a.minus(b)) <= 0:
		corner = b
	default:
		return face
	}
	way := centre.minus(corner)
	if dot(way, way) > float32(reach*reach) {
		return touch{}
	}
	return touch{count: 1, point: corner, normal: way.unit()}
}

// collideRectangles finds where two rectangles touch: at the side that separates
// them most, at those points of the other's nearest side that are within its
// ends and near enough.
func collideRectangles(a, b *body) (t touch) {
	reach := a.shape.radius + b.shape.radius
	side, separation := parting(a, b)
	if separation > reach {
		return touch{}
	}
	other, otherSeparation := parting(b, a)
	if otherSeparation > reach {
		return touch{}
	}
	if otherSeparation > separation+favour {
		a, b = b, a
		side, t.second = other, true
	}
	from, to := a.shape.corners[side], a.shape.corners[(side+1)%4]
	t.point, t.normal = from.plus(to).times(0.5), sideNormals[side]

	// The other's side that faces this one, in this one's frame.
	facing, most := 0, float32(1e30)
	for i, n := range sideNormals {
		if d := dot(t.normal, a.turned.undo(b.turned.apply(n))); d < most {
			facing, most = i, d
		}
	}
	var ends [2]vec
	var marks [2]mark
	for k := range ends {
		corner := (facing + k) % 4
		ends[k] = a.turned.undo(b.turned.apply(b.shape.corners[corner]).plus(b.place).minus(a.place))
		marks[k] = mark{second: t.second, side: side, neighbor: corner}
	}
	along := to.minus(from).unit()
	for k, limit := range [2]struct {
		direction vec
		offset    float32
	}{
		{along.negative(), reach - dot(along, from)},
		{along, reach + dot(along, to)},
	} {
		if !clip(&ends, &marks, limit.direction, limit.offset, mark{second: t.second, side: side, cut: true, neighbor: k}) {
			return touch{}
		}
	}
	for k, p := range ends {
		if dot(t.normal, p.minus(from)) <= reach {
			t.at[t.count] = b.turned.undo(a.turned.apply(p).plus(a.place).minus(b.place))
			t.id[t.count] = marks[k]
			t.count++
		}
	}
	if t.count == 0 {
		return touch{}
	}
	return t
}

// favour is by how much the first rectangle's side is preferred, so that a draw
// is settled alike from step to step.
const favour = 0.1 * slop

// parting is the side of a that separates it most from b, and by how much.
func parting(a, b *body) (side int, separation float32) {
	var corners [4]vec // of b, in a's frame
	for i, c := range b.shape.corners {
		corners[i] = a.turned.undo(b.turned.apply(c).plus(b.place).minus(a.place))
	}
	separation = -1e30
	for i, n := range sideNormals {
		nearest := float32(1e30)
		for _, c := range corners {
			nearest = min(nearest, dot(n, c.minus(a.shape.corners[i])))
		}
		if nearest > separation {
			side, separation = i, nearest
		}
	}
	return side, separation
}

// clip keeps the part of a segment where direction·p ≤ offset; an end that is cut off is marked. It
// returns false if nothing is left.
func clip(ends *[2]vec, marks *[2]mark, direction vec, offset float32, cut mark) bool {
	var beyond [2]float32
	for k, p := range ends {
		beyond[k] = dot(direction, p) - offset
	}
	switch {
	case beyond[0] > 0 && beyond[1] > 0:
		return false
	case beyond[0] <= 0 && beyond[1] <= 0:
		return true
	}
	k := 0
	if beyond[1] > 0 {
		k = 1
	}
	part := beyond[k] / (beyond[k] - beyond[1-k])
	ends[k] = ends[k].plus(ends[1-k].minus(ends[k]).times(part))
	marks[k] = cut
	return true
}
