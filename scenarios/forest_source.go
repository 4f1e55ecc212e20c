package scenarios

import (
	"context"
	"slices"
	"strings"
	"sync"

	"farsight/internal/plain"
	"farsight/scenarios/forest"
)

// Forest is a source that tunes random forests (package forest) on a table: the
// value is the mean R² over the folds of a cross-validation, the cost the work
// of training.
type Forest struct {
	File    string // as written in the problem file; "": Builtin
	Builtin string // the name of a table that ships with Farsight
	Target  string // the column to predict; the others predict it
	Folds   int    // 0: forest.DefaultFolds
	Seed    uint64 // of the folds and of the forests
	CostBy  string // CostWork or CostSeconds
	Cost    *Formula

	Data       forest.Table
	parameters []Parameter
	unit       func() (forest.Result, error) // of the default forest
}

// What an evaluation of a Forest costs.
const (
	CostWork    = "work"    // counted work, in units of the default forest's: the same everywhere
	CostSeconds = "seconds" // measured seconds of training: never twice the same
)

var _ Source = (*Forest)(nil)

// forestParameter is a setting of a forest that a problem may tune.
type forestParameter struct {
	name      string
	low, high float64
	whole     bool
	set       func(*forest.Settings, float64)
}

var forestParameters = []forestParameter{
	{"n_estimators", 1, forest.MaxTrees, true, func(s *forest.Settings, v float64) { s.Trees = int(v) }},
	{"max_depth", 1, 1000, true, func(s *forest.Settings, v float64) { s.MaxDepth = int(v) }},
	{"max_features", 1e-6, 1, false, func(s *forest.Settings, v float64) { s.MaxFeatures = v }},
	{"min_samples_leaf", 1, forest.MaxRows, true, func(s *forest.Settings, v float64) { s.MinLeaf = int(v) }},
}

func forestParameterNames() []string {
	var names []string
	for _, p := range forestParameters {
		names = append(names, p.name)
	}
	return names
}

// Settings are the forest's at a point; what is not a parameter has its default.
func (f *Forest) Settings(x []float64) forest.Settings {
	s := forest.Settings{Seed: f.Seed}
	for i, p := range f.parameters {
		k := slices.Index(forestParameterNames(), p.Name)
		forestParameters[k].set(&s, x[i])
	}
	return s
}

// Evaluate trains and judges the forests of all folds. It takes up to seconds,
// so that there is no Truth to draw.
func (f *Forest) Evaluate(ctx context.Context, x []float64) (Evaluation, error) {
	r, err := forest.CrossValidate(ctx, f.Data, f.Settings(x), f.Folds, f.Seed)
	if err != nil {
		return Evaluation{}, err
	}
	e := Evaluation{Value: r.R2}
	switch {
	case f.Cost != nil:
		e.Cost = f.Cost.Eval(x)
	case f.CostBy == CostSeconds:
		e.Cost = r.Seconds
	default:
		unit, err := f.unit()
		if err != nil {
			return Evaluation{}, err
		}
		e.Cost = r.RelativeCost(unit)
	}
	if err := checkCost(e.Cost, f.parameters, x); err != nil {
		return Evaluation{}, err
	}
	return e, nil
}

var forestFields = []string{"file", "builtin", "target", "folds", "seed", "cost"}

// friedman is the table that package forest ships.
const friedman = "friedman"

// readForest reads the table [forest] and the CSV file it names.
func (p *parsing) readForest(s *section) {
	f := &Forest{
		File: s.rawText("file"), Builtin: s.choice("builtin", friedman), Target: s.rawText("target"),
		CostBy: CostWork, Cost: p.knownCost, parameters: p.Parameters,
	}
	if by := s.choice("cost", CostWork, CostSeconds); by != "" {
		f.CostBy = by
	}
	if s.has("cost") && p.knownCost != nil {
		s.wrong("cost", "the cost is known from [cost]; leave this out")
	}
	f.Folds, _ = s.whole("folds", 2, 1000)
	seed, _ := s.whole("seed", 0, 1<<31-1)
	f.Seed = uint64(seed)
	p.checkForestParameters()
	if s.has("builtin") && !s.has("file") {
		if f.Data = forest.Example(); s.has("target") {
			s.wrong("target", "belongs to a file; the built-in table predicts its column %s", f.Data.Target)
		}
	} else if !p.forestTable(s, f) {
		return
	}
	folds := f.Folds
	if folds == 0 {
		folds = forest.DefaultFolds
	}
	if n := f.Data.Rows(); n > 0 && n < 2*folds {
		s.wrong("folds", "the table has %s; %d folds need at least %d", countRows(n), folds, 2*folds)
	}
	f.unit = sync.OnceValues(func() (forest.Result, error) {
		// Not under the evaluation's context: the unit outlives it.
		return forest.CrossValidate(context.Background(), f.Data, forest.Settings{Seed: f.Seed}, f.Folds, f.Seed)
	})
	p.Source = f
}

func (p *parsing) checkForestParameters() {
	if !p.fine {
		return
	}
	names := forestParameterNames()
	for i, par := range p.Parameters {
		s := p.parameters[i]
		k := slices.Index(names, par.Name)
		if k < 0 {
			s.wrong("name", "a forest has no setting %s%s", quote(par.Name), suggestion(par.Name, names))
			continue
		}
		known := forestParameters[k]
		switch {
		case known.whole && !par.Integer:
			s.wrong("name", "%s counts something: add integer = true", par.Name)
		case par.Low < known.low:
			s.wrong("low", "%s must be at least %v", par.Name, known.low)
		case par.High > known.high:
			s.wrong("high", "%s must be at most %v", par.Name, known.high)
		}
	}
}

// forestTable reads a CSV file whose columns are all numbers.
func (p *parsing) forestTable(s *section, f *Forest) bool {
	if !s.has("target") {
		s.wrong("target", "is missing: the column to predict")
	}
	path, data := p.csvOf(s)
	if data == nil || f.Target == "" {
		return false
	}
	sh, found := openSheet(path, data)
	if p.elsewhere = append(p.elsewhere, found...); len(found) > 0 {
		return false
	}
	at := slices.Index(sh.header, f.Target)
	if at < 0 {
		s.wrong("target", "the table has no column %s%s", quote(f.Target), suggestion(f.Target, sh.header))
		return false
	}
	found = sh.readRows(slices.Repeat([]bool{true}, len(sh.header)), forest.MaxRows, "the most a forest is grown from")
	if p.elsewhere = append(p.elsewhere, found...); len(found) > 0 {
		return false
	}
	for j, name := range sh.header {
		column := make([]float64, len(sh.rows))
		for i, row := range sh.rows {
			column[i] = row[j]
		}
		if j == at {
			f.Data.Target, f.Data.Y = name, column
			continue
		}
		f.Data.Features, f.Data.Columns = append(f.Data.Features, name), append(f.Data.Columns, column)
	}
	if err := f.Data.Check(); err != nil {
		p.elsewhere = append(p.elsewhere, Mistake{File: sh.file, Message: strings.TrimPrefix(plain.Text(err.Error()), "the table ")})
		return false
	}
	return true
}
