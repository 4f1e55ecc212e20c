package study

import (
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// On the constructed examples FAR is not taken in: it does not nibble at cheap
// points as EI-PUC (myopia ends at 1.336 for it), nor spend all on one
// evaluation as EI (overspend: 0.256).
func TestFARSeesTheEnd(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for name, least := range map[string]float64{"myopia": 1.45, "overspend": 1.2} {
		p, err := builtin.Load(name, 0)
		testkit.OK(t, err)
		for seed := range uint64(3) {
			s, err := New(t.Context(), p, policy.Must("far"), Settings{Seed: seed})
			testkit.OK(t, err)
			testkit.OK(t, s.Run(t.Context()))
			if got := s.Snapshot().Best; got < least {
				t.Errorf("%s, seed %d: ends at %v, want at least %v", name, seed, got, least)
			}
		}
	}
}

// While many evaluations fit, FAR is EI / E[c]; its model may have less noise.
func TestFARFarFromTheEnd(t *testing.T) {
	t.Parallel()
	p, err := builtin.Load("dropwave", 1)
	testkit.OK(t, err)
	p.Objective.NoiseMin = 1e-4 // the models' own, so that both see the same
	var first [2][]float64
	for i, name := range []string{"far", "ei-pc"} {
		s, err := New(t.Context(), p, policy.Must(name), Settings{Seed: 1})
		testkit.OK(t, err)
		testkit.OK(t, s.Decide(t.Context()))
		first[i] = s.Snapshot().Decision.U
	}
	if first[0][0] != first[1][0] || first[0][1] != first[1][1] {
		t.Errorf("FAR starts at %v, EI / E[c] at %v", first[0], first[1])
	}
	q := policy.Must("far").Kind().Model(model.PairSettings{})
	if q.Objective.NoiseMin != 1e-6 {
		t.Errorf("least noise %v", q.Objective.NoiseMin)
	}
}
