package fitted

import (
	"math"

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
func RecordOf(p *model.Process) *Record {
	if p == nil {
		return nil
	}
	return &Record{p.Mean, p.Variance, p.Scale, p.Noise, finite(p.LogLikelihood)}
}

// hyper are the hyperparameters; nil for none.
func (r *Record) hyper() *model.Hyper {
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
	m := &Models{Objective: process(p, objective.hyper(), p.Sign(), objective.LogLikelihood, p.Objective.Fixed != nil)}
	if cost != nil {
		m.LogCost = process(p, cost.hyper(), 1, cost.LogLikelihood, p.Cost.Fixed != nil)
	}
	return m
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
	return &Link{l.Beta, *RecordOf(&model.Process{Hyper: l.Own.Hyper(), LogLikelihood: l.Own.LogLikelihood()})}
}

// Again are processes of d inputs that were written down, as a pair is rebuilt
// from them. A file may say anything: what no process can be is refused.
func Again(objective, cost *Record, link *Link, d int) (model.Fitted, error) {
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
