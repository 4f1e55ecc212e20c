package main

import (
	"context"
	"math"
	"strings"
	"testing"

	"farsight/internal/golden"
	"farsight/internal/testkit"
)

// small.json comes from testdata/make.py, which shares nothing with our code.
const small = "testdata/small.json"

func read(t *testing.T, file string) *golden.File {
	t.Helper()
	f, err := golden.Read(file)
	testkit.OK(t, err)
	return f
}

func reported(t *testing.T, f *golden.File) report {
	t.Helper()
	r, err := recompute(context.Background(), f)
	testkit.OK(t, err)
	return r
}

func TestAgreesWithAnIndependentComputation(t *testing.T) {
	t.Parallel()
	r := reported(t, read(t, small))
	if len(r.Unchecked) != 0 {
		t.Errorf("unchecked: %q", r.Unchecked)
	}
	if len(r.Checks) != len(caseChecks) {
		t.Errorf("%d of %d checks found something to compare", len(r.Checks), len(caseChecks))
	}
	for _, c := range r.Checks {
		if !c.OK() {
			t.Errorf("%s: %s", c.Name, c.Complaint)
		}
		// Far inside the tolerances, so that these could catch more than blunders.
		if c.Worst > c.Tolerance/100 && c.Tolerance != fitSlack {
			t.Errorf("%s: error %.1e is near its tolerance %.0e", c.Name, c.Worst, c.Tolerance)
		}
		if c.Cases != 2 {
			t.Errorf("%s: made of %d cases, want 2", c.Name, c.Cases)
		}
	}
}

func TestAgreesWithTheReference(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gp_tree.json", "races.json", "trials.json"} {
		for _, c := range reported(t, read(t, reference+name)).Checks {
			if !c.OK() {
				t.Errorf("%s: %s: %s", name, c.Name, c.Complaint)
			}
		}
	}
}

func TestEveryNumberCounts(t *testing.T) {
	t.Parallel()
	perturb(t, small, 1)
}

// Each kind of number belongs to a check, which is named when it is wrong.
func TestFailuresAreNamed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		check, want string
		change      func(c *golden.Case)
	}{
		{"data", "case 3, field cost, row 2", func(c *golden.Case) { c.CostParams[1] *= 1.01; c.Cost[2] *= 2 }},
		{"standardisation", "case 3, field hyper.std_scale, log-cost", func(c *golden.Case) { c.Hyper.StdScale[1] *= 1.01 }},
		{"standardisation", "case 3, field fit.hyper.std_mean, objective", func(c *golden.Case) { c.Fit.Hyper.StdMean[0] *= 1.01 }},
		{"incumbent", "case 3, field best", func(c *golden.Case) { c.Best *= 1.01 }},
		{"incumbent", "case 3, field budget_left", func(c *golden.Case) { c.BudgetLeft *= 1.01 }},
		{"likelihood", "case 3, field loglik, objective", func(c *golden.Case) { c.LogLik[0] *= 1.01 }},
		{"prior", "case 3, field logprior, log-cost", func(c *golden.Case) { c.LogPrior[1] *= 1.01 }},
		{"posterior", "case 3, field post_var, row 2, log-cost", func(c *golden.Case) { c.PostVar[2][1] *= 1.01 }},
		{"posterior gradient", "case 3, field grad_var_f, row 1, entry 0", func(c *golden.Case) { c.GradVarF[1][0] *= 1.01 }},
		{"EI", "case 3, field ei, row 0", func(c *golden.Case) { c.EI.Value[0] *= 1.01 }}, // 7e-36
		{"EI-PUC gradient", "case 3, field grad_ei_puc, row 1, entry 0", func(c *golden.Case) { c.EIPUC.Grad[1][0] *= 1.01 }},
		{"EI-PUC-CC", "case 3, field ei_puc_cc, row", func(c *golden.Case) { c.Nu *= 1.01 }},
		{"Q1", "case 3, field q1, row 1", func(c *golden.Case) { c.Q1.Value[1] *= 1.01 }},
		{"tree nodes", "case 3, field tree.nodes[1].s_f, path [0]", func(c *golden.Case) { c.Tree.Nodes[1].SdF *= 1.01 }},
		{"tree nodes, conditioned", "case 3, field tree.nodes[2].", func(c *golden.Case) { c.Tree.BaseSamples[0][1][0] *= 1.01 }},
		{"tree improvements", "case 3, field tree.nodes[0].q1, path []", func(c *golden.Case) { c.Tree.Nodes[0].Q1 *= 1.01 }},
		{"tree value", "case 3, field tree.value", func(c *golden.Case) { c.Tree.Value *= 1.01 }},
		{"tree gradient as recorded", "case 3, field tree.nodes[0].grad, path []", func(c *golden.Case) { c.Tree.Nodes[0].Grad[0] *= 1.01 }},
		{"tree gradient", "case 3, field tree.nodes[2].grad, path [1]", func(c *golden.Case) { c.Tree.Nodes[2].Grad[0] *= 1.01 }},
		{"fit likelihood", "case 3, field fit.loglik, objective", func(c *golden.Case) { c.Fit.LogLik[0] *= 1.01 }},
		{"fit prior", "case 3, field fit.logprior", func(c *golden.Case) { c.Fit.Hyper.Variance[0] *= 1.01 }},
		{"fit posterior", "case 3, field fit.post_mean, row 0", func(c *golden.Case) { c.Fit.PostMean[0][0] *= 1.01 }},
		{"fit, below theirs by", "case 3, field fit, log-cost", func(c *golden.Case) { c.Fit.LogLik[1] += 0.1 }},
	} {
		f := read(t, small)
		c.change(&f.Cases[0])
		var complaint string
		r := reported(t, f)
		for _, check := range r.Checks {
			if check.Name == c.check {
				complaint = check.Complaint
			}
		}
		if !strings.HasPrefix(complaint, c.want) || r.OK() {
			t.Errorf("%s: complaint %q, want it to start with %q", c.check, complaint, c.want)
		}
	}
}

