package acquisition

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

func TestDrawStarts(t *testing.T) {
	t.Parallel()
	inf := math.Inf(1)
	rng := rand.New(rand.NewPCG(17, 18))
	draw := func(picked []int, scores []float64, n int) []int {
		return drawStarts(picked, scores, new(ranking).of(scores), n, false, rng)
	}
	// Log-scores of values 0.5, 1, 1e-3, 1e-5 (too little), 0, and one far in the tail; 1 is already picked.
	scores := []float64{math.Log(0.5), 0, math.Log(1e-3), math.Log(1e-5), -inf, -400}
	counts := make([]int, len(scores))
	const draws = 20000
	for range draws {
		picked := draw([]int{1}, scores, 2)
		if len(picked) != 2 || picked[0] != 1 {
			t.Fatalf("picked %v: 1 must stay first", picked)
		}
		counts[picked[1]]++
	}
	// The other is drawn ∝ exp(v/max − 1): e^−0.5 against e^−0.999.
	want := math.Exp(-0.5) / (math.Exp(-0.5) + math.Exp(-0.999))
	if got := float64(counts[0]) / draws; math.Abs(got-want) > 0.015 {
		t.Errorf("the value 0.5 was picked with frequency %g, want %g", got, want)
	}
	if counts[1]+counts[3]+counts[4]+counts[5] != 0 {
		t.Errorf("picked twice, or below 1e-4 of the best: %v", counts)
	}
	// Asked for more than are eligible it takes the next best, and never a worthless one.
	if got := draw([]int{1}, scores, 4); !slices.Contains(got, 3) || slices.Contains(got, 5) || len(got) != 4 {
		t.Errorf("four of %v: %v", scores, got)
	}
	if got := draw([]int{1}, scores, 10); len(got) != 5 || slices.Contains(got, 4) {
		t.Errorf("all of %v: %v", scores, got)
	}
	// Scores far below any value a float64 holds still have their order.
	if got := draw([]int{1}, []float64{-9000, -8000, -8000.5, -inf}, 2); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("underflowing values: picked %v", got)
	}
	if got := draw(nil, []float64{-inf, -inf}, 1); len(got) != 0 {
		t.Errorf("worthless points were picked: %v", got)
	}
	if got := draw(nil, []float64{inf, inf}, 2); len(got) != 2 {
		t.Errorf("infinitely good points: %v", got)
	}
}

// A linear score may be shifted and scaled without changing the draw.
func TestDrawStartsLinear(t *testing.T) {
	t.Parallel()
	scores, moved := make([]float64, 50), make([]float64, 50)
	rng := rand.New(rand.NewPCG(19, 20))
	for i := range scores {
		scores[i] = rng.NormFloat64()
		moved[i] = 1000 + 64*scores[i]
	}
	draw := func(scores []float64) []int {
		return drawStarts(nil, scores, new(ranking).of(scores), 8, true, rand.New(rand.NewPCG(1, 1)))
	}
	if a, b := draw(scores), draw(moved); !slices.Equal(a, b) || len(a) != 8 {
		t.Errorf("%v became %v", a, b)
	}
	if got := draw([]float64{2, 2, 2}); len(got) != 3 {
		t.Errorf("equal scores: %v", got)
	}
}

func TestSpreadStarts(t *testing.T) {
	t.Parallel()
	points := []model.Unit{{0.5}, {0.51}, {0.9}, {0.1}, {0.12}}
	scores := []float64{-1, -2, -3, -5, -4}
	// With ℓ = 0.1 points closer than 0.05 are one hill; the order is that of the scores.
	if got := spreadStarts(points, new(ranking).of(scores), 3, []float64{0.1}); !slices.Equal(got, []int{0, 2, 4}) {
		t.Errorf("picked %v", got)
	}
	// A very long lengthscale counts as 0.3: 0.15 apart is far enough.
	if got := spreadStarts(points, new(ranking).of(scores), 5, []float64{50}); !slices.Equal(got, []int{0, 2, 4}) {
		t.Errorf("with a long lengthscale picked %v", got)
	}
}

