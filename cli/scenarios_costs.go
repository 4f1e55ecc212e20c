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
			return writeCostSpread(cmd.OutOrStdout(), bins, p.CostUnit)
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
			x = p.Nearest(p.ToUnit(x)) // nobody pays for a point that is not allowed
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
