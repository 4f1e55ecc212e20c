package lookahead

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"farsight/acquisition"
	"farsight/internal/golden"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
	"farsight/model/modeltest"
)

// goldenFile reads a file of reference numbers.
func goldenFile(t testing.TB, name string) *golden.File {
	t.Helper()
	f, err := golden.Read("../internal/golden/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// goldenPair rebuilds the posteriors of a golden case.
func goldenPair(t testing.TB, d golden.Data, h golden.Hyper) *model.Pair {
	t.Helper()
	lnz := make([]float64, len(d.Cost))
	for i, z := range d.Cost {
		lnz[i] = math.Log(z)
	}
	gp := func(y []float64, i int) *model.GP {
		hyper := model.Hyper{Mean: h.Mean[i], Variance: h.Variance[i], Scale: h.Scale[i], Noise: h.Noise[i]}
		g, err := model.New(model.Units(d.X), y, hyper.Original(h.StdMean[i], h.StdScale[i]))
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	return &model.Pair{Objective: gp(d.Y, 0), LogCost: gp(lnz, 1)}
}

func goldenFantasies(base [][][2]float64) fantasy.Samples {
	f := make(fantasy.Samples, len(base))
	for i, z := range base {
		f[i].Z = z
		for range z {
			f[i].Weight = append(f[i].Weight, 1/float64(len(z)))
		}
	}
	return f
}

func TestGoldenTrees(t *testing.T) {
	t.Parallel()
	for _, c := range goldenFile(t, "gp_tree.json").Cases {
		pair := goldenPair(t, c.Data, c.Hyper)
		e, err := NewEvaluator(State{Pair: pair, Budget: c.BudgetLeft, Best: c.Best}, goldenFantasies(c.Tree.BaseSamples))
		if err != nil {
			t.Fatal(err)
		}
		x, grad := make([]float64, e.Nodes()*c.D), make([]float64, e.Nodes()*c.D)
		for _, n := range c.Tree.Nodes {
			copy(x[e.NodeAt(n.Path)*c.D:], n.X)
		}
		if v := e.Value(x, grad); relative(v, c.Tree.Value) > 1e-5 {
			t.Errorf("case %d: value %v, recorded %v", c.ID, v, c.Tree.Value)
		}
		checkDifferences(t, fmt.Sprint("case ", c.ID), e, x, grad)
		e.inspect(x)
		for _, n := range c.Tree.Nodes {
			k := e.NodeAt(n.Path)
			if relative(e.rewardNode[k], n.Q1) > 1e-5 {
				t.Errorf("case %d, node %v: Q₁ %v, recorded %v", c.ID, n.Path, e.rewardNode[k], n.Q1)
			}
			if math.Abs(e.budget[k]-n.Budget) > 1e-7 || relative(e.best[k], n.Best) > 1e-7 {
				t.Errorf("case %d, node %v: budget %v best %v, recorded %v %v", c.ID, n.Path, e.budget[k], e.best[k], n.Budget, n.Best)
			}
			if !e.dead[k] && (relative(e.f.Mu[k], n.MuF) > 1e-6 || relative(e.f.Sd[k], n.SdF) > 1e-6 || relative(e.c.Mu[k], n.MuC) > 1e-6 || relative(e.c.Sd[k], n.SdC) > 1e-6) {
				t.Errorf("case %d, node %v: moments differ from the record", c.ID, n.Path)
			}
			// Only the leaves' recorded gradients are those of the value: the
			// reference detaches the caches of fantasised models, so the inner
			// nodes' miss a term (internal/tools/verify recomputes both).
			for j, g := range n.Grad {
				if leaf := e.layout.count[k] == 0; leaf && math.Abs(grad[k*c.D+j]-g) > 1e-5*largest(grad) {
					t.Errorf("case %d, node %v: gradient[%d] %v, recorded %v", c.ID, n.Path, j, grad[k*c.D+j], g)
				}
			}
		}
	}
}

// relative is |a−b|/|b|, and 0 when both are 0.
func relative(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a-b) / math.Abs(b)
}

// tail is a tolerance for a value far in a tail, where it falls as exp(-z²/2): a
// relative error of z counts z² times there.
func tail(tolerance, value float64) float64 {
	return tolerance * (1 + math.Abs(math.Log(value))/10)
}

// randomState is a small random study in dimension d.
func randomState(t testing.TB, rng *rand.Rand, n, d int, budget float64) State {
	t.Helper()
	p := modeltest.Pair(t, rng, n, d)
	return State{Pair: p, Budget: budget, Best: p.Incumbent()}
}

func randomFantasies(rng *rand.Rand, counts ...int) fantasy.Samples {
	f := make(fantasy.Samples, len(counts))
	for i, m := range counts {
		for range m {
			f[i].Z = append(f[i].Z, [2]float64{rng.NormFloat64(), rng.NormFloat64()})
			f[i].Weight = append(f[i].Weight, 1/float64(m))
		}
	}
	return f
}

// value is the definition of B-MS-EI's tree by plain recursion over
// conditioned posteriors: the oracle the flat evaluator must agree with.
func recursion(t testing.TB, s State, f fantasy.Samples, l *layout, x []float64, k int) float64 {
	t.Helper()
	if s.Budget <= s.Exhausted() {
		return 0
	}
	d := s.Pair.Dim()
	p := x[k*d : k*d+d]
	var ws model.Workspace
	m := s.Pair.Moments(&ws, p)
	left := s.Budget - m.Way
	if left <= s.Exhausted() { // the way takes all
		return -s.Price * s.Budget
	}
	value := acquisition.NewQ1(s.Best, s.Budget).Value(m)
	if s.Price > 0 {
		value -= s.Price * (m.Way + acquisition.Spending(m.MuC, m.SdC, left).Value)
	}
	if l.count[k] == 0 {
		return value
	}
	for j := range l.count[k] {
		z := f[l.stage[k]].Z[j]
		y := m.MuF + math.Sqrt(m.SdF*m.SdF+s.Pair.Objective.Hyper().Noise)*z[0]
		lnz := s.Pair.LnCost(m, y, z[1])
		child, err := s.Pair.Condition(p, y, lnz)
		if err != nil {
			t.Fatal(err)
		}
		next := State{Pair: child, Budget: left - math.Exp(lnz), Best: math.Max(s.Best, held(child, p, y)), Initial: cmp.Or(s.Initial, s.Budget), Price: s.Price}
		value += f[l.stage[k]].Weight[j] * max(0, recursion(t, next, f, l, x, l.child[k]+j))
	}
	return value
}

// held is what a fantasy y at x, after which child is believed, is worth.
func held(child *model.Pair, x model.Unit, y float64) float64 {
	if !child.Objective.Noisy() {
		return y
	}
	var ws model.Workspace
	return child.Moments(&ws, x).MuF
}

func TestTreeEqualsRecursionAndDifferences(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(31, 32))
	shapes := [][]int{{3}, {2, 2}, {4, 2}, {2, 2, 2}, {1, 1, 1}, {2, 1, 2, 1}}
	exhausted, binding := 0, 0
	for _, shape := range shapes {
		for d := 1; d <= 5; d++ {
			// From a budget that many branches use up to one that none does.
			for _, budget := range []float64{1.2, 3, 50} {
				s := randomState(t, rng, 5+2*d, d, budget)
				s.Best -= rng.Float64() // so that some fantasies beat it
				f := randomFantasies(rng, shape...)
				dead, own := checkRandomTree(t, fmt.Sprint(shape, " d=", d, " budget ", budget), rng, s, f)
				exhausted, binding = exhausted+dead, binding+own
			}
		}
	}
	if exhausted == 0 || binding == 0 {
		t.Errorf("the sweep met %d exhausted nodes and %d binding incumbents; it must meet both", exhausted, binding)
	}
}

// checkRandomTree holds the value and the gradient of a tree at random points against recursion and differences, and counts
// the nodes that are exhausted and those whose fantasy became the incumbent.
func checkRandomTree(t *testing.T, name string, rng *rand.Rand, s State, f fantasy.Samples) (exhausted, binding int) {
	t.Helper()
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	n := e.Nodes() * s.Pair.Objective.Dim()
	x, grad := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = 0.02 + 0.96*rng.Float64()
	}
	v := e.Value(x, grad)
	for k := range e.Nodes() {
		if e.dead[k] {
			exhausted++
		}
		if e.own[k] {
			binding++
		}
	}
	// Far in the tail a value's relative error is |u|² times its moments'.
	if want := recursion(t, s, f, e.layout, x, 0); relative(v, want) > 1e-8 && math.Abs(v-want) > 1e-20 {
		t.Errorf("%s: value %v, by recursion %v", name, v, want)
	}
	checkDifferences(t, name, e, x, grad)
	return exhausted, binding
}

