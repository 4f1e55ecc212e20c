package push

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func anyHands(rng *rand.Rand) []float64 {
	x := make([]float64, 14)
	for i := range x {
		x[i] = handsLower[i] + (handsUpper[i]-handsLower[i])*rng.Float64()
	}
	return x
}

// away are numbers of a hand far from everything, which is not driven.
var away = []float64{500, 500, 0, 0, 0, 0}

// One hand that is driven as Push drives it, with the disc where Push has it and
// everything else far away, is Push, to the last bit.
func TestOneOfTwoHandsIsPush(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 2))
	hits := 0
	for range 60 {
		p := newPush(10*rng.Float64()-5, 10*rng.Float64()-5, 1+29*rng.Float64())
		h := newHands(slices.Concat(away, away, []float64{0, 0}))
		h.square.place, h.disc = vec{-500, 0}, newDisc(vec{})
		k := rng.IntN(2) // either hand
		h.hand[k], h.wanted[k], h.driven[k] = p.hand, p.wanted, p.driven
		for p.next() {
			h.next()
		}
		if h.disc != p.disc || h.hand[k] != p.hand {
			t.Fatalf("the disc ends at %v and the hand at %v, Push's at %v and %v", h.disc.place, h.hand[k].place, p.disc.place, p.hand.place)
		}
		if h.disc.place != (vec{}) {
			hits++
		}
	}
	if hits < 20 {
		t.Errorf("only %d of 60 pushes hit", hits)
	}
}

// A hand's numbers are its start, velocity, time and angle, as the original has
// them: with angle 0 it is longest along x.
func TestHandsAreDrivenAsAsked(t *testing.T) {
	t.Parallel()
	x := slices.Concat([]float64{3, -4, 2, -1, 5.35, 0.5}, away, []float64{1.5, 0})
	h := newHands(x)
	if h.driven != [2]int{53, 0} || h.wanted[0] != (vec{2, -1}) || h.spin[0] != 1.5 || h.hand[0].place != (vec{3, -4}) {
		t.Errorf("%+v", h)
	}
	if tip := h.hand[0].turned.apply(vec{0, -1}); math.Abs(float64(tip.x)-math.Cos(0.5)) > 1e-6 || math.Abs(float64(tip.y)-math.Sin(0.5)) > 1e-6 {
		t.Errorf("its long side points along %v", tip)
	}
	for h.done < 53 {
		h.next()
	}
	// The drive's 30·Δv of acceleration against the table's 2 N on 0.12 kg: what
	// is missing at the end is 2/(0.12·30) of the velocity, along it.
	v := h.hand[0].velocity
	if missing := (vec{2, -1}).minus(v); math.Abs(float64(sqrt(dot(missing, missing)))-2/(0.12*30)) > 0.01 || math.Abs(float64(cross(missing, v))) > 1e-3 {
		t.Errorf("after 0.53 s the hand moves at %v", v)
	}
	for steps := h.done; h.next(); {
		if steps++; steps > 53+freeSteps {
			t.Fatal("it does not end")
		}
	}
	if h.done != 53+freeSteps || h.hand[1].place != (vec{500, 500}) {
		t.Errorf("%d steps, the other hand at %v", h.done, h.hand[1].place)
	}
}

// Nothing that is not touched moves at all; the value is then 0, the cost 0.1.
func TestHandsThatMissMoveNothing(t *testing.T) {
	t.Parallel()
	source := &HandsSource{squareGoal, discGoal}
	miss := []float64{5, 5, 10, 10, 30, 1, -5, 5, -10, 10, 30, 2, 3, -3}
	if square, disc := pushBoth(miss); square != squareStart || disc != discStart {
		t.Errorf("%v, %v", square, disc)
	}
	if value, cost, err := source.Truth(miss); value != 0 || cost != 0.1 || err != nil {
		t.Errorf("value %v, cost %v, %v", value, cost, err)
	}
	if most, want := source.most(), math.Hypot(4, 1.5)+math.Hypot(4, 5.5); math.Abs(most-want) > 1e-12 {
		t.Errorf("the most is %v, want %v", most, want)
	}
}