func TestAroundIncumbent(t *testing.T) {
	t.Parallel()
	p := testPair(t, 15, 3, 6, 0.3)
	best := 0
	for i := range p.Objective.Len() {
		if p.Objective.Target(i) > p.Objective.Target(best) {
			best = i
		}
	}
	for _, n := range []int{1, 8} {
		points := aroundIncumbent(p, n, rand.New(rand.NewPCG(1, 2)))
		if len(points) != n {
			t.Fatalf("%d points, asked for %d", len(points), n)
		}
		if d := distance(points[0], p.Objective.Point(best)); d > 10*nearestRadius {
			t.Errorf("the first of %d lies %g from the incumbent", n, d)
		}
		if err := checkPoints(points, 3); err != nil {
			t.Error(err)
		}
	}
}

// Searches that screen in common find what they find alone, to the bit, whatever comes before them.
func TestScreensInCommon(t *testing.T) {
	t.Parallel()
	for d := 1; d <= 3; d++ {
		p := testPair(t, 12, d, uint64(d), 0.3)
		known := &model.Pair{Objective: p.Objective, Known: func(x model.Unit) float64 { return 0.5 + x[0] }}
		best := p.Incumbent()
		var screen Screen
		for i, r := range []Function{NewEIPES(best, 2), NewQ1(best, 2), NewEI(best), NewEIPC(best), NewEI(best)} {
			for _, pair := range []*model.Pair{p, p, known} {
				s := Settings{Seed: uint64(i / 3), Restarts: 4, Iterations: 20, Workers: 1}
				alone, err := Maximise(context.Background(), pair, r, s)
				testkit.OK(t, err)
				s.Screen = &screen
				common, err := Maximise(context.Background(), pair, r, s)
				testkit.OK(t, err)
				if !reflect.DeepEqual(alone, common) {
					t.Errorf("d = %d, %s: %+v, in common %+v", d, r.Name(), alone, common)
				}
			}
		}
	}
}

// A search that was cancelled leaves nothing half known behind.
func TestScreensAfterCancellation(t *testing.T) {
	t.Parallel()
	p := testPair(t, 12, 2, 3, 0.3)
	r := NewEIPUC(p.Incumbent())
	ctx, cancel := context.WithCancel(context.Background())
	var screen Screen
	if _, err := Maximise(ctx, p, &cancelling{r, 70, cancel}, Settings{Workers: 1, Screen: &screen}); err != nil {
		t.Fatal(err)
	}
	alone, err := Maximise(context.Background(), p, r, Settings{Workers: 1})
	testkit.OK(t, err)
	common, err := Maximise(context.Background(), p, r, Settings{Workers: 1, Screen: &screen})
	if err != nil || !reflect.DeepEqual(alone, common) {
		t.Errorf("%+v, in common %+v, %v", alone, common, err)
	}
}

// Where there are many observations points are scored many at a time, as they are one by one.
func TestScreeningManyAtATime(t *testing.T) {
	t.Parallel()
	for _, n := range []int{manyRows - 1, manyRows, manyRows + 5} {
		p := testPair(t, n, 2, 3, 0.2)
		c := newClimber(p, NewEIPUC(p.Incumbent()), Settings{Workers: 2})
		points := rawStarts(p, 3*largeChunk+7, 1, rand.New(rand.NewPCG(1, 2)))
		var ws Workspace
		for i, got := range c.score(context.Background(), c.fn, points) {
			if want := Score(p, c.fn, &ws, points[i]); !(relative(got, want) < 1e-9) {
				t.Fatalf("n = %d: point %d scores %v, by itself %v", n, i, got, want)
			}
		}
		if got := c.evaluations(); got != len(points) {
			t.Errorf("n = %d: %d evaluations of %d points", n, got, len(points))
		}
	}
}

