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

// Where two rectangles touch: a hand (0.6 × 2) at 0, and the square (1 × 1)
// somewhere, whatever way all of it is turned.
func TestCollideRectangles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		centre vec
		angle  float32 // of the square against the hand
		normal vec     // from the hand to the square, in the hand's frame
		at     []vec   // the square's points, in the hand's frame
	}{
		"side to side":      {vec{0.8, 0}, 0, vec{1, 0}, []vec{{0.3, -0.5}, {0.3, 0.5}}},
		"within the skins":  {vec{0.815, 0}, 0, vec{1, 0}, []vec{{0.315, -0.5}, {0.315, 0.5}}},
		"beyond the skins":  {vec{0.825, 0}, 0, vec{}, nil},
		"overlapping":       {vec{0.7, 0.2}, 0, vec{1, 0}, []vec{{0.2, -0.3}, {0.2, 0.7}}},
		"half past the end": {vec{-0.8, 1}, 0, vec{-1, 0}, []vec{{-0.3, 0.5}, {-0.3, 1.02}}}, // cut where the skins end
		"past the end":      {vec{0.8, 1.6}, 0, vec{}, nil},
		"a corner":          {vec{0.3 + math.Sqrt2/2, 0.1}, math.Pi / 4, vec{1, 0}, []vec{{0.3, 0.1}}},
		"on the short side": {vec{0, -1.5}, 0, vec{0, -1}, []vec{{-0.32, -1}, {0.32, -1}}},
	} {
		for _, turned := range []float32{0, 0.7, -2} {
			hand := newHand(vec{0.5, -0.25}, turned)
			square := newSquare(hand.turned.apply(c.centre).plus(hand.place))
			square.rotate(turned + c.angle)
			for _, swapped := range []bool{false, true} {
				first, second := &hand, &square
				if swapped {
					first, second = second, first
				}
				contact := newContact(first, second)
				contact.find(first, second)
				if contact.touch.count != len(c.at) {
					t.Errorf("%s, turned by %v, swapped %v: touch at %d points, want %d", name, turned, swapped, contact.touch.count, len(c.at))
					continue
				}
				if len(c.at) == 0 {
					continue
				}
				face, other := contact.faced(first, second)
				for k := range c.at {
					_, n, p := contact.line(face, other, k)
					if n = hand.turned.undo(contact.outward(n)); swapped {
						n = n.negative()
					}
					if d := n.minus(c.normal); dot(d, d) > 1e-9 {
						t.Errorf("%s, turned by %v, swapped %v: normal %v, want %v", name, turned, swapped, n, c.normal)
					}
					// Points lie on either body, which overlap or have a gap: along the face they must agree.
					p = hand.turned.undo(p.minus(hand.place))
					nearest := float32(1e9)
					for _, want := range c.at {
						nearest = min(nearest, float32(math.Abs(float64(cross(n, p.minus(want))))))
					}
					if nearest > 1e-5 && !swapped { // swapped, points of the other side are cut by this one
						t.Errorf("%s, turned by %v: a point at %v, want %v", name, turned, p, c.at)
					}
				}
			}
		}
	}
}

// Rectangles exchange momentum and angular momentum and create none, and once
// the contact is solved no point of it approaches any more.
func TestRectanglesConserveMomentum(t *testing.T) {
	t.Parallel()
	touched := 0
	rapid.Check(t, func(t *rapid.T) {
		number := func(name string) float32 { return float32(rapid.Float64Range(-3, 3).Draw(t, name)) }
		a, b := newHand(vec{-0.79, number("y") / 4}, number("angle")/100), newSquare(vec{})
		a.velocity, a.spin = vec{number("vx"), number("vy")}, number("ω")
		b.velocity, b.spin = vec{number("ux"), number("uy")}, number("ψ")
		c := newContact(&a, &b)
		if c.find(&a, &b); !c.touching() {
			t.Skip()
		}
		touched += c.touch.count
		momentum := func() (p vec, l float32) {
			for _, b := range []*body{&a, &b} {
				p = p.plus(b.velocity.times(b.mass))
				l += cross(b.place, b.velocity.times(b.mass)) + b.inertia*b.spin
			}
			return p, l
		}
		p0, l0 := momentum()
		c.start(&a, &b)
		for range 40 * velocityIterations { // two points share the load: it takes longer to settle
			c.solve(&a, &b)
		}
		p1, l1 := momentum()
		if d := p1.minus(p0); dot(d, d) > 1e-9 || math.Abs(float64(l1-l0)) > 1e-4 {
			t.Errorf("momentum changed by %v and %v", d, l1-l0)
		}
		for k := range c.touch.count {
			p := &c.presses[k]
			if v := dot(p.drift(&a, &b), c.normal); v < -1e-3 {
				t.Errorf("point %d still approaches at %v", k, v)
			}
			if rub := math.Abs(float64(p.rubbed)); p.pressed < 0 || rub > float64(c.friction*p.pressed)*1.001+1e-6 {
				t.Errorf("point %d: pressed %v and rubbed %v with friction %v", k, p.pressed, p.rubbed, c.friction)
			}
		}
	})
	if touched < 10 {
		t.Errorf("only %d points touched: is the test looking at contacts?", touched)
	}
}

// Impulses are remembered by what point they acted at.
func TestPointsAreKnownAgain(t *testing.T) {
	t.Parallel()
	a, b := newHand(vec{-0.8, 0}, 0), newSquare(vec{})
	c := newContact(&a, &b)
	c.find(&a, &b)
	if c.touch.count != 2 || c.touch.id[0] == c.touch.id[1] {
		t.Fatalf("%+v", c.touch)
	}
	c.presses[0].pressed, c.presses[1].pressed = 1, 2
	a.place.y += 0.01 // the same corners of the square, a little on
	if c.find(&a, &b); c.presses[0].pressed != 1 || c.presses[1].pressed != 2 {
		t.Errorf("after a small move: %+v", c.presses)
	}
	a.place.y += 1 // one of them is beyond the hand's end now
	kept := c.touch.id
	c.find(&a, &b)
	for k := range c.touch.count {
		want := float32(0)
		for l, id := range kept {
			if id == c.touch.id[k] {
				want = float32(l + 1)
			}
		}
		if c.presses[k].pressed != want {
			t.Errorf("point %+v has impulse %v, want %v", c.touch.id[k], c.presses[k].pressed, want)
		}
	}
	if c.touch.id == kept {
		t.Error("a point that was cut is not told from the corner it was")
	}
	a.place.x -= 5
	if c.find(&a, &b); c.touching() || c.presses[0].pressed != 0 || c.presses[1].pressed != 0 {
		t.Errorf("apart: %+v", c)
	}
}
