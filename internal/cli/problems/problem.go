package problems

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"farsight/internal/cli/usage"
	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/study"
)

// Flags are the flags of commands that run policies on a problem.
type Flags struct {
	Policies []string
	Option   study.Policy
	Seed     uint64
	limit    int
	Allow    bool
}

func (f *Flags) Add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.Policies, "policy", "p", nil, "policy to run, such as ei-puc or 4-b-ms-ei; repeat for several")
	fl.Uint64Var(&f.Seed, "seed", 0, "fixes everything that is random")
	fl.IntVar(&f.limit, "limit", 0, "stop after this many evaluations (0: when the budget ends it)")
	fl.BoolVar(&f.Allow, "allow-commands", false, "let the problem file run the command it names")
	fl.IntVar(&f.Option.Steps, "steps", 0, "B-MS-EI: evaluations to plan ahead, N")
	fl.StringVar(&f.Option.Rule, "rule", "", "B-MS-EI: fantasies by tree, path or gauss-hermite")
	fl.StringVar(&f.Option.Fantasies, "fantasies", "", "B-MS-EI: per stage, such as 4,4,2, or 9x3,5x1 for gauss-hermite")
	fl.StringVar(&f.Option.Effort, "effort", "", "B-MS-EI: quick, standard, thorough or paper")
	fl.StringVar(&f.Option.Schedule, "schedule", "", "B-MS-EI: fantasy budget off, or refilled as in paper or reference")
	fl.BoolVar(&f.Option.Large, "large-trees", false, "B-MS-EI: allow trees of more than 4096 nodes")
	fl.Float64Var(&f.Option.Lambda, "lambda", 0, "PBGI: price of one unit of cost")
	_ = cmd.RegisterFlagCompletionFunc("policy", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return scenarios.PolicyNames(), cobra.ShellCompDirectiveNoFileComp
	})
}

// Settings are the run's.
func (f *Flags) Settings() study.Settings {
	return study.Settings{Seed: f.Seed, Limit: f.limit}
}

// Load finds a built-in problem by name, or reads a file.
func (f *Flags) Load(name string) (*scenarios.Problem, error) {
	p, err := Load(name, f.Seed)
	if err != nil {
		return nil, err
	}
	if f.Allow {
		p = p.AllowCommands()
	}
	return p, nil
}

// Load finds a built-in problem by name, or reads a file.
func Load(name string, seed uint64) (*scenarios.Problem, error) {
	for _, n := range scenarios.Names() {
		if n == name {
			return scenarios.Builtin(name, seed)
		}
	}
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%q is neither a scenario nor a file%s; farsight scenarios lists them", plain.Text(name), usage.DidYouMean(name, scenarios.Names(), ""))
	}
	return scenarios.Load(name)
}

// Chosen are the policies asked for, or else those the problem compares.
func (f *Flags) Chosen(p *scenarios.Problem) ([]study.Policy, error) {
	names := f.Policies
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
			return nil, usage.Mistake(err)
		}
		out = append(out, f.With(q))
	}
	for i, q := range out {
		if _, err := q.For(p); err != nil {
			return nil, usage.Mistake(fmt.Errorf("--policy %s: %w", names[i], err))
		}
	}
	return out, nil
}

// With adds the options given as flags; a shorthand such as 2-b-ms-ei wins
// over --steps.
func (f *Flags) With(q study.Policy) study.Policy {
	o := f.Option
	o.Name, o.As = q.Name, q.As
	if q.Steps != 0 {
		o.Steps = q.Steps
	}
	if !q.Lookahead() {
		o = study.Policy{Name: q.Name, As: q.As, Lambda: o.Lambda}
	}
	return o
}

func CompleteScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return scenarios.Names(), cobra.ShellCompDirectiveDefault
}
