package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
)

// worstShown is the number of pairs listed.
const worstShown = 5

func newAgree() *cobra.Command {
	return &cobra.Command{
		Use:   "agree DIR1 DIR2",
		Short: "whether the same experiment with other seeds says the same",
		Long: `Compare two executions of an experiment that differ in their seeds alone: for
every policy on every problem in both, whether the two means differ by no more
than the 95 % interval of their difference. Where all is well 95 % of them
agree. Seeds in common, or different settings, are an error.`,
		Example: `go run ./internal/tools/results agree out/map out/map-again`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			a, err := experiment.Agree(dirs[0], dirs[1])
			if err != nil {
				return err
			}
			return writeAgreement(cmd.OutOrStdout(), a)
		},
	}
}

func writeAgreement(w io.Writer, a experiment.Agreement) error {
	fmt.Fprintf(w, "%d pairs of means; %d agree within the 95 %% interval of their difference: %.1f %%, where %.0f %% are expected\n",
		len(a.Pairs), a.Agree, 100*a.Share(), 100*experiment.ExpectedRate)
	if a.TooFew > 0 {
		fmt.Fprintf(w, "%d more have fewer than two runs in one of the directories and are left out\n", a.TooFew)
	}
	fmt.Fprintln(w, "\nfarthest apart")
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "problem\tpolicy\truns\tmean\truns\tmean\tdifference")
	for _, p := range a.Pairs[:min(worstShown, len(a.Pairs))] {
		fmt.Fprintf(table, "%s\t%s\t%d\t%.4f\t%d\t%.4f\t%+.4f ± %.4f\n",
			sanitize.Text(p.Problem), sanitize.Text(p.Policy), p.N[0], p.Mean[0], p.N[1], p.Mean[1], p.Mean[1]-p.Mean[0], p.Half)
	}
	return table.Flush()
}