func checkDifferences(t *testing.T, name string, e *Evaluator, x, grad []float64) {
	t.Helper()
	const h = 1e-5
	at := func(i int, v float64) float64 {
		old := x[i]
		x[i] = v
		defer func() { x[i] = old }()
		return e.Value(x, nil)
	}
	scale := largest(grad)
	for i, v := range x {
		// Five-point differences: error O(h⁴), where curvature is strong too.
		five := func(h float64) float64 {
			return (8*(at(i, v+h)-at(i, v-h)) - (at(i, v+2*h) - at(i, v-2*h))) / (12 * h)
		}
		fd := five(h)
		if math.Abs(fd-grad[i]) > 1e-5*scale {
			// In a tree of points close together the value is rounded more coarsely than usual: a wider step shows it
			// less, and a wrong gradient just as well.
			fd = five(4 * h)
		}
		if math.Abs(fd-grad[i]) > 1e-5*scale {
			t.Errorf("%s: gradient[%d] %v, differences %v (largest %v)", name, i, grad[i], fd, scale)
		}
	}
}

func largest(v []float64) float64 {
	m := math.SmallestNonzeroFloat64
	for _, g := range v {
		m = math.Max(m, math.Abs(g))
	}
	return m
}

// With a known cost there is no cost process: affordability is a step.
func TestKnownCostTreeEqualsRecursion(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(33, 34))
	s := randomState(t, rng, 8, 2, 2.5)
	s.Pair = &model.Pair{Objective: s.Pair.Objective, Known: func(x model.Unit) float64 { return 0.5 + x[0] }}
	f := randomFantasies(rng, 3, 2)
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	x, grad := make([]float64, e.Nodes()*2), make([]float64, e.Nodes()*2)
	for i := range x {
		x[i] = rng.Float64()
	}
	v := e.Value(x, grad)
	if want := recursion(t, s, f, e.layout, x, 0); relative(v, want) > 1e-8 {
		t.Errorf("value %v, by recursion %v", v, want)
	}
	checkDifferences(t, "known cost", e, x, grad)
}

