package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/internal/tools/ceiling"
	"farsight/policy"
)

// mostCeilingProblems is far more than a table needs.
const mostCeilingProblems = 10_000

// ceilingPlans are the exact plans shown below the policies.
var ceilingPlans = []ceiling.Plan{
	{Looks: 2, Price: ceiling.Free}, {Looks: 3, Price: ceiling.Free},
	{Looks: 2, Price: ceiling.Marginal}, {Looks: 2, Price: ceiling.Half}, {Looks: 2, Price: ceiling.Rate},
}

func newCeiling() *cobra.Command {
	run := ceiling.Run{Problems: 40, Budgets: []float64{1, 2, 3}}
	var names []string
	cmd := &cobra.Command{
		Use:   "ceiling",
		Short: "how much is there to gain at all? Policies against the best that can be done",
		Long: `Draw problems so small that the best way to spend the whole budget can be
computed: a few points, their values jointly normal, their costs known. Print the
share of that optimum which every policy reaches, played at every state it can
come to; 95 % intervals are over problems. Below them stand plans with exact
expectations, trees without sampling and search: how far they look, and what a
unit of budget is worth to them.`,
		Example: `go run ./internal/tools/results ceiling
go run ./internal/tools/results ceiling --policy ei-pc --policy "4-b-ms-ei schedule=off effort=quick"
go run ./internal/tools/results ceiling --points 5 --spread 30 --budgets 1,2,4 --problems 100 --policy far`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			policies := policy.Candidates()
			if len(names) > 0 {
				policies = nil
				for _, n := range names {
					q, err := policy.Parse(n)
					if err != nil {
						return usage{fmt.Errorf("--policy: %w", err)}
					}
					policies = append(policies, q)
				}
			}
			for _, q := range policies {
				run.Contestants = append(run.Contestants, ceiling.Contestant{Policy: q})
			}
			for _, p := range ceilingPlans {
				run.Contestants = append(run.Contestants, ceiling.Contestant{Plan: &p})
			}
			if run.Problems < 2 || run.Problems > mostCeilingProblems {
				return usage{fmt.Errorf("--problems %d: use 2 to %d", run.Problems, mostCeilingProblems)}
			}
			for _, b := range run.Budgets {
				if !(b > 0) {
					return usage{fmt.Errorf("--budgets %v: must be above 0", b)}
				}
			}
			if run.Workers < 0 {
				return usage{fmt.Errorf("--workers %d: use 1 or more, or 0 for one per processor", run.Workers)}
			}
			last := time.Now()
			run.Progress = func(done, of int) {
				if now := time.Now(); now.Sub(last) >= time.Second {
					last = now
					fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d plays\n", done, of)
				}
			}
			t, err := run.Table(cmd.Context())
			if err != nil {
				return err
			}
			return writeCeiling(cmd.OutOrStdout(), t)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&names, "policy", "p", nil, "policy to play, such as ei-pc or \"4-b-ms-ei schedule=off\"; repeat for several (default: all but baselines)")
	fl.IntVar(&run.Problems, "problems", run.Problems, "problems to draw")
	fl.Uint64Var(&run.First, "seed", 0, "number of the first problem")
	fl.Float64SliceVar(&run.Budgets, "budgets", run.Budgets, "budgets, in median costs")
	fl.IntVar(&run.Points, "points", 6, "points to evaluate")
	fl.Float64Var(&run.Spread, "spread", 10, "of the costs: e^(2 sd of ln c), as on the map")
	fl.IntVar(&run.Nodes, "nodes", 7, "values of an evaluation")
	fl.IntVar(&run.Workers, "workers", 0, "plays at the same time (0: one per processor)")
	return cmd
}

// writeCeiling prints contestants down, budgets across.
func writeCeiling(w io.Writer, t ceiling.Table) error {
	fmt.Fprintf(w, "share of the optimum that is reached, in %%; %d problems of %d points, costs of spread %v, known; 95 %% intervals\n\n", t.Problems, t.Points, t.Spread)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "budget, in median costs\t")
	for _, b := range t.Budgets {
		fmt.Fprintf(table, "%v\t", b)
	}
	fmt.Fprint(table, "all\tworst\t\nthe optimum's improvement\t")
	for _, v := range t.Optimum {
		fmt.Fprintf(table, "%.3f\t", v)
	}
	fmt.Fprintln(table, "\t\t")
	names := t.Names()
	for k, r := range t.Rows {
		fmt.Fprintf(table, "%s\t", sanitize.Text(names[k]))
		for _, s := range append(r.Share, r.All) {
			fmt.Fprintf(table, "%s\t", percentage(s))
		}
		fmt.Fprintf(table, "%.0f\t\n", 100*r.Worst)
	}
	return table.Flush()
}

// percentage shows a share with its interval.
func percentage(s stats.Summary) string {
	return fmt.Sprintf("%.1f ± %.1f", 100*s.Mean, 100*s.Half())
}
