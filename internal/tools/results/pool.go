package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
)

func newPool() *cobra.Command {
	var against string
	cmd := &cobra.Command{
		Use:   "pool DIR...",
		Short: "policies against one of them, over many problems at once",
		Long: `Hold every policy against one of them, paired by run, and pool the problems: the
mean over the cells of a map, in percent of that policy's improvement, for all of
them, by kind of cost and by the budget's worth; or the mean over other problems,
as a difference of log10 regret. Then against the best closed form of each
problem, with the number of problems that are better or worse beyond their
interval, and how many would be by chance.

Intervals are of 95 %. Runs of one seed may share functions or initial designs
from problem to problem; the intervals take that into account.`,
		Example: `go run ./internal/tools/results pool out/map --against ei-pc
go run ./internal/tools/results pool out/map --against ei-pes
go run ./internal/tools/results pool out/paper out/lda --against ei-pc`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if against == "" {
				return usage{errors.New("--against POLICY: say which policy the others are held against")}
			}
			p, err := experiment.NewPool(against, dirs...)
			if err != nil {
				return err
			}
			return writePool(cmd.OutOrStdout(), p)
		},
	}
	cmd.Flags().StringVar(&against, "against", "", "the policy to hold the others against, by its label")
	return cmd
}

// writePool prints the tables of a pool.
func writePool(w io.Writer, p experiment.Pool) error {
	what := "log10 regret minus that of " + sanitize.Text(p.Against) + ", mean over problems"
	if p.Map {
		what = "improvement beyond that of " + sanitize.Text(p.Against) + ", in % of it, mean over cells"
	}
	fmt.Fprintf(w, "%s; 95 %% intervals, paired; * it does not hold 0\n", what)
	write := writePooledProblems
	if p.Map {
		write = writePooledCells
	}
	if err := write(w, p); err != nil {
		return err
	}
	fmt.Fprintln(w, "\nagainst the best closed form of each problem, chosen on the same runs, which flatters it")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "policy\tmean\tbetter\tworse\tof\tby chance")
	for _, t := range p.Tallies {
		mean, most := t.Chance()
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%.1f, seldom above %d\n", sanitize.Text(t.Policy), pooled(t.Mean, p.Map), t.Better, t.Worse, t.Problems, mean, most)
	}
	return table.Flush()
}

// writePooledCells prints a table for all cells and one for each kind of cost:
// policies down, worths across.
func writePooledCells(w io.Writer, p experiment.Pool) error {
	var costs []string
	for _, g := range p.Groups {
		if !slices.Contains(costs, g.Cost) {
			costs = append(costs, g.Cost)
		}
	}
	for _, cost := range costs {
		if cost != "" && len(costs) == 2 {
			continue // the one kind there is was all cells
		}
		groups := slices.DeleteFunc(slices.Clone(p.Groups), func(g experiment.PoolGroup) bool { return g.Cost != cost })
		title := "all cells"
		if cost != "" {
			title = cost
		}
		fmt.Fprintf(w, "\n%s\n", sanitize.Text(title))
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(table, "budget worth\t")
		for _, g := range groups {
			if g.Worth == 0 {
				fmt.Fprintf(table, "any (%d)\t", g.Problems)
			} else {
				fmt.Fprintf(table, "%v (%d)\t", g.Worth, g.Problems)
			}
		}
		fmt.Fprintln(table)
		for i, name := range p.Policies {
			fmt.Fprintf(table, "%s\t", sanitize.Text(name))
			for _, g := range groups {
				fmt.Fprintf(table, "%s\t", pooled(g.Mean[i], true))
			}
			fmt.Fprintln(table)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// writePooledProblems prints problems down, policies across.
func writePooledProblems(w io.Writer, p experiment.Pool) error {
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\t")
	for _, name := range p.Policies {
		fmt.Fprintf(table, "%s\t", sanitize.Text(name))
	}
	fmt.Fprintln(table)
	for _, g := range p.Groups {
		name := fmt.Sprintf("all %d", g.Problems)
		if g.Problem != "" {
			name = g.Problem
		}
		fmt.Fprintf(table, "%s\t", sanitize.Text(name))
		for _, m := range g.Mean {
			fmt.Fprintf(table, "%s\t", pooled(m, false))
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// pooled shows a mean with its interval: "+5.1 ± 2.0*"; "-" where there is none.
func pooled(s stats.Summary, percent bool) string {
	digits := 3
	if percent {
		digits = 1
	}
	star := " "
	switch {
	case math.IsNaN(s.Mean):
		return "-"
	case s.Low == s.High && s.Mean == 0:
		return "the same"
	case s.Low > 0 || s.High < 0:
		star = "*"
	}
	return fmt.Sprintf("%+.*f ± %.*f%s", digits, s.Mean, digits, s.Half(), star)
}
