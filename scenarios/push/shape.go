package push

// shape is a disc or a rectangle, in its own frame.
type shape struct {
	round    bool
	radius   float32 // of a disc, or of the skin around a rectangle
	corners  [4]vec  // of a rectangle, counter-clockwise; side i runs from corner i to corner i+1
	friction float32
}

// skin is a layer around rectangles, so that bodies touch before they overlap.
const skin = 2 * slop

// sideNormals are the outward normals of a rectangle's sides.
var sideNormals = [4]vec{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}

// The shapes there are. The square is the other object of two hands' pushes.
var (
	discShape   = shape{round: true, radius: discRadius, friction: discFriction}
	handShape   = rectangle(handHalfWidth, handHalfLength, handFriction)
	squareShape = rectangle(squareHalf, squareHalf, squareFriction)
)

// rectangle is a shape by half its width, along its own x axis, and half its
// length.
func rectangle(width, length, friction float32) shape {
	return shape{
		radius: skin, friction: friction,
		corners: [4]vec{{-width, -length}, {+width, -length}, {+width, +length}, {-width, +length}},
	}
}
