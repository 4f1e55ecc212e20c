package study

import (
	"errors"
	"slices"

	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// errPriorsFixed says that there are no priors to change.
var errPriorsFixed = errors.New("a process of the problem is fixed, and has none; take its hyperparameters out with --problem")

// Edit is what changes in a problem's definition for a study that goes on with it;
// what is empty stays.
type Edit struct {
	Bounds map[int][2]float64 // low and high, by the parameter's number
	Priors string             // of both models
}

// Empty tells whether nothing changes.
func (e Edit) Empty() bool { return len(e.Bounds) == 0 && e.Priors == "" }

// PriorsFixed tells whether a problem's priors cannot be changed.
func PriorsFixed(p *scenarios.Problem) bool { return p.Objective.Fixed != nil || p.Cost.Fixed != nil }

// PriorNames are those there are.
func PriorNames() []string { return []string{model.Paper.String(), model.DimensionScaled.String()} }

// Text is the definition of p with the changes in it, without its comments and
// its initial design: a study keeps its own, whose points may lie outside now.
// Whether the bounds make sense is for whoever reads it.
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
