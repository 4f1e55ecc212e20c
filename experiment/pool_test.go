package experiment

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
)

// drawnPool has two policies on four cells, two kinds with two budgets each; b is
// the baseline, a is better by a share of it. What a seed brings is shared by
// the budgets of a kind to the given extent.
func drawnPool(rng *rand.Rand, draws int, share, shared float64) pooling {
	q := pooling{problems: map[string]map[string]*sample{}, cells: map[string]builtin.Cell{}}
	for _, rising := range []bool{false, true} {
		common := make([]float64, draws)
		for i := range common {
			common[i] = rng.NormFloat64()
		}
		for _, worth := range []float64{2, 5} {
			c := builtin.Cell{Dim: 1, Worth: worth, Spread: 10, Rising: rising}
			a, b := map[uint64]float64{}, map[uint64]float64{}
			for i := range common {
				base := 1 + 0.5*rng.NormFloat64()
				b[uint64(i)] = base
				a[uint64(i)] = (1+share)*base + 0.4*(math.Sqrt(shared)*common[i]+math.Sqrt(1-shared)*rng.NormFloat64())
			}
			q.cells[c.String()] = c
			q.problems[c.String()] = map[string]*sample{
				"far":   {first: Record{Policy: "far"}, values: a},
				"ei-pc": {first: Record{Policy: "ei-pc"}, values: b},
			}
		}
	}
	return q
}

// The interval holds the truth in 95 of 100 cases, whether or not budgets share
// their functions.
func TestPooledIntervalsHold(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	for _, shared := range []float64{0, 0.9} {
		const trials = 300
		held := 0
		for range trials {
			p, err := drawnPool(rng, 30, 0.1, shared).pool("ei-pc")
			testkit.OK(t, err)
			if m := p.Groups[0].Mean[0]; m.Low <= 10 && 10 <= m.High {
				held++
			}
		}
		// The standard error of such a share is 1.3 %.
		if rate := float64(held) / trials; rate < 0.91 || rate > 0.99 {
			t.Errorf("shared %g: %.3f of the intervals hold the truth", shared, rate)
		}
	}
}

func TestPoolGroupsAndTallies(t *testing.T) {
	t.Parallel()
	q := drawnPool(rand.New(rand.NewPCG(33, 34)), 50, 0.5, 0)
	p, err := q.pool("ei-pc")
	testkit.OK(t, err)
	if len(p.Policies) != 1 || p.Policies[0] != "far" || !p.Map || len(p.Groups) != 9 {
		t.Fatalf("%+v", p)
	}
	sizes := map[[2]any]int{}
	for _, g := range p.Groups {
		sizes[[2]any{g.Cost, g.Worth}] = g.Problems
	}
	for key, want := range map[[2]any]int{{"", 0.0}: 4, {"", 2.0}: 2, {"rising", 0.0}: 2, {"independent", 5.0}: 1} {
		if sizes[key] != want {
			t.Errorf("%v has %d cells, want %d", key, sizes[key], want)
		}
	}
	// All is the mean of the cells.
	sum := 0.0
	for _, g := range p.Groups {
		if g.Cost != "" && g.Worth != 0 {
			sum += g.Mean[0].Mean / 4
		}
	}
	if math.Abs(sum-p.Groups[0].Mean[0].Mean) > 1e-9 {
		t.Errorf("the mean over all is %g, of the cells' %g", p.Groups[0].Mean[0].Mean, sum)
	}
	// Half as much again is beyond every interval; ei-pc is the best closed form, and the same as itself.
	for _, tally := range p.Tallies {
		want := map[string]int{"far": 4, "ei-pc": 0}[tally.Policy]
		if tally.Better != want || tally.Worse != 0 || tally.Problems != 4 {
			t.Errorf("%+v, want %d better", tally, want)
		}
	}
	if mean, most := (poolTally{Problems: 36}).Chance(); mean != 0.9 || most != 3 {
		t.Errorf("of 36 cells %g by chance, at most %d", mean, most)
	}
	if _, err := q.pool("ei"); err == nil {
		t.Error("pooled against a policy that was not run")
	}
}

// Of one problem it is Student's interval of the paired differences, and less
// regret counts as better.
func TestPooledRegret(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(35, 36))
	a, b := map[uint64]float64{}, map[uint64]float64{}
	for i := range uint64(20) {
		b[i] = -1 + 0.3*rng.NormFloat64()
		a[i] = b[i] - 0.4 + 0.2*rng.NormFloat64()
	}
	q := pooling{problems: map[string]map[string]*sample{"alpine1": {"far": {first: Record{Policy: "far"}, values: a}, "ei-pc": {first: Record{Policy: "ei-pc"}, values: b}}}}
	p, err := q.pool("ei-pc")
	testkit.OK(t, err)
	want := stats.Paired(inOrder(a), inOrder(b))
	if got := p.Groups[0].Mean[0]; p.Map || math.Abs(got.Mean-want.Mean) > 1e-12 || math.Abs(got.Half()-want.Half()) > 1e-12 {
		t.Errorf("%+v, want %+v", got, want)
	}
	if tally := p.Tallies[1]; tally.Policy != "far" || tally.Better != 1 || tally.Worse != 0 {
		t.Errorf("%+v", tally)
	}
}

// A map that was run is pooled from its directory.
func TestPoolOfATinyMap(t *testing.T) {
	t.Parallel()
	s, dir := tiny(t, 0), t.TempDir()
	testkit.OK(t, Run(context.Background(), s.Jobs(), Settings{Dir: dir}))
	p, err := NewPool("ei-puc", dir)
	testkit.OK(t, err)
	rows, err := Atlas(dir)
	testkit.OK(t, err)
	means := map[builtin.Cell]map[string]float64{}
	for _, r := range rows {
		if means[r.Cell] == nil {
			means[r.Cell] = map[string]float64{}
		}
		means[r.Cell][r.Policy] = r.Improvement
	}
	for i, name := range p.Policies {
		want := 0.0
		for _, m := range means {
			want += 100 * (m[name]/m["ei-puc"] - 1) / float64(len(means))
		}
		if got := p.Groups[0].Mean[i].Mean; math.Abs(got-want) > 1e-9*math.Abs(want)+1e-9 {
			t.Errorf("%s: %g, from the map's rows %g", name, got, want)
		}
	}
}
