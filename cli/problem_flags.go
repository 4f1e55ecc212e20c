package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
	"farsight/tui"
	"farsight/tui/pane"
	"farsight/tui/session"
)

// problemFlags are the flags of commands that run policies on a problem.
type problemFlags struct {
	policies []string
	options  policy.Options
	seed     uint64
	limit    int
	allow    bool

	alter   alterFlags
	base    *scenarios.Problem  // as it was loaded, where alter changes it
	altered session.Alterations // how
}

// seedUsage is the help of --seed in all commands.
const seedUsage = "fixes everything that is random"

// add adds the flags to a command.
func (f *problemFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "policy to run, such as ei-puc or 4-b-ms-ei (farsight policies lists them); repeat for several")
	fl.Uint64Var(&f.seed, "seed", 0, seedUsage)
	fl.IntVar(&f.limit, "limit", 0, "stop after this many evaluations (0: when the budget ends it)")
	fl.BoolVar(&f.allow, "allow-commands", false, "let the problem file run the command it names")
	addPolicyOptions(cmd, &f.options)
}

// isProblemFlag reports whether a flag is one of these.
func isProblemFlag(name string) bool {
	of := &cobra.Command{}
	var f problemFlags
	f.add(of)
	f.alter.add(of)
	return of.Flags().Lookup(name) != nil
}

// fixedInStudy refuses flags about policies, which a study has fixed, but for some.
func fixedInStudy(cmd *cobra.Command, name string, but ...string) error {
	if g := stray(cmd, func(flag string) bool { return isProblemFlag(flag) && !slices.Contains(but, flag) }); g != "" {
		return usagef("%s is a study: its policy, seed and settings were fixed when it was made; leave out --%s", sanitize.Text(name), g)
	}
	return nil
}

// saidByTour refuses flags about problems: a tour says itself what is run.
func saidByTour(cmd *cobra.Command, name string) error {
	if g := stray(cmd, isProblemFlag); g != "" {
		return usagef("%s is a tour: its scenes say what is run; leave out --%s", sanitize.Text(name), g)
	}
	return nil
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
	if p.Theorem != nil && (len(f.policies) > 0 || len(f.options) > 0) {
		return nil, usagef("theorem 1 always plays EI-PUC, EI and B-MS-EI with N = 2: leave out --policy and its options")
	}
	return p, nil
}

// loadProblem finds a built-in problem by name, or reads a file.
func loadProblem(name string, seed uint64) (*scenarios.Problem, error) {
	if slices.Contains(builtin.Names(), name) {
		return builtin.Load(name, seed)
	}
	if err := exists(name); err != nil {
		return nil, err
	}
	return problemfile.Load(name)
}

// exists requires that a problem file exists.
func exists(name string) error {
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%q is neither a scenario nor a file%s; farsight scenarios lists them", sanitize.Text(name), didYouMean(name, builtin.Names(), ""))
	}
	return nil
}

// chosen are the policies asked for, or else those the problem compares.
func (f *problemFlags) chosen(p *scenarios.Problem) ([]policy.Policy, error) {
	if f.limit < 0 || f.limit > study.MaxLimit {
		return nil, usagef("--limit %d: give a number of evaluations from 1 to %d, or 0 for no limit but the budget and %d", f.limit, study.MaxLimit, study.DefaultLimit)
	}
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
			return nil, usageMistake(err)
		}
		out = append(out, q.Given(f.options))
	}
	for i, q := range out {
		if _, err := study.Filled(q, p); err != nil {
			return nil, usagef("--policy %s: %w", names[i], err)
		}
	}
	return out, nil
}

// problem loads a problem and the policies to run on it; theorem 1 has its own.
func (f *problemFlags) problem(name string) (p *scenarios.Problem, policies []policy.Policy, err error) {
	if p, err = f.load(name); err == nil && p.Theorem == nil {
		policies, err = f.chosen(p)
	}
	return p, policies, err
}

// alteredProblem is problem with what the flags of a command change of it.
func (f *problemFlags) alteredProblem(cmd *cobra.Command, name string) (p *scenarios.Problem, policies []policy.Policy, err error) {
	if f.base, policies, err = f.problem(name); err != nil {
		return nil, nil, err
	}
	if f.altered, err = f.alter.of(cmd, f.base); err != nil {
		return nil, nil, err
	}
	return f.altered.Of(f.base), policies, nil
}

