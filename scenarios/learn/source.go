package learn

import (
	"context"
	"fmt"
	"slices"

	"farsight/internal/tomlfile"
	"farsight/internal/workers"
	"farsight/scenarios"
)

// Source is a source that tunes a learner on a table: the value is the mean R²
// over the folds of a cross-validation, the cost the work of training.
type Source struct {
	Learner *Learner
	File    string                          // as written in the problem file; "": Builtin
	Builtin string                          // the name of a table that ships with Farsight
	Target  string                          // the column to predict; the others predict it
	Folds   int                             // 0: DefaultFolds
	Seed    uint64                          // of the folds and of the learner
	CostBy  string                          // CostWork or CostSeconds
	Cost    func(x scenarios.Point) float64 // known cost of the parameters; nil: by CostBy

	Data       Table
	Parameters []scenarios.Parameter
	unit       workers.Lazy[Result] // of the default settings
}

// What an evaluation of a Source costs.
const (
	CostWork    = "work"    // counted work, in units of the default settings': the same everywhere
	CostSeconds = "seconds" // measured seconds of training: never twice the same
)

var _ scenarios.Source = (*Source)(nil)

// Settings are the learner's at a point; other settings have their defaults.
func (s *Source) Settings(x []float64) []float64 {
	v := s.Learner.defaults()
	for i, p := range s.Parameters {
		v[s.Learner.Find(p.Name)] = x[i]
	}
	return v
}

// validate judges settings.
func (s *Source) validate(ctx context.Context, settings []float64) (Result, error) {
	return crossValidate(ctx, s.Learner.labelled(s.Data), s.Folds, s.Seed, func(ctx context.Context, part Table, fold int) (Model, error) {
		return s.Learner.train(ctx, part, settings, foldSeed(s.Seed, fold))
	})
}

// Evaluate trains and judges the models of all folds. It may take seconds, so
// that there is no Truth to draw.
func (s *Source) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	r, err := s.validate(ctx, s.Settings(x))
	if err != nil {
		return scenarios.Evaluation{}, err
	}
	e := scenarios.Evaluation{Value: r.R2}
	switch {
	case s.Cost != nil:
		e.Cost = s.Cost(x)
	case s.CostBy == CostSeconds:
		e.Cost = r.seconds
	default:
		// Not under the evaluation's context: the unit outlives it.
		unit, err := s.unit.Get(func() (Result, error) { return s.validate(context.Background(), s.Learner.defaults()) })
		if err != nil {
			return scenarios.Evaluation{}, err
		}
		e.Cost = r.RelativeCost(unit)
	}
	if err := scenarios.CheckCost(e.Cost, s.Parameters, x); err != nil {
		return scenarios.Evaluation{}, err
	}
	return e, nil
}

// Kind is the word of journals.
func (s *Source) Kind() string { return s.Learner.Kind }

// EvaluatedBy names the table.
func (s *Source) EvaluatedBy() string {
	return fmt.Sprintf("%s on the %d rows of %s", s.Learner.training, s.Data.Rows(), scenarios.TableName(s.File))
}

// Text is the learner's section.
func (s *Source) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[%s]", s.Learner.Kind)
	w.Text("file", s.File)
	w.Text("builtin", s.Builtin)
	w.Text("target", s.Target)
	w.Set("folds", float64(s.Folds))
	w.Set("seed", float64(s.Seed))
	if s.Cost == nil {
		w.Text("cost", s.CostBy)
	}
	return scenarios.Text{Section: w.String(), Data: scenarios.Fingerprint(append(slices.Clone(s.Data.Columns), s.Data.Y)...)}, true
}

// Best is not known but by what the problem says.
func (*Source) Best() (*scenarios.Optimum, error) { return nil, nil }

// Permission is not needed.
func (*Source) Permission() *scenarios.Permission { return nil }
