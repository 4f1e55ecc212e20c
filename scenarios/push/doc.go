// Package push is robot pushing: a rectangular hand is driven towards a disc on
// a table and pushes it some way by contact and friction. Where the disc ends
// is a function of three numbers, discontinuous in places and flat wherever the
// hand misses, which makes it a well-known test of black-box optimisation (Wang
// and Jegelka, "Max-value entropy search", 2017; after Kaelbling and
// Lozano-Pérez, "Learning composable models of parameterized skills", 2017).
//
//	symbol    code              meaning
//	rx, ry    arguments         where the hand starts; the disc is at 0
//	t         argument          duration of the drive in tenths of a second: ⌊10t⌋ steps of 1/100 s
//	w         Push's result     where the disc's centre ends
//	h         timeStep          length of a step
//	v, ω      velocity, spin    linear and angular velocity
//	m, I      mass, inertia     1/m and 1/I are invMass and invInertia
//	n         contact.normal    from the hand to the disc, where they touch
//
// The original runs in Box2D. This is a small simulator of our own with two
// bodies and one contact that follows Box2D's method, a sequential impulse
// solver in float32: friction with the table as impulses limited per step,
// Coulomb friction between hand and disc, impulses remembered from one step to
// the next, overlap removed afterwards. CheckFile compares it with Box2D's answers.
//
// Three details of Box2D 2.4 are left out: bodies that fall asleep, a centre of
// mass that rounding puts 3e-8 off the middle of the hand, and the sine, cosine
// and arctangent of a C library, good to one unit in the last place. A trial
// with all of them met 246 of 251 known answers to the last bit; this simulator
// ends a median 2e-7 m and at most 4e-5 m from that trial over 10 000 pushes.
//
// The same numbers come out on every machine: no product is fused with a sum
// (see vector.go) and no function depends on the machine's mathematics (see
// trig.go).
package push
