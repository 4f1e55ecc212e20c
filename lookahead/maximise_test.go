package lookahead

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

var background = context.Background()

func maximise(t testing.TB, s State, f fantasy.Samples, set Settings) *Tree {
	t.Helper()
	tree, err := Maximise(background, s, f, set)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func draw(t testing.TB, s fantasy.Shape, seed uint64) fantasy.Samples {
	t.Helper()
	f, err := s.Draw(seed, false)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func shapeOf(t testing.TB, r fantasy.Rule, text string) fantasy.Shape {
	t.Helper()
	s, err := fantasy.ParseShape(r, text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// checkTree wants a whole tree in the cube whose value is the evaluator's.
func checkTree(t testing.TB, name string, s State, f fantasy.Samples, tree *Tree) {
	t.Helper()
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	if err := CheckCube(tree.X, e.Nodes()*e.d); err != nil {
		t.Fatalf("%s: the tree %v", name, err)
	}
	if !slices.Equal(tree.Root, tree.X[:e.d]) {
		t.Errorf("%s: root %v is not the tree's first point %v", name, tree.Root, tree.X[:e.d])
	}
	if v := e.Value(tree.X, nil); math.Abs(v-tree.Value) > 1e-12*math.Abs(v) || math.IsNaN(tree.Value) {
		t.Errorf("%s: value %v, its points are worth %v", name, tree.Value, v)
	}
	if tree.Nothing != (tree.Value <= 0) {
		t.Errorf("%s: value %v and Nothing = %v", name, tree.Value, tree.Nothing)
	}
	if tree.RunnerUp != nil && (tree.RunnerVal > tree.Value || distance(tree.RunnerUp, tree.Root) < separate) {
		t.Errorf("%s: runner-up %v worth %v beside %v worth %v", name, tree.RunnerUp, tree.RunnerVal, tree.Root, tree.Value)
	}
}

// Every number of steps, rule and dimension gives a whole tree, worth at least
// what one step is worth.
func TestEveryShapeIsMaximised(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(51, 52))
	for _, rule := range []fantasy.Rule{fantasy.Sampled, fantasy.Path, fantasy.GaussHermite} {
		for steps := 1; steps <= 6; steps++ {
			d := 1 + (steps+int(rule))%5
			s := randomState(t, rng, 4+2*d, d, 4)
			shape := fantasy.DefaultShape(rule, steps)
			if rule == fantasy.GaussHermite && steps > 1 {
				shape.Counts[0] = [2]int{3, 2}
			}
			if steps%3 == 0 {
				s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.4 + x[0] }}
			}
			name := fmt.Sprintf("%v, %d steps, d = %d", rule, steps, d)
			f := draw(t, shape, uint64(steps))
			tree := maximise(t, s, f, Settings{Effort: Quick})
			checkTree(t, name, s, f, tree)
			if one := maximise(t, s, nil, Settings{Effort: Quick}); tree.Value < one.Value*(1-1e-9) {
				t.Errorf("%s: %v, one step alone %v", name, tree.Value, one.Value)
			}
		}
	}
}

// One step is Q₁, whose maximiser acquisition knows.
func TestOneStepFindsTheMaximumOfQ1(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(53, 54))
	for d := 1; d <= 4; d++ {
		s := randomState(t, rng, 6+3*d, d, 1.5)
		r, err := acquisition.Maximise(background, s.Pair, acquisition.NewQ1(s.Best, s.Budget), acquisition.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if tree := maximise(t, s, nil, Settings{}); tree.Value < r.Best.Value*(1-1e-4) {
			t.Errorf("d = %d: %v, acquisition finds %v", d, tree.Value, r.Best.Value)
		}
	}
}

func TestSameTreeWhateverTheWorkers(t *testing.T) {
	testkit.SkipEmulated(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	rng := rand.New(rand.NewPCG(55, 56))
	for i, text := range []string{"4,4,2", "1,1,1", "6", "3,2,2,1", "4,3,2,1,1", "12,6,2"} {
		s := randomState(t, rng, 12, 1+i%3, 3)
		f := draw(t, shapeOf(t, fantasy.Sampled, text), uint64(i))
		warm := &Start{X: maximise(t, s, f, Settings{Effort: Quick, Seed: 9}).X}
		for _, effort := range []Effort{Quick, Standard, Thorough, PaperEffort} {
			if effort == PaperEffort && f.Nodes() > 50 || effort == Thorough && f.Steps() < 5 {
				continue // slow, and the others say the same
			}
			set := Settings{Effort: effort, Seed: 7, Workers: 1, Warm: warm}
			want := maximise(t, s, f, set)
			for workers := 2; workers <= 4; workers++ {
				runtime.GOMAXPROCS(1 + workers%2)
				set.Workers = workers
				got := maximise(t, s, f, set)
				if got.Value != want.Value || !slices.Equal(got.X, want.X) || !slices.Equal(got.RunnerUp, want.RunnerUp) {
					t.Errorf("%s %v: %d workers find %v, one finds %v", text, effort, workers, got.Value, want.Value)
				}
			}
		}
	}
}

func TestProgressCountsUp(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(61, 62))
	s := randomState(t, rng, 10, 2, 3)
	for _, text := range []string{"3,2", "1,1,1", ""} {
		f := draw(t, shapeOf(t, fantasy.Sampled, text), 1)
		for _, effort := range []Effort{Quick, Standard, Thorough, PaperEffort} {
			var last Progress
			set := Settings{Effort: effort, Progress: func(p Progress) {
				if p.Done != last.Done+1 || p.Done > p.Total || (last.Done > 0 && (p.Total != last.Total || p.Value < last.Value)) {
					t.Errorf("%q %v: %+v after %+v", text, effort, p, last)
				}
				last = p
			}}
			tree := maximise(t, s, f, set)
			if last.Done != last.Total || last.Value != tree.Value {
				t.Errorf("%q %v: ended with %+v, the tree is worth %v", text, effort, last, tree.Value)
			}
		}
	}
}

func TestNothingToDo(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(63, 64))
	s := randomState(t, rng, 8, 2, 1)
	known := s
	known.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 2 + x[1] }}
	spent := s
	spent.Initial = 1
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 1)
	for _, c := range []struct {
		name    string
		s       State
		budget  float64
		nothing bool
	}{
		{"spent", s, 0, true},
		{"overspent", s, -1, true},
		{"all but spent", spent, spent.Exhausted() / 2, true},
		{"nothing affordable, cost known", known, 1.999, true},
		{"the cheapest affordable, cost known", known, 2.5, false},
		{"next to nothing", s, 1e-3, false}, // a lognormal cost is never impossible
		{"unlimited", s, math.Inf(1), false},
		{"unlimited, cost known", known, math.Inf(1), false},
	} {
		for _, effort := range []Effort{Quick, Standard, PaperEffort} {
			c.s.Budget = c.budget
			tree := maximise(t, c.s, f, Settings{Effort: effort})
			checkTree(t, c.name, c.s, f, tree)
			if tree.Nothing != c.nothing {
				t.Errorf("%s, %v: Nothing = %v with value %v", c.name, effort, tree.Nothing, tree.Value)
			}
			if c.nothing && tree.RunnerUp != nil {
				t.Errorf("%s, %v: a runner-up where nothing is to be had", c.name, effort)
			}
		}
	}
}

