package simulation

import (
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study"
)

// One function proves nothing: over functions drawn from what is believed
// after the initial points, B-MS-EI still ends better on average. The notes give
// the intervals of 1000 draws, all of them above 0; fewer must do here.
func TestSourcesGainOnAverage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("hundreds of runs")
	}
	for _, c := range []struct {
		name     string
		policies []string // than which it is better
		draws    int      // a sixth of them is enough to see that
	}{
		{"cost-learning", []string{"ei", "ei-puc", "ei-pc"}, 120},
		{"sequencing", []string{"ei", "ei-puc"}, 250},
		{"deadline", []string{"ei", "ei-puc"}, 100},
	} {
		p, err := builtin.Load(c.name, 0)
		if err != nil {
			t.Fatal(err)
		}
		policies := []policy.Policy{policy.Must("b-ms-ei")}
		for _, name := range c.policies {
			policies = append(policies, policy.Must(name))
		}
		r, err := Run(t.Context(), p, policies, testkit.SweepSize(0, c.draws/6, c.draws), study.Settings{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range c.policies {
			if d := r.Difference(0, i+1); !(d.Mean > 0) {
				t.Errorf("%s: B-MS-EI − %s is %v, from %v to %v", c.name, name, d.Mean, d.Low, d.High)
			}
		}
	}
}
