package study

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
)

// Models are the fitted hyperparameters of both Gaussian processes in the problem's
// own terms.
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
	// LogLikelihood is ln p(data), in the data's units; nil in old records.
	LogLikelihood *float64 `json:"log_likelihood"`
	Fixed         bool     `json:"fixed"` // by the problem: nothing was fitted
}

// ModelsOf describes fitted models; nil before there are any.
func ModelsOf(p *scenarios.Problem, f *model.Fitted) *Models {
	if f == nil {
		return nil
	}
	return recordedModels(p, recordOfProcess(&f.Objective), recordOfProcess(f.LogCost))
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

// processRecord is a process in a study's journal: the fields of model.Hyper, of the
// maximised objective or of ln c.
type processRecord struct {
	Mean     float64   `json:"mean"`
	Variance float64   `json:"variance"`
	Scale    []float64 `json:"lengthscale"`
	Noise    float64   `json:"noise"`

	LogLikelihood *float64 `json:"log_likelihood,omitempty"`
}

// recordOfProcess returns the record of a process; nil for none.
func recordOfProcess(p *model.Process) *processRecord {
	if p == nil {
		return nil
	}
	return &processRecord{p.Mean, p.Variance, p.Scale, p.Noise, finite(p.LogLikelihood)}
}

// hyper returns the hyperparameters; nil for none.
func (r *processRecord) hyper() *model.Hyper {
	if r == nil {
		return nil
	}
	return &model.Hyper{Mean: r.Mean, Variance: r.Variance, Scale: r.Scale, Noise: r.Noise}
}

// recordedModels describes recorded processes; nil without one of the objective.
func recordedModels(p *scenarios.Problem, objective, cost *processRecord) *Models {
	if objective == nil {
		return nil
	}
	m := &Models{Objective: process(p, objective.hyper(), p.Sign(), objective.LogLikelihood, p.Objective.Fixed != nil)}
	if cost != nil {
		m.LogCost = process(p, cost.hyper(), 1, cost.LogLikelihood, p.Cost.Fixed != nil)
	}
	return m
}

// linkRecord is a joint model in a study's journal.
type linkRecord struct {
	Beta float64       `json:"beta"` // of the maximised objective
	Own  processRecord `json:"own"`  // the process g of ln cost − βf
}

// recordOfLink returns the record of a joint model; nil for none.
func recordOfLink(l *model.Link) *linkRecord {
	if l == nil {
		return nil
	}
	return &linkRecord{l.Beta, *recordOfProcess(&model.Process{Hyper: l.Own.Hyper(), LogLikelihood: l.Own.LogLikelihood()})}
}

// refitted returns recorded processes of d inputs, from which a pair is rebuilt. It
// checks them, because a file can contain anything.
func refitted(objective, cost *processRecord, link *linkRecord, d int) (model.Fitted, error) {
	f := model.Fitted{Objective: model.Process{Hyper: *objective.hyper()}}
	if err := f.Objective.Check(d); err != nil {
		return f, err
	}
	if cost != nil {
		f.LogCost = &model.Process{Hyper: *cost.hyper()}
		if err := f.LogCost.CheckLogCost(d); err != nil {
			return f, err
		}
	}
	if link != nil {
		f.Link = &model.LinkFound{Beta: link.Beta, Evidence: math.Inf(1), Own: *link.Own.hyper()}
		if err := f.Link.Own.CheckLogCost(d); err != nil {
			return f, err
		}
	}
	return f, nil
}
