package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"farsight/internal/sanitize"
	"farsight/internal/sobol"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/table"
)

func newScenarios() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "scenarios",
		Short: "list the built-in scenarios, or print one as a file",
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
			names := newTable()
			for _, e := range list {
				names.add(e.Name, e.Kind, e.Title)
			}
			names.write(cmd.OutOrStdout())
			return nil
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

func newScenariosCosts() *cobra.Command {
	var seed uint64
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "costs NAME",
		Short: "print how uneven the costs of a problem are",
		Long: `Print a histogram of what points of a problem cost: of a table's rows, else of
1024 points spread over all parameters (64 where each has to be trained). The
steps are equal in the logarithm. NAME is a scenario or a problem file; one that
runs a command or asks a person has no costs to show.`,
		Example: `farsight scenarios costs push
farsight scenarios costs dropwave --seed 3
farsight scenarios costs examples/table.toml`,
		Args: exactlyOne("the NAME of a scenario or a problem FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := loadProblem(args[0], seed)
			if err != nil {
				return err
			}
			costs, of, err := sampleCosts(cmd.Context(), p)
			if err != nil {
				return err
			}
			bins := histogram(costs, costBins)
			if asJSON {
				return printJSON(cmd, bins)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %d %s\n", sanitize.Text(p.Name), len(costs), of)
			writeCostSpread(cmd.OutOrStdout(), bins, p.CostUnit)
			return nil
		},
		ValidArgsFunction: completeNames(builtin.Names),
	}
	cmd.Flags().Uint64Var(&seed, "seed", 0, "draws the cost function of a benchmark, or a push's target")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// Points whose costs are looked at, where they cost nothing to look at, and
// where they have to be trained.
const (
	costPoints    = 1024
	trainedPoints = 64
)

// sampleCosts are costs of a problem, and of what they are.
func sampleCosts(ctx context.Context, p *scenarios.Problem) (costs []float64, of string, err error) {
	if p.Source == nil || p.Permission() != nil {
		return nil, "", fmt.Errorf("%s has no costs to show: a point is evaluated by %s", sanitize.Text(p.Name), p.EvaluatedBy())
	}
	if t, ok := p.Source.(*table.Source); ok && t.Paid != nil {
		return t.Paid, "rows", nil
	}
	truth, free := p.Source.(scenarios.Truth)
	points := costPoints
	if !free {
		points = trainedPoints
	}
	sequence := sobol.New(p.Dim(), 1)
	u := make([]float64, p.Dim())
	for range points {
		sequence.Next(u)
		x := scenarios.FromShares(p.Parameters, u)
		if p.Region.Check(x) != nil {
			x = p.Nearest(p.ToUnit(x)) // a point that is not allowed has no cost
		}
		if free {
			_, cost, err := truth.Truth(x)
			if err != nil {
				return nil, "", err
			}
			costs = append(costs, cost)
			continue
		}
		e, err := p.Source.Evaluate(ctx, x)
		if err != nil {
			return nil, "", err
		}
		costs = append(costs, e.Cost)
	}
	return costs, "points", nil
}
