package forest

import (
	"context"
	"fmt"
	"slices"

	"farsight/internal/lazy"
	"farsight/internal/tomlfile"
	"farsight/scenarios"
)

// Source is a source that tunes random forests on a table: the value is the mean
// R² over the folds of a cross-validation, the cost the work of training.
type Source struct {
	File    string                          // as written in the problem file; "": Builtin
	Builtin string                          // the name of a table that ships with Farsight
	Target  string                          // the column to predict; the others predict it
	Folds   int                             // 0: DefaultFolds
	Seed    uint64                          // of the folds and of the forests
	CostBy  string                          // CostWork or CostSeconds
	Cost    func(x scenarios.Point) float64 // known cost of the parameters; nil: by CostBy

	Data       Table
	Parameters []scenarios.Parameter
	unit       lazy.Value[Result] // of the default forest
}

// What an evaluation of a Source costs.
const (
	CostWork    = "work"    // counted work, in units of the default forest's: the same everywhere
	CostSeconds = "seconds" // measured seconds of training: never twice the same
)

var _ scenarios.Source = (*Source)(nil)

// Tunable is a setting of a forest that a problem may tune.
type Tunable struct {
	Name      string
	Low, High float64
	Whole     bool
	set       func(*Settings, float64)
}

// Tunables are the settings there are.
var Tunables = []Tunable{
	{"n_estimators", 1, maxTrees, true, func(s *Settings, v float64) { s.Trees = int(v) }},
	{"max_depth", 1, 1000, true, func(s *Settings, v float64) { s.MaxDepth = int(v) }},
	{"max_features", 1e-6, 1, false, func(s *Settings, v float64) { s.MaxFeatures = v }},
	{"min_samples_leaf", 1, maxRows, true, func(s *Settings, v float64) { s.MinLeaf = int(v) }},
}

// TunableNames lists their names.
func TunableNames() []string {
	var names []string
	for _, p := range Tunables {
		names = append(names, p.Name)
	}
	return names
}

// Settings are the forest's at a point; what is not a parameter has its default.
func (f *Source) Settings(x []float64) Settings {
	s := Settings{Seed: f.Seed}
	for i, p := range f.Parameters {
		k := slices.Index(TunableNames(), p.Name)
		Tunables[k].set(&s, x[i])
	}
	return s
}

// Evaluate trains and judges the forests of all folds. It takes up to seconds,
// so that there is no Truth to draw.
func (f *Source) Evaluate(ctx context.Context, x scenarios.Point) (scenarios.Evaluation, error) {
	r, err := CrossValidate(ctx, f.Data, f.Settings(x), f.Folds, f.Seed)
	if err != nil {
		return scenarios.Evaluation{}, err
	}
	e := scenarios.Evaluation{Value: r.R2}
	switch {
	case f.Cost != nil:
		e.Cost = f.Cost(x)
	case f.CostBy == CostSeconds:
		e.Cost = r.Seconds
	default:
		unit, err := f.unit.Get(f.defaultForest)
		if err != nil {
			return scenarios.Evaluation{}, err
		}
		e.Cost = r.RelativeCost(unit)
	}
	if err := scenarios.CheckCost(e.Cost, f.Parameters, x); err != nil {
		return scenarios.Evaluation{}, err
	}
	return e, nil
}

// defaultForest is what costs 1. It is not trained under the evaluation's
// context: the unit outlives it.
func (f *Source) defaultForest() (Result, error) {
	return CrossValidate(context.Background(), f.Data, Settings{Seed: f.Seed}, f.Folds, f.Seed)
}

// Kind is the word of journals.
func (*Source) Kind() string { return "forest" }

// EvaluatedBy names the table.
func (f *Source) EvaluatedBy() string {
	return fmt.Sprintf("training random forests on the %d rows of %s", f.Data.Rows(), scenarios.TableName(f.File))
}

// Text is the section [forest].
func (f *Source) Text() (scenarios.Text, bool) {
	var w tomlfile.Writer
	w.Line("\n[forest]")
	w.Text("file", f.File)
	w.Text("builtin", f.Builtin)
	w.Text("target", f.Target)
	w.Set("folds", float64(f.Folds))
	w.Set("seed", float64(f.Seed))
	if f.Cost == nil {
		w.Text("cost", f.CostBy)
	}
	return scenarios.Text{Section: w.String(), Data: scenarios.Fingerprint(append(slices.Clone(f.Data.Columns), f.Data.Y)...)}, true
}

// Best is not known but by what the problem says.
func (*Source) Best() (*scenarios.Optimum, error) { return nil, nil }

// Permission is not needed.
func (*Source) Permission() *scenarios.Permission { return nil }
