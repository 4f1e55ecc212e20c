package tour

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/theorem1"
	"farsight/study"
)

// Bounds of what a tour may ask for, so that no file takes a presenter's
// computer away.
const (
	maxScenes = 200
	maxSteps  = 1000
	maxDraws  = 10_000
	maxHold   = 3600 // seconds

	// defaultDraws is how many functions a simulation draws.
	defaultDraws = 100
)

// Parse reads the text of a tour. The name is that of the file in messages; relative problem files
// start from dir. The error is a mistake.List of all mistakes.
func Parse(name string, data []byte, dir string) (*Tour, error) {
	if !utf8.Valid(data) {
		return nil, mistake.OfFile(name, "is not UTF-8 text")
	}
	d, found := tomlfile.Read(name, data, maxNesting)
	if found != nil {
		return nil, found
	}
	p := parser{dir: dir, problems: map[string]*scenarios.Problem{}, failed: map[string]error{}}
	top := table{d.Top()}
	t := &Tour{name: name, Title: top.text("title"), Note: top.text("note"), problems: p.problems}
	if t.Title == "" {
		base := filepath.Base(d.File)
		t.Title = strings.TrimSuffix(base, filepath.Ext(base))
	}
	switch list := top.Field("scene"); {
	case list == nil:
		words := "has no scenes: a tour is a list of tables [[scene]], each with a title and a caption"
		d.Mistakes = append(d.Mistakes, mistake.Mistake{File: d.File, Message: words})
	case !list.IsList() || len(list.Items) > maxScenes:
		top.Wrong("scene", "needs one to %d tables, each after a line [[scene]]", maxScenes)
	default:
		for _, s := range top.Tables("scene") {
			t.Scenes = append(t.Scenes, p.scene(table{s}, top))
		}
	}
	if len(t.Scenes) == 0 {
		top.Knows(backdropFields...) // what they hold cannot be judged
	}
	d.Close()
	if len(d.Mistakes) > 0 {
		return nil, d.Mistakes.InOrder()
	}
	return t, nil
}

// backdropFields may be at the top of the file, as defaults of all scenes.
var backdropFields = []string{"problem", "policies", "fantasies", "screen", "seed", "budget", "models"}

// parser is a tour on its way out of a file.
type parser struct {
	dir      string
	problems map[string]*scenarios.Problem // by name, seed included
	failed   map[string]error
}

// scene reads one scene.
func (p *parser) scene(s, top table) Scene {
	// A field of the scene, or else the tour's.
	from := func(name string) table {
		s.Knows(name)
		if top.Has(name) && !s.Has(name) {
			return top
		}
		return s
	}
	for _, f := range backdropFields {
		from(f)
	}
	screens := []string{string(Compare), string(focus), string(Tree), string(Map), string(Theorem), string(Simulate), string(Gauges), string(Problems), string(Finale), string(Words)}
	sc := Scene{Title: s.text("title"), Screen: screen(from("screen").choice("screen", string(Compare), screens...))}
	if sc.Title == "" {
		s.Wrong("title", "is missing: say in a few words what the scene shows")
	}
	if sc.Screen == Theorem && !s.Has("problem") {
		sc.Backdrop.Problem = "theorem-1" // there is no other
	} else {
		sc.Backdrop.Problem = from("problem").text("problem")
	}
	seed, _ := from("seed").whole("seed", 0, math.MaxInt32)
	sc.Backdrop.Seed = uint64(seed)
	if s.Knows("gauge", "cell"); sc.Screen == Problems {
		sc.Backdrop = Backdrop{}
		p.onMap(s, &sc)
		p.position(s, &sc, nil, nil)
		p.words(s, &sc, nil, true)
		return sc
	}
	sc.Backdrop.Budget, _ = from("budget").number("budget", 1e-9, 1e12)
	sc.Backdrop.Fit = from("models").choice("models", "own", "own", "fitted") == "fitted"

	sc.Backdrop.fantasies = strings.ReplaceAll(from("fantasies").text("fantasies"), " ", "")
	problem := p.problem(from("problem"), &sc)
	policies := p.policies(from("policies"), &sc, problem)
	p.position(s, &sc, problem, policies)
	sound := len(policies) > 0 || sc.Screen == Words || sc.Screen == Theorem && problem != nil
	p.words(s, &sc, policies, sound)
	p.gauges(s, &sc, policies, sound)
	return sc
}

