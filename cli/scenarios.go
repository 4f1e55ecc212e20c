package cli

import (
	"fmt"
	"text/tabwriter"

	"farsight/scenarios/builtin"

	"github.com/spf13/cobra"
)

func newScenarios() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "scenarios",
		Short: "list the built-in scenarios, or show one as a problem file",
		Long: `List the built-in scenarios. Teaching scenarios are constructed to make their
point; benchmarks are the paper's synthetic problems, with a cost function drawn
from the seed; applied ones are after the paper's real problems: a table of past
runs, robot pushing by one hand or two, the tuning of a random forest, a logistic
regression and a support vector machine.`,
		Example: `farsight scenarios
farsight scenarios --json
farsight scenarios show push`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list := builtin.List()
			if asJSON {
				return printJSON(cmd, list)
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			for _, e := range list {
				fmt.Fprintf(table, "%s\t%s\t%s\n", e.Name, e.Kind, e.Title)
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	cmd.AddCommand(newScenariosShow(), newScenariosCosts())
	return cmd
}

func newScenariosShow() *cobra.Command {
	var seed uint64
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "print a built-in scenario as a problem file that runs",
		Long: `Print a built-in scenario as a problem file: save it, change it, run it. The seed
draws the cost function of a benchmark and the target of a push, as it does in
the other commands.`,
		Example: `farsight scenarios show myopia
farsight scenarios show dropwave --seed 3 > my-dropwave.toml`,
		Args: exactlyOne("the NAME of a scenario"),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := builtin.Text(args[0], seed)
			if err != nil {
				return err
			}
			_, err = cmd.OutOrStdout().Write(text)
			return err
		},
		ValidArgsFunction: completeNames(builtin.Names),
	}
	cmd.Flags().Uint64Var(&seed, "seed", 0, "draws the cost function of a benchmark, or a push's target")
	return cmd
}
