package policy

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// What EI-PES chooses is the best of a grid on which gain and spending are sums
// over what value and cost may be.
func TestEIPESChoosesTheBestOfAGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	s := hill(t)
	for _, left := range []float64{1.5, 4, 10} {
		s.Left = left
		p, err := Must("ei-pes").Fill("")
		testkit.OK(t, err)
		d, stop, err := p.Kind().Start(p).Decide(t.Context(), s)
		if err != nil || d == nil {
			t.Fatalf("%g left: %q, %v", left, stop, err)
		}
		rate := func(u model.Unit) float64 {
			var ws model.Workspace
			m := s.Pair.Moments(&ws, u)
			gain, fits, spent := 0.0, 0.0, 0.0
			const n = 20_000
			for i := range n {
				z := 9 * (2*(float64(i)+0.5)/n - 1)
				w := 18.0 / n * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
				gain += w * math.Max(0, m.MuF+m.SdF*z-s.Best)
				c := math.Exp(m.MuC + m.SdC*z)
				if c <= left {
					fits += w
				}
				spent += w * math.Min(c, left)
			}
			return gain * fits / spent
		}
		best := 0.0
		for i := range 201 {
			best = math.Max(best, rate(model.Unit{float64(i) / 200}))
		}
		got := rate(d.U)
		if !(got >= 0.999*best) {
			t.Errorf("%g left: chose %v for %g a coin, the grid has %g", left, d.U, got, best)
		}
		if math.Abs(d.Value/got-1) > 0.005 {
			t.Errorf("%g left: says %g a coin, summed %g", left, d.Value, got)
		}
	}
}

// Innovations drawn with a known correlation tell it; a few points leave the
// prior's 0.3 almost where it was.
func TestCorrelationIsLearned(t *testing.T) {
	t.Parallel()
	for _, rho := range []float64{-0.6, 0, 0.8} {
		p := correlated(t, rho, 150)
		if got := correlation(p); math.Abs(got-rho) > 0.15 {
			t.Errorf("150 points of correlation %v: estimated as %v", rho, got)
		}
	}
	if got := correlation(correlated(t, 0.8, 1)); got < 0 || got > 0.6 {
		t.Errorf("one point: %v, want something near the prior's mean 0.3", got)
	}
	if got := correlation(&model.Pair{Objective: correlated(t, 0, 3).Objective, Known: func(model.Unit) float64 { return 1 }}); got != 0 {
		t.Errorf("a known cost is no surprise, but ρ = %v", got)
	}
}

// correlated is a pair of processes of lengthscales so short that every point
// is a surprise.
func correlated(t *testing.T, rho float64, n int) *model.Pair {
	rng := rand.New(rand.NewPCG(11, uint64(n)))
	h := model.Hyper{Variance: 1, Scale: []float64{1e-4}, Noise: 1e-6}
	var x []model.Unit
	var f, c []float64
	for range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		x, f, c = append(x, []float64{rng.Float64()}), append(f, a), append(c, rho*a+math.Sqrt(1-rho*rho)*b)
	}
	of, err := model.New(x, f, h)
	testkit.OK(t, err)
	oc, err := model.New(x, c, h)
	testkit.OK(t, err)
	return &model.Pair{Objective: of, LogCost: oc}
}

// λ halves by the incumbent that followed a decision, not by the one before it:
// an index above the old incumbent and below the new one halves it. A record
// carries that on, and one of an earlier version its next price.
func TestPBGIDHalvesByWhatWasFound(t *testing.T) {
	t.Parallel()
	s := hill(t)
	p, err := Must("pbgi-d").Fill("")
	testkit.OK(t, err)
	decide := func(g Decider, best float64) *Decision {
		t.Helper()
		s.Best = best
		d, stop, err := g.Decide(t.Context(), s)
		if err != nil || d == nil {
			t.Fatalf("%q, %v", stop, err)
		}
		return d
	}
	low := s.Best - 5
	g := p.Kind().Start(p)
	first := decide(g, low)
	if !(first.Value > low) || first.Price != 0.1 {
		t.Fatalf("the first index is %g at λ = %g", first.Value, first.Price)
	}
	record, err := json.Marshal(g.Record(*first))
	testkit.OK(t, err)
	again := p.Kind().Start(p)
	again.Recall(record, s)
	for _, d := range []Decider{g, again} {
		if next := decide(d, first.Value+1); next.Price != 0.05 {
			t.Errorf("found more than the index: λ = %g, want 0.05", next.Price)
		}
	}
	for text, want := range map[string]float64{"pbgi-d decay=0.25": 0.025, "pbgi-d decay=1": 0.1} {
		q := Must(text)
		g := q.Kind().Start(q)
		first := decide(g, low)
		if next := decide(g, first.Value+1); next.Price != want {
			t.Errorf("%s: λ = %g, want %g", text, next.Price, want)
		}
	}
	if _, err := Parse("pbgi-d decay=1.5"); err == nil {
		t.Error("a price that rises is taken")
	}
	g = p.Kind().Start(p)
	first = decide(g, low)
	if next := decide(g, (first.Value+low)/2); next.Price != 0.1 {
		t.Errorf("found less than the index: λ = %g, want 0.1", next.Price)
	}
	g = p.Kind().Start(p)
	g.Recall([]byte(`{"next_price":0.025}`), s)
	if next := decide(g, math.Abs(first.Value)+1); next.Price != 0.025 {
		t.Errorf("an earlier version's next price is 0.025, and λ = %g", next.Price)
	}
}

// What no money buys is unaffordable; what some money buys and nobody wants is
// nothing to gain. Costs are known, or learned from points that cost 1 to 3.
func TestNothing(t *testing.T) {
	t.Parallel()
	data := model.Data{
		X: []model.Unit{{0.1}, {0.4}, {0.6}, {0.9}}, Y: []float64{0.2, 0.7, 0.4, 0.1}, Cost: []float64{1, 1.5, 2, 3},
	}
	for name, known := range map[string]model.KnownCost{"learned": nil, "known": func(u model.Unit) float64 { return 1 + 2*u[0] }} {
		pair, err := model.FitPair(data, model.PairSettings{Known: known}, nil)
		testkit.OK(t, err)
		for left, want := range map[float64]Stop{0: NothingAffordable, 1e-3: NothingAffordable, 1.2: NothingToGain, 100: NothingToGain} {
			stop, err := StopReason(t.Context(), Situation{Pair: pair, Best: 0.7, Left: left, Total: 100, Workers: 1})
			if err != nil || stop != want {
				t.Errorf("%s costs, %v left: %q, %v; want %q", name, left, stop, err, want)
			}
		}
	}
}
