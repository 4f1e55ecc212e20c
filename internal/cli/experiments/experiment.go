package experiments

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/cli/usage"
	"farsight/internal/sanitize"
)

// Experiment is the command "experiment" and those below it.
func Experiment() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment",
		Short: "run policies many times over, and report",
		Long: `Run problems × policies × replications, on one machine or many, and report the
regret with its uncertainty. Results are kept run by run: a stopped experiment
goes on where it was.`,
		Example: `farsight experiment run --problem dropwave --policy ei-puc --policy 4-b-ms-ei --replications 20 --out out
farsight experiment report out`,
		Args: usage.NoSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return usage.ShortHelp(cmd) },
	}
	cmd.AddCommand(newExperimentRun(), newExperimentReport(), newExperimentAgree())
	return cmd
}

func newExperimentRun() *cobra.Command {
	var spec experiment.Spec
	var problems, policies []string
	var file, trials, shard string
	set := experiment.Settings{}
	cmd := &cobra.Command{
		Use:   "run",
		Short: "run what is not done yet",
		Long: `Run every policy on every problem, replication by replication, and append each
complete run as one line to a *.jsonl file in the directory of --out. Started
again with the same settings it does what is missing. The initial design (2(d+1)
scrambled Sobol points) and the cost function come from the replication's seed,
the same for every policy. --shard i/n takes every n-th run, so that any engine
can spread an experiment over machines; their directories are merged by report.`,
		Example: `farsight experiment run --problem dropwave --problem ackley --policy ei --policy ei-puc --replications 50 --out out
farsight experiment run --spec examples/paper.toml --out out/paper
farsight experiment run --spec examples/paper.toml --shard 3/16 --out out/paper
farsight experiment run --trials internal/golden/testdata/trials.json --policy ei --policy ei-puc --out out/trials`,
		Args: usage.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			jobs, err := experimentJobs(spec, file, trials, problems, policies)
			if err != nil {
				return err
			}
			if shard != "" {
				if set.Shard, err = experiment.ParseShard(shard); err != nil {
					return usage.Mistake(err)
				}
			}
			if set.Dir == "" {
				return usage.Mistake(errors.New("--out DIR: say where the results go"))
			}
			total, report := 0, tell(cmd, "runs", len(jobs))
			set.Progress = func(p experiment.Progress) {
				if total == 0 {
					total = p.Total
					report = tell(cmd, "runs", p.Total)
				}
				report(p.Done)
			}
			if os.Getenv("GOGC") == "" {
				// Little is kept and much is thrown away: collecting rarely is a
				// twentieth faster and takes a hundred megabytes.
				defer debug.SetGCPercent(debug.SetGCPercent(400))
			}
			if err := experiment.Run(cmd.Context(), jobs, set); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "done: the results are in %s; farsight experiment report %s shows them\n", sanitize.Text(set.Dir), sanitize.Text(set.Dir))
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&problems, "problem", nil, "scenario or problem file; repeat for several")
	fl.StringArrayVarP(&policies, "policy", "p", nil, "policy; repeat for several")
	fl.IntVar(&spec.Replications, "replications", 10, "replications of every problem")
	fl.Uint64Var(&spec.FirstSeed, "first-seed", 0, "replication r has seed first-seed + r")
	fl.StringVar(&file, "spec", "", "take problems, policies and replications from this TOML file")
	fl.StringVar(&trials, "trials", "", "take initial designs and cost functions from this JSON file")
	fl.StringVar(&set.Dir, "out", "", "directory of the results")
	fl.StringVar(&shard, "shard", "", "i/n: only every n-th run, starting with the i-th")
	fl.IntVar(&set.Workers, "workers", 0, "runs at the same time (0: one per core)")
	return cmd
}

// experimentJobs are the runs a command line asks for.
func experimentJobs(spec experiment.Spec, file, trials string, problems, policies []string) ([]experiment.Job, error) {
	if file != "" {
		if len(problems)+len(policies) > 0 {
			return nil, usage.Mistake(errors.New("--spec names the problems and policies: leave out --problem and --policy"))
		}
		s, err := experiment.Load(file)
		if err != nil {
			return nil, err
		}
		if trials != "" {
			return trialJobs(s, trials)
		}
		return s.Jobs(), nil
	}
	for _, n := range problems {
		spec.Problems = append(spec.Problems, experiment.ProblemSpec{Name: n})
	}
	for _, n := range policies {
		spec.Policies = append(spec.Policies, experiment.PolicySpec{Name: n})
	}
	if trials != "" {
		return trialJobs(spec, trials)
	}
	if len(problems) == 0 || len(policies) == 0 {
		return nil, usage.Mistake(errors.New("name the problems and policies with --problem and --policy, or give a --spec"))
	}
	if err := spec.Check(); err != nil {
		return nil, usage.Mistake(err)
	}
	return spec.Jobs(), nil
}

func trialJobs(spec experiment.Spec, file string) ([]experiment.Job, error) {
	trials, err := experiment.Trials(file)
	if err != nil {
		return nil, err
	}
	if len(spec.Policies) == 0 {
		return nil, usage.Mistake(errors.New("name the policies to run on the trials with --policy"))
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
			return nil, usage.Mistake(fmt.Errorf("--problem %s: the trials are of %s", sanitize.Text(p.Name), strings.Join(names, ", ")))
		}
		wanted[p.Name] = p
	}
	check := spec
	check.Problems = nil
	for n := range known {
		check.Problems = append(check.Problems, experiment.ProblemSpec{Name: n})
	}
	if err := check.Check(); err != nil {
		return nil, usage.Mistake(err)
	}
	return experiment.TrialJobs(trials, spec.Policies, wanted), nil
}
