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

// contact keeps two bodies from overlapping, with Coulomb friction √(μ₁μ₂)
// between them. While they touch, the impulses of a step start the next one.
type contact struct {
	touch           touch
	friction        float32
	normal, tangent vec // the normal from the first body to the second
	presses         [2]press
}

// press is what happens at one point of a contact.
type press struct {
	pressed, rubbed     float32 // impulses on the second body so far, along normal and tangent
	rA, rB              vec     // from the centres to where the impulses act
	pressMass, rubsMass float32 // impulse per change of velocity
}

func newContact(a, b *body) contact {
	return contact{friction: sqrt(float32(a.shape.friction * b.shape.friction))}
}

// find looks where the bodies touch now.
func (c *contact) find(a, b *body) {
	was, before := c.touch, c.presses
	c.touch = collide(a, b)
	for k := range c.presses {
		p := &c.presses[k]
		p.pressed, p.rubbed = 0, 0
		for l := range was.count {
			if k < c.touch.count && c.touch.id[k] == was.id[l] {
				p.pressed, p.rubbed = before[l].pressed, before[l].rubbed
			}
		}
	}
}

func (c *contact) touching() bool { return c.touch.count > 0 }

// faced are the body whose face is touched and the other.
func (c *contact) faced(a, b *body) (face, other *body) {
	if c.touch.second {
		return b, a
	}
	return a, b
}

// line is where they touch in the bodies' current positions: a point of the face, its
// normal, and point k of the other body.
func (c *contact) line(face, other *body, k int) (point, normal, at vec) {
	return face.turned.apply(c.touch.point).plus(face.place), face.turned.apply(c.touch.normal),
		other.turned.apply(c.touch.at[k]).plus(other.place)
}

// outward turns a face's normal so that it points from the first body to the
// second.
func (c *contact) outward(n vec) vec {
	if c.touch.second {
		return n.negative()
	}
	return n
}

// start prepares a step's iterations and applies the impulses of the last step.
func (c *contact) start(a, b *body) {
	face, other := c.faced(a, b)
	for k := range c.touch.count {
		point, n, q := c.line(face, other, k)
		// Halfway between the two skins.
		onFace := q.plus(n.times(face.shape.radius - dot(q.minus(point), n)))
		onOther := q.minus(n.times(other.shape.radius))
		at := onFace.plus(onOther).times(0.5)

		c.normal = c.outward(n)
		c.tangent = c.normal.right()
		p := &c.presses[k]
		p.rA, p.rB = at.minus(a.place), at.minus(b.place)
		p.pressMass = 1 / compliance(a, b, p.rA, p.rB, c.normal)
		p.rubsMass = 1 / compliance(a, b, p.rA, p.rB, c.tangent)
	}
	for k := range c.touch.count {
		p := &c.presses[k]
		p.apply(a, b, c.normal.times(p.pressed).plus(c.tangent.times(p.rubbed)))
	}
}

// compliance is the change of relative velocity along u that a unit impulse
// along u makes: 1/m₁ + 1/m₂ + (r₁×u)²/I₁ + (r₂×u)²/I₂.
func compliance(a, b *body, rA, rB, u vec) float32 {
	s, t := cross(rA, u), cross(rB, u)
	return a.invMass + b.invMass +
		float32(float32(a.invInertia*s)*s) + float32(float32(b.invInertia*t)*t)
}

// apply gives the second body an impulse and the first its opposite.
func (p *press) apply(a, b *body, impulse vec) {
	a.kick(impulse.negative(), p.rA)
	b.kick(impulse, p.rB)
}

// drift is the velocity of the second body against the first where they touch.
func (p *press) drift(a, b *body) vec {
	return b.velocityAt(p.rB).minus(a.velocity).minus(swirl(a.spin, p.rA))
}

// solve is one velocity iteration: friction, then no approach along the normal;
// the latter comes last because it matters more.
func (c *contact) solve(a, b *body) {
	for k := range c.touch.count {
		p := &c.presses[k]
		most := float32(c.friction * p.pressed)
		rubbed := p.rubbed - float32(p.rubsMass*dot(p.drift(a, b), c.tangent))
		rubbed = min(max(rubbed, -most), most)
		p.apply(a, b, c.tangent.times(rubbed-p.rubbed))
		p.rubbed = rubbed
	}
	for k := range c.touch.count {
		p := &c.presses[k]
		pressed := p.pressed - float32(p.pressMass*dot(p.drift(a, b), c.normal))
		pressed = max(pressed, 0)
		p.apply(a, b, c.normal.times(pressed-p.pressed))
		p.pressed = pressed
	}
}

// separate is one position iteration: it moves the bodies apart where they
// overlap by more than the slop, and says whether the overlap was shallow.
func (c *contact) separate(a, b *body) (done bool) {
	face, other := c.faced(a, b)
	done = true
	for k := range c.touch.count {
		point, n, at := c.line(face, other, k)
		separation := dot(at.minus(point), n) - face.shape.radius - other.shape.radius
		correction := min(max(float32(baumgarte*(separation+slop)), -mostCorrection), 0)
		if correction < 0 {
			n := c.outward(n)
			rA, rB := at.minus(a.place), at.minus(b.place)
			impulse := n.times(-correction / compliance(a, b, rA, rB, n))
			a.shift(impulse.negative(), rA)
			b.shift(impulse, rB)
		}
		done = done && separation >= -shallow
	}
	return done
}
