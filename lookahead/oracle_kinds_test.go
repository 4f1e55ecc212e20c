package lookahead

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/acquisition"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Oracles where the plain grid of oracle_test.go does not reach: two dimensions,
// choices, and states in which money has a price, costs follow the objective,
// moving costs money, or a constraint weighs on the gain.

// planeDecision compares a decision in two dimensions with 4 000 roots: each is
// worth what the best of 250 points promises after it, and the best of them, apart
// from each other, get thorough trees.
func planeDecision(t testing.TB, s State, f fantasy.Samples, tree *Tree) float64 {
	roots, inner := 4000, 250
	if f.Steps() > 2 {
		roots, inner = 1000, 60
	}
	points, set := make([]model.Unit, roots), make([]int, inner)
	for i := range points {
		points[i] = make(model.Unit, 2)
	}
	acquisition.Spread(points, s.Pair, 99)
	for i := range set {
		set[i] = i
	}
	o := newOracle(s, f, points, set)
	value, order := make([]float64, roots), make([]int, roots)
	for i := range order {
		value[i], order[i] = o.at(0, i, s.Best, s.Budget), i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value[b], value[a]) })
	best := value[order[0]]
	var chosen []model.Unit
	for _, i := range order {
		near := func(x model.Unit) bool { return distance(x, points[i]) < separate }
		if len(chosen) < 8 && !slices.ContainsFunc(chosen, near) {
			chosen = append(chosen, points[i])
			best = max(best, maximise(t, s, f, Settings{Effort: Thorough, Root: points[i], Workers: 1}).Value)
		}
	}
	if !(best > 1e-6) {
		return 1
	}
	return tree.Value / best
}

