package push

import (
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

func inBox(t *rapid.T) (rx, ry, d float64) {
	return rapid.Float64Range(Lower[0], Upper[0]).Draw(t, "rx"),
		rapid.Float64Range(Lower[1], Upper[1]).Draw(t, "ry"),
		rapid.Float64Range(Lower[2], Upper[2]).Draw(t, "t")
}

// The hand moves at most at ‖5·unit + offset‖ < 5.2 m/s for 3 s and slides on
// for less than a metre, so nothing can lie further than 5√2 + 17 away. (rapid
// favours corners of the range: 0, tiny numbers, the ends.)
func TestEveryPushIsFiniteAndAMissLeavesTheDiscAtRest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rx, ry, d := inBox(t)
		frames := Trace(rx, ry, d)
		touched := false
		for _, f := range frames {
			touched = touched || f.touching
			for _, p := range append(f.Hand[:], f.Disc) {
				if !(p.norm() < 5*math.Sqrt2+17) {
					t.Fatalf("Push(%v, %v, %v) passes %v", rx, ry, d, p)
				}
			}
		}
		end := frames[len(frames)-1].Disc
		if !touched && end != (Point{}) {
			t.Fatalf("Push(%v, %v, %v) misses and yet moves the disc to %v", rx, ry, d, end)
		}
		if x, y := Push(rx, ry, d); end != (Point{x, y}) { // Push ends early once all is at rest
			t.Fatalf("Push(%v, %v, %v) = %v, %v, but its trace ends at %v", rx, ry, d, x, y, end)
		}
	})
}

// The offset is the only thing that prefers a direction: with an offset turned
// or mirrored along, so is the whole push, to the last bit.
func TestSymmetries(t *testing.T) {
	t.Parallel()
	end := func(p push) vec {
		for p.next() {
		}
		return p.disc.place
	}
	rapid.Check(t, func(t *rapid.T) {
		rx, ry, d := inBox(t)
		if math.Abs(rx) < 1e-6 { // where the angle's sign is a convention
			t.Skip()
		}
		p := newPush(rx, ry, d)
		w, wanted := end(p), p.wanted

		turned := newPush(-rx, -ry, d)
		turned.wanted = wanted.negative()
		if got := end(turned); got != w.negative() {
			t.Errorf("(%v, %v, %v) ends at %v, turned by a half at %v", rx, ry, d, w, got)
		}
		mirrored := newPush(rx, -ry, d)
		mirrored.wanted = vec{wanted.x, -wanted.y}
		if got := end(mirrored); got != (vec{w.x, -w.y}) {
			t.Errorf("(%v, %v, %v) ends at %v, mirrored at %v", rx, ry, d, w, got)
		}
	})
}

func TestArgumentsBeyondTheLimitsPanic(t *testing.T) {
	t.Parallel()
	nan, inf := math.NaN(), math.Inf(1)
	for _, a := range [][3]float64{{nan, 0, 1}, {0, nan, 1}, {0, 0, nan}, {inf, 0, 1}, {0, -inf, 1}, {0, 0, inf}, {1001, 0, 1}, {0, 0, -1}, {0, 0, 1e9}} {
		if Valid(a[0], a[1], a[2]) == nil {
			t.Errorf("%v is said to be valid", a)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Push(%v) does not panic", a)
				}
			}()
			Push(a[0], a[1], a[2])
		}()
	}
	if err := Valid(-MaxStart, MaxStart, maxDuration); err != nil {
		t.Error(err)
	}
}

func TestTraceEndsWherePushDoes(t *testing.T) {
	t.Parallel()
	frames := Trace(2, -1, 12)
	if len(frames) != 1+120+100 {
		t.Fatalf("%d frames, want the start, 120 driven and 100 free steps", len(frames))
	}
	if x, y := Push(2, -1, 12); frames[220].Disc != (Point{x, y}) {
		t.Errorf("the trace ends at %v, the push at %v, %v", frames[220].Disc, x, y)
	}
	if frames[0].driven || !frames[1].driven || !frames[120].driven || frames[121].driven {
		t.Error("frames 1 to 120 are the driven ones")
	}
	for i, f := range frames {
		var side [4]float64
		for k := range side {
			a, b := f.Hand[k], f.Hand[(k+1)%4]
			side[k] = Point{b.X - a.X, b.Y - a.Y}.norm()
		}
		for k, want := range []float64{2 * handHalfWidth, 2 * handHalfLength, 2 * handHalfWidth, 2 * handHalfLength} {
			if math.Abs(side[k]-want) > 1e-5 {
				t.Fatalf("frame %d: sides %v", i, side)
			}
		}
	}
}

func TestPushesInParallelAreEqualAndAllocateNothing(t *testing.T) {
	x, y := Push(1.5, -2, 20)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if gx, gy := Push(1.5, -2, 20); gx != x || gy != y {
				t.Errorf("%v, %v and %v, %v from the same push", gx, gy, x, y)
			}
		})
	}
	group.Wait()
	if n := testing.AllocsPerRun(10, func() { Push(1.5, -2, 20) }); n != 0 {
		t.Errorf("a push allocates %v times", n)
	}
}

func TestObjectiveCostAndTargets(t *testing.T) {
	t.Parallel()
	if got := Objective(Point{1, 2}, Point{4, -2}); got != -5 {
		t.Errorf("−‖(1,2) − (4,−2)‖ = %v, want −5", got)
	}
	if got := Cost(Point{-3, 4}); got != 5.1 {
		t.Errorf("cost at (−3, 4) is %v, want 5.1", got)
	}
	if got := Cost(Point{}); got != 0.1 {
		t.Errorf("cost of a miss is %v, want 0.1", got)
	}
	a := Targets(1)
	if a != Targets(1) || a == Targets(2) {
		t.Error("targets must depend on the seed and on nothing else")
	}
	quadrants := map[[2]bool]bool{}
	for seed := range uint64(50) {
		for _, p := range Targets(seed) {
			quadrants[[2]bool{p.X > 0, p.Y > 0}] = true
			for _, c := range []float64{math.Abs(p.X), math.Abs(p.Y)} {
				if !(c > 1 && c < 5) {
					t.Fatalf("seed %d has the target %v", seed, p)
				}
			}
		}
	}
	if len(quadrants) != 4 {
		t.Errorf("1000 targets fell into %d quadrants", len(quadrants))
	}
}
