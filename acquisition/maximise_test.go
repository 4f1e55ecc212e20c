package acquisition

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

var background = context.Background()

// grid1 and grid2 are dense grids of the unit interval and square.
func grid1(n int) []model.Unit {
	xs := make([]model.Unit, n)
	for i := range xs {
		xs[i] = []float64{float64(i) / float64(n-1)}
	}
	return xs
}

func grid2(n int) []model.Unit {
	var xs []model.Unit
	for i := range n {
		for j := range n {
			xs = append(xs, []float64{float64(i) / float64(n-1), float64(j) / float64(n-1)})
		}
	}
	return xs
}

// maximiseRules are the rules a study maximises, at budgets that bind.
func maximiseFunctions(best float64) []Function {
	return []Function{NewEI(best), NewEIPUC(best), NewEIPUCCC(best, 0.4), NewEIPC(best), NewQ1(best, 0.8), NewEIPES(best, 0.8), NewPBGI(0.1), NewPBGI(1e-4)}
}

// The maximiser is never below a dense grid, on posteriors with many modes.
func TestMaximiseBeatsGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for _, c := range []struct {
		n, d   int
		scale  float64
		points []model.Unit
	}{
		{4, 1, 0.1, grid1(4001)}, {12, 1, 0.05, grid1(4001)}, {25, 1, 0.08, grid1(4001)},
		{6, 2, 0.15, grid2(61)}, {20, 2, 0.2, grid2(61)}, {30, 2, 0.1, grid2(61)},
	} {
		for seed := range uint64(2) {
			p := testPair(t, c.n, c.d, seed, c.scale)
			for _, r := range maximiseFunctions(p.Incumbent()) {
				over, err := MaximiseOver(p, r, c.points)
				testkit.OK(t, err)
				got, err := Maximise(background, p, r, Settings{Seed: seed})
				testkit.OK(t, err)
				if got.Best.Score < over.Best.Score-1e-9*math.Abs(over.Best.Score) {
					t.Errorf("%s, n = %d, d = %d, seed %d: %g at %v, the grid has %g at %v",
						r.Name(), c.n, c.d, seed, got.Best.Score, got.Best.X, over.Best.Score, over.Best.X)
				}
			}
		}
	}
}

