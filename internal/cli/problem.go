package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"farsight/internal/plain"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

// problemFlags are the flags of commands that run policies on a problem.
type problemFlags struct {
	policies []string
	options  policy.Options
	seed     uint64
	limit    int
	allow    bool
}

const seedUsage = "fixes everything that is random"

func (f *problemFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "policy to run, such as ei-puc or 4-b-ms-ei; repeat for several")
	fl.Uint64Var(&f.seed, "seed", 0, seedUsage)
	fl.IntVar(&f.limit, "limit", 0, "stop after this many evaluations (0: when the budget ends it)")
	fl.BoolVar(&f.allow, "allow-commands", false, "let the problem file run the command it names")
	addPolicyOptions(cmd, &f.options)
	_ = cmd.RegisterFlagCompletionFunc("policy", completePolicies)
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
func (f *problemFlags) chosen(p *scenarios.Problem) ([]policy.Policy, error) {
	names := f.policies
	if len(names) == 0 {
		names = p.Compare
	}
	if len(names) == 0 {
		names = policy.Usual()
	}
	var out []policy.Policy
	for _, n := range names {
		q, err := policy.Parse(n)
		if err != nil {
			return nil, usageError{err}
		}
		out = append(out, q.Given(f.options))
	}
	for i, q := range out {
		if _, err := study.Filled(q, p); err != nil {
			return nil, usageError{fmt.Errorf("--policy %s: %w", names[i], err)}
		}
	}
	return out, nil
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