// explorer is how an explorer on a problem begins in this terminal.
func (f *problemFlags) explorer(cmd *cobra.Command, look tui.Look, name string, p *scenarios.Problem, policies []policy.Policy) tui.Options {
	in, out, _ := terminal(cmd)
	o := explorerOptions(cmd, look, in, out)
	o.Problem, o.Name, o.Policies, o.Settings, o.Load = p, name, policies, f.settings(), loadProblem
	if f.base != nil {
		o.Problem, o.Altered = f.base, f.altered
	}
	return o
}

func completeScenarios(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return builtin.Names(), cobra.ShellCompDirectiveDefault
}

// addPolicyOptions adds a flag for every option that any policy has, of which a
// policy takes those it has a use for, and completes --policy.
func addPolicyOptions(cmd *cobra.Command, into *policy.Options) {
	_ = cmd.RegisterFlagCompletionFunc("policy", cobra.FixedCompletions(policy.IDs(), cobra.ShellCompDirectiveNoFileComp))
	for _, o := range policy.AllOptions() {
		flag := cmd.Flags().VarPF(optionFlag{o, into}, o.Name, "", o.Usage)
		if o.Type == policy.Switch {
			flag.NoOptDefVal = "true"
		}
		if len(o.Choices) > 0 {
			_ = cmd.RegisterFlagCompletionFunc(o.Name, cobra.FixedCompletions(o.Choices, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// optionFlag is a policy's option on the command line.
type optionFlag struct {
	policy.Option
	into *policy.Options
}

func (f optionFlag) String() string {
	if f.into == nil {
		return ""
	}
	return f.into.Get(f.Name)
}

func (f optionFlag) Set(value string) error {
	if err := f.Check(value); err != nil {
		return err
	}
	*f.into = f.into.With(f.Name, value)
	return nil
}

// Type is the word for the value in a list of flags.
func (f optionFlag) Type() string {
	switch f.Option.Type {
	case policy.Whole:
		return "int"
	case policy.Number:
		return "float"
	case policy.Switch:
		return "bool"
	}
	return "string"
}

// alterFlags change a problem as the explorer's sliders do, which show them to be
// copied.
type alterFlags struct {
	budget, prices, noise float64
	lengthscale           string
}

func (f *alterFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.Float64Var(&f.budget, "budget", 0, "another budget than the problem's")
	fl.Float64Var(&f.prices, "prices", 0, "multiply all prices by this")
	fl.StringVar(&f.lengthscale, "lengthscale", "", "another lengthscale of a fixed objective: one, or one for each parameter with commas")
	fl.Float64Var(&f.noise, "noise", 0, "add noise of this standard deviation to the values of an expression")
}

// of is what the flags change of a problem.
func (f *alterFlags) of(cmd *cobra.Command, p *scenarios.Problem) (a session.Alterations, err error) {
	given := func(flag string) bool { return cmd.Flags().Changed(flag) }
	name := sanitize.Text(p.Name)
	for _, one := range []struct {
		flag  string
		value float64
		into  *float64
	}{{"budget", f.budget, &a.Budget}, {"prices", f.prices, &a.Prices}, {"noise", f.noise, &a.Noise}} {
		if !given(one.flag) {
			continue
		}
		if err := model.CheckCost(one.value); err != nil || !(one.value > 0) {
			return a, usagef("--%s %v: give a number above 0", one.flag, one.value)
		}
		*one.into = one.value
	}
	switch {
	case p.Theorem != nil && (given("budget") || given("prices") || given("noise") || given("lengthscale")):
		return a, usagef("theorem 1 has a budget and prices of its own: leave out --budget, --prices, --lengthscale and --noise")
	case given("noise"):
		if _, ok := p.Source.(*scenarios.Expression); !ok {
			return a, usagef("--noise: the values of %s have noise of their own; it is added to objectives given by an expression", name)
		}
	}
	if !given("lengthscale") {
		return a, nil
	}
	if p.Objective.Fixed == nil {
		return a, usagef("--lengthscale: %s fits the objective's process at every step; fix it under [model.objective] in a problem file first", name)
	}
	scale, err := pane.ParseScale(f.lengthscale, p.Dim())
	if err != nil {
		return a, usagef("--lengthscale: %w", err)
	}
	plan := session.Plan{Altered: a}
	plan.Process(p, false, func(s *scenarios.ModelSettings) { s.Fixed.Scale = scale })
	return plan.Altered, nil
}
