package lookahead

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// linkedState is one whose log-cost follows the objective by about beta.
func linkedState(t testing.TB, rng *rand.Rand, n, d int, budget, beta float64, noisy bool) State {
	t.Helper()
	var data model.Data
	f, c := &model.Hyper{Variance: 1.5, Noise: 1e-4}, &model.Hyper{Variance: 0.4 + 1.5*beta*beta, Noise: 1e-4}
	if noisy {
		f.Noise = 0.02
	}
	for range d {
		f.Scale, c.Scale = append(f.Scale, 0.25+0.3*rng.Float64()), append(c.Scale, 0.25+0.3*rng.Float64())
	}
	for range n {
		x := make([]float64, d)
		y, g := 0.0, 0.0
		for j := range x {
			x[j] = rng.Float64()
			y += math.Sin(6*x[j] + float64(j))
			g += 0.5 * math.Cos(5*x[j]-float64(j))
		}
		data.X, data.Y, data.Cost = append(data.X, x), append(data.Y, y), append(data.Cost, math.Exp(g/float64(d)+beta*y))
	}
	p, err := model.FitPair(data, model.PairSettings{Objective: model.Settings{Fixed: f, Noisy: noisy}, Cost: model.Settings{Fixed: c}, Joint: model.Together}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Link == nil || p.Link.Beta*beta <= 0 {
		t.Fatalf("link %+v of costs that follow by %v", p.Link, beta)
	}
	return State{Pair: p, Budget: budget, Best: p.Incumbent()}
}

// A tree whose costs follow its values is the recursion over beliefs that are
// conditioned in earnest, and its gradient meets differences, with and without
// a price.
func TestLinkedTreeEqualsRecursionAndDifferences(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 82))
	for _, shape := range [][]int{{}, {3}, {2, 2}, {2, 2, 2}} {
		for d := 1; d <= 3; d++ {
			for _, budget := range []float64{1.2, 3, 50, math.Inf(1)} {
				for _, beta := range []float64{0.8, -0.6} {
					s := linkedState(t, rng, 6+3*d, d, budget, beta, d == 2)
					s.Best -= rng.Float64()
					f := randomFantasies(rng, shape...)
					name := fmt.Sprint(shape, " d=", d, " budget ", budget, " β ", beta)
					s.Price = 0.03
					checkPricedTree(t, name+" priced", rng, s, f)
					s.Price = 0
					e, err := NewEvaluator(s, f)
					if err != nil {
						t.Fatal(err)
					}
					x, grad := make([]float64, e.Nodes()*d), make([]float64, e.Nodes()*d)
					for i := range x {
						x[i] = 0.02 + 0.96*rng.Float64()
					}
					v := e.Value(x, grad)
					if want := recursion(t, s, f, e.layout, x, 0); relative(v, want) > tail(1e-7, want) {
						t.Errorf("%s: value %v, by recursion %v", name, v, want)
					}
					if largest(grad) > 1e-6*v {
						checkDifferences(t, name, e, x, grad)
					}
				}
			}
		}
	}
}

func TestLinkedEvaluationDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(83, 84))
	allocatesNothing(t, rng, linkedState(t, rng, 20, 2, 4, 0.7, false))
}

// A greedy tree is worth what the evaluator says, but for the chance to fit, of
// which it knows two moments.
func TestGreedyTreeFollows(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(85, 86))
	for _, shape := range [][]int{{6}, {3, 2}, {2, 2, 2}} {
		for _, beta := range []float64{0.7, -0.5} {
			for _, price := range []float64{0, 0.02} {
				for _, budget := range []float64{1.5, 6, math.Inf(1)} {
					s := linkedState(t, rng, 9, 2, budget, beta, false)
					s.Price = price
					e, err := NewEvaluator(s, randomFantasies(rng, shape...))
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
					gain, spending := e.account()
					tolerance := 0.1
					if math.IsInf(budget, 1) {
						tolerance = 1e-4 // everything fits
					}
					if math.Abs(value-exact) > tolerance*(gain+price*spending)+1e-6 {
						t.Errorf("%v, β %v at price %v, budget %v: greedy tree %v, evaluated %v", shape, beta, price, budget, value, exact)
					}
				}
			}
		}
	}
}

// The search finds the same whatever the number of workers, and what it finds
// is at least as good as many trees drawn at random.
func TestLinkedSearch(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(87, 88))
	s := linkedState(t, rng, 9, 2, 4, 0.7, false)
	f := draw(t, shapeOf(t, fantasy.Sampled, "4,2"), 3)
	one := maximise(t, s, f, Settings{Effort: Quick, Seed: 4, Workers: 1})
	three := maximise(t, s, f, Settings{Effort: Quick, Seed: 4, Workers: 3})
	if one.Value != three.Value || fmt.Sprint(one.X) != fmt.Sprint(three.X) {
		t.Errorf("one worker finds %v at %v, three %v at %v", one.Value, one.Root, three.Value, three.Root)
	}
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, e.Nodes()*2)
	for range 2000 {
		for i := range x {
			x[i] = rng.Float64()
		}
		if v := e.Value(x, nil); v > one.Value {
			t.Fatalf("a tree drawn at random is worth %v, the one found %v", v, one.Value)
		}
	}
}
