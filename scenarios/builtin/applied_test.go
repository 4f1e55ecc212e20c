package builtin

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"farsight/internal/testkit"
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

// docs/scenarios.md, "Benchmark problems": the original's box and goals, the value
// by how much both objects come nearer to them, at most all the way.
func TestPush14(t *testing.T) {
	t.Parallel()
	p := scenario(t, "push14", 3)
	if p.Budget != 20 || p.Minimise || p.Dim() != 14 || p.Optimum.X != nil {
		t.Errorf("%+v", p)
	}
	for i, par := range p.Parameters {
		if par.Name != push.HandsNames[i] || par.Low != push.HandsLower[i] || par.High != push.HandsUpper[i] || par.Log || par.Unit == "" {
			t.Errorf("%+v", par)
		}
	}
	s := p.Source.(*push.HandsSource)
	if s.Square != push.SquareGoal || s.Disc != push.DiscGoal || p.Optimum.Value != s.Most() {
		t.Errorf("%+v, the most %v", s, s.Most())
	}
	// What package search found of 32768 well-spread pushes and its own: the bound
	// is nearly reached.
	best := []float64{
		-0.42709114735279385, 1.430706230562837, 7.3198699951171875, 6.158560578400589, 9.06488426918569, 4.149118838877394,
		2.205060908619867, -4.391619320871225, -9.814224243164062, 8.80487470874531, 21.25064023037674, 5.477698843948269,
		4.785194396972656, -0.4580293076441144,
	}
	if e := at(t, p, best...); e.Value != 10.844220652197864 || e.Cost < e.Value {
		t.Errorf("the best push found gains %v for %v", e.Value, e.Cost)
	}
}

// docs/scenarios.md, "Benchmark problems": 1–256 trees, depth 1–64, 10^[−1,0] of
// the features, value mean 5-fold R², cost in default forests, B = 10. The
// optimum was found by trying all combinations once; here it is recomputed and
// held against neighbours.
func TestForestScenario(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := scenario(t, "forest", 3)
	low, high := []float64{1, 1, 0.1}, []float64{256, 64, 1}
	for i, par := range p.Parameters {
		if par.Low != low[i] || par.High != high[i] || par.Integer != (i < 2) || par.Log != (i == 2) {
			t.Errorf("%+v", par)
		}
	}
	if p.Budget != 10 || p.Minimise {
		t.Errorf("%+v", p)
	}
	if _, ok := p.Source.(scenarios.Truth); ok {
		t.Error("training forests is too dear to draw")
	}
	best := at(t, p, p.Optimum.X...)
	if best.Value != p.Optimum.Value {
		t.Errorf("R² %.17g at the optimum, want %.17g", best.Value, p.Optimum.Value)
	}
	neighbours := [][]float64{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -0.1}, {0, 0, 0.1}}
	if testing.Short() {
		neighbours = neighbours[:1]
	}
	for _, step := range neighbours {
		x := slices.Clone(p.Optimum.X)
		for i := range x {
			x[i] += step[i]
		}
		if e := at(t, p, x...); e.Value > best.Value {
			t.Errorf("R² %v at %v is better", e.Value, x)
		}
	}
	if e := at(t, p, 100, 16, 1); e.Cost != 1 {
		t.Errorf("the default forest costs %v", e.Cost)
	}
	if a, b := at(t, p, 30, 5, 0.3), at(t, scenario(t, "forest", 9), 30, 5, 0.3); a != b {
		t.Errorf("%+v and %+v from the same settings", a, b)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Source.Evaluate(ctx, []float64{256, 64, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
