package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/tui"
)

func newExperiment() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment",
		Short: "run policies many times over, and report",
		Long: `Run problems × policies × replications, on one machine or many, and report the
regret with its uncertainty. Results are kept run by run: a stopped experiment
continues where it was.`,
		Example: `farsight experiment run --problem dropwave --policy ei-puc --policy 4-b-ms-ei --replications 20 --out out
farsight experiment report out`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return shortHelp(cmd) },
	}
	cmd.AddCommand(newExperimentRun(), newExperimentReport(), newExperimentWatch())
	return cmd
}

func newExperimentRun() *cobra.Command {
	var f runFlags
	var shard string
	var plain bool
	var look tui.Look
	set := experiment.Settings{}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "run what is not done yet",
		Long: `Run every policy on every problem, replication by replication, and append each
complete run as one line to a *.jsonl file in the directory of --out. Started
again with the same settings it does what is missing. The initial design (2(d+1)
scrambled Sobol points) and the cost function come from the replication's seed,
the same for every policy. --shard i/n does the i-th of n parts, which take about
equally long, so that any engine can spread an experiment over machines; their
directories are merged by report.

A run is identified by all that determines it: the problem's definition and tables,
the policy with all its options, the seed, and the version of the program. If any
of these changed since the runs in --out, nothing is added to them and what has
changed is named; --discard drops those runs and keeps their file.

In a terminal a screen shows the curves growing, the pace and what each worker
runs; d detaches from it while the experiment continues, and farsight experiment watch
shows it again from anywhere. --plain prints lines instead.

Beside --spec, --replications, --first-seed and options of policies (--effort,
--steps, …) win over what the file says; --only and --policies run a part of it.`,
		Example: `farsight experiment run --problem dropwave --problem ackley --policy ei --policy ei-puc --replications 50 --out out
farsight experiment run --spec examples/paper.toml --out out/paper
farsight experiment run --spec examples/paper.toml --shard 3/16 --out out/paper
farsight experiment run --spec examples/paper.toml --only dropwave --policies ei,ei-puc --replications 2 --out out/part
farsight experiment run --problem lab.toml --policy ei-puc --allow-commands --out out/lab`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			jobs, err := f.jobs(cmd)
			if err != nil {
				return err
			}
			if shard != "" {
				if set.Shard, err = experiment.ParseShard(shard); err != nil {
					return usageMistake(err)
				}
			}
			if set.Dir == "" {
				return usagef("--out DIR: say where the results go")
			}
			if err := checkWorkers(cmd, set.Workers); err != nil {
				return err
			}
			if os.Getenv("GOGC") == "" {
				// Little is kept and much is thrown away: collecting rarely is a
				// twentieth faster and takes a hundred megabytes.
				defer debug.SetGCPercent(debug.SetGCPercent(400))
			}
			if _, _, ok := terminal(cmd); ok && !plain {
				err = runShown(cmd, jobs, set, look)
			} else {
				set.Progress = progressLines(cmd)
				err = experiment.Run(cmd.Context(), jobs, set)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "done: the results are in %s; farsight experiment report %s shows them\n", sanitize.Text(set.Dir), sanitize.Text(set.Dir))
			return nil
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&set.Dir, "out", "", "directory of the results")
	fl.BoolVar(&set.Discard, "discard", false, "drop runs in --out that were defined otherwise; their file is kept")
	fl.StringVar(&shard, "shard", "", "i/n: only the i-th of n parts, which take about equally long")
	fl.BoolVar(&plain, "plain", false, "lines of progress instead of a screen")
	addLook(cmd, &look)
	fl.IntVar(&set.Workers, "workers", 0, "runs at the same time, at most one per processor (0: one per processor)")
	return cmd
}

// runFlags say what an experiment is: a file, a part of one, or names.
type runFlags struct {
	spec               string
	problems, policies []string
	only, choice       []string // of the specification
	replications       int
	firstSeed          uint64
	options            policy.Options
	allow              bool
}

// usualReplications is the default number of replications.
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
		return experiment.Spec{}, usagef("--only and --policies choose from a --spec: name problems and policies with --problem and --policy")
	}
	spec := experiment.Spec{Replications: f.replications, FirstSeed: f.firstSeed}
	for _, n := range f.problems {
		spec.Problems = append(spec.Problems, experiment.ProblemSpec{Name: n})
	}
	for _, n := range f.policies {
		spec.Policies = append(spec.Policies, experiment.PolicySpec{Name: n})
	}
	if len(f.problems) == 0 || len(f.policies) == 0 {
		return spec, usagef("name the problems and policies with --problem and --policy, or give a --spec")
	}
	return spec, nil
}

// partOfFile is a file's experiment, as far as the flags leave it.
func (f *runFlags) partOfFile(cmd *cobra.Command) (experiment.Spec, error) {
	if len(f.problems)+len(f.policies) > 0 {
		return experiment.Spec{}, usagef("--spec names the problems and policies: leave out --problem and --policy, or choose some with --only and --policies")
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
			return spec, usagef("--replications: a map says in its file how many functions are drawn of each kind; change draws there")
		}
		spec.Replicate(f.replications)
	}
	if changed("first-seed") {
		spec.FirstSeed = f.firstSeed
	}
	return spec, nil
}

// checkWorkers refuses a negative number, and warns about more workers than processors: each keeps
// one busy, and more would only wait.
func checkWorkers(cmd *cobra.Command, n int) error {
	most := runtime.GOMAXPROCS(0)
	switch {
	case n < 0:
		return usagef("--workers %d: use 1 or more, or 0 for one per processor", n)
	case n > most:
		fmt.Fprintf(cmd.ErrOrStderr(), "--workers %d: there are %d processors, and so many are used\n", n, most)
	}
	return nil
}
