package study

import (
	"fmt"
	"math"
	"path/filepath"

	"farsight/internal/files"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// LiveSettings are the settings of a new live study.
type LiveSettings struct {
	Policy  policy.Policy // zero: the last that the problem compares, else policy.Recommended
	Seed    uint64
	Dir     string // where the problem's relative file names start from; "": the study's own folder
	Program string // the program that created it, for the record

	ChargeInitial *bool  // whether the initial design is charged; nil: as the problem says
	Initial       int    // points of the initial design, where the problem lists none; 0: as it says
	Note          string // why it was created like this, for the record; "": none
	// Past are earlier measurements, as Import records them. They replace as many
	// points of an initial design that the problem does not list.
	Past []journal.Told
}

// Adapt returns the problem as a study with these settings sees it.
func (s LiveSettings) Adapt(p *scenarios.Problem) (*scenarios.Problem, error) {
	q := *p
	if s.ChargeInitial != nil {
		q.ChargeInitial, q.ChargeSaid = *s.ChargeInitial, true
	}
	switch {
	case s.Initial == 0:
	case len(p.Initial.X) > 0:
		return nil, fmt.Errorf("%s lists its %d initial points: to start from others change [initial] in it", p.Name, len(p.Initial.X))
	case s.Initial < 0 || s.Initial > problemfile.MaxInitial:
		return nil, fmt.Errorf("%d initial points: start from 1 to %d", s.Initial, problemfile.MaxInitial)
	default:
		q.Initial.Sobol = s.Initial
	}
	return &q, nil
}

// CreateLive starts a study of the problem whose definition is text, in the journal at path. The
// name is that of the definition in messages. Measured points of the initial design are recorded at
// once.
func CreateLive(path, name string, text []byte, s LiveSettings) (*Live, error) {
	b, err := newBeginning(path, name, text, s)
	if err != nil {
		return nil, err
	}
	j, err := journal.Create(path, b.created, journal.Settings{}, b.more...)
	if err != nil {
		return nil, err
	}
	return newLive(j)
}

// SalvageLive rewrites a damaged study from its sound lines. Where line 1 is
// lost, text, the definition of the problem as given to CreateLive, replaces it;
// nil otherwise.
func SalvageLive(path, name string, text []byte, s LiveSettings) (journal.Salvaged, error) {
	if err := files.CheckRegular(path); err != nil {
		return journal.Salvaged{}, err
	}
	if text == nil {
		return journal.Salvage(path, nil, journal.Settings{})
	}
	b, err := newBeginning(path, name, text, s)
	if err != nil {
		return journal.Salvaged{}, err
	}
	return journal.Salvage(path, &b.created, journal.Settings{})
}

// beginning is a live study before its first suggestion.
type beginning struct {
	problem *scenarios.Problem
	policy  policy.Policy
	created journal.Created // line 1 of the journal
	more    []journal.Body  // the lines after it
}

// newBeginning reads the definition of a study whose journal is at path; "": it
// has none.
func newBeginning(path, name string, text []byte, s LiveSettings) (b beginning, err error) {
	if path != "" && s.Dir == "" {
		s.Dir = filepath.Dir(path)
	}
	p, err := problemfile.Parse(name, text, s.Dir)
	if err != nil {
		return b, err
	}
	if p, err = s.Adapt(p); err != nil {
		return b, err
	}
	if s.Policy.Name == "" {
		if s.Policy, err = policy.Parse(livePolicy(p)); err != nil {
			return b, err
		}
	}
	st, err := newStudy(p, s.Policy, Settings{Seed: s.Seed})
	if err != nil {
		return b, err
	}
	design, err := initialDesign(p, s.Seed)
	if err != nil {
		return b, err
	}
	c := journal.Created{
		Name: p.Name, Problem: string(text), Policy: s.Policy.String(), Seed: s.Seed, Budget: p.Budget, ChargeInitial: p.ChargeInitial,
		Program: s.Program, Parameters: scenarios.Names(p.Parameters), Moves: p.Move != nil, Digits: digitsOf(p),
	}
	if !p.Discard {
		c.Overshoot = journal.Keep
	}
	if path != "" {
		if c.Dir, err = relativeDir(filepath.Dir(path), s.Dir); err != nil {
			return b, err
		}
	}
	var told []journal.Body
	for i, x := range design.X {
		y, z := design.Value[i], design.Cost[i]
		if !math.IsNaN(y) && !math.IsNaN(z) {
			told = append(told, journal.Told{X: x, Value: y, Cost: z, Sd: design.Sd[i], Design: i + 1, Source: "problem file"})
		}
		if len(p.Initial.X) == 0 { // points that a person listed stay as they are
			x = p.Rounded(x, c.Digits, nil)
		}
		c.Design = append(c.Design, x)
	}
	past, err := begin(p, &c, told, s.Past)
	if told = append(told, past...); s.Note != "" {
		told = append(told, journal.Noted{Text: s.Note})
	}
	return beginning{p, st.policy, c, told}, err
}

// livePolicy returns the policy that a study follows by default.
func livePolicy(p *scenarios.Problem) string {
	if n := len(p.Compare); n > 0 {
		return p.Compare[n-1]
	}
	return policy.Recommended()
}

// relativeDir returns dir relative to base, so that a folder with the study and its
// problem can be moved as a whole; "": they are the same folder. Across
// volumes there is only the absolute name.
func relativeDir(base, dir string) (string, error) {
	var err error
	for _, d := range []*string{&base, &dir} {
		if *d, err = filepath.Abs(*d); err != nil {
			return "", err
		}
		// "..", followed from a link, leads elsewhere than it reads.
		if real, err := filepath.EvalSymlinks(*d); err == nil {
			*d = real
		}
	}
	rel, err := filepath.Rel(base, dir)
	switch {
	case err != nil:
		return filepath.ToSlash(dir), nil
	case rel == ".":
		return "", nil
	}
	return filepath.ToSlash(rel), nil
}
