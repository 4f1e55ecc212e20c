package problemfile

import (
	"slices"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/tomlfile"
	"farsight/scenarios/learn"
	"farsight/scenarios/table"
)

// learners are the methods of learning that a problem may tune, each in a
// section of its kind.
var learners = []*learn.Learner{learn.ForestLearner, learn.LogisticLearner, learn.SVMLearner}

var learnFields = []string{"file", "builtin", "target", "folds", "seed", "cost"}

// friedman is the table that package learn ships.
const friedman = "friedman"

// readLearner reads the section of a learner and the CSV file it names.
func (p *parsing) readLearner(l *learn.Learner, s *tomlfile.Section) {
	f := &learn.Source{
		Learner: l, File: s.RawText("file"), Builtin: s.Choice("builtin", friedman), Target: s.RawText("target"),
		CostBy: learn.CostWork, Cost: p.knownCost(), Parameters: p.Parameters,
	}
	if by := s.Choice("cost", learn.CostWork, learn.CostSeconds); by != "" {
		f.CostBy = by
	}
	if s.Has("cost") && p.price != nil {
		s.Wrong("cost", "the cost is known from [cost]; leave this out")
	}
	f.Folds, _ = s.Whole("folds", 2, 1000)
	seed, _ := s.Whole("seed", 0, 1<<31-1)
	f.Seed = uint64(seed)
	p.checkSettings(l)
	if s.Has("builtin") && !s.Has("file") {
		if f.Data = learn.Example(); s.Has("target") {
			s.Wrong("target", "belongs to a file; the built-in table predicts its column %s", f.Data.Target)
		}
	} else {
		p.learnTable(s, f)
	}
	folds := f.Folds
	if folds == 0 {
		folds = learn.DefaultFolds
	}
	switch n := f.Data.Rows(); {
	case n > 0 && n < 2*folds:
		s.Wrong("folds", "the table has %s; %d folds need at least %d", table.CountRows(n), folds, 2*folds)
	case l.Rows > 0 && n > l.Rows:
		s.Wrong("file", "the table has %s; %s learns from at most %d: keep a part of them", table.CountRows(n), l.Name, l.Rows)
	}
	p.Source = f
}

// checkSettings refuses parameters that are no settings of a learner.
func (p *parsing) checkSettings(l *learn.Learner) {
	if !p.fine {
		return
	}
	for i, par := range p.Parameters {
		s := p.parameters[i]
		k := l.Find(par.Name)
		if k < 0 {
			s.Wrong("name", "%s has no setting %s%s", l.Name, mistake.Quote(par.Name), mistake.Suggestion(par.Name, l.Names()))
			continue
		}
		known := l.Tunables[k]
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

// learnTable reads a CSV file whose columns are all numbers.
func (p *parsing) learnTable(s *tomlfile.Section, f *learn.Source) {
	if !s.Has("target") {
		s.Wrong("target", "is missing: the column to predict")
	}
	path, data := p.csvOf(s)
	if data == nil || f.Target == "" {
		return
	}
	sh, found := csvfile.Open(path, data)
	if p.elsewhere = append(p.elsewhere, found...); len(found) > 0 {
		return
	}
	if !slices.Contains(sh.Header, f.Target) {
		s.Wrong("target", "the table has no column %s%s", mistake.Quote(f.Target), mistake.Suggestion(f.Target, sh.Header))
		return
	}
	f.Data, found = learn.FromSheet(sh, f.Target)
	p.elsewhere = append(p.elsewhere, found...)
}
