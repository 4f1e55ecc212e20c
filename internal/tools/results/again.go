package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
)

func newCondense() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "condense DIR...",
		Short: "keep what a file can hold of many runs",
		Long: `Write of every run its settings, each step of its best value with the cost spent
until then, how it ended, and a fingerprint of all its bits: points, values, costs
and what was believed at each step. Points and models themselves are not in it.
again tells whether runs that are done again are the same to
the bit, and report, known-budget and pool read such a file as they read a directory.`,
		Example: `go run ./internal/tools/results condense out/paper --out paper.runs.gz
go run ./internal/tools/results condense out/paper out/lda --out paper.runs.gz`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if out == "" {
				return usage{errors.New("--out FILE: say where the condensed runs go")}
			}
			records, err := experiment.Read(dirs...)
			if err != nil {
				return err
			}
			if len(records) == 0 {
				return errors.New("no complete runs")
			}
			if err := experiment.WriteCondensedFile(out, records); err != nil {
				return err
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "wrote %d runs to %s\n", len(records), sanitize.Text(out))
			return nil
		},
	}
	cmd.Flags().StringVar(&out, "out", "", "the file to write")
	return cmd
}

// differentShown is the number of runs listed that did not come out the same.
const differentShown = 20

func newAgain() *cobra.Command {
	var against string
	cmd := &cobra.Command{
		Use:   "again DIR...",
		Short: "whether runs done again are the same to the bit",
		Long: `Hold runs against those of a condensed file (condense), or of
another directory, run by run: the same problem, policy and seed must have led to
the same points, values, costs and models, to the last bit. Any part of an
experiment can be checked so. Runs that differ are listed, and the exit code is 1.

It holds for the same program on the same kind of processor, whatever their number.
On another kind (arm64 instead of amd64) last bits differ, and runs may part.
Runs of another engine, a program whose numbers are others, cannot come out the
same, and it says so.`,
		Example: `go run ./internal/tools/results again out/part --against docs/results/paper.runs.gz`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if against == "" {
				return usage{errors.New("--against FILE: say which runs were kept")}
			}
			runs, err := experiment.Read(dirs...)
			if err != nil {
				return err
			}
			kept, err := experiment.Read(against)
			if err != nil {
				return err
			}
			return writeAgain(cmd.OutOrStdout(), experiment.CheckAgain(runs, kept), against)
		},
	}
	cmd.Flags().StringVar(&against, "against", "", "the condensed file, or a directory of results")
	return cmd
}

func writeAgain(w io.Writer, a experiment.Again, against string) error {
	checked := a.Same + len(a.Different)
	if checked == 0 {
		return fmt.Errorf("none of the %d runs is in %s: the same problems, policies and seeds are needed", a.Unknown, sanitize.Text(against))
	}
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "problem\tpolicy\truns\tthe same to the bit")
	for _, g := range a.Groups {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", sanitize.Text(g.Problem), sanitize.Text(g.Policy), g.Runs, g.Same)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if a.Unknown > 0 {
		fmt.Fprintf(w, "%d more runs are not in %s and were not checked\n", a.Unknown, sanitize.Text(against))
	}
	for i, d := range a.Different {
		if i == differentShown {
			fmt.Fprintf(w, "… and %d more\n", len(a.Different)-i)
			break
		}
		fmt.Fprintf(w, "%s, %s, seed %d: %s\n", sanitize.Text(d.Problem), sanitize.Text(d.Policy), d.Seed, d.What)
	}
	for _, e := range a.Engines {
		fmt.Fprintf(w, "The engine has changed: runs in %s are of engine %d, whose numbers this program does not repeat. Compare their means (farsight experiment report), or run both with one program.\n", sanitize.Text(against), e)
	}
	if len(a.Different) > 0 {
		return fmt.Errorf("%d of %d runs differ from those in %s", len(a.Different), checked, sanitize.Text(against))
	}
	fmt.Fprintf(w, "all %d runs are the same to the bit\n", checked)
	return nil
}
