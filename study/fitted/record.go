package fitted

import (
	"farsight/model"
	"farsight/scenarios"
)

// Record is a process as a study's journal spells it: what model.Hyper has, of the
// maximised objective or of ln c.
type Record struct {
	Mean     float64   `json:"mean"`
	Variance float64   `json:"variance"`
	Scale    []float64 `json:"lengthscale"`
	Noise    float64   `json:"noise"`

	LogLikelihood *float64 `json:"log_likelihood,omitempty"`
}

// RecordOf is a process to be written down; nil for none.
func RecordOf(g *model.GP) *Record {
	if g == nil {
		return nil
	}
	h := g.Hyper()
	return &Record{h.Mean, h.Variance, h.Scale, h.Noise, likelihood(g)}
}

// Hyper are the hyperparameters; nil for none.
func (r *Record) Hyper() *model.Hyper {
	if r == nil {
		return nil
	}
	return &model.Hyper{Mean: r.Mean, Variance: r.Variance, Scale: r.Scale, Noise: r.Noise}
}

// Recorded describes processes that were written down; nil where there is no
// record of the objective's.
func Recorded(p *scenarios.Problem, objective, cost *Record) *Models {
	if objective == nil {
		return nil
	}
	var costLikelihood *float64
	if cost != nil {
		costLikelihood = cost.LogLikelihood
	}
	return New(p, objective.Hyper(), objective.LogLikelihood, cost.Hyper(), costLikelihood)
}

// Link is how ln cost followed the objective, as a journal spells it.
type Link struct {
	Beta float64 `json:"beta"` // of the maximised objective
	Own  Record  `json:"own"`  // what of ln cost did not follow
}

// LinkOf is a link to be written down; nil for none.
func LinkOf(l *model.Link) *Link {
	if l == nil {
		return nil
	}
	return &Link{l.Beta, *RecordOf(l.Own)}
}

// Linked is the link for a model; nil for none.
func (l *Link) Linked() *model.Linked {
	if l == nil {
		return nil
	}
	return &model.Linked{Beta: l.Beta, Own: *l.Own.Hyper()}
}
