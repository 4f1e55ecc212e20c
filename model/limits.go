package model

import (
	"fmt"
	"math"
)

// MaxOutput is the largest size of an output. A process works with squares: its variance is up to two hundred times
// that of the outputs, and doubles end near 1.8e308.
const MaxOutput = 1e150

// MinCost and MaxCost are the range of costs, as wide as that of outputs: what a cost buys of an output is finite too.
const MinCost, MaxCost = 1 / MaxOutput, MaxOutput

// MaxPoints is how many points a fit takes. Its memory grows with their square, to a gigabyte at this many, and the
// time of every step of it with their cube, to seconds.
const MaxPoints = 4000

// Range is what a hyperparameter may be.
type Range struct{ Least, Most float64 }

// The ranges of fixed hyperparameters. Lengthscales are on the unit cube: a millionth of it is as good as noise, a
// million times it as good as constant. Variances are squares of outputs. The log-cost's mean and standard deviation
// are those of logarithms of doubles.
var (
	ScaleRange           = Range{1e-6, 1e6}
	MeanRange            = Range{-1e152, 1e152}
	VarianceRange        = Range{1e-305, 1e305}
	NoiseRange           = Range{0, 1e305}
	LogCostMeanRange     = Range{-700, 700}
	LogCostVarianceRange = Range{1e-305, 1e8}
	LogCostNoiseRange    = Range{0, 1e8}
)

// Check says what is wrong with v.
func (r Range) Check(v float64) error {
	if !(v >= r.Least && v <= r.Most) {
		return fmt.Errorf("must be between %v and %v, not %v", r.Least, r.Most, v)
	}
	return nil
}

// CheckLogCost says what is wrong with the hyperparameters of a log-cost of d inputs: e to the mean is a cost.
func (h Hyper) CheckLogCost(d int) error {
	return h.within(d, LogCostMeanRange, LogCostVarianceRange, LogCostNoiseRange)
}

// Check says what is wrong with the hyperparameters of a process of d inputs.
func (h Hyper) Check(d int) error { return h.within(d, MeanRange, VarianceRange, NoiseRange) }

func (h Hyper) within(d int, mean, variance, noise Range) error {
	if len(h.Scale) != d {
		return fmt.Errorf("hyperparameter scale has %d lengthscales: the inputs have dimension %d", len(h.Scale), d)
	}
	for _, f := range []struct {
		name string
		v    float64
		Range
	}{{"mean", h.Mean, mean}, {"variance", h.Variance, variance}, {"noise", h.Noise, noise}} {
		if err := f.Check(f.v); err != nil {
			return fmt.Errorf("hyperparameter %s = %v: %w", f.name, f.v, err)
		}
	}
	for i, l := range h.Scale {
		if err := ScaleRange.Check(l); err != nil {
			return fmt.Errorf("hyperparameter scale[%d] = %v: a lengthscale %w", i, l, err)
		}
	}
	return nil
}

// CheckOutput says why v cannot be modelled.
func CheckOutput(v float64) error {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return fmt.Errorf("must be a finite number")
	case math.Abs(v) > MaxOutput:
		return fmt.Errorf("must be between %v and %v: its square is beyond what can be computed with", -MaxOutput, MaxOutput)
	}
	return nil
}

// CheckCost says why z is no cost.
func CheckCost(z float64) error {
	switch {
	case !(z > 0) || math.IsInf(z, 0):
		return fmt.Errorf("must be positive and finite")
	case z < MinCost || z > MaxCost:
		return fmt.Errorf("must be between %v and %v: express it in another unit", MinCost, MaxCost)
	}
	return nil
}
