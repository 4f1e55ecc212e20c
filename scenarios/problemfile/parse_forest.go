package problemfile

import (
	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios/forest"
	"farsight/scenarios/table"
	"slices"
)

var forestFields = []string{"file", "builtin", "target", "folds", "seed", "cost"}

// friedman is the table that package forest ships.
const friedman = "friedman"

// readForest reads the table [forest] and the CSV file it names.
func (p *parsing) readForest(s *tomlfile.Section) {
	f := &forest.Source{
		File: s.RawText("file"), Builtin: s.Choice("builtin", friedman), Target: s.RawText("target"),
		CostBy: forest.CostWork, Cost: p.knownCost(), Parameters: p.Parameters,
	}
	if by := s.Choice("cost", forest.CostWork, forest.CostSeconds); by != "" {
		f.CostBy = by
	}
	if s.Has("cost") && p.price != nil {
		s.Wrong("cost", "the cost is known from [cost]; leave this out")
	}
	f.Folds, _ = s.Whole("folds", 2, 1000)
	seed, _ := s.Whole("seed", 0, 1<<31-1)
	f.Seed = uint64(seed)
	p.checkForestParameters()
	if s.Has("builtin") && !s.Has("file") {
		if f.Data = forest.Example(); s.Has("target") {
			s.Wrong("target", "belongs to a file; the built-in table predicts its column %s", f.Data.Target)
		}
	} else if !p.forestTable(s, f) {
		return
	}
	folds := f.Folds
	if folds == 0 {
		folds = forest.DefaultFolds
	}
	if n := f.Data.Rows(); n > 0 && n < 2*folds {
		s.Wrong("folds", "the table has %s; %d folds need at least %d", table.CountRows(n), folds, 2*folds)
	}
	p.Source = f
}

func (p *parsing) checkForestParameters() {
	if !p.fine {
		return
	}
	names := forest.TunableNames()
	for i, par := range p.Parameters {
		s := p.parameters[i]
		k := slices.Index(names, par.Name)
		if k < 0 {
			s.Wrong("name", "a forest has no setting %s%s", mistake.Quote(par.Name), mistake.Suggestion(par.Name, names))
			continue
		}
		known := forest.Tunables[k]
		switch {
		case known.Whole && !par.Integer:
			s.Wrong("name", "%s counts something: add integer = true", par.Name)
		case par.Low < known.Low:
			s.Wrong("low", "%s must be at least %v", par.Name, known.Low)
		case par.High > known.High:
			s.Wrong("high", "%s must be at most %v", par.Name, known.High)
		}
	}
}

// forestTable reads a CSV file whose columns are all numbers.
func (p *parsing) forestTable(s *tomlfile.Section, f *forest.Source) bool {
	if !s.Has("target") {
		s.Wrong("target", "is missing: the column to predict")
	}
	path, data := p.csvOf(s)
	if data == nil || f.Target == "" {
		return false
	}
	sh, found := csvfile.Open(path, data)
	if p.elsewhere = append(p.elsewhere, found...); len(found) > 0 {
		return false
	}
	if !slices.Contains(sh.Header, f.Target) {
		s.Wrong("target", "the table has no column %s%s", mistake.Quote(f.Target), mistake.Suggestion(f.Target, sh.Header))
		return false
	}
	f.Data, found = forest.FromSheet(sh, f.Target)
	p.elsewhere = append(p.elsewhere, found...)
	return len(found) == 0
}
