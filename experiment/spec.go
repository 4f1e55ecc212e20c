package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

// Spec is an experiment: problems × policies × replications.
type Spec struct {
	name         string
	note         string
	Replications int
	FirstSeed    uint64 // of replication 1; the others follow
	Problems     []ProblemSpec
	Policies     []PolicySpec
	Map          *mapSpec // problems in addition to the named ones; nil: none

	dir string // of the file, for relative problem files
}

// ProblemSpec is a problem of an experiment.
type ProblemSpec struct {
	Name         string // a scenario or a file
	as           string // its label; "": the name
	BudgetShare  float64
	replications int     // 0: the experiment's
	noiseMin     float64 // of the objective; 0: the problem's

	dir   string
	cell  *builtin.Cell // of the map; nil: Name says what to run
	allow bool          // it may run the command it names
}

// PolicySpec is a policy of an experiment: a name, a label for results ("":
// the name), and the policy's options.
type PolicySpec struct {
	Name    string
	As      string
	Options policy.Options
}

// Label names the problem in results.
func (p ProblemSpec) Label() string {
	switch {
	case p.as != "":
		return p.as
	case p.cell != nil:
		return p.Name
	case p.BudgetShare != 0 && p.BudgetShare != 1:
		return fmt.Sprintf("%s, %g of the budget", p.base(), p.BudgetShare)
	}
	return p.base()
}

func (p ProblemSpec) base() string {
	return strings.TrimSuffix(filepath.Base(p.Name), ".toml")
}

// String writes down all that a run depends on.
func (p ProblemSpec) String() string {
	if p.cell != nil {
		return fmt.Sprintf("map %d, %v, at most %d evaluations", builtin.CellVersion, *p.cell, MapEvaluations)
	}
	s := "problem " + p.base()
	if p.BudgetShare != 0 && p.BudgetShare != 1 {
		s += fmt.Sprintf(" budget-share %g", p.BudgetShare)
	}
	if p.noiseMin != 0 {
		s += fmt.Sprintf(" noise-min %g", p.noiseMin)
	}
	return s
}

// problem is the one of a replication's seed.
func (p ProblemSpec) problem(seed uint64) (*scenarios.Problem, error) {
	if p.cell != nil {
		return p.cell.Problem(seed)
	}
	var problem *scenarios.Problem
	var err error
	if isBuiltin(p.Name) {
		problem, err = builtin.Load(p.Name, seed)
	} else {
		file := p.Name
		if !filepath.IsAbs(file) {
			file = filepath.Join(p.dir, file)
		}
		problem, err = problemfile.Load(file)
	}
	if err != nil {
		return nil, err
	}
	return p.adapt(problem), nil
}

// adapt applies the experiment's changes to a copy of the problem.
func (p ProblemSpec) adapt(problem *scenarios.Problem) *scenarios.Problem {
	copied := *problem
	if p.allow {
		copied = *problem.AllowCommands()
	}
	if p.BudgetShare != 0 {
		copied.Budget *= p.BudgetShare
	}
	if p.noiseMin != 0 {
		copied.Objective.NoiseMin = p.noiseMin
	}
	return &copied
}

func isBuiltin(name string) bool { return slices.Contains(builtin.Names(), name) }

// Label names the policy in results.
func (p PolicySpec) Label() string {
	if p.As != "" {
		return p.As
	}
	return p.Name
}

// String writes down all that a run depends on.
func (p PolicySpec) String() string {
	s := "policy " + p.Name
	q, err := policy.Parse(p.Name)
	for name, value := range p.Options.All {
		if err != nil || !q.Kind().Permits(name) { // what only allows changes no result
			s += " " + name + " " + value
		}
	}
	return s
}

// policy is the study's.
func (p PolicySpec) policy() (policy.Policy, error) {
	q, err := policy.Parse(p.Name)
	if err != nil {
		return q, err
	}
	for name, value := range p.Options.All {
		if err := q.Kind().Check(name, value); err != nil {
			return q, fmt.Errorf("policy %s: %w", sanitize.Text(p.Label()), err)
		}
		q = q.With(name, value)
	}
	q.As = p.Label()
	return q, nil
}

// Check says what is wrong with a specification before anything runs: every
// problem is loaded once, every policy is tried on every problem.
func (s *Spec) Check() error {
	if s.Replications < 1 && (s.Map == nil || len(s.Problems) > 0) { // a map has draws of its own
		return fmt.Errorf("replications = %d: at least one is needed", s.Replications)
	}
	if s.Replications > maxReplications {
		return fmt.Errorf("replications = %d: %d are the most", s.Replications, maxReplications)
	}
	if s.Map != nil {
		if err := s.Map.check(); err != nil {
			return err
		}
	}
	for i := range s.Problems {
		s.Problems[i].dir = s.dir
	}
	problems := s.problems()
	if len(problems) == 0 || len(s.Policies) == 0 {
		return fmt.Errorf("%d problems and %d policies: name at least one of each", len(problems), len(s.Policies))
	}
	labels := map[string]bool{}
	for _, p := range problems {
		label := sanitize.Text(p.Label())
		switch {
		case p.BudgetShare < 0 || p.replications < 0 || p.noiseMin < 0:
			return fmt.Errorf("problem %s: budget-share, replications and noise-min must not be negative", label)
		case p.replications > maxReplications:
			return fmt.Errorf("problem %s: replications = %d: %d are the most", label, p.replications, maxReplications)
		case labels[p.Label()]:
			return fmt.Errorf("two problems are called %q: give one another name with as = \"…\"", label)
		}
		labels[p.Label()] = true
		problem, err := p.problem(1)
		if err != nil {
			return err
		}
		if problem.Theorem != nil || problem.Source == nil {
			return fmt.Errorf("problem %s cannot be evaluated by an experiment", label)
		}
		for _, q := range s.Policies {
			policy, err := q.policy()
			if err != nil {
				return err
			}
			if _, err := study.Filled(policy, problem); err != nil {
				return fmt.Errorf("policy %s on %s: %w", sanitize.Text(q.Label()), label, err)
			}
		}
	}
	labels = map[string]bool{}
	for _, q := range s.Policies {
		if labels[q.Label()] {
			return fmt.Errorf("two policies are called %q: give one another name with as = \"…\"", sanitize.Text(q.Label()))
		}
		labels[q.Label()] = true
	}
	return nil
}