// A hand that pushes the square to the right, and one that lifts the disc: what
// they gain is the sum of both, by the distances written out again.
func TestHandsPushWhatTheyMeet(t *testing.T) {
	t.Parallel()
	source := &HandsSource{squareGoal, discGoal}
	right := []float64{-2, 2, 5, 0, 10, math.Pi / 2}
	up := []float64{0, -5, 0, 4, 10, 0}
	square, disc := pushBoth(slices.Concat(right, up, []float64{0, 0}))
	if square.X < 1 || math.Abs(square.Y-2) > 0.5 || disc.Y < -1.5 || math.Abs(disc.X) > 0.5 {
		t.Errorf("the square ends at %v, the disc at %v", square, disc)
	}
	value, cost, err := source.Truth(slices.Concat(right, up, []float64{0, 0}))
	want := source.most() - math.Hypot(square.X-4, square.Y-3.5) - math.Hypot(disc.X+4, disc.Y-3.5)
	paid := math.Hypot(square.X, square.Y-2) + math.Hypot(disc.X, disc.Y+2) + 0.1
	if err != nil || math.Abs(value-want) > 1e-12 || math.Abs(cost-paid) > 1e-12 {
		t.Errorf("value %v, cost %v (%v), want %v, %v", value, cost, err, want, paid)
	}
	alone, still := pushBoth(slices.Concat(right, away, []float64{0, 0}))
	if alone != square || still != discStart {
		t.Errorf("without the other hand: %v, %v", alone, still)
	}
}

// Wherever hands start and whatever they meet, everything stays finite and ends
// within reach: a hand's velocity is at most √200, for 3 s, and what overlaps at
// first is pushed out.
func TestHandsStayOnTheTable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x := make([]float64, 14)
		for i := range x {
			x[i] = rapid.Float64Range(handsLower[i], handsUpper[i]).Draw(t, HandsNames[i])
		}
		square, disc := pushBoth(x)
		for _, p := range []Point{square, disc} {
			if !(p.norm() < 5*math.Sqrt2+3*math.Sqrt(200)+5) {
				t.Fatalf("%v ends at %v, %v", x, square, disc)
			}
		}
	})
}

// The table is the same seen in a mirror, and with the hands' numbers exchanged.
// Impulses are found one after the other, so that the last digits differ, and
// where a corner is just missed or just met more than those.
func TestHandsHaveSymmetries(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 5))
	var mirrored, swapped []float64
	for range 200 {
		x := anyHands(rng)
		square, disc := pushBoth(x)
		y := slices.Clone(x)
		for _, i := range []int{0, 2, 5, 6, 8, 11, 12, 13} { // x, velocity along x, angle, spin
			y[i] = -y[i]
		}
		a, b := pushBoth(y)
		mirrored = append(mirrored, max(square.to(Point{-a.X, a.Y}), disc.to(Point{-b.X, b.Y})))
		a, b = pushBoth(slices.Concat(x[6:12], x[:6], []float64{x[13], x[12]}))
		swapped = append(swapped, max(square.to(a), disc.to(b)))
	}
	for name, d := range map[string][]float64{"mirrored": mirrored, "swapped": swapped} {
		slices.Sort(d)
		if d[100] > 1e-5 || d[170] > 0.01 {
			t.Errorf("%s: a median of %v, 85 %% within %v", name, d[100], d[170])
		}
	}
}

func TestHandsBeyondTheLimits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	x := anyHands(rng)
	if err := ValidHands(x); err != nil {
		t.Error(err)
	}
	if ValidHands(x[:13]) == nil {
		t.Error("thirteen numbers are said to be valid")
	}
	for i, name := range HandsNames {
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e6} {
			y := slices.Clone(x)
			if y[i] = v; ValidHands(y) == nil || !strings.HasPrefix(ValidHands(y).Error(), name+" is ") {
				t.Errorf("%s = %v: %v", name, v, ValidHands(y))
			}
		}
	}
	if _, _, err := (&HandsSource{}).Truth(append(x[:13:13], math.NaN())); err == nil {
		t.Error("a push of no spin at all")
	}
	defer func() {
		if recover() == nil {
			t.Error("PushBoth does not panic")
		}
	}()
	pushBoth(x[:3])
}

func TestBothHandsAllocateNothing(t *testing.T) {
	x := anyHands(rand.New(rand.NewPCG(3, 1)))
	if n := testing.AllocsPerRun(10, func() { pushBoth(x) }); n != 0 {
		t.Errorf("a push allocates %v times", n)
	}
}
