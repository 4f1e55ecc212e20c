package lookahead

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// A priced tree is the recursion with the price in it, and its gradient meets
// differences, where some nodes stop and some do not, with and without a weight.
func TestPricedTreeEqualsRecursionAndDifferences(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(61, 62))
	stopped, gone := 0, 0
	for _, shape := range [][]int{{}, {3}, {2, 2}, {4, 2}, {2, 2, 2}, {1, 1, 1}} {
		for d := 1; d <= 4; d++ {
			for _, budget := range []float64{1.2, 3, 50, math.Inf(1)} {
				for _, price := range []float64{1e-3, 0.03, 0.3} {
					s := randomState(t, rng, 5+2*d, d, budget)
					s.Best -= rng.Float64()
					s.Price = price
					e := checkPricedTree(t, fmt.Sprint(shape, " d=", d, " budget ", budget, " price ", price), rng, s, randomFantasies(rng, shape...))
					for k := 1; k < e.Nodes(); k++ {
						if e.off[k] && !e.dead[k] {
							stopped++
						} else if !e.dead[k] {
							gone++
						}
					}
				}
			}
		}
	}
	if stopped < 100 || gone < 100 {
		t.Errorf("%d nodes stop and %d do not; the sweep must meet many of both", stopped, gone)
	}
}

func checkPricedTree(t *testing.T, name string, rng *rand.Rand, s State, f fantasy.Samples) *Evaluator {
	t.Helper()
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	x, grad := make([]float64, e.Nodes()*e.d), make([]float64, e.Nodes()*e.d)
	for i := range x {
		x[i] = 0.02 + 0.96*rng.Float64()
	}
	v := e.Value(x, grad)
	gain, spending := e.account()
	if want := recursion(t, s, f, e.layout, x, 0); math.Abs(v-want) > 1e-8*(gain+s.Price*spending) {
		t.Errorf("%s: value %v, by recursion %v", name, v, want)
	}
	if math.Abs(v-(gain-s.Price*spending)) > 1e-12*(gain+s.Price*spending) {
		t.Errorf("%s: value %v, gain %v less %v times %v", name, v, gain, s.Price, spending)
	}
	// A slope that rounding swallows cannot be seen in differences.
	if !e.nearKink() && largest(grad) > 1e-9*(gain+s.Price*spending) {
		checkDifferences(t, name, e, x, grad)
	}
	return e
}

// nearKink reports whether some node all but stops, where differences straddle
// the kink.
func (e *Evaluator) nearKink() bool {
	for k := 1; k < e.Nodes(); k++ {
		if !e.dead[k] && math.Abs(e.worth[k]) < 1e-4*e.lambda*e.layout.weight[k] {
			return true
		}
	}
	return false
}

func TestPricedKnownCost(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(63, 64))
	for _, price := range []float64{0.01, 0.1} {
		s := randomState(t, rng, 8, 2, 2.5)
		s.Price = price
		s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.5 + x[0] + x[0]*x[1] }}
		checkPricedTree(t, fmt.Sprint("known cost, price ", price), rng, s, randomFantasies(rng, 3, 2))
	}
}

// At the kink the tree stops: a node worth exactly nothing adds nothing, and has
// no slope.
func TestNothingIsWorthNothing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(65, 66))
	s := randomState(t, rng, 8, 2, 3)
	s.Price = 1e6
	e, err := NewEvaluator(s, randomFantasies(rng, 3, 2))
	if err != nil {
		t.Fatal(err)
	}
	x, grad := make([]float64, e.Nodes()*2), make([]float64, e.Nodes()*2)
	for i := range x {
		x[i] = rng.Float64()
	}
	v := e.Value(x, grad)
	if v != e.rewardNode[0] || largest(grad[2:]) > math.SmallestNonzeroFloat64 {
		t.Errorf("at a price nobody pays the root alone counts: %v, root %v, slopes below it %v", v, e.rewardNode[0], grad[2:])
	}
}

func TestPricedEvaluationDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(67, 68))
	s := randomState(t, rng, 20, 2, 4)
	s.Price = 0.05
	allocatesNothing(t, rng, s)
}

