package lookahead

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// noisyState is a small random study whose values are noisy, some by a noise of their own, some at one place.
func noisyState(t testing.TB, rng *rand.Rand, n, d int, budget float64) State {
	t.Helper()
	var data model.Data
	for i := range n {
		x := make(model.Unit, d)
		y, c := 0.0, 0.0
		for j := range x {
			x[j] = rng.Float64()
		}
		if i%4 == 3 {
			x = data.X[i/2]
		}
		for j, v := range x {
			y += math.Sin(6*v + float64(j))
			c += math.Cos(5*v - float64(j))
		}
		data.X, data.Y = append(data.X, x), append(data.Y, y+0.5*rng.NormFloat64())
		data.Cost, data.Noise = append(data.Cost, math.Exp(c/float64(d))), append(data.Noise, float64(i%3)*0.2)
	}
	fixed := func(mean, variance, noise float64) model.Settings {
		h := &model.Hyper{Mean: mean, Variance: variance, Noise: noise}
		for range d {
			h.Scale = append(h.Scale, 0.25+0.3*rng.Float64())
		}
		return model.Settings{Fixed: h}
	}
	p, err := model.FitPair(data, model.PairSettings{Objective: fixed(0, 1.5, 0.3), Cost: fixed(0, 0.7, 1e-4)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !p.Objective.Noisy() || p.Objective.Len() >= n {
		t.Fatal("the state is not what it is meant to be")
	}
	_, best := p.Objective.Held()
	return State{Pair: p, Budget: budget, Best: best}
}

// Where values are noisy a fantasy lifts the incumbent to what is believed at its point then: the posterior conditioned
// in earnest says what that is.
func TestNoisyTreeEqualsRecursionAndDifferences(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(81, 82))
	binding := 0
	for _, shape := range [][]int{{3}, {4, 2}, {2, 2, 2}} {
		for d := 1; d <= 3; d++ {
			s := noisyState(t, rng, 9+2*d, d, 4)
			_, own := checkRandomTree(t, fmt.Sprint(shape, " d=", d), rng, s, randomFantasies(rng, shape...))
			binding += own
		}
	}
	if binding == 0 {
		t.Error("no fantasy became the incumbent: the sweep says nothing")
	}
}

// A greedy tree's value is its points' value, noisy or not.
func TestNoisyGreedyValueIsTheTreesValue(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(85, 86))
	s := noisyState(t, rng, 12, 2, 4)
	search := testSearch(t, s, draw(t, shapeOf(t, fantasy.Sampled, "4,2,2"), 2))
	w := search.workers[0]
	x := make([]float64, search.e.Nodes()*search.e.d)
	for root := range 10 {
		v := w.greedy.tree(search.table, s, root, nil)
		search.table.plant(x, w.greedy.picks[0])
		if got := search.e.Value(x, nil); relative(v, got) > 1e-5 {
			t.Errorf("root %d: greedy %v, evaluated %v", root, v, got)
		}
	}
}

func TestNoisyPlayoutIsWhatConditioningSays(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(83, 84))
	s := noisyState(t, rng, 12, 2, 6)
	e, err := NewEvaluator(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	points := Quick.plan().candidates(s, 5, nil).Points(t.Context(), nil)
	tab := newTable(e, len(points), nil)
	for _, x := range points {
		tab.add(x, e)
	}
	p := newPlayer(tab, s, PlayoutSettings{Steps: 4}, nil)
	for i := range 20 {
		z := make([]float64, 8)
		for j := range z {
			z[j] = rng.NormFloat64()
		}
		a := &arm{root: rng.IntN(tab.size), gamma: playoutCooling[i%len(playoutCooling)]}
		p.play(a, z)
		if want := playedOut(t, s, points, a, 0, z); math.Abs(a.sum-want) > 1e-4*(want+1e-3) {
			t.Errorf("playout %d: %v, by conditioning %v", i, a.sum, want)
		}
	}
}