// The runner-up is the second-highest local maximum of a dense 1-D grid at least separation from the highest.
func TestRunnerUpIsAnotherMode(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	const n = 20001
	found := 0
	for seed := range uint64(10) {
		p := testPair(t, 7, 1, seed, 0.07)
		for _, r := range []Function{NewEI(p.Incumbent()), NewEIPUC(p.Incumbent()), NewPBGI(0.01)} {
			var ws Workspace
			scores := make([]float64, n)
			for i := range scores {
				scores[i] = Score(p, r, &ws, []float64{float64(i) / (n - 1)})
			}
			best := 0
			for i, v := range scores {
				if v > scores[best] {
					best = i
				}
			}
			second := -1
			for i, v := range scores {
				top := (i == 0 || v > scores[i-1]) && (i == n-1 || v >= scores[i+1])
				if top && math.Abs(float64(i-best))/(n-1) >= separation && (second < 0 || v > scores[second]) {
					second = i
				}
			}
			got, err := Maximise(background, p, r, Settings{Seed: seed})
			testkit.OK(t, err)
			if !got.HasRunnerUp {
				if second >= 0 {
					t.Errorf("%s, seed %d: no runner-up, the grid has one of %g at %g", r.Name(), seed, scores[second], float64(second)/(n-1))
				}
				continue
			}
			found++
			up := got.RunnerUp
			if up.Score > got.Best.Score || distance(up.X, got.Best.X) < separation {
				t.Errorf("%s, seed %d: runner-up %+v is no lower or no farther than %+v", r.Name(), seed, up, got.Best)
			}
			if second < 0 || math.Abs(up.X[0]-float64(second)/(n-1)) > 1e-3 {
				t.Errorf("%s, seed %d: runner-up at %g with %g, the grid's at %g with %g",
					r.Name(), seed, up.X[0], up.Score, float64(second)/(n-1), scores[max(second, 0)])
			}
			if want := r.Value(p.Moments(&ws.model, up.X)); up.Value != want {
				t.Errorf("%s: the runner-up's value is %g, want %g", r.Name(), up.Value, want)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d runner-ups in 30 searches", found)
	}
}

// A posterior with one hill has no runner-up.
func TestSingleModeHasNoRunnerUp(t *testing.T) {
	t.Parallel()
	hyper := model.Hyper{Variance: 1, Scale: []float64{1}, Noise: 1e-4}
	f, err := model.New([]model.Unit{{0}, {1}}, []float64{0, 0}, hyper)
	testkit.OK(t, err)
	p := &model.Pair{Objective: f, Known: func(model.Unit) float64 { return 1 }}
	got, err := Maximise(background, p, NewEI(0), Settings{})
	testkit.OK(t, err)
	if got.HasRunnerUp || math.Abs(got.Best.X[0]-0.5) > 1e-4 {
		t.Errorf("one hill with its top at 0.5 by symmetry: %+v", got)
	}
	if new(climber).apart(peak{x: model.Unit{0, 0}}, peak{x: model.Unit{0.02, 0.015}}) {
		t.Error("in two dimensions modes may be 0.025 apart")
	}
}

func TestMaximiseSameWhateverGOMAXPROCS(t *testing.T) {
	testkit.SkipEmulated(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, d := range []int{1, 2, 3} {
		p := testPair(t, 12, d, 5, 0.15)
		for _, r := range maximiseFunctions(p.Incumbent()) {
			var results [3]Result
			for i, procs := range []int{1, 2, 5} {
				runtime.GOMAXPROCS(procs)
				var err error
				results[i], err = Maximise(background, p, r, Settings{Seed: 3})
				testkit.OK(t, err)
			}
			if !reflect.DeepEqual(results[0], results[1]) || !reflect.DeepEqual(results[0], results[2]) {
				t.Errorf("%s, d = %d: 1, 2 and 5 processors give %+v, %+v and %+v", r.Name(), d, results[0], results[1], results[2])
			}
		}
	}
}

// The caller's start is climbed from: with nothing else to continue it finds its hill.
func TestExtraStarts(t *testing.T) {
	t.Parallel()
	p := testPair(t, 12, 1, 4, 0.05)
	r := NewEI(p.Incumbent())
	full, err := Maximise(background, p, r, Settings{})
	testkit.OK(t, err)
	near := []float64{clip(full.Best.X[0] + 0.004)}
	poor := Settings{RawStarts: 1, Restarts: 1, AroundIncumbent: -1, Starts: []model.Unit{near}}
	got, err := Maximise(background, p, r, poor)
	testkit.OK(t, err)
	if got.Best.Score < full.Best.Score-1e-8*math.Abs(full.Best.Score) {
		t.Errorf("started beside the best hill, ended at %v with %g instead of %v with %g", got.Best.X, got.Best.Score, full.Best.X, full.Best.Score)
	}
	if near[0] != clip(full.Best.X[0]+0.004) {
		t.Error("the caller's start was overwritten")
	}
}

// With known costs the edge of what is affordable is no obstacle and never overstepped.
func TestMaximiseKnownCost(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	slope := func(x model.Unit) float64 { // the cheapest point costs e^−1.5d
		s := 0.0
		for _, v := range x {
			s += v - 0.5
		}
		return math.Exp(3 * s)
	}
	for _, seed := range []uint64{1, 3, 23} { // at 3 and 23 softened climbs alone are lured away
		waves := func(x model.Unit) float64 { // narrow affordable stripes
			s := 0.0
			for _, v := range x {
				s += math.Cos(11*v+float64(seed)) / float64(len(x))
			}
			return math.Exp(1.5 * s)
		}
		for d, points := range map[int][]model.Unit{1: grid1(2001), 2: grid2(71)} {
			objective := testPair(t, 10, d, seed, 0.2).Objective
			for name, cost := range map[string]model.KnownCost{"slope": slope, "waves": waves} {
				p := &model.Pair{Objective: objective, Known: cost}
				for _, budget := range []float64{0.055, 0.25, 1, 30} {
					r := NewQ1(p.Incumbent(), budget)
					over, err := MaximiseOver(p, r, points)
					testkit.OK(t, err)
					got, err := Maximise(background, p, r, Settings{Seed: seed})
					testkit.OK(t, err)
					if got.Empty() {
						if !over.Empty() {
							t.Errorf("%s, d = %d, seed %d, budget %g: nothing found, but %v is affordable", name, d, seed, budget, over.Best.X)
						}
						continue
					}
					if z := p.Known(got.Best.X); z > budget*(1+1e-9) {
						t.Errorf("%s, d = %d, seed %d, budget %g: chose %v for %g", name, d, seed, budget, got.Best.X, z)
					}
					if got.Best.Score < over.Best.Score-1e-6 {
						t.Errorf("%s, d = %d, seed %d, budget %g: %g at %v, the grid has %g at %v",
							name, d, seed, budget, got.Best.Score, got.Best.X, over.Best.Score, over.Best.X)
					}
				}
			}
		}
	}
}

func TestNothingAffordable(t *testing.T) {
	t.Parallel()
	base := testPair(t, 6, 2, 1, 0.2)
	p := &model.Pair{Objective: base.Objective, Known: func(x model.Unit) float64 { return 1 + x[0] }}
	for _, c := range []struct {
		name string
		p    *model.Pair
		left float64
	}{{"dear everywhere", p, 0.99}, {"known cost, nothing left", p, 0}, {"learned cost, nothing left", base, 0}} {
		r := NewQ1(c.p.Incumbent(), c.left)
		got, err := Maximise(background, c.p, r, Settings{})
		if err != nil || !got.Empty() || got.HasRunnerUp || got.Best.Value != 0 {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		over, err := MaximiseOver(c.p, r, grid2(5))
		if err != nil || !over.Empty() || over.HasRunnerUp {
			t.Errorf("%s: over a set %+v, %v", c.name, over, err)
		}
	}
}

func TestMaximiseOver(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(15, 16))
	p := testPair(t, 9, 3, 8, 0.3)
	r := NewEIPUC(p.Incumbent())
	var ws Workspace
	for range 20 {
		points := make([]model.Unit, 1+rng.IntN(60))
		for i := range points {
			points[i] = []float64{rng.Float64(), rng.Float64(), rng.Float64()}
		}
		order := make([]int, len(points))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if Score(p, r, &ws, points[a]) > Score(p, r, &ws, points[b]) {
				return -1
			}
			return 1
		})
		got, err := MaximiseOver(p, r, points)
		testkit.OK(t, err)
		if got.Best.Index != order[0] || !slices.Equal(got.Best.X, points[order[0]]) || got.Evaluations != len(points) {
			t.Errorf("best %+v, want point %d", got.Best, order[0])
		}
		if got.HasRunnerUp != (len(points) > 1) || got.HasRunnerUp && got.RunnerUp.Index != order[1] {
			t.Errorf("runner-up %+v of %d, want point %d", got.RunnerUp, len(points), order[min(1, len(order)-1)])
		}
	}
	// Ties go to the earlier point, and the other is the runner-up.
	twice := []model.Unit{{0.1, 0.2, 0.3}, {0.5, 0.5, 0.5}, {0.1, 0.2, 0.3}, {0.5, 0.5, 0.5}}
	got, err := MaximiseOver(p, r, twice)
	if err != nil || got.Best.Index > 1 || got.RunnerUp.Index != got.Best.Index+2 {
		t.Errorf("ties: %+v, %v", got, err)
	}
}

func TestBadPointsAreNamed(t *testing.T) {
	t.Parallel()
	p := testPair(t, 5, 2, 1, 0.3)
	r := NewEI(p.Incumbent())
	for _, c := range []struct {
		points []model.Unit
		want   string
	}{
		{nil, "no points"},
		{[]model.Unit{{0.1, 0.2}, {0.1}}, "point 1 has 1 coordinates"},
		{[]model.Unit{{0.1, 1.5}}, "point 0, coordinate 1 is 1.5"},
		{[]model.Unit{{math.NaN(), 0.5}}, "point 0, coordinate 0 is NaN"},
	} {
		if _, err := MaximiseOver(p, r, c.points); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.points, err, c.want)
		}
		if c.points == nil {
			continue
		}
		if _, err := Maximise(background, p, r, Settings{Starts: c.points}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("starts %v: error %v, want one with %q", c.points, err, c.want)
		}
	}
}

