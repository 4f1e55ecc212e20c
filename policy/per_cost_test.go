package policy

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead"
	"farsight/model"
)

// decided is what a policy decides in a situation.
func decided(t *testing.T, name string, s Situation) Decision {
	t.Helper()
	p, err := Must(name).Fill("")
	testkit.OK(t, err)
	d, stop, err := p.Kind().Start(p).Decide(t.Context(), s)
	if err != nil || d == nil {
		t.Fatalf("%s: %q, %v", name, stop, err)
	}
	return *d
}

// UCB / E[c] is the best of a grid, whatever κ; where no bound reaches the best,
// it goes where the bound is highest.
func TestUCBChoosesTheBestOfAGrid(t *testing.T) {
	t.Parallel()
	s := hill(t)
	for _, c := range []struct {
		name  string
		kappa float64
		best  float64
	}{{"ucb-pc", 2, s.Best}, {"ucb-pc kappa=0.5", 0.5, s.Best}, {"ucb-pc", 2, s.Best + 50}} {
		s := s
		s.Best = c.best
		d := decided(t, c.name, s)
		reaches := false
		rate := func(u model.Unit) float64 {
			var ws model.Workspace
			m := s.Pair.Moments(&ws, u)
			bound := m.MuF + c.kappa*m.SdF
			reaches = reaches || bound > s.Best
			if c.best > 10 {
				return bound
			}
			return (bound - s.Best) / math.Exp(m.MuC+m.SdC*m.SdC/2)
		}
		high := math.Inf(-1)
		for i := range 2001 {
			high = math.Max(high, rate(model.Unit{float64(i) / 2000}))
		}
		if got := rate(d.U); !(got >= high-1e-3*math.Abs(high)) {
			t.Errorf("%s with f* = %g: %g at %v, the grid has %g", c.name, s.Best, got, d.U, high)
		}
		if reaches == math.IsNaN(d.Value) {
			t.Errorf("%s with f* = %g: value %g", c.name, s.Best, d.Value)
		}
	}
}

// Max-value entropy search chooses the best of a grid on which the information is
// computed again, for the maxima of functions drawn on that grid.
func TestMESNearTheBestOfAGrid(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	s := hill(t)
	d := decided(t, "mes-pc", s)
	const n = 201
	grid := make([]model.Unit, n)
	for i := range grid {
		grid[i] = model.Unit{float64(i) / (n - 1)}
	}
	all, err := s.Pair.Objective.Samples(grid, 1500, rand.New(rand.NewPCG(1, 2)))
	testkit.OK(t, err)
	info := func(u model.Unit) float64 {
		var ws model.Workspace
		m := s.Pair.Moments(&ws, u)
		sum := 0.0
		for _, f := range all {
			g := (math.Max(s.Best, slices.Max(f)) - m.MuF) / m.SdF
			cdf := acquisition.CDF(g)
			sum += g*math.Exp(-g*g/2)/math.Sqrt(2*math.Pi)/(2*cdf) - math.Log(cdf)
		}
		return sum / float64(len(all)) / math.Exp(m.MuC+m.SdC*m.SdC/2)
	}
	high := 0.0
	for _, u := range grid {
		high = math.Max(high, info(u))
	}
	if got := info(d.U); !(got >= 0.8*high) { // sixteen maxima instead of fifteen hundred
		t.Errorf("%g nats a coin at %v, the grid has %g", got, d.U, high)
	}
}

// Thompson sampling chooses places as often as functions drawn elsewhere have
// their best there.
func TestThompsonChoosesAsOftenAsItIsBest(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	s := hill(t)
	const n, runs = 201, 300
	grid := make([]model.Unit, n)
	cost := make([]float64, n)
	var ws model.Workspace
	for i := range grid {
		grid[i] = model.Unit{float64(i) / (n - 1)}
		m := s.Pair.Moments(&ws, grid[i])
		cost[i] = math.Exp(m.MuC + m.SdC*m.SdC/2)
	}
	all, err := s.Pair.Objective.Samples(grid, 4000, rand.New(rand.NewPCG(3, 2)))
	testkit.OK(t, err)
	var want, got [2]float64 // left of the best point seen, right of it
	rises := 0.0
	for _, f := range all {
		best, value := -1, 0.0
		for i := range f {
			if v := (f[i] - s.Best) / cost[i]; v > value {
				best, value = i, v
			}
		}
		if best >= 0 {
			rises++
			want[side(grid[best])]++
		}
	}
	for step := range runs {
		s.Step = step
		d := decided(t, "ts-pc", s)
		got[side(d.U)]++
	}
	for i := range got {
		share, expect := got[i]/runs, want[i]/rises
		if sd := math.Sqrt(expect*(1-expect)/runs) + 0.01; math.Abs(share-expect) > 4*sd {
			t.Errorf("side %d: chosen in %.3f of the steps, best in %.3f of the draws", i, share, expect)
		}
	}
}

