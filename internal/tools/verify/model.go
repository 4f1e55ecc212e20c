package main

import (
	"fmt"
	"math"
	"slices"

	"farsight/internal/golden"
	"farsight/model"
)

// checkStandardisation recomputes the sample mean and n−1 standard deviation.
func checkStandardisation(t *tally, s *subject) {
	compareStandardisation(t, "hyper", s.target, s.Hyper.StdMean, s.Hyper.StdScale)
	compareStandardisation(t, "fit.hyper", s.target, s.Fit.Hyper.StdMean, s.Fit.Hyper.StdScale)
}

func checkRaceStandardisation(t *tally, r *golden.Race) {
	compareStandardisation(t, "hyper", targets(r.Data), r.Hyper.StdMean, r.Hyper.StdScale)
}

func compareStandardisation(t *tally, field string, target [2][]float64, mean, scale [2]float64) {
	for o := range outputs {
		m, sd := model.Standardisation(target[o])
		t.compare(fmt.Sprintf("field %s.std_mean, %s", field, outputs[o]), m, mean[o], rounding*sd)
		t.compare(fmt.Sprintf("field %s.std_scale, %s", field, outputs[o]), sd, scale[o], 0)
	}
}

// checkIncumbent: the incumbent is the best y, and the tree starts from it and
// from the budget.
func checkIncumbent(t *tally, s *subject) {
	t.compare("field best", slices.Max(s.Y), s.Best, 0)
	for _, n := range s.Tree.Nodes {
		if len(n.Path) == 0 {
			t.compare("field budget_left against the tree's root", n.Budget, s.BudgetLeft, 0)
			t.compare("field best against the tree's root", n.Best, s.Best, 0)
		}
	}
}

func checkLikelihood(t *tally, s *subject) { compareLikelihood(t, "loglik", s.given, s.LogLik) }
func checkFitLikelihood(t *tally, s *subject) {
	compareLikelihood(t, "fit.loglik", s.fitted, s.Fit.LogLik)
}

func compareLikelihood(t *tally, field string, b belief, want [2]float64) {
	for o := range outputs {
		where := fmt.Sprintf("field %s, %s", field, outputs[o])
		if b.err != nil {
			t.cannot(where, b.err)
			continue
		}
		t.compare(where, b.logLikelihood(o), want[o], rounding)
	}
}

// logLikelihood is of the standardised targets: dividing n of them by the scale
// divides their density by scale⁻ⁿ.
func (b belief) logLikelihood(o int) float64 {
	return standardisedLikelihood(b.process(o), b.hyper.StdScale[o])
}

func standardisedLikelihood(g *model.GP, scale float64) float64 {
	return g.LogLikelihood() + float64(g.Len())*math.Log(scale)
}

func checkPrior(t *tally, s *subject)    { comparePrior(t, "logprior", s.given, s.LogPrior) }
func checkFitPrior(t *tally, s *subject) { comparePrior(t, "fit.logprior", s.fitted, s.Fit.LogPrior) }

func comparePrior(t *tally, field string, b belief, want [2]float64) {
	for o := range outputs {
		t.compare(fmt.Sprintf("field %s, %s", field, outputs[o]), model.LogPrior(model.Paper, b.standardised(o)), want[o], rounding)
	}
}

func checkPosterior(t *tally, s *subject) {
	comparePosterior(t, "", s.given, s.TestX, s.PostMean, s.PostVar)
}

func checkFitPosterior(t *tally, s *subject) {
	comparePosterior(t, "fit.", s.fitted, s.TestX, s.Fit.PostMean, s.Fit.PostVar)
}

func comparePosterior(t *tally, prefix string, b belief, x [][]float64, mean, variance [][2]float64) {
	var ws model.Workspace
	for i := range x {
		for o := range outputs {
			whereMean := fmt.Sprintf("field %spost_mean, row %d, %s", prefix, i, outputs[o])
			whereVar := fmt.Sprintf("field %spost_var, row %d, %s", prefix, i, outputs[o])
			if b.err != nil {
				t.cannot(whereMean, b.err)
				continue
			}
			m, v := b.process(o).Predict(&ws, x[i])
			t.compare(whereMean, m, mean[i][o], rounding*b.hyper.StdScale[o])
			t.compare(whereVar, v, variance[i][o], 0)
		}
	}
}

func checkPosteriorGradient(t *tally, s *subject) {
	var ws model.Workspace
	dmean, dvar := make([]float64, s.D), make([]float64, s.D)
	for i, x := range s.TestX {
		whereMean, whereVar := fmt.Sprintf("field grad_mean_f, row %d", i), fmt.Sprintf("field grad_var_f, row %d", i)
		if s.given.err != nil {
			t.cannot(whereMean, s.given.err)
			continue
		}
		s.given.pair.Objective.PredictGrad(&ws, x, dmean, dvar)
		// Slopes as they would be if the output fell by its scale over the cube.
		scale := rounding * s.Hyper.StdScale[0]
		t.vector(whereMean, dmean, s.GradMeanF[i], scale)
		t.vector(whereVar, dvar, s.GradVarF[i], scale*s.Hyper.StdScale[0])
	}
}

// checkFitReached: our own MAP fit of the data must be as probable as theirs,
// up to a slack in log density; a better one is fine.
func checkFitReached(t *tally, s *subject) {
	for o := range outputs {
		where := fmt.Sprintf("field fit, %s", outputs[o])
		g, err := model.Fit(model.Units(s.X), s.target[o], model.Settings{})
		if err != nil {
			t.cannot(where, err)
			continue
		}
		mean, scale := model.Standardisation(s.target[o])
		h := g.Hyper()
		h = model.Hyper{Mean: (h.Mean - mean) / scale, Variance: h.Variance / (scale * scale), Scale: h.Scale, Noise: h.Noise / (scale * scale)}
		ours := standardisedLikelihood(g, scale) + model.LogPrior(model.Paper, h)
		theirs := s.Fit.LogLik[o] + s.Fit.LogPrior[o]
		below := math.Max(0, theirs-ours)
		if math.IsNaN(below) {
			below = math.Inf(1)
		}
		t.record(below, func() string {
			return fmt.Sprintf("%s: loglik + logprior is %v in the file, our own fit reaches %v", where, theirs, ours)
		})
	}
}