func TestWhatCannotBeComputedFails(t *testing.T) {
	t.Parallel()
	f := read(t, small)
	f.Cases[1].Hyper.Variance[0] = -1 // no reader lets this through
	failed := map[string]bool{}
	for _, c := range reported(t, f).Checks {
		if !c.OK() {
			failed[c.Name] = true
			if math.IsInf(c.Worst, 1) && !strings.Contains(c.Complaint, "case 5") {
				t.Errorf("%s: complaint %q does not name the case", c.Name, c.Complaint)
			}
		}
	}
	for _, name := range []string{"likelihood", "posterior", "posterior gradient", "EI", "Q1 gradient", "tree nodes", "tree value", "tree gradient as recorded"} {
		if !failed[name] {
			t.Errorf("check %q passed without a model", name)
		}
	}
}

func TestStopsWhenAsked(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := recompute(ctx, read(t, small)); err == nil {
		t.Error("went on")
	}
}

// Below 1e-300 digits are lost one by one, and everybody loses others: such
// numbers count as zero, in gradients too.
func TestNumbersBelowUnderflowCountAsZero(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got, want []float64
		ok        bool
	}{
		{[]float64{-1.9e-322, 0}, []float64{-4.97e-320, 0}, true}, // met in a recorded gradient
		{[]float64{0}, []float64{-9e-301}, true},
		{[]float64{9e-301}, []float64{-9e-301}, true},
		{[]float64{0}, []float64{2e-300}, false},
		{[]float64{2e-300}, []float64{0}, false},
		{[]float64{1e-310, 1.01e-299}, []float64{0, 1e-299}, false},
		{[]float64{1e-310, 1e-299}, []float64{0, 1e-299}, true},
	} {
		r := tally{checked: checked{Tolerance: loose}}
		r.vector("x", c.got, c.want, 0)
		if r.OK() != c.ok {
			t.Errorf("computed %v where the file has %v: ok %v, want %v", c.got, c.want, r.OK(), c.ok)
		}
	}
}
