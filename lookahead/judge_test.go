package lookahead

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/acquisition"
	"farsight/internal/testkit"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// On common samples max Q_N cannot fall with N, and a tree that is known already
// has the value it has.
func TestHorizonsRise(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(131, 132))
	s := randomState(t, rng, 8, 2, 5)
	f := draw(t, shapeOf(t, fantasy.Sampled, "3,2,1,1,1"), 77)
	calls := 0
	h, err := Horizons(t.Context(), s, f, nil, Settings{Effort: Quick}, func(so []Horizon) {
		if calls++; len(so) != calls {
			t.Errorf("call %d tells of %d horizons", calls, len(so))
		}
	})
	if err != nil || len(h) != 6 || calls != 6 {
		t.Fatalf("%d horizons, %d calls, %v", len(h), calls, err)
	}
	for i, v := range h {
		if v.Steps != i+1 || (i > 0 && v.Value < h[i-1].Value) {
			t.Errorf("N = %d: %+v after %+v", i+1, v, h[max(i-1, 0)])
		}
	}
	one := maximise(t, s, nil, Settings{Effort: Quick})
	if h[0].Value != one.Value || !slices.Equal(h[0].Root, one.Root) {
		t.Errorf("one step: %+v, Q₁ %v", h[0], one.Value)
	}
	tree := maximise(t, s, f[:2], Settings{})
	known, err := tree.Snapshot(s, f[:2], fantasy.Sampled, nil)
	if err != nil {
		t.Fatal(err)
	}
	k, err := Horizons(t.Context(), s, f, &known, Settings{Effort: Quick}, nil)
	if err != nil || len(k) != 6 || k[2].Value != known.Value || !slices.Equal(k[2].Root, tree.Root) || k[3].Value < known.Value || k[1].Value != h[1].Value {
		t.Errorf("with N = 3 known to promise %v: %+v, %v", known.Value, k, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if h, err := Horizons(ctx, s, f, nil, Settings{Effort: Quick}, nil); err != nil || len(h) != 1 {
		t.Errorf("cancelled: %d horizons, %v", len(h), err)
	}
}

// Judging is the definition: for one step Q₁, for two Q₁ and the mean over
// fantasies of the best Q₁ after each.
func TestARootIsJudgedByTheDefinition(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(133, 134))
	s := randomState(t, rng, 8, 1, 2)
	s.Best -= 0.5
	root := []float64{0.35}
	var ws model.Workspace
	m := s.Pair.Moments(&ws, root)
	q1 := acquisition.NewQ1(s.Best, s.Budget).Value(m)
	if v, err := JudgeRoot(t.Context(), s, root, nil, Settings{}); err != nil || relative(v, q1) > 1e-9 {
		t.Errorf("one step: %v, %v, want %v", v, err, q1)
	}
	f := draw(t, shapeOf(t, fantasy.GaussHermite, "3x3"), 0)
	want := q1
	for j, z := range f[0].Z {
		y, lnz := imagined(s.Pair, m, z)
		if left := s.Budget - math.Exp(lnz); left > s.Exhausted() {
			p, err := s.Pair.Condition(root, y, lnz)
			if err != nil {
				t.Fatal(err)
			}
			want += f[0].Weight[j] * bestQ1(p, math.Max(s.Best, y), left, 10000)
		}
	}
	got, err := JudgeRoot(t.Context(), s, root, f, Settings{})
	if err != nil || relative(got, want) > 1e-4 {
		t.Errorf("two steps: %v, %v, on a grid %v", got, err, want)
	}
	// The tree with its root held is the same problem.
	if tree := maximise(t, s, f, Settings{Root: root}); relative(got, tree.Value) > 1e-3 {
		t.Errorf("judged %v, as a tree %v", got, tree.Value)
	}
	for workers := 1; workers < 4; workers++ {
		if v, _ := JudgeRoot(t.Context(), s, root, f, Settings{Workers: workers}); v != got {
			t.Errorf("%d workers judge %v, others %v", workers, v, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := JudgeRoot(ctx, s, root, f, Settings{}); err == nil {
		t.Error("cancelled, it judged all the same")
	}
	if _, err := JudgeRoot(t.Context(), s, []float64{-1}, f, Settings{}); err == nil || !strings.Contains(err.Error(), "judged root: coordinate 0") {
		t.Errorf("outside the cube: error %v", err)
	}
}

// imagined is the outcome a base sample stands for.
func imagined(p *model.Pair, m model.Moments, z [2]float64) (y, lnz float64) {
	return m.MuF + math.Sqrt(m.SdF*m.SdF+p.Objective.Hyper().Noise)*z[0],
		m.MuC + math.Sqrt(m.SdC*m.SdC+p.LogCost.Hyper().Noise)*z[1]
}

// bestQ1 is the maximum of Q₁ over a grid of [0, 1].
func bestQ1(p *model.Pair, best, budget float64, points int) float64 {
	var ws model.Workspace
	rule := acquisition.NewQ1(best, budget)
	top := 0.0
	for i := range points + 1 {
		top = math.Max(top, rule.Value(p.Moments(&ws, []float64{float64(i) / float64(points)})))
	}
	return top
}

// Gauss-Hermite with many nodes agrees with a brute-force nested integral: the
// expectation over (y, ln z) by the trapezoidal rule, the maximum inside on a
// grid.
func TestGaussHermiteAgreesWithTheNestedIntegral(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(135, 136))
	s := randomState(t, rng, 6, 1, 2.5)
	s.Best -= 0.5 // so that there is something to gain
	f := draw(t, shapeOf(t, fantasy.GaussHermite, "32x24"), 0)
	for _, x := range []float64{0.15, 0.55, 0.9} {
		root := []float64{x}
		var ws model.Workspace
		m := s.Pair.Moments(&ws, root)
		want := acquisition.NewQ1(s.Best, s.Budget).Value(m)
		const h = 0.25
		for zf := -5.0; zf <= 5; zf += h {
			for zc := -5.0; zc <= 5; zc += h {
				y, lnz := imagined(s.Pair, m, [2]float64{zf, zc})
				left := s.Budget - math.Exp(lnz)
				if left <= s.Exhausted() {
					continue
				}
				p, err := s.Pair.Condition(root, y, lnz)
				if err != nil {
					t.Fatal(err)
				}
				want += h * h * acquisition.PDF(zf) * acquisition.PDF(zc) * bestQ1(p, math.Max(s.Best, y), left, 120)
			}
		}
		got := maximise(t, s, f, Settings{Root: root}).Value
		// Both see kinks: where a fantasy beats the incumbent or spends the budget.
		if relative(got, want) > 2e-3 {
			t.Errorf("Q₂(%v) = %v by Gauss-Hermite, %v by brute force", x, got, want)
		}
	}
}
