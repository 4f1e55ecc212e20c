package builtin

import (
	"math"
	"testing"

	"farsight/scenarios"
	"farsight/scenarios/push"
)

// docs/scenarios.md, "Benchmark problems": [−5,5]² × [1,30], value −‖w − target‖,
// cost ‖w‖ + 0.1, B = 200, maximum 0, 20 targets shared equally by the
// replications.
func TestPush(t *testing.T) {
	t.Parallel()
	targets := map[push.Point]int{}
	for seed := range uint64(40) {
		p := scenario(t, "push", seed)
		s := p.Source.(*push.Source)
		targets[s.Target]++
		for _, w := range []float64{s.Target.X, s.Target.Y} {
			if math.Abs(w) <= 1 || math.Abs(w) >= 5 {
				t.Errorf("seed %d: target %+v", seed, s.Target)
			}
		}
	}
	if len(targets) != 20 {
		t.Errorf("%d targets, want 20", len(targets))
	}
	for target, n := range targets {
		if n != 2 {
			t.Errorf("%d of 40 replications share %+v, want 2", n, target)
		}
	}
	p := scenario(t, "push", 7)
	if p.Budget != 200 || p.Minimise || p.Optimum.Value != 0 || p.Optimum.X != nil || p.Dim() != 3 {
		t.Errorf("%+v", p)
	}
	for i, par := range p.Parameters {
		if par.Low != push.Lower[i] || par.High != push.Upper[i] || par.Log {
			t.Errorf("%+v", par)
		}
	}
	target := p.Source.(*push.Source).Target
	x := []float64{-3.5, 1.2, 12}
	wx, wy := push.Push(x[0], x[1], x[2])
	if wx == 0 {
		t.Fatal("this push was meant to hit")
	}
	e := at(t, p, x...)
	if value, cost := -math.Hypot(wx-target.X, wy-target.Y), math.Hypot(wx, wy)+0.1; math.Abs(e.Value-value) > 1e-12 || math.Abs(e.Cost-cost) > 1e-12 {
		t.Errorf("%+v, want %v, %v", e, value, cost)
	}
	miss := at(t, p, 5, 5, 1)
	if miss.Cost != 0.1 || math.Abs(miss.Value+math.Hypot(target.X, target.Y)) > 1e-12 {
		t.Errorf("a miss gives %+v", miss)
	}
	if _, _, err := p.Source.(scenarios.Truth).Truth([]float64{math.NaN(), 0, 1}); err == nil {
		t.Error("a push from nowhere")
	}
}
