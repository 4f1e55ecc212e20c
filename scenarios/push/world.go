package push

// timeStep is h, the length of a step in seconds.
const timeStep = float32(1) / 100

// world is the table with a hand and a disc on it.
type world struct {
	hand, disc         body
	handGrip, discGrip grip
	contact            contact
}

// newWorld puts the disc at 0 and the hand at a place.
func newWorld(place vec, angle float32) world {
	w := world{
		hand: newHand(place, angle), handGrip: newGrip(handGripForce, handGripTorque),
		disc: newDisc(vec{}), discGrip: newGrip(discGripForce, discGripTorque),
	}
	w.contact = newContact(&w.hand, &w.disc)
	return w
}

// step moves the world on by one step.
func (w *world) step() {
	bodies := [...]gripped{{&w.hand, &w.handGrip}, {&w.disc, &w.discGrip}}
	contacts := [...]between{{&w.contact, &w.hand, &w.disc}}
	step(bodies[:], contacts[:])
}

// gripped is a body and the table's friction on it.
type gripped struct {
	*body
	grip *grip
}

// between is a contact of two bodies.
type between struct {
	*contact
	a, b *body
}

// step moves bodies on by one step, after forces have acted on them: collision,
// velocities, places, overlap, in Box2D's order.
func step(bodies []gripped, contacts []between) {
	for _, c := range contacts {
		if c.find(c.a, c.b); c.touching() {
			c.start(c.a, c.b)
		}
	}
	for _, b := range bodies {
		b.grip.start(b.body)
	}
	for range velocityIterations {
		for _, b := range bodies {
			b.grip.solve(b.body)
		}
		for _, c := range contacts {
			if c.touching() {
				c.solve(c.a, c.b)
			}
		}
	}
	for _, b := range bodies {
		b.advance()
	}
	for range positionIterations {
		done := true
		for _, c := range contacts {
			if c.touching() {
				done = c.separate(c.a, c.b) && done
			}
		}
		if done {
			break
		}
	}
}
