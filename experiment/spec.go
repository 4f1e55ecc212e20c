package experiment

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

// Spec is an experiment: problems × policies × replications.
type Spec struct {
	Name         string
	Note         string
	Replications int
	FirstSeed    uint64 // of replication 1; the others follow
	Problems     []ProblemSpec
	Policies     []PolicySpec
	Map          *mapSpec // problems besides the named ones; nil: none

	dir string // of the file, for relative problem files
}

// ProblemSpec is a problem of an experiment.
type ProblemSpec struct {
	Name         string // a scenario or a file
	As           string // its label; "": the name
	BudgetShare  float64
	Replications int     // 0: the experiment's
	NoiseMin     float64 // of the objective; 0: the problem's

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
	case p.As != "":
		return p.As
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
	if p.NoiseMin != 0 {
		s += fmt.Sprintf(" noise-min %g", p.NoiseMin)
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
	if p.NoiseMin != 0 {
		copied.Objective.NoiseMin = p.NoiseMin
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
		case p.BudgetShare < 0 || p.Replications < 0 || p.NoiseMin < 0:
			return fmt.Errorf("problem %s: budget-share, replications and noise-min must not be negative", label)
		case p.Replications > maxReplications:
			return fmt.Errorf("problem %s: replications = %d: %d are the most", label, p.Replications, maxReplications)
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
		if problems[i].Replications == 0 {
			problems[i].Replications = s.Replications
		}
		most = max(most, problems[i].Replications)
	}
	var jobs []Job
	for r := 1; r <= most; r++ {
		for i := range problems {
			if r > problems[i].Replications {
				continue
			}
			for k := range s.Policies {
				jobs = append(jobs, Job{Problem: &problems[i], Policy: &s.Policies[k], Replication: r, Seed: s.FirstSeed + uint64(r)})
			}
		}
	}
	return jobs
}
