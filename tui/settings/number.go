package settings

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

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

// scaleText writes equal lengthscales once.
func scaleText(scale []float64) string {
	if len(slices.Compact(slices.Clone(scale))) == 1 {
		return pane.Number(scale[0])
	}
	parts := make([]string, len(scale))
	for i, v := range scale {
		parts[i] = pane.Number(v)
	}
	return strings.Join(parts, ", ")
}

// parseScale reads one lengthscale for all d parameters, or one for each.
func parseScale(typed string, d int) ([]float64, error) {
	parts := strings.Split(typed, ",")
	if len(parts) != 1 && len(parts) != d {
		return nil, fmt.Errorf("%d lengthscales for %s: write one for all, or one for each", len(parts), pane.Plural(d, "parameter"))
	}
	out := make([]float64, d)
	for i := range out {
		part := strings.TrimSpace(parts[min(i, len(parts)-1)])
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("%q: a lengthscale is a number above 0", part)
		}
		if err := model.ScaleRange.Check(v); err != nil {
			return nil, fmt.Errorf("a lengthscale %w", err)
		}
		out[i] = v
	}
	return out, nil
}
