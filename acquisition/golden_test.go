package acquisition

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// goldenCase holds the fields of gp_tree.json this package answers for; internal/golden/testdata/README.md says what they mean.
type goldenCase struct {
	ID    int
	X     []model.Unit
	Y     []float64
	Cost  []float64
	Hyper struct {
		Ls       []model.Unit
		Os       []float64
		Noise    []float64
		Mean     []float64
		StdMean  []float64 `json:"std_mean"`
		StdScale []float64 `json:"std_scale"`
	}
	BudgetLeft  float64 `json:"budget_left"`
	Nu          float64
	Best        float64
	TestX       []model.Unit `json:"test_x"`
	PostMean    []model.Unit `json:"post_mean"`
	PostVar     []model.Unit `json:"post_var"`
	EI          []float64    `json:"ei"`
	EIPUC       []float64    `json:"ei_puc"`
	EIPUCCC     []float64    `json:"ei_puc_cc"`
	Q1          []float64    `json:"q1"`
	GradEI      []model.Unit `json:"grad_ei"`
	GradEIPUC   []model.Unit `json:"grad_ei_puc"`
	GradEIPUCCC []model.Unit `json:"grad_ei_puc_cc"`
	GradQ1      []model.Unit `json:"grad_q1"`
}

func goldenCases(t *testing.T) []goldenCase {
	t.Helper()
	raw, err := os.ReadFile("../internal/golden/testdata/gp_tree.json")
	testkit.OK(t, err)
	var file struct{ Cases []goldenCase }
	testkit.OK(t, json.Unmarshal(raw, &file))
	if len(file.Cases) == 0 {
		t.Fatal("no cases in the golden file")
	}
	return file.Cases
}

// pair is the case's posterior: the recorded hyperparameters are standardised, ours are in original units.
func (c goldenCase) pair(t *testing.T) *model.Pair {
	t.Helper()
	lnz := make([]float64, len(c.Cost))
	for i, z := range c.Cost {
		lnz[i] = math.Log(z)
	}
	gp := func(o int, y []float64) *model.GP {
		h := c.Hyper
		s2 := h.StdScale[o] * h.StdScale[o]
		g, err := model.New(c.X, y, model.Hyper{
			Mean: h.StdMean[o] + h.StdScale[o]*h.Mean[o], Variance: s2 * h.Os[o], Scale: h.Ls[o], Noise: s2 * h.Noise[o],
		})
		testkit.OK(t, err)
		return g
	}
	return &model.Pair{Objective: gp(0, c.Y), LogCost: gp(1, lnz)}
}

func TestGolden(t *testing.T) {
	t.Parallel()
	values, gradients := 0, 0
	for _, c := range goldenCases(t) {
		p := c.pair(t)
		var ws Workspace
		grad := make([]float64, p.Dim())
		for _, q := range []struct {
			rule Function
			want []float64
			grad []model.Unit
		}{
			{NewEI(c.Best), c.EI, c.GradEI},
			{NewEIPUC(c.Best), c.EIPUC, c.GradEIPUC},
			{NewEIPUCCC(c.Best, c.Nu), c.EIPUCCC, c.GradEIPUCCC},
			{NewQ1(c.Best, c.BudgetLeft), c.Q1, c.GradQ1},
		} {
			for i, x := range c.TestX {
				values++
				// From the recorded moments: only this package's arithmetic, and the 15 digits of the file.
				recorded := q.rule.Value(model.Moments{
					MuF: c.PostMean[i][0], SdF: math.Sqrt(c.PostVar[i][0]),
					MuC: c.PostMean[i][1], SdC: math.Sqrt(c.PostVar[i][1]),
				})
				if e := relative(recorded, q.want[i]); e > 1e-9 {
					t.Errorf("case %d, %s at %d from the recorded moments: %g, want %g", c.ID, q.rule.Name(), i, recorded, q.want[i])
				}
				// Through the model: a tail multiplies the moments' rounding by u².
				got := q.rule.Value(p.Moments(&ws.model, x))
				if e := relative(got, q.want[i]); e > 1e-5 {
					t.Errorf("case %d, %s at %d: %g, want %g", c.ID, q.rule.Name(), i, got, q.want[i])
				}
				if q.grad[i] == nil {
					continue // deep in the tail: the reference has no digits
				}
				// ∇value = value · ∇ ln value
				gradients++
				value := math.Exp(Gradient(p, q.rule, &ws, x, grad))
				size := 0.0
				for _, g := range q.grad[i] {
					size = math.Max(size, math.Abs(g))
				}
				for j, want := range q.grad[i] {
					if !(math.Abs(value*grad[j]-want) <= 1e-5*size) {
						t.Errorf("case %d, ∇%s at %d, coordinate %d: %g, want %g", c.ID, q.rule.Name(), i, j, value*grad[j], want)
					}
				}
			}
		}
	}
	if gradients == 0 {
		t.Error("the file held no gradients")
	}
	t.Logf("%d values, %d gradients", values, gradients)
}
