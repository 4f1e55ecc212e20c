// Package fitted is what is believed, in the numbers that were fitted: the
// hyperparameters of both Gaussian processes in the problem's own terms, for
// screens and for programs.
package fitted

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
)

// Models are both processes of a moment.
type Models struct {
	Objective *Process `json:"objective"`
	LogCost   *Process `json:"log_cost"` // nil: the cost is known
}

// Process is one Gaussian process. Values have the problem's own sign.
type Process struct {
	Mean         float64   `json:"mean"`
	Sd           float64   `json:"sd"`           // of the prior: the root of the output scale
	Noise        float64   `json:"noise_sd"`     // of a measurement
	Lengthscales []float64 `json:"lengthscales"` // by parameter, in shares of its range
	// LogLikelihood is ln p(data), in the data's units; nil where a record of before
	// does not have it.
	LogLikelihood *float64 `json:"log_likelihood"`
	Fixed         bool     `json:"fixed"` // by the problem: nothing was fitted
}

// Of describes what is believed of a problem; nil before there is a model.
func Of(p *scenarios.Problem, f *model.Fitted) *Models {
	if f == nil {
		return nil
	}
	return Recorded(p, RecordOf(&f.Objective), RecordOf(f.LogCost))
}

func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func process(p *scenarios.Problem, h *model.Hyper, sign float64, likelihood *float64, fixed bool) *Process {
	if h == nil {
		return nil
	}
	out := &Process{Mean: sign * h.Mean, Sd: math.Sqrt(h.Variance), Noise: math.Sqrt(h.Noise), LogLikelihood: likelihood, Fixed: fixed}
	for _, axis := range p.Axes() { // the choices of one have one
		if axis.At < len(h.Scale) {
			out.Lengthscales = append(out.Lengthscales, h.Scale[axis.At])
		}
	}
	return out
}
