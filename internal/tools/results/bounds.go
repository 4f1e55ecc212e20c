package main

import (
	"encoding/csv"
	"fmt"

	"github.com/spf13/cobra"

	"farsight/internal/tools/ceiling"
	"farsight/scenarios/builtin"
)

// boundPlans are those that know the costs, beside EI-PES.
var boundPlans = []ceiling.Plan{{Looks: 2, Price: ceiling.Free}, {Looks: 2, Price: ceiling.Marginal}}

func newBounds() *cobra.Command {
	run := ceiling.CellRun{Along: 13, Draws: 100, First: 1, Samples: 16}
	var dim int
	var spread float64
	var worth []float64
	cmd := &cobra.Command{
		Use:   "bounds",
		Short: "how much is there to gain on the map? Rules against a bound on the optimum",
		Long: `Take draws of a cell of the map at the points of a grid, and bound the improvement
of the best policy there can be by an information relaxation: a clairvoyant who is
charged for what he knows. Print as CSV the share of the bound that EI-PES reaches,
and where costs are known plans of two looks with exact expectations; 95 %
intervals are over draws. The time grows with 2^points and with the budget.`,
		Example: `go run ./internal/tools/results bounds --worth 2,5
go run ./internal/tools/results bounds --dimensions 2 --along 4 --worth 2,5,8 --unknown`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			w := csv.NewWriter(cmd.OutOrStdout())
			header := []string{"cell", "costs", "points", "draws", "bound", "EI-PES, %"}
			costs := "unknown"
			if !run.Unknown {
				run.Plans, costs = boundPlans, "known"
			}
			for _, p := range run.Plans {
				header = append(header, p.String()+", %")
			}
			w.Write(header)
			for _, b := range worth {
				run.Cell = builtin.Cell{Dim: dim, Worth: b, Spread: spread}
				if err := run.Cell.Check(); err != nil {
					return usage{err}
				}
				t, err := run.Table(cmd.Context())
				if err != nil {
					return err
				}
				points := 1
				for range dim {
					points *= run.Along
				}
				row := []string{run.Cell.String(), costs, fmt.Sprint(points), fmt.Sprint(run.Draws), fmt.Sprintf("%.3f ± %.3f", t.Bound.Mean, t.Bound.Half())}
				for _, s := range t.Shares {
					row = append(row, percentage(s))
				}
				w.Write(row)
				w.Flush()
			}
			return w.Error()
		},
	}
	fl := cmd.Flags()
	fl.IntVar(&dim, "dimensions", 1, "parameters: 1 to 3")
	fl.Float64SliceVar(&worth, "worth", []float64{2, 5}, "budgets, in typical evaluations")
	fl.Float64Var(&spread, "spread", 10, "of the costs, as on the map")
	fl.IntVar(&run.Along, "along", run.Along, "points of the grid along each parameter")
	fl.IntVar(&run.Draws, "draws", run.Draws, "draws of the map")
	fl.Uint64Var(&run.First, "seed", run.First, "of the first draw")
	fl.IntVar(&run.Samples, "samples", run.Samples, "of what an evaluation may show, behind each charge")
	fl.BoolVar(&run.Unknown, "unknown", false, "costs have to be learned, as on the map")
	return cmd
}