// choiceState is a decision among the 27 combinations of three choices, prices by
// combination.
func choiceState(t testing.TB, rng *rand.Rand, known bool) (State, []model.Unit) {
	t.Helper()
	choices := model.Choices{{At: 0, Choices: 3}, {At: 3, Choices: 3}, {At: 6, Choices: 3}}
	h, hc := &model.Hyper{Variance: 1, Noise: 1e-6}, &model.Hyper{Mean: 1, Variance: 1, Noise: 1e-6}
	for range 9 {
		h.Scale, hc.Scale = append(h.Scale, 1.5), append(hc.Scale, 1.5)
	}
	var points []model.Unit
	var price [27]float64
	for k := range price {
		u := make(model.Unit, 9)
		choices[0].Choose(u, k%3)
		choices[1].Choose(u, k/3%3)
		choices[2].Choose(u, k/9)
		points = append(points, u)
		if price[k] = 1; rng.IntN(2) == 0 {
			price[k] = 2 + 6*rng.Float64()
		}
	}
	cost := func(u model.Unit) float64 {
		return price[choices[0].Chosen(u)+3*choices[1].Chosen(u)+9*choices[2].Chosen(u)]
	}
	var data model.Data
	for _, k := range rng.Perm(27)[:1+rng.IntN(6)] {
		data.X, data.Cost = append(data.X, points[k]), append(data.Cost, price[k])
	}
	data.Y = drawValues(rng, h, data.X)
	set := model.PairSettings{Objective: model.Settings{Fixed: h}, Cost: model.Settings{Fixed: hc}, Choices: choices}
	if known {
		set.Known = cost
	}
	p, err := model.FitPair(data, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	return State{Pair: p, Budget: 1 + 12*rng.Float64(), Best: p.Incumbent()}, points
}

// choiceDecision compares a decision with every combination, every later decision
// the best of all as well: it is exact.
func choiceDecision(s State, f fantasy.Samples, points []model.Unit, tree *Tree) float64 {
	all := make([]int, len(points))
	for i := range all {
		all[i] = i
	}
	o, best := newOracle(s, f, points, all), 0.0
	for i := range points {
		best = max(best, o.at(0, i, s.Best, s.Budget))
	}
	if !(best > 1e-9) {
		return 1
	}
	return tree.Value / best
}

// stateKinds are what else a decision may have to reckon with.
var stateKinds = []struct {
	name string
	of   func(t testing.TB, rng *rand.Rand, i int) State
}{
	{"price", func(t testing.TB, rng *rand.Rand, i int) State {
		s := unevenState(t, rng, costFamilies[i%len(costFamilies)], 1, i%2 == 0)
		s.Price = 0.02 + 0.08*rng.Float64()
		return s
	}},
	{"joint", func(t testing.TB, rng *rand.Rand, i int) State {
		return linkedState(t, rng, 4+rng.IntN(6), 1, 1+6*rng.Float64(), []float64{0.8, -0.6}[i%2], false)
	}},
	{"moves", func(t testing.TB, rng *rand.Rand, i int) State {
		return moved(rng, unevenState(t, rng, costFamilies[i%len(costFamilies)], 1, i%2 == 0), uphill{2 * rng.Float64(), rng.Float64()})
	}},
	{"constraint", func(t testing.TB, rng *rand.Rand, i int) State {
		s := unevenState(t, rng, costFamilies[i%len(costFamilies)], 1, i%2 == 0)
		s.Pair.Weight = corner{}
		return s
	}},
}

// heldDecision compares a decision with trees whose roots are held at the points of
// a grid.
func heldDecision(t testing.TB, s State, f fantasy.Samples, tree *Tree, seed uint64) float64 {
	const grid = 61
	best := 0.0
	for i := range grid {
		x := model.Unit{float64(i) / (grid - 1)}
		if s.Pair.Weight != nil && !s.Pair.Weight.(corner).Allows(x) {
			continue
		}
		best = max(best, maximise(t, s, f, Settings{Root: x, Seed: seed, Workers: 1}).Value)
	}
	if !(best > 1e-6) {
		return 1
	}
	return tree.Value / best
}

// kindShares are the decisions of a kind of state as shares of their oracles'.
func kindShares(t testing.TB, kind, shape string, known bool, count int) (shares []float64) {
	t.Helper()
	for i := range count {
		seed := uint64(i)*2 + 1
		rng := rand.New(rand.NewPCG(80, seed))
		f := draw(t, oracleShapes(t)[shape], seed)
		decide := func(s State) *Tree { return maximise(t, s, f, Settings{Seed: seed, Workers: 1}) }
		switch kind {
		case "plane":
			s := unevenState(t, rng, costFamilies[i%len(costFamilies)], 2, known)
			shares = append(shares, planeDecision(t, s, f, decide(s)))
		case "choices":
			s, points := choiceState(t, rng, known)
			shares = append(shares, choiceDecision(s, f, points, decide(s)))
		default:
			for _, k := range stateKinds {
				if k.name == kind {
					s := k.of(t, rng, i)
					shares = append(shares, heldDecision(t, s, f, decide(s), seed))
				}
			}
		}
	}
	return shares
}

// below counts what lies more than 3 % below the oracle, and says how low the
// lowest is.
func below(shares []float64) (count int, worst float64) {
	for _, v := range shares {
		if v < 0.97 {
			count++
		}
	}
	return count, slices.Min(shares)
}

// Plans are seen in two dimensions, among choices, and whatever else a decision has
// to reckon with.
func TestDecisionsOfEveryKindSeePlans(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("-short: dozens of decisions, each with an oracle")
	}
	for _, c := range []struct {
		kind, shape string
		known       bool
		count       int
		least       float64
	}{
		{"choices", "N=2 tree", true, 24, 0.9999}, {"choices", "N=3 gauss-hermite", true, 24, 0.97}, {"choices", "N=3 tree", false, 24, 0.97},
		{"plane", "N=2 tree", true, 2, 0.97}, {"plane", "N=2 tree", false, 1, 0.97},
		{"price", "N=2 tree", false, 4, 0.97}, {"joint", "N=2 tree", false, 1, 0.97},
		{"moves", "N=2 tree", false, 2, 0.97}, {"constraint", "N=2 tree", false, 2, 0.97},
	} {
		t.Run(fmt.Sprint(c.kind, " ", c.shape, " known ", c.known), func(t *testing.T) {
			if _, worst := below(kindShares(t, c.kind, c.shape, c.known, c.count)); worst < c.least {
				t.Errorf("a decision is worth %.4f of what the oracle finds", worst)
			}
		})
	}
}

// How far decisions lie below the oracles, by kind.
func BenchmarkOracleKinds(b *testing.B) {
	for _, kind := range []string{"choices", "plane", "price", "joint", "moves", "constraint"} {
		for _, shape := range []string{"N=2 gauss-hermite", "N=2 tree", "N=2 path", "N=3 gauss-hermite", "N=3 tree", "N=4 tree", "N=4 path"} {
			for _, known := range []bool{true, false} {
				if known && kind != "choices" && kind != "plane" {
					continue // by turns
				}
				b.Run(fmt.Sprint(kind, "/", shape, "/known=", known), func(b *testing.B) {
					for b.Loop() {
						shares := kindShares(b, kind, shape, known, *oracleDecisions)
						count, worst := below(shares)
						b.ReportMetric(float64(count), "below")
						b.ReportMetric(float64(len(shares)), "decisions")
						b.ReportMetric(math.Round(worst*1e4)/1e4, "worst")
					}
				})
			}
		}
	}
}
