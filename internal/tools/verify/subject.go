package main

import (
	"fmt"
	"math"

	"farsight/acquisition"
	"farsight/internal/golden"
	"farsight/model"
)

// outputs names the two columns of a file.
var outputs = [2]string{"objective", "log-cost"}

// subject is a case with the posteriors its checks share.
type subject struct {
	*golden.Case
	target [2][]float64 // y and ln cost
	given  belief       // at the case's hyperparameters
	fitted belief       // at the reference's fit

	seen    []scenario // what the nodes of the tree see; see scenarios
	topDown []int
	planned *planned // the tree as the planner sees it; see plan
}

// belief is the posterior of both outputs at hyperparameters of the file.
type belief struct {
	hyper *golden.Hyper
	pair  *model.Pair
	err   error
}

func newSubject(c *golden.Case) *subject {
	s := &subject{Case: c, target: targets(c.Data)}
	s.given = newBelief(c.Data, &c.Hyper)
	s.fitted = newBelief(c.Data, &c.Fit.Hyper)
	return s
}

func targets(d golden.Data) [2][]float64 {
	lnz := make([]float64, len(d.Cost))
	for i, z := range d.Cost {
		lnz[i] = math.Log(z)
	}
	return [2][]float64{d.Y, lnz}
}

func newBelief(d golden.Data, h *golden.Hyper) belief {
	b := belief{hyper: h, pair: &model.Pair{}}
	target := targets(d)
	if b.pair.Objective, b.err = model.New(model.Units(d.X), target[0], b.original(0)); b.err != nil {
		return b
	}
	b.pair.LogCost, b.err = model.New(model.Units(d.X), target[1], b.original(1))
	return b
}

// standardised returns the hyperparameters of output o as the file has them.
func (b belief) standardised(o int) model.Hyper {
	h := b.hyper
	return model.Hyper{Mean: h.Mean[o], Variance: h.Variance[o], Scale: h.Scale[o], Noise: h.Noise[o]}
}

// original returns them in the output's own units.
func (b belief) original(o int) model.Hyper {
	return b.standardised(o).Original(b.hyper.StdMean[o], b.hyper.StdScale[o])
}

func (b belief) process(o int) *model.GP {
	if o == 0 {
		return b.pair.Objective
	}
	return b.pair.LogCost
}

// closedForm is a rule with a formula, and where a case keeps its numbers.
type closedForm struct {
	field string
	rule  func(*golden.Case) acquisition.Function
	kept  func(*golden.Case) (value []float64, grad [][]float64)
}

func (f closedForm) checkValue(t *tally, s *subject) {
	var ws model.Workspace
	rule := f.rule(s.Case)
	kept, _ := f.kept(s.Case)
	for i, x := range s.TestX {
		where := fmt.Sprintf("field %s, row %d", f.field, i)
		if s.given.err != nil {
			t.cannot(where, s.given.err)
			continue
		}
		t.tail(where, rule.Value(s.given.pair.Moments(&ws, x)), kept[i])
	}
}

func (f closedForm) checkGradient(t *tally, s *subject) {
	var ws acquisition.Workspace
	rule := f.rule(s.Case)
	_, kept := f.kept(s.Case)
	grad := make([]float64, s.D)
	for i, x := range s.TestX {
		where := fmt.Sprintf("field grad_%s, row %d", f.field, i)
		switch {
		case kept[i] == nil: // the reference does not vouch for it
			continue
		case s.given.err != nil:
			t.cannot(where, s.given.err)
			continue
		}
		// The score is ln value: ∇value = value·∇score.
		value := math.Exp(acquisition.Gradient(s.given.pair, rule, &ws, x, grad))
		for j := range grad {
			grad[j] *= value
		}
		t.vector(where, grad, kept[i], 0)
	}
}
