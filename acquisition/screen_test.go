package acquisition

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

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