// With one step and the best rate as its price, the tree is the closed form: its
// value is 0 there, and its root the closed form's.
func TestOnePricedStepIsTheClosedForm(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(69, 70))
	for d := 1; d <= 3; d++ {
		for _, budget := range []float64{0.3, 2, 40, math.Inf(1)} {
			s := randomState(t, rng, 5+2*d, d, budget)
			rate := acquisition.NewEIPES(s.Best, budget)
			best, err := acquisition.Maximise(background, s.Pair, rate, acquisition.Settings{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			s.Price = best.Best.Value
			tree := maximise(t, s, nil, Settings{Seed: 2, Roots: []model.Unit{best.Best.X}})
			var ws model.Workspace
			got := rate.Value(s.Pair.Moments(&ws, tree.Root))
			if relative(got, best.Best.Value) > 1e-4 || math.Abs(tree.Value) > 1e-4*tree.Gain || tree.Nothing {
				t.Errorf("d=%d, budget %v: root %v of rate %v and value %v; the best rate is %v at %v", d, budget, tree.Root, got, tree.Value, best.Best.Value, best.Best.X)
			}
		}
	}
}

// Next to no money, and money without end: the price is charged for what is
// left, and for the expected cost.
func TestPriceAtTheEndsOfMoney(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(71, 72))
	s := randomState(t, rng, 8, 2, 1e-9)
	s.Price = 0.2
	var ws model.Workspace
	for range 20 {
		x := []float64{rng.Float64(), rng.Float64()}
		m := s.Pair.Moments(&ws, x)
		for budget, spent := range map[float64]float64{1e-9: 1e-9, 1e12: math.Exp(m.MuC + m.SdC*m.SdC/2), math.Inf(1): math.Exp(m.MuC + m.SdC*m.SdC/2)} {
			s.Budget = budget
			e, err := NewEvaluator(s, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := acquisition.NewQ1(s.Best, budget).Value(m) - s.Price*spent
			if v := e.Value(x, nil); math.Abs(v-want) > 1e-9*s.Price*spent {
				t.Errorf("budget %v: value %v, want %v", budget, v, want)
			}
		}
	}
}

// A greedy tree ranks by what the evaluator computes, but for its tables.
func TestGreedyTreeIsPriced(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(73, 74))
	for _, shape := range [][]int{{6}, {3, 2}, {2, 2, 2}} {
		for _, price := range []float64{0.01, 0.1, 1} {
			for _, budget := range []float64{1.5, 6, math.Inf(1)} {
				s := randomState(t, rng, 9, 2, budget)
				s.Price = price
				f := randomFantasies(rng, shape...)
				e, err := NewEvaluator(s, f)
				if err != nil {
					t.Fatal(err)
				}
				search := newSearch(e, Settings{Effort: Quick, Seed: 1, Workers: 1})
				search.prepare(background, nil)
				w := search.workers[0]
				value := w.greedy.tree(w.candidates(search), s, 3, nil)
				x := make([]float64, e.Nodes()*2)
				search.table.plant(x, w.greedy.picks[0])
				exact := e.Value(x, nil)
				gain, _ := e.account()
				if math.Abs(value-exact) > 1e-4*(gain+price) {
					t.Errorf("%v at price %v, budget %v: greedy tree %v, evaluated %v", shape, price, budget, value, exact)
				}
			}
		}
	}
}

// The result is the same whatever the number of workers, and roots that contend
// are never worth more than the one returned, searched from there.
func TestPricedSearchIsDeterministic(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(75, 76))
	for d := 1; d <= 3; d++ {
		s := randomState(t, rng, 9, d, 5)
		best, err := acquisition.Maximise(background, s.Pair, acquisition.NewEIPES(s.Best, s.Budget), acquisition.Settings{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		s.Price = best.Best.Value
		f := draw(t, shapeOf(t, fantasy.Sampled, "8"), 3)
		set := Settings{Effort: Quick, Seed: 4, Workers: 1, Roots: []model.Unit{best.Best.X}}
		one := maximise(t, s, f, set)
		set.Workers = 3
		three := maximise(t, s, f, set)
		if one.Value != three.Value || fmt.Sprint(one.X) != fmt.Sprint(three.X) {
			t.Errorf("d=%d: one worker finds %v at %v, three %v at %v", d, one.Value, one.Root, three.Value, three.Root)
		}
		set.Root = best.Best.X
		if held := maximise(t, s, f, set); held.Value > one.Value+0.02*one.Gain {
			t.Errorf("d=%d: value %v, from the closed form's point %v", d, one.Value, held.Value)
		}
	}
}