// problem finds what the scene is about; nil if there is none, or none to be
// had.
func (p *parser) problem(t table, sc *Scene) *scenarios.Problem {
	name := sc.Backdrop.Problem
	if name == "" {
		if sc.Screen != Words {
			t.Wrong("problem", "is missing: name a scenario, such as myopia, or a problem file")
		}
		return nil
	}
	key := problemKey(sc.Backdrop)
	if _, known := p.problems[key]; !known {
		p.problems[key], p.failed[key] = find(name, p.dir, sc.Backdrop.Seed)
	}
	problem, err := p.problems[key], p.failed[key]
	switch {
	case err != nil:
		t.Wrong("problem", "%s", sanitize.Block(err.Error()))
		return nil
	case (problem.Theorem != nil) != (sc.Screen == Theorem) && sc.Screen != Words:
		t.Wrong("screen", "%s cannot be shown on the screen %q", sanitize.Text(name), sc.Screen)
		return nil
	}
	return problem
}

// find finds a problem by its scenario's name or its file's, which starts from
// dir. Problems that cannot be computed at once are refused.
func find(name, dir string, seed uint64) (*scenarios.Problem, error) {
	var p *scenarios.Problem
	var err error
	cell, none := builtin.ParseCell(name)
	switch {
	case slices.Contains(builtin.Names(), name):
		p, err = builtin.Load(name, seed)
	case none == nil:
		p, err = cell.Problem(seed)
	case !strings.ContainsAny(name, "./\\"):
		return nil, fmt.Errorf("there is no scenario %q%s", sanitize.Short(name, 40), suggest(name, builtin.Names()))
	default:
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		p, err = problemfile.Load(name)
	}
	switch {
	case err != nil:
		return nil, err
	case p.IsManual():
		return nil, errors.New("it is measured by a person: a tour needs something that can be computed")
	case p.CommandToAllow() != "":
		return nil, errors.New("it runs a command: tours run none")
	}
	return p, nil
}

// policies are the scene's, checked.
func (p *parser) policies(t table, sc *Scene, problem *scenarios.Problem) []string {
	given := t.texts("policies")
	if problem == nil || problem.Theorem != nil {
		return nil
	}
	if len(given) == 0 {
		given = problem.Compare
	}
	if len(given) == 0 {
		given = policy.Usual()
	}
	for i, name := range given {
		q, err := sc.Backdrop.Policy(name)
		if err == nil {
			_, err = study.Filled(q, problem)
		}
		switch {
		case err != nil:
			t.Wrong("policies", "%s", sanitize.Text(err.Error()))
			return nil
		case slices.Contains(given[:i], name):
			t.Wrong("policies", "%s is named twice", name)
			return nil
		}
	}
	sc.Backdrop.policies = strings.Join(given, " ")
	return given
}

// position reads what is on the screen.
func (p *parser) position(s table, sc *Scene, problem *scenarios.Problem, policies []string) {
	sc.origins = map[string]Origin{}
	for _, name := range []string{"step", "money"} {
		if e := s.Field(name); e != nil {
			sc.origins[name] = s.origin(name, e, "")
		}
	}
	sc.Step = s.wholeOrEnd("step", maxSteps, 0)
	if sc.Screen == Finale {
		sc.Step = End // a finale is the end
		for _, field := range []string{"step", "money", "show"} {
			if s.Has(field) {
				s.Wrong(field, "a finale shows both ends; leave it out")
			}
		}
	}
	sc.Money, _ = s.number("money", 0, 1e12)
	sc.Show = Side(s.choice("show", string(Both), string(Both), string(Left), string(Right)))
	if sc.Show == Right && len(policies) == 1 {
		s.Wrong("show", "there is no right column: the scene has one policy")
	}
	sc.Axis = s.text("axis")
	if problem != nil && sc.Axis != "" && problem.Theorem == nil {
		var known []string
		for _, par := range problem.Parameters {
			known = append(known, par.Name)
		}
		if !slices.Contains(known, sc.Axis) {
			s.Wrong("axis", "%q is no parameter of the problem%s", sanitize.Short(sc.Axis, 40), suggest(sc.Axis, known))
		}
	}
	sc.Node = s.choice("node", nodes[0], nodes...)
	sc.Arms = s.wholeOrEnd("arms", math.MaxInt32, End)
	sc.Draws = defaultDraws
	if n, ok := s.whole("draws", 2, maxDraws); ok {
		sc.Draws = n
	}
	p.theorem(s, sc, problem)
	if sc.Screen == Tree && len(policies) > 0 {
		name := policies[0]
		if sc.Side() == Right && len(policies) > 1 {
			name = policies[1]
		}
		if q, err := policy.Parse(name); err == nil && !q.Tree() {
			s.Wrong("screen", "%s has no scenario tree: set show to the side of a policy that plans ahead", name)
		}
	}
	sc.Highlight = p.spots(s, "highlight", sc.Screen, parts[sc.Screen])
}

