package builtin

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/push"
	"farsight/scenarios/table"
)

// docs/method.md, "Benchmark problems": [−5,5]² × [1,30], value −‖w − target‖,
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

// docs/method.md, "Benchmark problems": the original's box and goals, the value
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

// docs/method.md, "Benchmark problems": 1–256 trees, depth 1–64, 10^[−1,0] of
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

func TestPushMistakes(t *testing.T) {
	t.Parallel()
	text, err := Text("push", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"target = [", "target = [1, ", "push.target: needs two numbers, not 3"},
		{"target = [", "target = [1e9, 2]\n#", "push.target: 1e+09 is farther than the 1000 a hand can reach"},
		{"target = ", "goal = ", "push.target: is missing: where the disc should end"},
		{`name = "rx"`, `name = "x"`, "parameter: a push has the parameters rx, ry, t, in this order, not x, ry, t"},
		{"high = 30", "high = 3000", "parameter: "},
		{"unit = \"m\"\n\n[push]", "expression = \"1\"\nknown = true\n[push]", "cost.expression: a push has its own cost"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%q is not in\n%s", c.old, text)
		}
		if _, err := problemfile.Parse("push.toml", []byte(strings.Replace(string(text), c.old, c.new, 1)), ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives\n%v\nwant %s", c.new, err, c.want)
		}
	}
}

func TestPush14Mistakes(t *testing.T) {
	t.Parallel()
	text, err := Text("push14", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{"square = [4, 3.5]", "", "push14.square: is missing: where the square should end"},
		{"disc = [-4, 3.5]", "disc = [-4]", "push14.disc: needs two numbers, not 1"},
		{"disc = [-4, 3.5]", "disc = [-4, 3e5]", "push14.disc: 300000 is farther than the 1000 a hand can reach"},
		{`name = "rx1"`, `name = "x"`, "parameter: a push by two hands has the parameters rx1, ry1, "},
		{"high = 10\n", "high = 1000\n", "parameter: vx1 is 1000; it must lie between -20 and 20"},
		{"[push14]", "[push]\ntarget = [1, 2]\n[push14]", "choose one way to evaluate a point"},
	} {
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%q is not in\n%s", c.old, text)
		}
		if _, err := problemfile.Parse("push14.toml", []byte(strings.Replace(string(text), c.old, c.new, 1)), ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives\n%v\nwant %s", c.new, err, c.want)
		}
	}
}

// How a point is evaluated, in words.
func TestEvaluatedBy(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"myopia": "expressions", "lda": "surrogates of the 80 rows of a generated table (Gaussian processes)", "push": "a simulated push, target (",
		"push14": "a simulated push of two objects by two hands", "logistic": "training logistic regressions on the 200 rows of a generated table",
		"svm": "training support vector machines on the 200 rows", "forest": "training random forests on the 200 rows of a generated table", "theorem-1": "code",
	} {
		if got := scenario(t, name, 0).EvaluatedBy(); !strings.HasPrefix(got, want) {
			t.Errorf("%s is evaluated by %s, want %s", name, got, want)
		}
	}
}

// The built-in LDA table is one we made up, its fit is saved, and its form is
// that of the measured one.
func TestBuiltinLDA(t *testing.T) {
	t.Parallel()
	p := scenario(t, "lda", 0)
	tab := p.Source.(*table.Source)
	if tab.Fit == nil || tab.Stale || p.Budget != 100 || !p.Minimise || !p.Constructed {
		t.Errorf("%+v", p)
	}
	best, err := p.BestKnown()
	if err != nil {
		t.Fatal(err)
	}
	// Saved on one architecture, read on any: the last digits may differ.
	if e := at(t, p, best.X...); math.Abs(e.Value-best.Value) > 1e-12*best.Value {
		t.Errorf("%v at the optimum, saved as %v", e.Value, best.Value)
	}
	fresh, err := unfitted(tab).Fitted()
	if err != nil || math.Abs(fresh.Optimum.Value-best.Value) > 1e-3 {
		t.Errorf("a fresh fit has its best at %+v, the saved one at %+v (%v)", fresh.Optimum, *best, err)
	}
}

// unfitted is a table of the same rows that was never fitted.
func unfitted(t *table.Source) *table.Source {
	return &table.Source{Surrogate: t.Surrogate, Cost: t.Cost, X: t.X, Value: t.Value, Paid: t.Paid, Parameters: t.Parameters, Minimise: t.Minimise}
}
