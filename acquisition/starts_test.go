package acquisition

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
