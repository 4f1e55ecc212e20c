package cli

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/policy"
)

// runFlags say what an experiment is: a file, a part of one, or names.
type runFlags struct {
	spec, trials       string
	problems, policies []string
	only, choice       []string // of the specification
	replications       int
	firstSeed          uint64
	options            policy.Options
	allow              bool
}

// usualReplications are those of an experiment that says nothing of them.
const usualReplications = 10

func (f *runFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&f.problems, "problem", nil, "scenario or problem file; repeat for several")
	fl.StringArrayVarP(&f.policies, "policy", "p", nil, "policy; repeat for several")
	fl.IntVar(&f.replications, "replications", usualReplications, "replications of every problem")
	fl.Uint64Var(&f.firstSeed, "first-seed", 0, "replication r has seed first-seed + r")
	fl.StringVar(&f.spec, "spec", "", "take problems, policies and replications from this TOML file")
	fl.StringArrayVar(&f.only, "only", nil, "of --spec, only these problems, separated by commas")
	fl.StringArrayVar(&f.choice, "policies", nil, "of --spec, only these policies, separated by commas")
	fl.StringVar(&f.trials, "trials", "", "take initial designs and cost functions from this JSON file")
	fl.BoolVar(&f.allow, "allow-commands", false, "let problem files run the commands they name")
	addPolicyOptions(cmd, &f.options)
}

// jobs are the runs a command line asks for.
func (f *runFlags) jobs(cmd *cobra.Command) ([]experiment.Job, error) {
	spec, err := f.experiment(cmd)
	if err != nil {
		return nil, err
	}
	if f.allow {
		spec.AllowCommands()
	}
	if err := spec.Set(f.options); err != nil {
		return nil, usageMistake(err)
	}
	if f.trials != "" {
		return trialJobs(spec, f.trials)
	}
	if err := spec.Check(); err != nil {
		return nil, usageMistake(err)
	}
	return spec.Jobs(), nil
}

// experiment is the specification that a file or names give.
func (f *runFlags) experiment(cmd *cobra.Command) (experiment.Spec, error) {
	if f.spec != "" {
		return f.partOfFile(cmd)
	}
	if len(f.only)+len(f.choice) > 0 {
		return experiment.Spec{}, usageMistake(errors.New("--only and --policies choose from a --spec: name problems and policies with --problem and --policy"))
	}
	spec := experiment.Spec{Replications: f.replications, FirstSeed: f.firstSeed}
	for _, n := range f.problems {
		spec.Problems = append(spec.Problems, experiment.ProblemSpec{Name: n})
	}
	for _, n := range f.policies {
		spec.Policies = append(spec.Policies, experiment.PolicySpec{Name: n})
	}
	if f.trials == "" && (len(f.problems) == 0 || len(f.policies) == 0) {
		return spec, usageMistake(errors.New("name the problems and policies with --problem and --policy, or give a --spec"))
	}
	return spec, nil
}

// partOfFile is a file's experiment, as far as the flags leave it.
func (f *runFlags) partOfFile(cmd *cobra.Command) (experiment.Spec, error) {
	if len(f.problems)+len(f.policies) > 0 {
		return experiment.Spec{}, usageMistake(errors.New("--spec names the problems and policies: leave out --problem and --policy, or choose some with --only and --policies"))
	}
	spec, err := experiment.Load(f.spec)
	if err != nil {
		return spec, err
	}
	if err := errors.Join(spec.Only(f.only), spec.OnlyPolicies(f.choice)); err != nil {
		return spec, usageMistake(err)
	}
	changed := cmd.Flags().Changed
	if changed("replications") {
		if spec.Map != nil {
			return spec, usageMistake(errors.New("--replications: a map says in its file how many functions are drawn of each kind; change draws there"))
		}
		spec.Replicate(f.replications)
	}
	if changed("first-seed") {
		spec.FirstSeed = f.firstSeed
	}
	return spec, nil
}

func trialJobs(spec experiment.Spec, file string) ([]experiment.Job, error) {
	trials, err := experiment.Trials(file)
	if err != nil {
		return nil, err
	}
	if len(spec.Policies) == 0 {
		return nil, usageMistake(errors.New("name the policies to run on the trials with --policy"))
	}
	known := map[string]bool{}
	for _, t := range trials {
		known[t.Problem] = true
	}
	wanted := map[string]experiment.ProblemSpec{}
	for _, p := range spec.Problems {
		if !known[p.Name] {
			var names []string
			for n := range known {
				names = append(names, n)
			}
			sort.Strings(names)
			return nil, usageMistake(fmt.Errorf("--problem %s: the trials are of %s", sanitize.Text(p.Name), strings.Join(names, ", ")))
		}
		wanted[p.Name] = p
	}
	check := spec
	check.Problems = nil
	for n := range known {
		check.Problems = append(check.Problems, experiment.ProblemSpec{Name: n})
	}
	if err := check.Check(); err != nil {
		return nil, usageMistake(err)
	}
	return experiment.TrialJobs(trials, spec.Policies, wanted), nil
}
