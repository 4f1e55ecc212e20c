package main

import (
	"context"
	"fmt"

	"farsight/acquisition"
	"farsight/internal/golden"
)

// check is one line of a report: what it is called, how close is close enough,
// and how to make it for one case, race or trial.
type check[T any] struct {
	name      string
	tolerance float64
	run       func(t *tally, s T)
}

var caseChecks = []check[*subject]{
	{"data", tight, checkCaseData},
	{"standardisation", tight, checkStandardisation},
	{"incumbent", tight, checkIncumbent},
	{"likelihood", tight, checkLikelihood},
	{"prior", tight, checkPrior},
	{"posterior", tight, checkPosterior},
	{"posterior gradient", tight, checkPosteriorGradient},
	{"EI", loose, ei.checkValue},
	{"EI gradient", loose, ei.checkGradient},
	{"EI-PUC", loose, eiPUC.checkValue},
	{"EI-PUC gradient", loose, eiPUC.checkGradient},
	{"EI-PUC-CC", loose, eiPUCCC.checkValue},
	{"EI-PUC-CC gradient", loose, eiPUCCC.checkGradient},
	{"Q1", loose, q1.checkValue},
	{"Q1 gradient", loose, q1.checkGradient},
	{"tree nodes, conditioned", tight, checkConditioned},
	{"tree nodes", tight, checkTreeNodes},
	{"tree improvements", loose, checkTreeImprovements},
	{"tree value", loose, checkTreeValue},
	{"tree gradient as recorded", loose, checkRecordedGradient},
	{"tree gradient", loose, checkTreeGradient},
	{"fit likelihood", tight, checkFitLikelihood},
	{"fit prior", tight, checkFitPrior},
	{"fit posterior", tight, checkFitPosterior},
	{"fit, below theirs by", fitSlack, checkFitReached},
}

var raceChecks = []check[*golden.Race]{
	{"data", tight, checkRaceData},
	{"standardisation", tight, checkRaceStandardisation},
	{"tree value", loose, checkRaceValue},
}

var trialChecks = []check[*golden.Trial]{
	{"data", tight, checkTrialData},
	{"budget", tight, checkTrialBudget},
}

// The closed-form rules, and where a case keeps their numbers.
var (
	ei = closedForm{"ei",
		func(c *golden.Case) acquisition.Function { return acquisition.NewEI(c.Best) },
		func(c *golden.Case) ([]float64, [][]float64) { return c.EI, c.GradEI }}
	eiPUC = closedForm{"ei_puc",
		func(c *golden.Case) acquisition.Function { return acquisition.NewEIPUC(c.Best) },
		func(c *golden.Case) ([]float64, [][]float64) { return c.EIPUC, c.GradEIPUC }}
	eiPUCCC = closedForm{"ei_puc_cc",
		func(c *golden.Case) acquisition.Function { return acquisition.NewEIPUCCC(c.Best, c.Nu) },
		func(c *golden.Case) ([]float64, [][]float64) { return c.EIPUCCC, c.GradEIPUCCC }}
	q1 = closedForm{"q1",
		func(c *golden.Case) acquisition.Function { return acquisition.NewQ1(c.Best, c.BudgetLeft) },
		func(c *golden.Case) ([]float64, [][]float64) { return c.Q1, c.GradQ1 }}
)

// recompute makes every check of a file. The error is ctx's: a number that cannot be
// computed is a failed check.
func recompute(ctx context.Context, f *golden.File) (report, error) {
	r := report{File: f.Name, OK: true, Checks: []checked{}, Unchecked: unchecked(f)}
	subjects := make([]*subject, len(f.Cases))
	for i := range f.Cases {
		subjects[i] = newSubject(&f.Cases[i])
	}
	r.Checks = perform(ctx, r.Checks, caseChecks, subjects, func(i int) string { return fmt.Sprintf("case %d", f.Cases[i].ID) })
	r.Checks = perform(ctx, r.Checks, raceChecks, pointers(f.Races), func(i int) string { return fmt.Sprintf("race %d", i) })
	r.Checks = perform(ctx, r.Checks, trialChecks, pointers(f.Trials), func(i int) string { return fmt.Sprintf("trial at position %d", i) })
	for _, c := range r.Checks {
		r.OK = r.OK && c.OK
	}
	return r, ctx.Err()
}

func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// perform makes each check of each subject and appends those that had something
// to compare. name names a subject.
func perform[T any](ctx context.Context, done []checked, checks []check[T], subjects []T, name func(int) string) []checked {
	for _, c := range checks {
		t := tally{checked: checked{Name: c.name, Tolerance: c.tolerance}}
		for i, s := range subjects {
			if ctx.Err() != nil {
				return done
			}
			before := t.Numbers
			t.item = name(i)
			c.run(&t, s)
			if t.Numbers > before {
				t.Cases++
			}
		}
		if t.Numbers > 0 {
			done = append(done, t.checked)
		}
	}
	return done
}
