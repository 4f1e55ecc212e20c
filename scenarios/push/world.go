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
	const frictions = handFriction * discFriction
	return world{
		hand: newHand(place, angle), handGrip: newGrip(handGripForce, handGripTorque),
		disc: newDisc(vec{}), discGrip: newGrip(discGripForce, discGripTorque),
		contact: contact{friction: sqrt(frictions)},
	}
}

// step moves the world on by one step while a force and a torque act on the
// hand: collision, forces, velocities, places, overlap, in Box2D's order.
func (w *world) step(force vec, torque float32) {
	hand, disc, c := &w.hand, &w.disc, &w.contact
	c.find(hand, disc)

	// v += (h/m)·F, ω += (h/I)·T
	hand.velocity = hand.velocity.plus(force.times(float32(timeStep * hand.invMass)))
	hand.spin += float32(float32(timeStep*hand.invInertia) * torque)

	if c.touching {
		c.start(hand, disc)
	}
	w.handGrip.start(hand)
	w.discGrip.start(disc)
	for range velocityIterations {
		w.handGrip.solve(hand)
		w.discGrip.solve(disc)
		if c.touching {
			c.solve(hand, disc)
		}
	}

	hand.advance()
	disc.advance()
	for i := 0; c.touching && i < positionIterations; i++ {
		if c.separate(hand, disc) {
			break
		}
	}
}
