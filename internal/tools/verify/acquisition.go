package main

import (
	"fmt"
	"math"

	"farsight/acquisition"
	"farsight/internal/golden"
	"farsight/model"
)

// closedForm is a rule with a formula, and where a case keeps its numbers.
type closedForm struct {
	field string
	rule  func(*golden.Case) acquisition.Function
	kept  func(*golden.Case) golden.Acquisition
}

func (f closedForm) checkValue(t *tally, s *subject) {
	var ws model.Workspace
	rule, kept := f.rule(s.Case), f.kept(s.Case)
	for i, x := range s.TestX {
		where := fmt.Sprintf("field %s, row %d", f.field, i)
		if s.given.err != nil {
			t.cannot(where, s.given.err)
			continue
		}
		t.tail(where, rule.Value(s.given.pair.Moments(&ws, x)), kept.Value[i])
	}
}

func (f closedForm) checkGradient(t *tally, s *subject) {
	var ws acquisition.Workspace
	rule, kept := f.rule(s.Case), f.kept(s.Case)
	grad := make([]float64, s.D)
	for i, x := range s.TestX {
		where := fmt.Sprintf("field grad_%s, row %d", f.field, i)
		switch {
		case kept.Grad[i] == nil: // the reference does not vouch for it
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
		t.vector(where, grad, kept.Grad[i], 0)
	}
}
