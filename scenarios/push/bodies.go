package push

import "math"

// Sizes in metres, densities in kilograms per square metre.
const (
	discRadius   = 1
	discDensity  = 0.05
	discFriction = 0.01

	handHalfWidth  = 0.3 // along its own x axis
	handHalfLength = 1   // along its own y axis
	handDensity    = 0.1
	handFriction   = 0.1

	squareHalf     = 0.5
	squareDensity  = 0.05
	squareFriction = 0.01
)

// body is a rigid body; its place is that of its centre of mass.
type body struct {
	shape    *shape
	place    vec
	angle    float32
	turned   rotation // by angle
	velocity vec
	spin     float32 // angular velocity

	mass, inertia       float32
	invMass, invInertia float32
}

func newBody(s *shape, mass, inertia float32, place vec, angle float32) body {
	return body{
		shape: s,
		place: place, angle: angle, turned: turn(angle),
		mass: mass, inertia: inertia, invMass: 1 / mass, invInertia: 1 / inertia,
	}
}

// newDisc is a disc at rest: m = ρπr², I = mr²/2.
func newDisc(place vec) body {
	const mass = discDensity * math.Pi * discRadius * discRadius
	const inertia = mass * discRadius * discRadius / 2
	return newBody(&discShape, mass, inertia, place, 0)
}

// newHand is a rectangle at rest: m = ρ·2a·2b, I = m(a² + b²)/3.
func newHand(place vec, angle float32) body {
	const a, b = handHalfWidth, handHalfLength
	const mass = handDensity * 2 * a * 2 * b
	const inertia = mass * (a*a + b*b) / 3
	return newBody(&handShape, mass, inertia, place, angle)
}

// newSquare is a square at rest: m = ρ(2a)², I = 2ma²/3.
func newSquare(place vec) body {
	const a = squareHalf
	const mass = squareDensity * 2 * a * 2 * a
	const inertia = mass * 2 * a * a / 3
	return newBody(&squareShape, mass, inertia, place, 0)
}

// pull lets a force and a torque act for one step: v += (h/m)·F, ω += (h/I)·T.
func (b *body) pull(force vec, torque float32) {
	b.velocity = b.velocity.plus(force.times(float32(timeStep * b.invMass)))
	b.spin += float32(float32(timeStep*b.invInertia) * torque)
}

// drive pulls the body towards a velocity and a spin, by gain·m of what is
// missing.
func (b *body) drive(velocity vec, spin float32) {
	strength := float32(gain * b.mass)
	b.pull(velocity.minus(b.velocity).times(strength), float32(strength*(spin-b.spin)))
}

// kick adds an impulse that acts at r from the centre.
func (b *body) kick(impulse, r vec) {
	b.velocity = b.velocity.plus(impulse.times(b.invMass))
	b.spin += float32(b.invInertia * cross(r, impulse))
}

// shift changes the place as kick changes the velocity.
func (b *body) shift(impulse, r vec) {
	b.place = b.place.plus(impulse.times(b.invMass))
	b.rotate(float32(b.invInertia * cross(r, impulse)))
}

func (b *body) rotate(by float32) {
	if by != 0 {
		b.angle += by
		b.turned = turn(b.angle)
	}
}

// velocityAt is the velocity of the body's matter at r from the centre, v + ω×r.
func (b *body) velocityAt(r vec) vec { return b.velocity.plus(swirl(b.spin, r)) }

// advance moves the body on for one step.
func (b *body) advance() {
	b.place = b.place.plus(b.velocity.times(timeStep))
	b.rotate(float32(timeStep * b.spin))
}
