package push

// frame is the table seen from above at one moment.
type frame struct {
	Hand     [4]Point // corners, counter-clockwise
	Disc     Point    // centre; the radius is DiscRadius
	driven   bool     // during the step that led here
	touching bool     // at the start of that step
}

// DiscRadius is the radius of the disc.
const DiscRadius = discRadius

// Trace is Push frame by frame: the start, then the table after each step of 1/100 s. Its last disc
// is where Push returns it.
func Trace(rx, ry, t float64) []frame {
	p := newPush(rx, ry, t)
	frames := make([]frame, 1, p.driven+freeSteps+1)
	frames[0] = p.frame()
	for p.next() {
		frames = append(frames, p.frame())
	}
	return frames
}

func (p *push) frame() frame {
	f := frame{
		Disc:     p.disc.place.point(),
		driven:   p.done > 0 && p.done <= p.driven,
		touching: p.contact.touching(),
	}
	for i, corner := range handShape.corners {
		f.Hand[i] = p.hand.turned.apply(corner).plus(p.hand.place).point()
	}
	return f
}

func (a vec) point() Point { return Point{float64(a.x), float64(a.y)} }
