package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/tui"
	"farsight/tui/luck"
)

func newExperimentWatch() *cobra.Command {
	var look tui.Look
	cmd := &cobra.Command{
		Use:   "watch DIR...",
		Short: "watch an experiment from another terminal",
		Long: `Show the results in one or more directories (shards, machines) while they grow:
for every problem the curves of all policies with their 95 % intervals, and a
table. The experiment is not affected. Without a terminal use
farsight experiment report.`,
		Example: `farsight experiment watch out
farsight experiment watch out/shard-1 out/shard-2`,
		Args: atLeastOne("DIR"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			in, out, ok := terminal(cmd)
			if !ok {
				return usagef("there is no terminal to show it in; farsight experiment report prints the same")
			}
			if _, err := experiment.Read(dirs...); err != nil {
				return err
			}
			_, err := showExperiment(cmd.Context(), watched(dirs), false, explorerOptions(cmd, look, in, out), in, out)
			return err
		},
	}
	addLook(cmd, &look)
	return cmd
}

// showExperiment shows an experiment until its user leaves, and reports whether it continues
// without the screen. running means that quitting stops it.
func showExperiment(ctx context.Context, source luck.Source, running bool, o tui.Options, in io.Reader, out io.Writer) (detached bool, err error) {
	var x *luck.Experiment
	err = tui.RunModel(ctx, o, in, out, func(o tui.Options) tui.Closer {
		x = luck.NewExperiment(source, running, o.Theme, o.Terminal, o.Adapt)
		return x
	})
	return x != nil && x.Detached, err
}

// watched reads directories again and again.
func watched(dirs []string) luck.Source {
	return func() (luck.State, error) {
		s := luck.State{Name: filepath.Base(dirs[0])}
		records, err := experiment.Read(dirs...)
		if err != nil || len(records) == 0 {
			return s, err
		}
		s.Done = len(records)
		s.Summary, err = experiment.Summarise(records)
		return s, err
	}
}

// runShown runs an experiment behind a screen. After detaching, progress is reported
// line by line; quitting stops the experiment.
func runShown(cmd *cobra.Command, jobs []experiment.Job, set experiment.Settings, look tui.Look) error {
	in, out, _ := terminal(cmd)
	ctx, stop := context.WithCancel(cmd.Context())
	defer stop()
	board := luck.NewBoard(filepath.Base(set.Dir))
	lines := make(chan func(experiment.Progress), 1) // once the user detaches
	var told func(experiment.Progress)
	set.Begin = board.Begin
	set.Started = func(worker int, j experiment.Job) {
		board.Started(worker, fmt.Sprintf("%s, %s, replication %d", j.Problem.Label(), j.Policy.Label(), j.Replication))
	}
	set.Progress = func(p experiment.Progress) {
		board.Progress(p)
		select {
		case told = <-lines:
		default:
		}
		if told != nil {
			told(p)
		}
	}
	ended := make(chan error, 1)
	go func() {
		err := experiment.Run(ctx, jobs, set)
		board.End(err)
		ended <- err
	}()
	detached, err := showExperiment(cmd.Context(), board.State, true, explorerOptions(cmd, look, in, out), in, out)
	if detached && err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "the experiment continues; ctrl-c stops it, farsight experiment watch %s shows it again\n", sanitize.Text(set.Dir))
		lines <- progressLines(cmd)
		return <-ended
	}
	stop() // nothing happens if it has ended
	err = errors.Join(err, <-ended)
	if errors.Is(err, context.Canceled) {
		s, _ := board.State()
		return fmt.Errorf("stopped after %d of %d runs; the same command continues from there", s.Done, s.Total)
	}
	return err
}

// progressLines reports runs on stderr, once a second at most: how many are done, decisions a
// second, remaining time.
func progressLines(cmd *cobra.Command) func(experiment.Progress) {
	start, tell := time.Now(), seldom(cmd, time.Second)
	first, decisions := -1, 0
	return func(p experiment.Progress) {
		if first < 0 {
			first = p.Done - 1
		}
		decisions += len(p.Last.Timing.Decisions)
		if p.Done == p.Total {
			return
		}
		s := luck.State{Done: p.Done, Total: p.Total, Found: first, Decisions: decisions, Took: time.Since(start)}
		left, _ := s.Left()
		tell("%d of %d runs, %s decisions a second, about %v left\n", p.Done, p.Total, number(s.Rate()), left.Round(time.Second))
	}
}
