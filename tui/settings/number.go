package settings

import (
	"errors"

	"farsight/model"
	"farsight/tui/form"
	"farsight/tui/pane"
	"farsight/tui/session"
)

// text is a field of one number.
func text(value string, own bool, put func(p *session.Plan, v float64), check func(float64) error) setting {
	return setting{value: value, own: own, set: func(p *session.Plan, typed string) error {
		v, problem := form.Number(typed)
		if problem != "" {
			return errors.New(problem)
		}
		if err := check(v); err != nil {
			return err
		}
		put(p, v)
		return nil
	}}
}

// above is a range of numbers above 0.
func above(r model.Range) func(float64) error {
	return func(v float64) error {
		if err := positive(v); err != nil {
			return err
		}
		return r.Check(v)
	}
}

func positive(v float64) error {
	if v <= 0 {
		return errors.New("must be above 0")
	}
	return nil
}

func notNegative(v float64) error {
	if v < 0 {
		return errors.New("must be 0 or more")
	}
	return nil
}

// numberOr is a word instead of 0.
func numberOr(v float64, zero string) string {
	if v == 0 {
		return zero
	}
	return pane.Number(v)
}
