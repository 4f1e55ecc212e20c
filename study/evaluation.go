package study

import (
	"fmt"
	"math"

	"farsight/model"
	"farsight/scenarios"
)

// checkEvaluation says what is wrong with one. A NaN value is a failed evaluation: it
// has a cost.
func checkEvaluation(p *scenarios.Problem, x scenarios.Point, e scenarios.Evaluation) error {
	if err := p.CheckPoint(x); err != nil {
		return err
	}
	if err := checkValue(e.Value); err != nil {
		return fmt.Errorf("value %v: %w", e.Value, err)
	}
	if err := model.CheckCost(e.Cost); err != nil {
		return fmt.Errorf("cost %v: %w", e.Cost, err)
	}
	if e.Sd != 0 {
		if err := model.CheckSd(e.Sd); err != nil {
			return fmt.Errorf("sd %v: %w", e.Sd, err)
		}
	}
	return nil
}

// checkValue refuses values that no model can square, most of which stand for
// something else.
func checkValue(v float64) error {
	err := model.CheckOutput(v)
	if err == nil || math.IsNaN(v) {
		return nil // NaN is a failed evaluation
	}
	return fmt.Errorf("%w; if it stands for an evaluation that failed or is not allowed, say so instead (farsight study tell --failed)", err)
}