// Ranking byte by byte is the stable sort of the scores.
func TestRankedIsAStableSort(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 300 {
		scores := make([]float64, n)
		var want []int
		for i := range scores {
			switch rng.IntN(8) {
			case 0:
				scores[i] = math.Inf(rng.IntN(2)*2 - 1)
			case 1:
				scores[i] = math.Copysign(0, rng.NormFloat64())
			case 2:
				scores[i] = float64(rng.IntN(4) - 2) // ties
			default:
				scores[i] = rng.NormFloat64() * math.Exp(200*rng.NormFloat64())
			}
			if !math.IsInf(scores[i], -1) {
				want = append(want, i)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		if got := new(ranking).of(scores); !slices.Equal(got, want) {
			t.Fatalf("%v ranked %v, want %v", scores, got, want)
		}
	}
}

// randomCost is a known cost of the unit square: sloping, wavy, a hollow, or depending on one coordinate only, so that
// its edges run along the grid's lines.
func randomCost(rng *rand.Rand) model.KnownCost {
	a, b, shift := 3*rng.NormFloat64(), 3*rng.NormFloat64(), 2*math.Pi*rng.Float64()
	u, v := rng.Float64(), rng.Float64()
	switch rng.IntN(4) {
	case 0:
		return func(x model.Unit) float64 { return math.Exp(a*(x[0]-u) + b*(x[1]-v)) }
	case 1:
		return func(x model.Unit) float64 { return math.Exp(math.Sin(2*a*x[0]+shift) + math.Cos(2*b*x[1]-shift)) }
	case 2:
		return func(x model.Unit) float64 { return 0.1 + 9*((x[0]-u)*(x[0]-u)+(x[1]-v)*(x[1]-v)) }
	}
	return func(x model.Unit) float64 { return 1 + 9*x[0] }
}

// Where a known cost bounds what can be bought, no choice is below the best point of a grid of 101 × 101, or 201 × 201.
func TestWithinBeatsGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	states := testkit.SweepSize(8, 16, 60)
	grid := grid2(testkit.SweepSize(101, 101, 201))
	below, total, worst := 0, 0, 0.0
	for state := range states {
		rng := rand.New(rand.NewPCG(uint64(state), 12))
		p := testPair(t, 4+rng.IntN(20), 2, uint64(state), 0.1+0.3*rng.Float64())
		p = &model.Pair{Objective: p.Objective, Known: randomCost(rng)}
		// Between a hundredth and nine tenths of the square can be paid for.
		costs := make([]float64, len(grid))
		for i, x := range grid {
			costs[i] = p.Known(x)
		}
		left := quantile(costs, 0.01+0.89*rng.Float64())
		best := p.Incumbent()
		for _, f := range []Function{NewEI(best), NewLogEI(best), NewEIPUC(best), NewEIPUCCC(best, 0.4), NewPBGI(0.1), NewPBGI(1e-3)} {
			r := Within(f, left)
			over, err := MaximiseOver(p, r, grid)
			testkit.OK(t, err)
			got, err := Maximise(background, p, r, Settings{Seed: uint64(state)})
			testkit.OK(t, err)
			if z := p.Known(got.Best.X); z > left*(1+2e-9) {
				t.Errorf("state %d, %s: chose %v for %g, %g is left", state, r.Name(), got.Best.X, z, left)
			}
			total++
			if gap := over.Best.Score - got.Best.Score; gap > 1e-6 {
				below++
				worst = math.Max(worst, gap)
				t.Errorf("state %d, %s: %g at %v (costs %g of %g), the grid has %g at %v (costs %g)", state, r.Name(), got.Best.Score,
					got.Best.X, p.Known(got.Best.X), left, over.Best.Score, over.Best.X, p.Known(over.Best.X))
			}
		}
	}
	if below > 0 {
		t.Errorf("%d of %d choices are below the grid's best, by up to %.2g", below, total, worst)
	}
}

// quantile is the value that a share q of the values does not exceed.
func quantile(values []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[int(q*float64(len(sorted)-1))]
}
