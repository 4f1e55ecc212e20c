package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/policy"
	"farsight/tui/picture"
)

func newKnownBudget() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "known-budget DIR...",
		Aliases: []string{"told"},
		Short:   "does it pay to know the budget?",
		Long: `Compare policies that are given a part of the budget (budget-share in a
specification) with themselves, given all of it and stopped there, paired by
replication. The paper's supplement says that a policy which knows its budget uses
it better; one that ignores the budget must end alike. --out writes a figure for
every problem and policy with both curves against the cost spent.`,
		Example: `go run ./internal/tools/results known-budget out/known-budget
go run ./internal/tools/results known-budget out/known-budget --out figures`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			records, err := experiment.Read(dirs...)
			if err != nil {
				return err
			}
			all, err := experiment.CompareKnownBudgets(records)
			if err != nil {
				return err
			}
			if dir != "" {
				if err := writeKnownBudgetFigures(all, dir); err != nil {
					return err
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "wrote %d figures to %s\n", len(all), sanitize.Text(dir))
			}
			return writeKnownBudget(cmd.OutOrStdout(), all)
		},
	}
	cmd.Flags().StringVar(&dir, "out", "", "also write a figure (SVG) for every problem and policy to this directory")
	return cmd
}

func writeKnownBudget(w io.Writer, all []experiment.KnownBudget) error {
	fmt.Fprintln(w, "log10 regret (or best value, where the optimum is not known) at a part of the budget; 95 % intervals, paired; * the interval excludes 0")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "problem\tpart\tpolicy\truns\tgiven all, stopped there\tgiven the part\tdifference")
	for _, t := range all {
		sure := ""
		if t.Difference.Low > 0 || t.Difference.High < 0 {
			sure = " *"
		}
		fmt.Fprintf(table, "%s\t%g\t%s\t%d\t%s\t%s\t%s%s\n", sanitize.Text(t.Problem), t.Share, sanitize.Text(t.Policy), t.Difference.N, t.Stopped.String(), t.Known.String(), t.Difference.String(), sure)
	}
	return table.Flush()
}

// writeKnownBudgetFigures draws both curves of every comparison over the cost spent.
func writeKnownBudgetFigures(all []experiment.KnownBudget, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, t := range all {
		f := picture.Graph{Title: fmt.Sprintf("%s, %s", t.Problem, t.Policy)}
		_, hue, _ := policy.Named(t.Policy)
		addCurve(&f, "given all", hue, t.Full, 1)
		addCurve(&f, fmt.Sprintf("given %g of it", t.Share), hue+policy.HueRound, t.Part, t.Share)
		what := "best value"
		if t.Regret {
			what = "log10 regret"
		}
		f.Fit("share of the whole budget spent", what+", mean and 95 % interval")
		var b bytes.Buffer
		if err := f.SVG(&b); err != nil {
			return fmt.Errorf("figure of %s: %w", sanitize.Text(f.Title), err)
		}
		name := experiment.ProblemSummary{Problem: fmt.Sprintf("known-budget-%s-%s", t.Problem, t.Policy)}.File()
		if err := os.WriteFile(filepath.Join(dir, name+".svg"), b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// addCurve adds a curve over a share of the budget.
func addCurve(g *picture.Graph, name string, hue int, curve []stats.Summary, share float64) {
	var x, mean, low, high []float64
	for i, at := range curve {
		x, mean, low, high = append(x, experiment.Shares[i]*share), append(mean, at.Mean), append(low, at.Low), append(high, at.High)
	}
	g.Curve(name, hue, x, mean, low, high)
}
