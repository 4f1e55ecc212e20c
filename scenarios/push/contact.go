package push

// The solver's settings: what decides where a push ends.
const (
	velocityIterations = 10
	positionIterations = 10

	slop           = 0.005 // overlap that is left alone
	shallow        = 3 * slop
	baumgarte      = 0.2 // part of the remaining overlap that one iteration removes
	mostCorrection = 0.2 // by one iteration
)

// contact keeps hand and disc from overlapping, with Coulomb friction √(μ₁μ₂)
// between them. While they touch, the impulses of a step start the next one.
type contact struct {
	touch    touch
	touching bool
	friction float32

	pressed, rubbed     float32 // impulses on the disc so far, along normal and tangent
	normal, tangent     vec
	rHand, rDisc        vec     // from the centres to where the impulses act
	pressMass, rubsMass float32 // impulse per change of velocity
}

// find looks where the bodies touch now.
func (c *contact) find(hand, disc *body) {
	was := c.touching
	c.touch, c.touching = collide(hand, disc)
	if !was || !c.touching {
		c.pressed, c.rubbed = 0, 0
	}
}

// line is where they touch as the bodies lie now: a point of the hand and the
// normal there.
func (c *contact) line(hand *body) (point, normal vec) {
	return hand.turned.apply(c.touch.point).plus(hand.place), hand.turned.apply(c.touch.normal)
}

// start prepares a step's iterations and applies the impulses of the last step.
func (c *contact) start(hand, disc *body) {
	point, n := c.line(hand)
	// Halfway between the hand's skin and the disc's rim.
	onHand := disc.place.plus(n.times(float32(skin) - dot(disc.place.minus(point), n)))
	onDisc := disc.place.minus(n.times(discRadius))
	at := onHand.plus(onDisc).times(0.5)

	c.normal, c.tangent = n, n.right()
	c.rHand, c.rDisc = at.minus(hand.place), at.minus(disc.place)
	c.pressMass = 1 / compliance(hand, disc, c.rHand, c.rDisc, c.normal)
	c.rubsMass = 1 / compliance(hand, disc, c.rHand, c.rDisc, c.tangent)
	c.apply(hand, disc, c.normal.times(c.pressed).plus(c.tangent.times(c.rubbed)))
}

// compliance is the change of relative velocity along u that a unit impulse
// along u makes: 1/m₁ + 1/m₂ + (r₁×u)²/I₁ + (r₂×u)²/I₂.
func compliance(hand, disc *body, rHand, rDisc, u vec) float32 {
	h, d := cross(rHand, u), cross(rDisc, u)
	return hand.invMass + disc.invMass +
		float32(float32(hand.invInertia*h)*h) + float32(float32(disc.invInertia*d)*d)
}

// apply gives the disc an impulse and the hand its opposite.
func (c *contact) apply(hand, disc *body, impulse vec) {
	hand.kick(impulse.negative(), c.rHand)
	disc.kick(impulse, c.rDisc)
}

// drift is the velocity of the disc against the hand where they touch.
func (c *contact) drift(hand, disc *body) vec {
	return disc.velocityAt(c.rDisc).minus(hand.velocity).minus(swirl(hand.spin, c.rHand))
}

// solve is one velocity iteration: friction, then no approach along the normal;
// the latter comes last because it matters more.
func (c *contact) solve(hand, disc *body) {
	most := float32(c.friction * c.pressed)
	rubbed := c.rubbed - float32(c.rubsMass*dot(c.drift(hand, disc), c.tangent))
	rubbed = min(max(rubbed, -most), most)
	c.apply(hand, disc, c.tangent.times(rubbed-c.rubbed))
	c.rubbed = rubbed

	pressed := c.pressed - float32(c.pressMass*dot(c.drift(hand, disc), c.normal))
	pressed = max(pressed, 0)
	c.apply(hand, disc, c.normal.times(pressed-c.pressed))
	c.pressed = pressed
}

// separate is one position iteration: it moves the bodies apart where they
// overlap by more than the slop, and says whether the overlap was shallow.
func (c *contact) separate(hand, disc *body) (done bool) {
	point, n := c.line(hand)
	at := disc.place
	separation := dot(at.minus(point), n) - float32(skin) - discRadius
	correction := min(max(float32(baumgarte*(separation+slop)), -mostCorrection), 0)
	if correction < 0 {
		rHand, rDisc := at.minus(hand.place), vec{}
		impulse := n.times(-correction / compliance(hand, disc, rHand, rDisc, n))
		hand.shift(impulse.negative(), rHand)
		disc.shift(impulse, rDisc)
	}
	return separation >= -shallow
}
