package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

// problemFlags are the flags of commands that run policies on a problem.
type problemFlags struct {
	policies []string
	option   study.Policy
	seed     uint64
	limit    int
	allow    bool
}

func (f *problemFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "policy to run, such as ei-puc or 4-b-ms-ei; repeat for several")
	fl.Uint64Var(&f.seed, "seed", 0, "fixes everything that is random")
	fl.IntVar(&f.limit, "limit", 0, "stop after this many evaluations (0: when the budget ends it)")
	fl.BoolVar(&f.allow, "allow-commands", false, "let the problem file run the command it names")
	fl.IntVar(&f.option.Steps, "steps", 0, "B-MS-EI: evaluations to plan ahead, N")
	fl.StringVar(&f.option.Rule, "rule", "", "B-MS-EI: fantasies by tree, path or gauss-hermite")
	fl.StringVar(&f.option.Fantasies, "fantasies", "", "B-MS-EI: per stage, such as 4,4,2, or 9x3,5x1 for gauss-hermite")
	fl.StringVar(&f.option.Effort, "effort", "", "B-MS-EI: quick, standard, thorough or paper")
	fl.StringVar(&f.option.Schedule, "schedule", "", "B-MS-EI: fantasy budget off, or refilled as in paper or reference")
	fl.BoolVar(&f.option.Large, "large-trees", false, "B-MS-EI: allow trees of more than 4096 nodes")
	fl.Float64Var(&f.option.Lambda, "lambda", 0, "PBGI: price of one unit of cost")
	_ = cmd.RegisterFlagCompletionFunc("policy", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return problemfile.PolicyNames(), cobra.ShellCompDirectiveNoFileComp
	})
}

// settings are the run's.
func (f *problemFlags) settings() study.Settings {
	return study.Settings{Seed: f.seed, Limit: f.limit}
}

// load finds a built-in problem by name, or reads a file.
func (f *problemFlags) load(name string) (*scenarios.Problem, error) {
	p, err := loadProblem(name, f.seed)
	if err != nil {
		return nil, err
	}
	if f.allow {
		p = p.AllowCommands()
	}
	return p, nil
}

// loadProblem finds a built-in problem by name, or reads a file.
func loadProblem(name string, seed uint64) (*scenarios.Problem, error) {
	for _, n := range builtin.Names() {
		if n == name {
			return builtin.Load(name, seed)
		}
	}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%q is neither a scenario nor a file%s; farsight scenarios lists them", plain.Text(name), didYouMean(name, builtin.Names(), ""))
	}
	return problemfile.Load(name)
}

// chosen are the policies asked for, or else those the problem compares.
func (f *problemFlags) chosen(p *scenarios.Problem) ([]study.Policy, error) {
	names := f.policies
	if len(names) == 0 {
		names = p.Compare
	}
	if len(names) == 0 {
		names = []string{"ei-puc", "b-ms-ei"}
	}
	var out []study.Policy
	for _, n := range names {
		q, err := study.ParsePolicy(n)
		if err != nil {
			return nil, usageError{err}
		}
		out = append(out, f.with(q))
	}
	for i, q := range out {
		if _, err := q.For(p); err != nil {
			return nil, usageError{fmt.Errorf("--policy %s: %w", names[i], err)}
		}
	}
	return out, nil
}

// with adds the options given as flags; a shorthand such as 2-b-ms-ei wins
// over --steps.
func (f *problemFlags) with(q study.Policy) study.Policy {
	o := f.option
	o.Name, o.As = q.Name, q.As
	if q.Steps != 0 {
		o.Steps = q.Steps
	}
	if !q.Lookahead() {
		o = study.Policy{Name: q.Name, As: q.As, Lambda: o.Lambda}
	}
	return o
}

// exactlyOne is the Args of a command that works on one thing.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("%s needs exactly one argument, %s; got %d", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}