// The gradient exists for an unlimited budget too, and is that of the value.
func TestUnlimitedBudgetHasAGradient(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(65, 66))
	s := randomState(t, rng, 8, 2, math.Inf(1))
	e, err := NewEvaluator(s, randomFantasies(rng, 3, 2))
	if err != nil {
		t.Fatal(err)
	}
	x, grad := make([]float64, e.Nodes()*2), make([]float64, e.Nodes()*2)
	for i := range x {
		x[i] = 0.1 + 0.8*rng.Float64()
	}
	e.Value(x, grad)
	checkDifferences(t, "unlimited", e, x, grad)
}

// Data that leave little to fit: one point, points on corners, the same point
// twice, equal values.
func TestDegenerateData(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	hyper := func(d int, noise float64) model.Settings {
		return model.Settings{Fixed: &model.Hyper{Variance: 1, Scale: slices.Repeat([]float64{0.3}, d), Noise: noise}}
	}
	for name, data := range map[string]model.Data{
		"one point":        {X: []model.Unit{{0.5, 0.5}}, Y: []float64{1}, Cost: []float64{1}},
		"corners":          {X: []model.Unit{{0, 0}, {1, 1}, {0, 1}, {1, 0}}, Y: []float64{1, 2, 3, 0}, Cost: []float64{1, 2, 1, 3}},
		"one point thrice": {X: []model.Unit{{0.2, 0.9}, {0.2, 0.9}, {0.2, 0.9}}, Y: []float64{1, 1.01, 0.99}, Cost: []float64{1, 1, 1}},
		"equal values":     {X: []model.Unit{{0.1, 0.9}, {0.5, 0.4}, {0.8, 0.1}}, Y: []float64{0, 0, 0}, Cost: []float64{1, 1, 1}},
		"huge values":      {X: []model.Unit{{0.1, 0.9}, {0.5, 0.4}, {0.8, 0.1}}, Y: []float64{1e12, 2e12, -1e12}, Cost: []float64{1e-9, 1e9, 1}},
	} {
		p, err := model.FitPair(data, model.PairSettings{Objective: hyper(2, 1e-6), Cost: hyper(2, 1e-6)}, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := State{Pair: p, Budget: 3, Best: p.Incumbent()}
		f := draw(t, shapeOf(t, fantasy.Sampled, "3,2,1"), 1)
		for _, effort := range []Effort{Quick, Thorough} {
			checkTree(t, name, s, f, maximise(t, s, f, Settings{Effort: effort}))
		}
	}
}

func TestFixedRootStays(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(67, 68))
	s := randomState(t, rng, 10, 2, 3)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 1)
	free := maximise(t, s, f, Settings{Effort: Thorough})
	for _, root := range []model.Unit{{0, 0}, {1, 0.3}, {0.4, 1}, free.Root} {
		for _, effort := range []Effort{Quick, Standard, PaperEffort} {
			tree := maximise(t, s, f, Settings{Effort: effort, Root: root, Warm: &Start{X: free.X}})
			checkTree(t, fmt.Sprint("root at ", root), s, f, tree)
			if !slices.Equal(tree.Root, root) || tree.RunnerUp != nil {
				t.Errorf("root %v, want %v; runner-up %v", tree.Root, root, tree.RunnerUp)
			}
		}
	}
	// Given the best root, the rest is found again.
	if tree := maximise(t, s, f, Settings{Root: free.Root}); tree.Value < 0.99*free.Value {
		t.Errorf("with its root given %v, free %v", tree.Value, free.Value)
	}
}

