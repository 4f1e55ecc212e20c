package study

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
)

func myopia(t *testing.T) *scenarios.Problem {
	t.Helper()
	p, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	return p
}

func TestSimulationIsTheSameWhateverGOMAXPROCS(t *testing.T) {
	p := myopia(t)
	var seen [2]Simulation
	for i, procs := range []int{1, 2} {
		old := runtime.GOMAXPROCS(procs)
		var err error
		seen[i], err = Simulate(context.Background(), p, []policy.Policy{policy.Must("ei-puc"), policy.Must("b-ms-ei")}, 3, Settings{Seed: 5}, nil)
		runtime.GOMAXPROCS(old)
		testkit.OK(t, err)
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
	testkit.OK(t, err)
	for i, v := range alone.Final[0] {
		if v != seen[0].Final[1][i] {
			t.Errorf("draw %d: %v alone, %v in company", i, v, seen[0].Final[1][i])
		}
	}
}

// Draws made in two parts are those made in one.
func TestDrawsGoOnWhereTheyEnded(t *testing.T) {
	t.Parallel()
	p, policies := myopia(t), []policy.Policy{policy.Must("ei"), policy.Must("ei-puc")}
	want, err := Simulate(t.Context(), p, policies, 5, Settings{Seed: 3}, nil)
	testkit.OK(t, err)
	by, err := NewSimulator(t.Context(), p, policies, Settings{Seed: 3})
	testkit.OK(t, err)
	got := make([][]float64, 5)
	for _, part := range [][2]int{{0, 2}, {2, 5}} {
		testkit.OK(t, by.Each(t.Context(), part[0], part[1], 2, func(i int, final []float64) { got[i] = final }))
	}
	for i, final := range got {
		if !slices.Equal(final, []float64{want.Final[0][i], want.Final[1][i]}) {
			t.Errorf("draw %d: %v, want %v and %v", i, final, want.Final[0][i], want.Final[1][i])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = by.Each(ctx, 0, 1000, 1, func(int, []float64) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled after the first draw: error %v", err)
	}
}

// A minimised objective's gain is what it is less by; hardly anything is alike.
func TestGainsAndCounts(t *testing.T) {
	t.Parallel()
	s := Simulation{Final: [][]float64{{1, 2, 3}, {1.0001, 1, 5}}}
	if d := s.Gain(1, 0, 1); d.Mean <= 0 || d.Low >= d.High {
		t.Errorf("maximised: %+v", d)
	}
	if d, e := s.Gain(1, 0, -1), s.Gain(1, 0, 1); d.Mean != -e.Mean || d.Low != -e.High || d.High != -e.Low {
		t.Errorf("minimised: %+v, maximised %+v", d, e)
	}
	if better, worse, equal := s.Compared(1, 0, 1); better != 1 || worse != 1 || equal != 1 {
		t.Errorf("better %d, worse %d, alike %d", better, worse, equal)
	}
	if better, worse, equal := s.Compared(1, 0, -1); better != 1 || worse != 1 || equal != 1 {
		t.Errorf("minimised: better %d, worse %d, alike %d", better, worse, equal)
	}
}

// On planning the advantage is large enough for a few draws: the least a test of a
// minute can see. docs/scenarios.md has the numbers of 1000.
func TestPlanningGainsOnAverage(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	p, err := builtin.Load("planning", 0)
	testkit.OK(t, err)
	myopic := []string{"ei", "ei-puc", "ei-puc-cc", "ei-pc", "ei-pes", "1-b-ms-ei"}
	policies := []policy.Policy{policy.Must(testkit.SweepSize("2-b-ms-ei", "2-b-ms-ei", "b-ms-ei"))}
	for _, name := range myopic {
		policies = append(policies, policy.Must(name))
	}
	r, err := Simulate(t.Context(), p, policies, testkit.SweepSize(60, 60, 1000), Settings{Seed: 36}, nil)
	testkit.OK(t, err)
	for i, name := range myopic {
		if d := r.Difference(0, i+1); !(d.Low > 0) {
			t.Errorf("B-MS-EI − %s is %v, from %v to %v", name, d.Mean, d.Low, d.High)
		}
	}
}
