package push

// What the table can hold back, in newtons and newton metres.
const (
	discGripForce, discGripTorque = 5, 2
	handGripForce, handGripTorque = 2, 2
)

// grip is the table's friction on a body: it takes away velocity and spin as
// far as the impulses of one step reach, h·force, clamped as a vector, and
// h·torque. The impulses of a step start the next one.
type grip struct {
	most, mostTwist float32 // impulses per step
	held            vec
	twisted         float32
}

func newGrip(force, torque float32) grip {
	return grip{most: float32(timeStep * force), mostTwist: float32(timeStep * torque)}
}

// start applies the impulses of the last step.
func (g *grip) start(b *body) { g.apply(b, g.held, g.twisted) }

func (g *grip) apply(b *body, impulse vec, twist float32) {
	b.velocity = b.velocity.plus(impulse.times(b.invMass))
	b.spin += float32(b.invInertia * twist)
}

// solve is one velocity iteration.
func (g *grip) solve(b *body) {
	twisted := g.twisted - float32(b.inertia*b.spin)
	twisted = min(max(twisted, -g.mostTwist), g.mostTwist)
	held := g.held.minus(b.velocity.times(b.mass))
	if dot(held, held) > float32(g.most*g.most) {
		held = held.unit().times(g.most)
	}
	g.apply(b, held.minus(g.held), twisted-g.twisted)
	g.held, g.twisted = held, twisted
}
