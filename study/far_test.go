package study

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/model"
	"farsight/scenarios/builtin"
)

// Innovations drawn with a known correlation tell it; a few points leave the
// prior's 0.3 nearly where it was.
func TestCorrelationIsLearned(t *testing.T) {
	for _, rho := range []float64{-0.6, 0, 0.8} {
		p := correlated(t, rho, 150)
		if got := correlation(p); math.Abs(got-rho) > 0.15 {
			t.Errorf("150 points of correlation %v: estimated as %v", rho, got)
		}
	}
	if got := correlation(correlated(t, 0.8, 1)); got < 0 || got > 0.6 {
		t.Errorf("one point: %v, want something near the prior's mean 0.3", got)
	}
	if got := correlation(&model.Pair{Objective: correlated(t, 0, 3).Objective, Known: func([]float64) float64 { return 1 }}); got != 0 {
		t.Errorf("a known cost is no surprise, but ρ = %v", got)
	}
}

// correlated is a pair of processes of lengthscales so short that every point
// is a surprise.
func correlated(t *testing.T, rho float64, n int) *model.Pair {
	rng := rand.New(rand.NewPCG(11, uint64(n)))
	h := model.Hyper{Variance: 1, Scale: []float64{1e-4}, Noise: 1e-6}
	var x [][]float64
	var f, c []float64
	for range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x, f, c = append(x, []float64{rng.Float64()}), append(f, a), append(c, rho*a+math.Sqrt(1-rho*rho)*b)
	}
	of, err := model.New(x, f, h)
	if err != nil {
		t.Fatal(err)
	}
	oc, err := model.New(x, c, h)
	if err != nil {
		t.Fatal(err)
	}
	return &model.Pair{Objective: of, LogCost: oc}
}

// On the constructed examples FAR is not taken in: it does not nibble at cheap
// points as EI-PUC (myopia ends at 1.336 for it), nor spend all on one
// evaluation as EI (overspend: 0.256).
func TestFARSeesTheEnd(t *testing.T) {
	for name, least := range map[string]float64{"myopia": 1.45, "overspend": 1.2} {
		p, err := builtin.Load(name, 0)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(3) {
			s, err := New(t.Context(), p, Policy{Name: far}, Settings{Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := s.Snapshot().Best; got < least {
				t.Errorf("%s, seed %d: ends at %v, want at least %v", name, seed, got, least)
			}
		}
	}
}

// While many evaluations fit, FAR is EI / E[c]; its model may have less noise.
func TestFARFarFromTheEnd(t *testing.T) {
	p, err := builtin.Load("dropwave", 1)
	if err != nil {
		t.Fatal(err)
	}
	p.Objective.NoiseMin = 1e-4 // the models' own, so that both see the same
	var first [2][]float64
	for i, name := range []string{far, "ei-pc"} {
		s, err := New(t.Context(), p, Policy{Name: name}, Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Decide(t.Context()); err != nil {
			t.Fatal(err)
		}
		first[i] = s.Snapshot().Decision.U
	}
	if first[0][0] != first[1][0] || first[0][1] != first[1][1] {
		t.Errorf("FAR starts at %v, EI / E[c] at %v", first[0], first[1])
	}
	q := (Policy{Name: far}).modelled(model.PairSettings{})
	if q.Objective.NoiseMin != farNoise {
		t.Errorf("least noise %v", q.Objective.NoiseMin)
	}
}