func TestMistakesAreRefused(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(69, 70))
	s := randomState(t, rng, 6, 2, 3)
	f := draw(t, shapeOf(t, fantasy.Sampled, "2"), 1)
	nan := math.NaN()
	for want, try := range map[string]func() error{
		"fixed root: has 1 coordinates, want 2": func() error { _, err := Maximise(background, s, f, Settings{Root: []float64{0.5}}); return err },
		"fixed root: coordinate 1 is NaN":       func() error { _, err := Maximise(background, s, f, Settings{Root: []float64{0.5, nan}}); return err },
		"fixed root: coordinate 0 is 1.5":       func() error { _, err := Maximise(background, s, f, Settings{Root: []float64{1.5, 0}}); return err },
		"warm start of a tree with 3 nodes: has 4 coordinates, want 6": func() error {
			_, err := Maximise(background, s, f, Settings{Warm: &Start{X: make([]float64, 4)}})
			return err
		},
		"budget NaN": func() error {
			_, err := Maximise(background, State{Pair: s.Pair, Budget: nan}, f, Settings{})
			return err
		},
		"incumbent +Inf": func() error {
			_, err := Maximise(background, State{Pair: s.Pair, Budget: 1, Best: math.Inf(1)}, f, Settings{})
			return err
		},
		"stage 1 has no fantasies": func() error { _, err := Maximise(background, s, fantasy.Samples{{}}, Settings{}); return err },
		"2 fantasies and 1 weights": func() error {
			_, err := Maximise(background, s, fantasy.Samples{{Z: make([][2]float64, 2), Weight: []float64{1}}}, Settings{})
			return err
		},
		"end of the line: has 1": func() error {
			_, err := Curve(background, s, f, Line{From: []float64{0}, To: []float64{1}}, 9, Settings{}, nil)
			return err
		},
		"remembered tree: has 2": func() error { _, err := Remember(s, f, []float64{0, 1}); return err },
		"take the snapshot with the base": func() error {
			_, err := (&Tree{X: make([]float64, 2)}).Snapshot(s, f, fantasy.Sampled, nil)
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one that says %q", err, want)
		}
	}
}

// In-sample, no effort of ours does worse than the paper's protocol on the
// same base samples, on states none of them was tuned on.
func TestNotWorseThanThePaper(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	for i := range 6 {
		d := 1 + i%3
		s := randomState(t, rng, 5+3*d, d, 1.5+2*float64(i%3))
		f := draw(t, shapeOf(t, fantasy.Sampled, []string{"4,2", "3,2,1", "8"}[i%3]), uint64(i))
		paper := maximise(t, s, f, Settings{Effort: PaperEffort, Seed: uint64(i)}).Value
		for _, effort := range []Effort{Quick, Standard, Thorough} {
			if v := maximise(t, s, f, Settings{Effort: effort, Seed: uint64(i)}).Value; v < 0.99*paper {
				t.Errorf("state %d, %v: %v, the paper's protocol %v", i, effort, v, paper)
			}
		}
	}
}

// The races of the reference: never below its value.
func TestRacesAreWon(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("whole maximisations")
	}
	for _, r := range goldenFile(t, "races.json").Races {
		pair := goldenPair(t, r.Data, r.Hyper)
		s := State{Pair: pair, Budget: r.BudgetLeft, Best: pair.Incumbent()}
		f := goldenFantasies(r.BaseSamples)
		for effort, least := range map[Effort]float64{Quick: 1.2, Standard: 1.2, Thorough: 1.25} {
			for seed := range uint64(2) {
				tree := maximise(t, s, f, Settings{Effort: effort, Seed: seed})
				checkTree(t, r.Problem, s, f, tree)
				if tree.Value < least*r.Value {
					t.Errorf("%s %v, %v, seed %d: %v, the reference %v", r.Problem, r.Fantasies, effort, seed, tree.Value, r.Value)
				}
			}
		}
	}
}
