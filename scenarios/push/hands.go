package push

import (
	"fmt"
	"math"
)

// Two hands push two objects at once, a square and the disc: the push of fourteen numbers (Wang,
// Gehring, Kohli and Jegelka, "Batched large-scale Bayesian optimization in high-dimensional
// spaces", 2018). Each hand has its own velocity, spin and duration.

// HandsNames are the parameters of both hands, in the original's order.
var HandsNames = []string{
	"rx1", "ry1", "vx1", "vy1", "t1", "angle1",
	"rx2", "ry2", "vx2", "vy2", "t2", "angle2",
	"spin1", "spin2",
}

const fullTurn = 2 * math.Pi

// The box the problem is posed on.
var (
	handsLower = [14]float64{-5, -5, -10, -10, 2, 0, -5, -5, -10, -10, 2, 0, -5, -5}
	handsUpper = [14]float64{5, 5, 10, 10, 30, fullTurn, 5, 5, 10, 10, 30, fullTurn, 5, 5}
)

// Initial places of the objects, and their goals in the original.
var (
	squareStart, discStart = Point{0, 2}, Point{0, -2}
	squareGoal, discGoal   = Point{4, 3.5}, Point{-4, 3.5}
)

// maxSpeed bounds velocities and spins beyond the box: in one step nothing may
// pass through anything.
const maxSpeed = 20

// handsAt are the parts of a point that belong to hand k.
func handsAt(x []float64, k int) (rx, ry, vx, vy, t, angle, spin float64) {
	h := x[:6]
	if k == 1 {
		h = x[6:12]
	}
	return h[0], h[1], h[2], h[3], h[4], h[5], x[12+k]
}

// ValidHands says why PushBoth could not compute a point, or returns nil.
func ValidHands(x []float64) error {
	if len(x) != len(HandsNames) {
		return fmt.Errorf("two hands have %d numbers, not %d", len(HandsNames), len(x))
	}
	limit := [...]float64{MaxStart, MaxStart, maxSpeed, maxSpeed, maxDuration, 1000}
	for i, v := range x {
		low, high := -float64(maxSpeed), float64(maxSpeed) // of the spins
		if i < 12 {
			if low, high = -limit[i%6], limit[i%6]; i%6 == 4 {
				low = 0
			}
		}
		if !(v >= low && v <= high) {
			return fmt.Errorf("%s is %v; it must be between %v and %v", HandsNames[i], v, low, high)
		}
	}
	return nil
}

// pushBoth drives both hands and returns the places of square and disc 100 steps after the longer
// drive. It panics if ValidHands refuses x.
func pushBoth(x []float64) (square, disc Point) {
	h := newHands(x)
	for before := h.pair; h.next(); before = h.pair {
		if h.done > max(h.driven[0], h.driven[1]) && h.pair == before {
			break // at rest: a free step that changed nothing never will
		}
	}
	return h.square.place.point(), h.disc.place.point()
}

// pair is the table with two hands and two objects on it.
type pair struct {
	square, disc body
	hand         [2]body
	grips        [4]grip    // of the bodies, in this order
	contacts     [6]contact // of pairs of bodies, see each
}

// hands are two pushes in progress.
type hands struct {
	pair
	wanted [2]vec
	spin   [2]float32
	driven [2]int // steps of the drives
	done   int    // steps so far
}

func newHands(x []float64) hands {
	if err := ValidHands(x); err != nil {
		panic("push: " + err.Error())
	}
	var h hands
	h.square = newSquare(squareStart.vec())
	h.disc = newDisc(discStart.vec())
	for k := range h.hand {
		rx, ry, vx, vy, t, angle, spin := handsAt(x, k)
		// The original's hands are as long along x as ours along y.
		h.hand[k] = newHand(Point{rx, ry}.vec(), float32(angle)+math.Pi/2)
		h.wanted[k], h.spin[k] = Point{vx, vy}.vec(), float32(spin)
		h.driven[k] = int(float32(float32(t) * stepsPerT))
	}
	for i := range h.grips {
		if h.grips[i] = newGrip(handGripForce, handGripTorque); i < 2 {
			h.grips[i] = newGrip(discGripForce, discGripTorque) // the square's, too
		}
	}
	for _, c := range h.each() {
		*c.contact = newContact(c.a, c.b)
	}
	return h
}

// each lists the contacts there can be: every body with every other.
func (p *pair) each() [6]between {
	c := &p.contacts
	return [6]between{
		{&c[0], &p.square, &p.disc},
		{&c[1], &p.hand[0], &p.square},
		{&c[2], &p.hand[0], &p.disc},
		{&c[3], &p.hand[1], &p.square},
		{&c[4], &p.hand[1], &p.disc},
		{&c[5], &p.hand[0], &p.hand[1]},
	}
}

// next computes one more step; it returns false once all are done.
func (h *hands) next() bool {
	if h.done == max(h.driven[0], h.driven[1])+freeSteps {
		return false
	}
	for k := range h.hand {
		if h.done < h.driven[k] {
			h.hand[k].drive(h.wanted[k], h.spin[k])
		}
	}
	bodies := [...]gripped{{&h.square, &h.grips[0]}, {&h.disc, &h.grips[1]}, {&h.hand[0], &h.grips[2]}, {&h.hand[1], &h.grips[3]}}
	contacts := h.each()
	step(bodies[:], contacts[:])
	h.done++
	return true
}

func (p Point) vec() vec { return vec{float32(p.X), float32(p.Y)} }