// side tells the two sides of the hill's top apart.
func side(u model.Unit) int {
	if u[0] < 0.3 {
		return 0
	}
	return 1
}

// The knowledge gradient chooses what fantasies say raises the largest mean most:
// every point of a grid is observed many times over, and the grid predicted again.
func TestKGAgainstConditioning(t *testing.T) {
	t.Parallel()
	s := hill(t)
	d := decided(t, "kg-pc", s)
	const n, fantasies = 101, 200
	grid := make([]model.Unit, n)
	for i := range grid {
		grid[i] = model.Unit{float64(i) / (n - 1)}
	}
	var ws model.Workspace
	largest := func(p *model.Pair) float64 {
		high := math.Inf(-1)
		for _, u := range grid {
			m, _ := p.Objective.Predict(&ws, u)
			high = math.Max(high, m)
		}
		return high
	}
	before := largest(s.Pair)
	rise := func(u model.Unit) float64 {
		m := s.Pair.Moments(&ws, u)
		sum := 0.0
		for i := range fantasies {
			z := 4 * (2*(float64(i)+0.5)/fantasies - 1)
			after, err := s.Pair.Condition(u, m.MuF+z*m.SdF, m.MuC)
			testkit.OK(t, err)
			sum += 8.0 / fantasies * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) * (largest(after) - before)
		}
		return sum / math.Exp(m.MuC+m.SdC*m.SdC/2)
	}
	high := 0.0
	for i := 0; i < n; i += 4 {
		high = math.Max(high, rise(grid[i]))
	}
	got := rise(d.U)
	if !(got >= 0.97*high) {
		t.Errorf("%g a coin at %v, the grid has %g", got, d.U, high)
	}
	if math.Abs(d.Value/got-1) > 0.05 {
		t.Errorf("says %g a coin, conditioned %g", d.Value, got)
	}
}

// Without a budget and with one step, planning is EI; with more it is what
// B-MS-EI does where every evaluation costs one of as many as are planned.
func TestMSEILimits(t *testing.T) {
	t.Parallel()
	s := hill(t)
	one, ei := decided(t, "1-ms-ei", s), decided(t, "ei", s)
	if math.Abs(one.U[0]-ei.U[0]) > 1e-3 || math.Abs(one.Value/ei.Value-1) > 1e-6 {
		t.Errorf("one step: %v worth %g, EI %v worth %g", one.U, one.Value, ei.U, ei.Value)
	}
	free := s
	free.Pair, free.Left, free.Total = s.Pair.Costless(), 3, 3
	three, known := decided(t, "3-ms-ei", s), decided(t, "3-b-ms-ei schedule=off", free)
	if !slices.Equal(three.U, known.U) || three.Value != known.Value {
		t.Errorf("three steps: %v worth %g, with known costs %v worth %g", three.U, three.Value, known.U, known.Value)
	}
	if !(three.Value > one.Value) || three.Horizon != s.Left {
		t.Errorf("three steps are worth %g, one %g; horizon %g", three.Value, one.Value, three.Horizon)
	}
	// What is known to be too dear is not chosen.
	poor := s
	poor.Pair = s.Pair.Costless()
	poor.Pair.Known = func(u model.Unit) float64 { return 1 + 100*u[0] }
	poor.Left = 30
	if d := decided(t, "2-ms-ei", poor); poor.Pair.Known(d.U) > poor.Left {
		t.Errorf("chose %v for %g with %g left", d.U, poor.Pair.Known(d.U), poor.Left)
	}
}

// The rollout plays on to the end of its steps: what it chooses is worth at least
// as much, judged on other fantasies, as what EI-PUC and EI choose.
func TestRolloutIsNotWorseThanItsRules(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	s := hill(t)
	p, err := Must("ei-puc-rollout").Fill("")
	testkit.OK(t, err)
	for _, left := range []float64{4, 12, 40} {
		s.Left = left
		box := rolloutPoints(t.Context(), s)
		roots := []model.Unit{decided(t, "ei-puc-rollout", s).U, decided(t, "ei-puc", s).U, decided(t, "ei", s).U}
		values, err := lookahead.RolloutValues(t.Context(), s.Pair, s.Best, left, append(box, roots...), lookahead.RolloutSettings{Steps: p.Steps(), Fantasies: 512, Seed: 99})
		testkit.OK(t, err)
		v := values[len(box):]
		if !(v[0] >= 0.97*math.Max(v[1], v[2])) {
			t.Errorf("%g left: %g at %v, by EI-PUC %g at %v, by EI %g at %v", left, v[0], roots[0], v[1], roots[1], v[2], roots[2])
		}
	}
}
