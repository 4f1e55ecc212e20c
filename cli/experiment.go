package cli

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/tui"
)

func newExperiment() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "experiment",
		Short: "run policies many times over, and report",
		Long: `Run problems × policies × replications, on one machine or many, and report the
regret with its uncertainty. Results are kept run by run: a stopped experiment
goes on where it was.`,
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

A run is known by all that decides it: the problem's definition and its tables,
the policy with all its options, the seed, and the version of the program. If any
of these changed since the runs in --out, nothing is added to them and what has
changed is named; --discard drops those runs and keeps their file.

In a terminal a screen shows the curves growing, the pace and what each worker
runs; d detaches from it and the experiment goes on, and farsight experiment watch
shows it again from anywhere. --plain prints lines instead.

Beside --spec, --replications, --first-seed and options of policies (--effort,
--steps, …) win over what the file says; --only and --policies run a part of it.`,
		Example: `farsight experiment run --problem dropwave --problem ackley --policy ei --policy ei-puc --replications 50 --out out
farsight experiment run --spec examples/paper.toml --out out/paper
farsight experiment run --spec examples/paper.toml --shard 3/16 --out out/paper
farsight experiment run --spec examples/paper.toml --only dropwave --policies ei,ei-puc --replications 2 --out out/part
farsight experiment run --problem lab.toml --policy ei-puc --allow-commands --out out/lab
farsight experiment run --trials internal/golden/testdata/trials.json --policy ei --policy ei-puc --out out/trials`,
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
				return usageMistake(errors.New("--out DIR: say where the results go"))
			}
			if err := checkWorkers(cmd, set.Workers); err != nil {
				return err
			}
			if os.Getenv("GOGC") == "" {
				// Little is kept and much is thrown away: collecting rarely is a
				// twentieth faster and takes a hundred megabytes.
				defer debug.SetGCPercent(debug.SetGCPercent(400))
			}
			if err := look.Check(); err != nil {
				return usageMistake(err)
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
	addWorkers(cmd, &set.Workers, "runs")
	return cmd
}
