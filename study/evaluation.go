package study

import (
	"fmt"
	"math"

	"farsight/model"
	"farsight/scenarios"
)

// checkEvaluation checks an evaluation. A NaN value is a failed one, with a cost.
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

// checkValue refuses values that the models cannot use; most are placeholders.
func checkValue(v float64) error {
	err := model.CheckOutput(v)
	if err == nil || math.IsNaN(v) {
		return nil // NaN is a failed evaluation
	}
	return fmt.Errorf("%w; if the evaluation failed or is not allowed, report it as failed (farsight study tell --failed)", err)
}