func TestCancellation(t *testing.T) {
	ctx, cancel := context.WithCancel(background)
	cancel()
	p := testPair(t, 8, 2, 1, 0.3)
	if _, err := Maximise(ctx, p, NewEI(p.Incumbent()), Settings{}); err != context.Canceled {
		t.Errorf("cancelled before anything was seen: error %v", err)
	}
	// Cancelled in the screening, and during the climbs.
	for _, after := range []int{20, 500} {
		ctx, cancel := context.WithCancel(background)
		r := &cancelling{Function: NewEI(p.Incumbent()), left: after, cancel: cancel}
		procs := runtime.GOMAXPROCS(1) // the counter is not for concurrent use
		got, err := Maximise(ctx, p, r, Settings{})
		runtime.GOMAXPROCS(procs)
		if err != nil || !got.Cancelled || got.Empty() || len(got.Best.X) != 2 {
			t.Errorf("cancelled after %d evaluations: %+v, %v", after, got, err)
		}
		if got.Evaluations > after+100 {
			t.Errorf("cancelled after %d evaluations but went on to %d", after, got.Evaluations)
		}
		var ws Workspace
		if want := Score(p, r.Function, &ws, got.Best.X); got.Best.Score != want {
			t.Errorf("cancelled after %d: the best so far is said to score %g, it scores %g", after, got.Best.Score, want)
		}
	}
}

// cancelling ends its context after so many evaluations.
type cancelling struct {
	Function
	left   int
	cancel func()
}

func (c *cancelling) Eval(m model.Moments) (float64, model.Moments) {
	if c.left--; c.left == 0 {
		c.cancel()
	}
	return c.Function.Eval(m)
}
