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

// corner is a region: x₀ ≤ 0.6, with a smooth wall, and a weight that falls
// towards 1.
type corner struct{}

func (corner) LogWeight(u model.Unit, grad []float64) float64 {
	v := max(0, u[0]-0.6) / 0.05
	if grad != nil {
		for j := range grad {
			grad[j] = -0.5
		}
		grad[0] -= v / 0.05
	}
	w := -0.5 * v * v
	for _, x := range u {
		w -= 0.5 * x
	}
	return w
}

func (corner) Allows(u model.Unit) bool { return u[0] <= 0.6 }

func (corner) Move(u model.Unit) { u[0] = math.Min(u[0], 0.6) }

// The weight multiplies Q₁ of every node: as in the recursion, with exact
// gradients, and without allocating.
func TestWeighedTreeEqualsRecursionAndDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for _, shape := range [][]int{{3}, {2, 2}, {2, 1, 2, 1}} {
		for d := 1; d <= 3; d++ {
			for _, budget := range []float64{1.2, 3, 50} {
				s := randomState(t, rng, 5+2*d, d, budget)
				s.Best -= rng.Float64()
				s.Pair.Weight = corner{}
				f := randomFantasies(rng, shape...)
				e, err := NewEvaluator(s, f)
				if err != nil {
					t.Fatal(err)
				}
				e = e.Clone()
				x, grad := make([]float64, e.Nodes()*d), make([]float64, e.Nodes()*d)
				for i := range x {
					x[i] = 0.02 + 0.7*rng.Float64()
				}
				v := e.Value(x, grad)
				if want := recursion(t, s, f, e.layout, x, 0); relative(v, want) > 1e-8 && math.Abs(v-want) > 1e-20 {
					t.Errorf("%v d=%d budget %v: value %v, by recursion %v", shape, d, budget, v, want)
				}
				if v > 1e-20 { // below it rounding decides
					checkDifferences(t, fmt.Sprint(shape, " d=", d, " budget ", budget), e, x, grad)
				}
				if n := testing.AllocsPerRun(20, func() { x[0] += 1e-9; e.Value(x, grad) }); n != 0 {
					t.Errorf("%v allocations per evaluation", n)
				}
			}
		}
	}
}

// Every effort, and playouts, stay where one may choose, and trees are worth
// what their points are.
func TestWeighedTreesStayInside(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(63, 64))
	edges := 0
	for i, text := range []string{"4,4,2", "1,1,1", "3", "2,2"} {
		s := randomState(t, rng, 12, 1+i%3, 5)
		s.Pair.Weight = corner{}
		f := draw(t, shapeOf(t, fantasy.Sampled, text), uint64(i))
		for _, effort := range []Effort{Quick, Standard, PaperEffort} {
			if effort == PaperEffort && text == "4,4,2" {
				continue // slow, and the others say the same
			}
			tree := maximise(t, s, f, Settings{Effort: effort, Seed: 7})
			checkTree(t, fmt.Sprint(text, " ", effort), s, f, tree)
			for k := 0; k < len(tree.X); k += s.Pair.Dim() {
				if x := tree.X[k : k+s.Pair.Dim()]; !s.Pair.Allows(x) {
					t.Errorf("%s %v: node at %v", text, effort, x)
				} else if x[0] == 0.6 {
					edges++
				}
			}
			if tree.RunnerUp != nil && !s.Pair.Allows(tree.RunnerUp) {
				t.Errorf("%s %v: runner-up %v", text, effort, tree.RunnerUp)
			}
		}
		judged, err := Playout(t.Context(), s, nil, PlayoutSettings{Seed: 3})
		if err != nil || len(judged) == 0 {
			t.Fatalf("%s: playouts %v, %v", text, judged, err)
		}
		for _, v := range judged {
			if !s.Pair.Allows(v.Root) {
				t.Errorf("%s: played from %v", text, v.Root)
			}
		}
	}
	if edges == 0 {
		t.Error("no tree reaches the edge: the test says little")
	}
}

// What is worth a thousandth everywhere is worth a thousandth: of playouts and
// of greedy trees too.
func TestWeightScalesValues(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(65, 66))
	s := randomState(t, rng, 12, 2, 5)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2"), 1)
	x := []model.Unit{{0.2, 0.7}, {0.9, 0.1}}
	plain, err := PlayoutCurve(t.Context(), s, x, PlayoutSettings{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	tree := maximise(t, s, f, Settings{})
	s.Pair.Weight = flat(math.Log(1e-3))
	weighed, err := PlayoutCurve(t.Context(), s, x, PlayoutSettings{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range plain {
		if relative(weighed[i], v*1e-3) > 1e-9 {
			t.Errorf("played out: %v, without weights %v", weighed[i], v)
		}
	}
	if w := maximise(t, s, f, Settings{}); w.Value < tree.Value*0.99e-3 || w.Value > tree.Value*1.01e-3 {
		t.Errorf("a tree worth %v, without weights %v", w.Value, tree.Value)
	}
}

// flat is the same weight everywhere.
type flat float64

func (f flat) LogWeight(_ model.Unit, grad []float64) float64 {
	clear(grad)
	return float64(f)
}