// spots reads a list of charts, of one column or of both.
func (p *parser) spots(s table, field string, on screen, known []string) (out []spot) {
	for _, h := range s.texts(field) {
		side, part, dotted := strings.Cut(h, ".")
		if !dotted {
			side, part = string(Both), h
		}
		if !slices.Contains([]string{string(Both), string(Left), string(Right)}, side) {
			s.Wrong(field, "%q: a chart is of the left or of the right column, as in left.cost", sanitize.Short(h, 40))
			continue
		}
		if !slices.Contains(known, part) {
			s.Wrong(field, "%q is not on the screen %q%s", sanitize.Short(part, 40), on, suggest(part, known))
			continue
		}
		out = append(out, spot{Side(side), part})
	}
	return out
}

// theorem reads ε, δ and the part.
func (p *parser) theorem(s table, sc *Scene, problem *scenarios.Problem) {
	if problem == nil || problem.Theorem == nil {
		for _, f := range []string{"part", "epsilon", "delta"} {
			if s.Has(f) && sc.Screen != Words {
				s.Wrong(f, "is only of the screen %q", Theorem)
			}
		}
		return
	}
	t := *problem.Theorem
	if n, ok := s.whole("part", 1, 2); ok {
		t.Part = n
	}
	if v, ok := s.number("epsilon", theorem1.MinEpsilon, theorem1.MaxEpsilon); ok {
		t.Epsilon = v
	}
	if v, ok := s.number("delta", theorem1.MinDelta, theorem1.MaxDelta); ok {
		t.Delta = v
	}
	sc.Backdrop.theorem = t
}

// read reads a text with references in it.
func (p *parser) read(s table, name string, policies []string, sound bool) Text {
	source := s.text(name)
	t, err := parseText(source, policies)
	if e := s.Field(name); e != nil && e.IsText() {
		if t.Origin = s.origin(name, e, source); err != nil && sound {
			p.textMistake(s, t.Origin, err)
		}
	}
	return t
}

// words reads captions and claims. Their references are only checked if the scene's problem and
// policies are sound.
func (p *parser) words(s table, sc *Scene, policies []string, sound bool) {
	read := func(name string) Text { return p.read(s, name, policies, sound) }
	sc.Caption, sc.Brief, sc.Question = read("caption"), read("brief"), read("question")
	if !s.Has("caption") {
		s.Wrong("caption", "is missing: say what there is to see")
	}
	p.hide(s, sc)
	sc.Notes = s.text("notes")
	sc.seconds, _ = s.number("seconds", 1, maxHold)
	for _, e := range s.entries("claims") {
		source := strings.Join(strings.Fields(sanitize.Text(e.Text)), " ")
		c, err := parseClaim(source, policies)
		if c.Origin = s.origin("claims", e, source); err != nil {
			if sound {
				p.textMistake(s, c.Origin, err)
			}
			continue
		}
		sc.Claims = append(sc.Claims, c)
	}
}

// textMistake points at the part of a text that is wrong, at its place in the file.
func (p *parser) textMistake(s table, of Origin, err error) {
	at := 0
	if e := (textError{}); errors.As(err, &e) {
		at = e.at
	}
	s.Mistakes = append(s.Mistakes, of.mistakeAt(at, err.Error()))
}