// problems are the named ones and those of the map.
func (s *Spec) problems() []ProblemSpec {
	problems := slices.Clone(s.Problems)
	if s.Map != nil {
		problems = append(problems, s.Map.problems()...)
	}
	return problems
}

// Jobs lists all runs in a fixed order: by replication first, so that an
// experiment cut short has all policies on the same replications.
func (s *Spec) Jobs() []Job {
	problems := s.problems()
	most := 0
	for i := range problems {
		if problems[i].replications == 0 {
			problems[i].replications = s.Replications
		}
		most = max(most, problems[i].replications)
	}
	var jobs []Job
	for r := 1; r <= most; r++ {
		for i := range problems {
			if r > problems[i].replications {
				continue
			}
			for k := range s.Policies {
				jobs = append(jobs, Job{Problem: &problems[i], Policy: &s.Policies[k], Replication: r, seed: s.FirstSeed + uint64(r)})
			}
		}
	}
	return jobs
}

// Only leaves the named problems in the experiment, by label or name; those of a map go.
func (s *Spec) Only(names []string) error {
	if len(names) == 0 {
		return nil
	}
	kept, err := named("problem", s.Problems, names, func(p ProblemSpec) []string { return []string{p.Label(), p.Name, p.base()} })
	s.Problems, s.Map = kept, nil
	return err
}

// OnlyPolicies leaves the named policies in the experiment, by label or name.
func (s *Spec) OnlyPolicies(names []string) error {
	if len(names) == 0 {
		return nil
	}
	kept, err := named("policy", s.Policies, names, func(p PolicySpec) []string { return []string{p.Label(), p.Name} })
	s.Policies = kept
	return err
}

// named are those of a list that have one of the names; a name that none has is an error.
func named[T any](what string, list []T, names []string, called func(T) []string) ([]T, error) {
	var out []T
	var known []string
	for _, e := range list {
		known = append(known, called(e)[0])
	}
	names = apart(names, known)
	wanted := map[string]bool{}
	for _, e := range list {
		labels := called(e)
		took := false
		for _, n := range names {
			// a label is one thing's, a name may be several's
			if n == labels[0] || slices.Contains(labels, n) && !slices.Contains(known, n) {
				wanted[n], took = true, true
			}
		}
		if took {
			out = append(out, e)
		}
	}
	for _, n := range names {
		if wanted[n] {
			continue
		}
		hint := ""
		if near, ok := mistake.Nearest(n, known); ok {
			hint = fmt.Sprintf(" (did you mean %s?)", sanitize.Text(near))
		}
		return nil, fmt.Errorf("the experiment has no %s %s%s: it has %s", what, sanitize.Text(n), hint, sanitize.Text(strings.Join(known, ", ")))
	}
	return out, nil
}

// apart takes lists separated by commas apart; a label may hold commas itself.
func apart(names, labels []string) []string {
	var out []string
	for _, n := range names {
		if slices.Contains(labels, n) {
			out = append(out, n)
			continue
		}
		for part := range strings.SplitSeq(n, ",") {
			out = append(out, strings.TrimSpace(part))
		}
	}
	return out
}

// Replicate sets the number of replications of every problem, overriding the specification.
func (s *Spec) Replicate(n int) {
	s.Replications = n
	for i := range s.Problems {
		s.Problems[i].replications = 0
	}
}

// Set gives an option to all policies that have it, overriding the specification.
func (s *Spec) Set(o policy.Options) error {
	for name, value := range o.All {
		had := false
		for i := range s.Policies {
			q, err := policy.Parse(s.Policies[i].Name)
			if err != nil {
				return err
			}
			if q.Kind().Check(name, value) != nil {
				continue
			}
			if said := q.Get(name); said != "" && said != value { // a label that contradicts the option
				return fmt.Errorf("--%s %s: %s says %s by its name", name, sanitize.Text(value), sanitize.Text(s.Policies[i].Name), said)
			}
			had = true
			s.Policies[i].Options = s.Policies[i].Options.With(name, value)
		}
		if !had {
			return fmt.Errorf("--%s %s: none of the policies takes it", name, sanitize.Text(value))
		}
	}
	return nil
}

// AllowCommands lets the problems run the commands they name. Call it on a person's word only.
func (s *Spec) AllowCommands() {
	for i := range s.Problems {
		s.Problems[i].allow = true
	}
}
