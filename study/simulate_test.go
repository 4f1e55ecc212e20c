package study

import (
	"context"
	"math"
	"runtime"
	"testing"

	"farsight/model"
	"farsight/policy"
)

func TestSimulationIsTheSameWhateverGOMAXPROCS(t *testing.T) {
	p := scenario(t, "myopia", 0)
	var seen [2]Simulation
	for i, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		var err error
		seen[i], err = Simulate(context.Background(), p, []policy.Policy{policy.Must("ei-puc"), policy.Must("b-ms-ei")}, 3, Settings{Seed: 5}, nil)
		runtime.GOMAXPROCS(old)
		if err != nil {
			t.Fatal(err)
		}
	}
	for k := range seen[0].Final {
		for i, v := range seen[0].Final[k] {
			if v != seen[1].Final[k][i] {
				t.Errorf("policy %d, draw %d: %v with one processor, %v with two", k, i, v, seen[1].Final[k][i])
			}
		}
	}
	// A policy's results do not depend on its company.
	alone, err := Simulate(context.Background(), p, []policy.Policy{policy.Must("b-ms-ei")}, 3, Settings{Seed: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range alone.Final[0] {
		if v != seen[0].Final[1][i] {
			t.Errorf("draw %d: %v alone, %v in company", i, v, seen[0].Final[1][i])
		}
	}
}

// Drawn functions have the posterior's moments: 400 draws at one place, four
// standard errors.
func TestWorldsFollowThePosterior(t *testing.T) {
	t.Parallel()
	p := scenario(t, "myopia", 0)
	first, err := New(context.Background(), p, policy.Must("random"), Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.fit(context.Background()); err != nil {
		t.Fatal(err)
	}
	const draws = 400
	var ws model.Workspace
	x := []float64{0.7313}
	m := first.pair.Moments(&ws, x)
	var sum, square float64
	for i := range draws {
		w, err := newWorld(p, first.pair, uint64(i), nil)
		if err != nil {
			t.Fatal(err)
		}
		e, err := w.source().Evaluate(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		z := (e.Value - m.MuF) / m.SdF
		sum += z
		square += z * z
	}
	if mean := sum / draws; math.Abs(mean) > 4/math.Sqrt(draws) {
		t.Errorf("standardised mean %v", mean)
	}
	if v := square / draws; math.Abs(v-1) > 4*math.Sqrt(2.0/draws) {
		t.Errorf("standardised variance %v", v)
	}
}
