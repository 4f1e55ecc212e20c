package ceiling

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/stats"
	"farsight/internal/testkit"
	"farsight/scenarios/builtin"
)

// On six points, where the optimum is known, the bound is above it and within a few
// percent.
func TestTheBoundIsAboveTheOptimum(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	set := settings{Nodes: 7}
	for _, budget := range []float64{1, 2} {
		var above []float64
		optimum := 0.0
		for n := range uint64(6) {
			p := drawProblem(n, set)
			v := p.optimum(budget, set)
			optimum += v / 6
			for k := range uint64(40) {
				above = append(above, newClairvoyant(p, p.drawValues(k), k, 16).bound(budget)-v)
			}
		}
		s := stats.Summarise(above)
		t.Logf("budget %v: %.4f ± %.4f above the optimum, %.4f", budget, s.Mean, s.Half(), optimum)
		if s.High < 0 || s.Low > 0.05*optimum {
			t.Errorf("budget %v: the bound is from %.4f to %.4f above the optimum, %.4f", budget, s.Low, s.High, optimum)
		}
	}
}

// Charged like the clairvoyant nobody gets more than he on any draw, and in the mean as much as without the charge,
// whether costs are known or not.
func TestNobodyBeatsTheClairvoyant(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, unknown := range []bool{false, true} {
		r := CellRun{Cell: builtin.Cell{Dim: 1, Worth: 2, Spread: 10}, Along: 9, Samples: 8, Unknown: unknown}
		var charge []float64
		for seed := range uint64(200) {
			p, values, err := r.problem(1 + seed)
			testkit.OK(t, err)
			c := newClairvoyant(p, values, seed, r.Samples)
			bound, got := c.bound(r.Cell.Worth), c.follow(p.perSpending, r.Cell.Worth)
			if got > bound*(1+1e-12) {
				t.Errorf("unknown %v, draw %d: EI-PES has %v, the clairvoyant %v", unknown, seed, got, bound)
			}
			charge = append(charge, got-p.improvement(values, r.Cell.Worth))
		}
		if s := stats.Summarise(charge); s.Low > 0 || s.High < 0 {
			t.Errorf("unknown %v: the charge is %v to %v in the mean", unknown, s.Low, s.High)
		}
	}
}

// improvement is what EI-PES finds on a draw.
func (p problem) improvement(values []float64, left float64) float64 {
	b, first := p.first()
	ln, best, seen := p.firstCosts(), first, p.seenFirst()
	for {
		i := p.perSpending(b, ln, best, left, seen)
		if i < 0 || !p.affordable(i, left, seen) {
			return best - first
		}
		b, ln, best = b.look(i, values[i]), ln.look(i, math.Log(p.costs[i])), math.Max(best, values[i])
		left -= p.costs[i]
		seen |= 1 << i
	}
}

// drawValues draws the values of all choices given those seen.
func (p problem) drawValues(seed uint64) []float64 {
	b, _ := p.first()
	values := append([]float64(nil), p.seen...)
	rng := rand.New(rand.NewPCG(seed, 85))
	for i := len(p.seen); i < len(p.costs); i++ {
		y := b.mean[i] + b.sd(i)*rng.NormFloat64()
		values = append(values, y)
		b = b.look(i, y)
	}
	return values
}
