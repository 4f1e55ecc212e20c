package lookahead

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Curves are usable early, only ever rise, and end within the tolerance of what
// a thorough maximisation at each point finds.
func TestCurveRisesToTheTruth(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(121, 122))
	for _, c := range []struct {
		rule   fantasy.Rule
		text   string
		d      int
		within float64 // worst error allowed, as a share of the range
	}{
		{fantasy.Sampled, "", 1, 1e-9},
		{fantasy.Sampled, "6", 1, curveTolerance},
		{fantasy.GaussHermite, "7x3", 2, curveTolerance},
		{fantasy.Path, "1,1", 1, 2 * curveTolerance},
		{fantasy.Sampled, "3,2", 1, 2 * curveTolerance},
	} {
		s := randomState(t, rng, 6+2*c.d, c.d, 3)
		f := draw(t, shapeOf(t, c.rule, c.text), 5)
		along := LineThrough(slices.Repeat([]float64{0.4}, c.d), model.Axis{})
		var updates []CurveUpdate
		const points = 33
		last, err := Curve(background, s, f, along, points, Settings{}, func(u CurveUpdate) { updates = append(updates, u) })
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%v %q", c.rule, c.text)
		if !last.Done || len(last.T) != points || len(updates) < 2 || len(updates[0].T) != 9 {
			t.Fatalf("%s: %d updates, the first of %d points, the last of %d, done %v", name, len(updates), len(updates[0].T), len(last.T), last.Done)
		}
		known := map[float64]float64{}
		for i, u := range updates {
			if u.Done != (i == len(updates)-1) || !slices.IsSorted(u.T) || u.T[0] != 0 || u.T[len(u.T)-1] != 1 {
				t.Errorf("%s: update %d: done %v, %v", name, i, u.Done, u.T)
			}
			for j, at := range u.T {
				if u.Value[j] < known[at] {
					t.Errorf("%s: update %d lowers the curve at %v", name, i, at)
				}
				known[at] = u.Value[j]
			}
		}
		low, high := slices.Min(last.Value), slices.Max(last.Value)
		for j, at := range last.T {
			if j%5 != 0 {
				continue // some will do
			}
			tree := maximise(t, s, f, Settings{Effort: Thorough, Root: along.At(at), Seed: 3})
			if short := (tree.Value - last.Value[j]) / (high - low); short > c.within {
				t.Errorf("%s at %v: %v, thorough %v, short by %.3f of the range", name, at, last.Value[j], tree.Value, short)
			}
		}
	}
}

func TestOneStepCurveIsQ1(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(123, 124))
	s := randomState(t, rng, 8, 2, 1.5)
	along := Line{From: []float64{0, 1}, To: []float64{1, 0.2}}
	u, err := Curve(background, s, nil, along, 21, Settings{}, nil)
	if err != nil || u.Error != 0 || !u.Done {
		t.Fatalf("%+v, %v", u, err)
	}
	var ws model.Workspace
	for i, at := range u.T {
		want := acquisition.NewQ1(s.Best, s.Budget).Value(s.Pair.Moments(&ws, along.At(at)))
		if relative(u.Value[i], want) > tail(1e-9, want) {
			t.Errorf("at %v: %v, Q₁ %v", at, u.Value[i], want)
		}
	}
}

func TestCurveDoesNotDependOnWorkers(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(125, 126))
	s := randomState(t, rng, 7, 1, 3)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 5)
	var want CurveUpdate
	for workers := 1; workers <= 3; workers++ {
		u, err := Curve(background, s, f, LineThrough([]float64{0}, model.Axis{}), 17, Settings{Workers: workers}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if workers == 1 {
			want = u
		} else if !slices.Equal(u.Value, want.Value) || u.Error != want.Error {
			t.Errorf("%d workers draw another curve", workers)
		}
	}
}

func TestCancelledCurve(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(127, 128))
	s := randomState(t, rng, 7, 1, 3)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 5)
	for n := 0; n < 4000; n = 2*n + 1 {
		ctx := newCountdown(n)
		u, err := Curve(ctx, s, f, LineThrough([]float64{0}, model.Axis{}), 33, Settings{Workers: 1 + n%2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(u.T) == 0 || len(u.T) != len(u.Value) || u.Done == (ctx.Context.Err() != nil) {
			t.Errorf("after %d questions: %d points, done %v", n, len(u.T), u.Done)
		}
		for _, v := range u.Value {
			if !(v >= 0) || math.IsInf(v, 0) {
				t.Errorf("after %d questions: value %v", n, v)
			}
		}
		ctx.cancel()
	}
	ctx, cancel := context.WithCancel(background)
	cancel()
	if u, err := Curve(ctx, s, f, LineThrough([]float64{0}, model.Axis{}), 33, Settings{}, nil); err != nil || len(u.T) != 1 {
		t.Errorf("cancelled at once: %+v, %v", u, err)
	}
}

func TestCurveWithNothingLeft(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(129, 130))
	s := randomState(t, rng, 7, 1, 0)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 5)
	u, err := Curve(background, s, f, LineThrough([]float64{0}, model.Axis{}), 9, Settings{}, nil)
	if err != nil || !u.Done || slices.Max(u.Value) != 0 {
		t.Errorf("%+v, %v", u, err)
	}
}

// A curve whose work is used up ends with fewer points or less exact ones, says
// so, and is the same whoever computes it.
func TestCurvesEndWithTheirWork(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	s := randomState(t, rand.New(rand.NewPCG(131, 132)), 30, 2, 3)
	f := draw(t, shapeOf(t, fantasy.Sampled, "4,4,2"), 5)
	along := LineThrough(model.Unit{0.4, 0.3}, model.Axis{})
	const points = 65
	whole, err := Curve(t.Context(), s, f, along, points, Settings{Effort: Quick}, nil)
	if err != nil || whole.Cut {
		t.Fatalf("cut %v, %v", whole.Cut, err)
	}
	known := 0
	for _, most := range []float64{0, 1e7, 2e8, 5e8, 1e9} {
		var all []CurveUpdate
		for _, workers := range []int{1, 3} {
			e, err := NewEvaluator(s, f)
			if err != nil {
				t.Fatal(err)
			}
			c := newCurve(e, along, points, Settings{Effort: Quick, Workers: workers})
			c.work.most = most
			all = append(all, c.run(t.Context(), func(CurveUpdate) {}))
			if spent := c.work.done(); most >= 5e8 && spent > 1.5*most {
				t.Errorf("of %g there was done %g", most, spent)
			}
		}
		a, b := all[0], all[1]
		if !a.Done || !a.Cut || len(a.T) < 5 || a.T[0] != 0 || a.T[len(a.T)-1] != 1 {
			t.Errorf("with %g: done %v, cut %v, at %v", most, a.Done, a.Cut, a.T)
		}
		if !slices.Equal(a.T, b.T) || !slices.Equal(a.Value, b.Value) {
			t.Errorf("with %g: three workers end elsewhere than one", most)
		}
		if len(a.T) < known {
			t.Errorf("with %g there are %d points, with less %d", most, len(a.T), known)
		}
		known = len(a.T)
	}
	if known != points {
		t.Errorf("%d points with the most work: the cases are too few", known)
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	l := LineThrough([]float64{0.2, 0.3, 0.4}, model.Axis{At: 1})
	for share, want := range map[float64][]float64{0: {0.2, 0, 0.4}, 0.5: {0.2, 0.5, 0.4}, 1: {0.2, 1, 0.4}} {
		if got := l.At(share); !slices.Equal(got, want) {
			t.Errorf("At(%v) = %v, want %v", share, got, want)
		}
	}
}