func TestOneStageIsQ1(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(35, 36))
	s := randomState(t, rng, 8, 2, 1.5)
	e, err := NewEvaluator(s, nil)
	if err != nil {
		t.Fatal(err)
	}
	var ws model.Workspace
	for range 50 {
		x := []float64{rng.Float64(), rng.Float64()}
		want := acquisition.NewQ1(s.Best, s.Budget).Value(s.Pair.Moments(&ws, x))
		if v := e.Value(x, nil); relative(v, want) > 1e-9 {
			t.Errorf("one stage at %v: %v, Q₁ %v", x, v, want)
		}
	}
}

// An unlimited budget and one fantasy at the mean is the plain two-step path:
// EI here, and EI there once the mean here has been observed.
func TestUnlimitedBudgetPathIsTwoStepEI(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(37, 38))
	s := randomState(t, rng, 8, 2, math.Inf(1))
	f, err := fantasy.DefaultShape(fantasy.Path, 2).Draw(0, false)
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEvaluator(s, f)
	if err != nil {
		t.Fatal(err)
	}
	var ws model.Workspace
	for range 20 {
		x := []float64{rng.Float64(), rng.Float64(), rng.Float64(), rng.Float64()}
		m := s.Pair.Moments(&ws, x[:2])
		next, err := s.Pair.Condition(x[:2], m.MuF, m.MuC)
		if err != nil {
			t.Fatal(err)
		}
		m2 := next.Moments(&ws, x[2:])
		want := acquisition.EI(m.MuF, m.SdF, s.Best) + acquisition.EI(m2.MuF, m2.SdF, math.Max(s.Best, m.MuF))
		if v := e.Value(x, nil); relative(v, want) > 1e-8 {
			t.Errorf("two-step path %v, want %v", v, want)
		}
	}
}

func TestEvaluationDoesNotAllocate(t *testing.T) {
	rng := rand.New(rand.NewPCG(39, 40))
	allocatesNothing(t, rng, randomState(t, rng, 20, 2, 4))
}

// allocatesNothing evaluates trees from a state in two dimensions.
func allocatesNothing(t *testing.T, rng *rand.Rand, s State) {
	t.Helper()
	e, err := NewEvaluator(s, randomFantasies(rng, 4, 4, 2))
	if err != nil {
		t.Fatal(err)
	}
	x, grad := make([]float64, e.Nodes()*2), make([]float64, e.Nodes()*2)
	for i := range x {
		x[i] = rng.Float64()
	}
	if n := testing.AllocsPerRun(50, func() { x[0] = rng.Float64(); e.Value(x, grad) }); n != 0 {
		t.Errorf("%v allocations per evaluation", n)
	}
}

func BenchmarkValueAndGradient(b *testing.B) {
	for _, shape := range [][]int{{1, 1, 1}, {2, 1, 1}, {4}, {8}, {4, 4, 2}, {10, 5, 3}} {
		for _, d := range []int{1, 2, 3, 4} {
			for _, n := range []int{10, 20, 40, 80} {
				b.Run(fmt.Sprintf("tree=%v/d=%d/n=%d", fantasy.Samples(randomFantasies(rand.New(rand.NewPCG(1, 1)), shape...)), d, n), func(b *testing.B) {
					rng := rand.New(rand.NewPCG(41, 42))
					s := randomState(b, rng, n, d, 50)
					e, err := NewEvaluator(s, randomFantasies(rng, shape...))
					if err != nil {
						b.Fatal(err)
					}
					x, grad := make([]float64, e.Nodes()*d), make([]float64, e.Nodes()*d)
					for i := range x {
						x[i] = rng.Float64()
					}
					other := append([]float64(nil), x...)
					other[0] = rng.Float64() // the same tree again would not be computed again
					b.ReportAllocs()
					least(b, time.Microsecond, "least-µs", func() {
						e.Value(x, grad)
						x, other = other, x
					})
				})
			}
		}
	}
}
