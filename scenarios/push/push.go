package push

import (
	"fmt"
	"math"
)

// The box the problem is posed on: rx and ry in [−5, 5], t in [1, 30].
var (
	Lower = [3]float64{-5, -5, 1}
	Upper = [3]float64{5, 5, 30}
)

// Pushes beyond the box are computed as well, up to these limits.
const (
	MaxStart    = 1000 // of |rx| and |ry|
	maxDuration = 1000 // of t
)

// The drive: the hand is pulled towards a velocity that points at the disc,
// plus an offset, by the force gain·m·Δv; its spin is braked by gain·m·ω.
const (
	speed     = 5
	offsetX   = 0.17640523 // the original adds noise N(0, 0.1²) once per push;
	offsetY   = 0.04001572 // these are the first draws of NumPy's seed 0
	gain      = 30
	stepsPerT = 10
	freeSteps = 100 // after the drive
)

// Push starts the hand at (rx, ry), drives it for t and returns the disc's place 100 steps later. A
// push that misses returns (0, 0) exactly.
//
// The hand starts with angle arctan(ry/rx), which is ±π/2 by the sign of ry
// where rx = 0. A hand that starts at the disc's very centre (‖r‖ < 1.2e-7) has
// angle 0 if both are 0, and nothing to point at: it is driven with the offset
// alone.
//
// Push panics if an argument is not a number or beyond MaxStart or maxDuration;
// see Valid.
func Push(rx, ry, t float64) (wx, wy float64) {
	p := newPush(rx, ry, t)
	for before := p.world; p.next(); before = p.world {
		if p.done > p.driven && p.world == before {
			break // at rest: a free step that changed nothing never will
		}
	}
	return float64(p.disc.place.x), float64(p.disc.place.y)
}

// Valid says why Push could not compute a push, or returns nil.
func Valid(rx, ry, t float64) error {
	switch {
	case !(math.Abs(rx) <= MaxStart):
		return fmt.Errorf("rx is %v; the hand must start within ±%d", rx, MaxStart)
	case !(math.Abs(ry) <= MaxStart):
		return fmt.Errorf("ry is %v; the hand must start within ±%d", ry, MaxStart)
	case !(t >= 0 && t <= maxDuration):
		return fmt.Errorf("t is %v; a push lasts between 0 and %d", t, maxDuration)
	}
	return nil
}

// push is a push in progress.
type push struct {
	world
	wanted vec // velocity of the hand
	driven int // steps of the drive
	done   int // steps so far
}

func newPush(rx, ry, t float64) push {
	if err := Valid(rx, ry, t); err != nil {
		panic("push: " + err.Error())
	}
	start := vec{float32(rx), float32(ry)}
	p := push{
		world:  newWorld(start, startAngle(start)),
		wanted: vec{offsetX, offsetY},
		driven: int(float32(float32(t) * stepsPerT)),
	}
	if r := sqrt(dot(start, start)); r >= epsilon {
		p.wanted = start.negative().times(speed / r).plus(p.wanted)
	}
	return p
}

func startAngle(start vec) float32 {
	switch {
	case start.x != 0:
		return float32(atan(float64(start.y / start.x)))
	case start.y > 0:
		return math.Pi / 2
	case start.y < 0:
		return -math.Pi / 2
	}
	return 0
}

// next computes one more step; it returns false once all are done.
func (p *push) next() bool {
	if p.done == p.driven+freeSteps {
		return false
	}
	if p.done < p.driven {
		p.hand.drive(p.wanted, 0)
	}
	p.step()
	p.done++
	return true
}
