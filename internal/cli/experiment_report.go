package cli

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/plain"
	"farsight/internal/stats"
)

func newExperimentReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report DIR...",
		Short: "what came of an experiment, with its uncertainty",
		Long: `Merge the results of one or more directories (shards, machines) and print, per
problem and policy: the mean log10 regret at the full budget with a 95 %
interval, the paired difference to the best closed form on the same
replications, the evaluations within the budget and the seconds per decision;
then the regret against the budget used.`,
		Example: `farsight experiment report out
farsight experiment report out/shard-1 out/shard-2`,
		Args: atLeastOne("at least one DIR"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			records, err := experiment.Read(dirs...)
			if err != nil {
				return err
			}
			s, err := experiment.Summarise(records)
			if err != nil {
				return err
			}
			return writeReport(cmd.OutOrStdout(), s)
		},
	}
	return cmd
}

func writeReport(w io.Writer, s experiment.Summary) error {
	for i, p := range s.Problems {
		if i > 0 {
			fmt.Fprintln(w)
		}
		what := "log10 regret"
		if !p.Regret {
			what = "best value (the optimum is not known)"
		}
		fmt.Fprintf(w, "%s, budget %s: mean %s at the full budget, 95 %% intervals\n", plain.Text(p.Problem), number(p.Budget), what)
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(table, "policy\truns\tmean\tagainst %s\tevaluations\ts/decision\t95th %%\n", plain.Text(p.Best))
		for _, q := range p.Policies {
			against := "-"
			if q.Policy != p.Best && q.Against.N > 1 {
				against = plusMinus(q.Against)
			}
			fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%.1f\t%.4f\t%.4f\n", plain.Text(q.Policy), q.Final.N, plusMinus(q.Final), against, q.Evaluations.Mean, q.Median, q.P95)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s against the share of the budget used\n", what)
		table = tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(table, "\t")
		for _, share := range experiment.Shares {
			fmt.Fprintf(table, "%.0f %%\t", 100*share)
		}
		fmt.Fprintln(table)
		for _, q := range p.Policies {
			fmt.Fprintf(table, "%s\t", plain.Text(q.Policy))
			for _, c := range q.Curve {
				fmt.Fprintf(table, "%.2f\t", c.Mean)
			}
			fmt.Fprintln(table)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

func plusMinus(s stats.Summary) string {
	return fmt.Sprintf("%+.3f ± %.3f", s.Mean, s.Half())
}
