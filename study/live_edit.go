package study

import (
	"errors"
	"slices"

	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// errPriorsFixed reports that there are no priors to change.
var errPriorsFixed = errors.New("a process of the problem is fixed, and has none; take its hyperparameters out with --problem")

// Edit is a change of a problem's definition; empty fields stay.
type Edit struct {
	Bounds map[int][2]float64 // low and high, by the parameter's number
	Priors string             // of both models
}

// Empty reports whether nothing changes.
func (e Edit) Empty() bool { return len(e.Bounds) == 0 && e.Priors == "" }

// PriorsFixed reports whether a problem's priors cannot be changed.
func PriorsFixed(p *scenarios.Problem) bool { return p.Objective.Fixed != nil || p.Cost.Fixed != nil }

// PriorNames returns the names of all priors.
func PriorNames() []string { return []string{model.Paper.String(), model.DimensionScaled.String()} }

// Text returns the changed definition of p without comments and initial design: a
// study has its own, whose points may be outside now. The bounds are not checked.
func (e Edit) Text(p *scenarios.Problem) (string, error) {
	q := *p
	q.Parameters, q.Initial = slices.Clone(p.Parameters), scenarios.Initial{}
	for i, b := range e.Bounds {
		q.Parameters[i].Low, q.Parameters[i].High = b[0], b[1]
	}
	if e.Priors != "" {
		preset, err := model.ParsePreset(e.Priors)
		if err != nil {
			return "", err
		}
		if PriorsFixed(p) {
			return "", errPriorsFixed
		}
		q.Objective.Priors, q.Cost.Priors = preset, preset
	}
	out, err := problemfile.Format(&q)
	return string(out), err
}
