package push

// Frame is the table seen from above at one moment.
type Frame struct {
	Hand     [4]Point // corners, counter-clockwise
	Disc     Point    // centre; the radius is DiscRadius
	Driven   bool     // during the step that led here
	Touching bool     // at the start of that step
}

// DiscRadius is the radius of the disc.
const DiscRadius = discRadius

// Trace is Push frame by frame: the start, then the table after each step of
// 1/100 s. Its last disc lies where Push says.
func Trace(rx, ry, t float64) []Frame {
	p := newPush(rx, ry, t)
	frames := make([]Frame, 1, p.driven+freeSteps+1)
	frames[0] = p.frame()
	for p.next() {
		frames = append(frames, p.frame())
	}
	return frames
}

func (p *push) frame() Frame {
	f := Frame{
		Disc:     p.disc.place.point(),
		Driven:   p.done > 0 && p.done <= p.driven,
		Touching: p.contact.touching(),
	}
	for i, corner := range handShape.corners {
		f.Hand[i] = p.hand.turned.apply(corner).plus(p.hand.place).point()
	}
	return f
}

func (a vec) point() Point { return Point{float64(a.x), float64(a.y)} }
