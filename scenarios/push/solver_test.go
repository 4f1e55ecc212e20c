package push

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The table takes h·5 N·s of momentum per step and no more: a disc at 3 m/s
// slows by hF/m = 0.3183 m/s per step, so it stops in the 10th step after
// h·Σ(3 − 0.3183k) = 0.12493 m (k = 1…9).
func TestTheTableStopsASlidingDisc(t *testing.T) {
	t.Parallel()
	w := newWorld(vec{100, 0}, 0)
	w.disc.velocity = vec{3, 0}
	perStep, want := 0.01*5/(discDensity*math.Pi), 0.0
	for k := 1; ; k++ {
		v := max(3-perStep*float64(k), 0)
		want += 0.01 * v
		w.step()
		if math.Abs(float64(w.disc.velocity.x)-v) > 1e-5 {
			t.Fatalf("after step %d the disc moves at %v, want %v", k, w.disc.velocity.x, v)
		}
		if v == 0 {
			break
		}
	}
	if math.Abs(float64(w.disc.place.x)-want) > 1e-5 || w.disc.place.y != 0 || w.disc.spin != 0 {
		t.Errorf("the disc slid to %v with spin %v, want %v, 0 and none", w.disc.place, w.disc.spin, want)
	}
}

// Hand and disc exchange momentum and angular momentum and create none, and the
// disc no longer approaches the hand once the contact is solved.
func TestContactConservesMomentum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) float32 { return float32(rapid.Float64Range(-3, 3).Draw(t, name)) }
		w := newWorld(vec{-1.25, number("y") / 4}, number("angle")/10)
		w.hand.velocity, w.hand.spin = vec{number("vx"), number("vy")}, number("ω")
		w.disc.velocity, w.disc.spin = vec{number("ux"), number("uy")}, number("ψ")
		c := &w.contact
		c.find(&w.hand, &w.disc)
		if !c.touching() {
			t.Skip()
		}
		momentum := func() (p vec, l float32) {
			for _, b := range []*body{&w.hand, &w.disc} {
				p = p.plus(b.velocity.times(b.mass))
				l += cross(b.place, b.velocity.times(b.mass)) + b.inertia*b.spin
			}
			return p, l
		}
		p0, l0 := momentum()
		c.start(&w.hand, &w.disc)
		for range velocityIterations {
			c.solve(&w.hand, &w.disc)
		}
		p1, l1 := momentum()
		if d := p1.minus(p0); dot(d, d) > 1e-10 || math.Abs(float64(l1-l0)) > 1e-5 {
			t.Errorf("momentum changed by %v and %v", d, l1-l0)
		}
		if v := dot(c.presses[0].drift(&w.hand, &w.disc), c.normal); v < -1e-5 {
			t.Errorf("they still approach at %v", v)
		}
		// Friction is solved before pressure, which may still give way a little.
		if rub := math.Abs(float64(c.presses[0].rubbed)); c.presses[0].pressed < 0 || rub > float64(c.friction*c.presses[0].pressed)*1.0001+1e-6 {
			t.Errorf("pressed %v and rubbed %v with friction %v", c.presses[0].pressed, c.presses[0].rubbed, c.friction)
		}
	})
}

// A step may end in an overlap of the way of one step at most, and from the
// second step in touch on the overlap is shallow.
func TestBodiesDoNotSinkIntoEachOther(t *testing.T) {
	t.Parallel()
	for _, start := range []vec{{3, 0}, {1.5, -2}, {-4, 1}, {2, 3}} {
		p := newPush(float64(start.x), float64(start.y), 20)
		for touched := 0; p.next(); {
			if touched++; !p.contact.touching() {
				touched = 0
			}
			allowed := 0.052
			if touched >= 2 {
				allowed = shallow + 1e-4
			}
			centre := p.hand.turned.undo(p.disc.place.minus(p.hand.place))
			dx := max(math.Abs(float64(centre.x))-handHalfWidth, 0)
			dy := max(math.Abs(float64(centre.y))-handHalfLength, 0)
			if gap := math.Hypot(dx, dy) - discRadius - skin; gap < -allowed {
				t.Fatalf("from %v, step %d: overlap of %v", start, p.done, -gap)
			}
		}
	}
}
