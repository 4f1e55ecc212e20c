package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/tui"
)

// writeMap prints the map as tables, one per dimension.
func writeMap(w io.Writer, a *tui.Atlas) error {
	name := a.Policies[a.Policy].Name()
	fmt.Fprintf(w, "Advantage of %s over the best closed form, in %% of its improvement, ± half the 95 %% interval.\n", name)
	fmt.Fprintln(w, "* the interval excludes 0. The best closed form of a cell was chosen on the same draws: that flatters it.")
	for _, d := range distinct(a.Cells, func(c tui.AtlasCell) int { return c.Dim }) {
		cells := slices.DeleteFunc(slices.Clone(a.Cells), func(c tui.AtlasCell) bool { return c.Dim != d })
		fmt.Fprintf(w, "\nd = %d, by the budget's worth in typical evaluations\n", d)
		if err := writePanel(w, cells, func(c *tui.AtlasCell) string { return advantage(a, c) }); err != nil {
			return err
		}
		fmt.Fprintln(w, "\nbest closed form, its improvement in prior sds, and the draws")
		if err := writePanel(w, cells, func(c *tui.AtlasCell) string { return bestForm(a, c) }); err != nil {
			return err
		}
	}
	return nil
}

// distinct lists what cells have, in order.
func distinct[T int | float64](cells []tui.AtlasCell, of func(tui.AtlasCell) T) []T {
	var out []T
	for _, c := range cells {
		out = append(out, of(c))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// writePanel prints something of every cell: a row for each kind of cost, a
// column for each budget.
func writePanel(w io.Writer, cells []tui.AtlasCell, text func(*tui.AtlasCell) string) error {
	worths := distinct(cells, func(c tui.AtlasCell) float64 { return c.Worth })
	var rows []scenarios.Cell
	for _, c := range cells {
		rows = append(rows, scenarios.Cell{Spread: c.Spread, Rising: c.Rising})
	}
	slices.SortFunc(rows, compareCosts)
	rows = slices.Compact(rows)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(table, "cost\tspread")
	for _, v := range worths {
		fmt.Fprintf(table, "\t%g", v)
	}
	fmt.Fprintln(table)
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%g", r.Cost(), r.Spread)
		for _, v := range worths {
			i := slices.IndexFunc(cells, func(c tui.AtlasCell) bool {
				return c.Worth == v && c.Spread == r.Spread && c.Rising == r.Rising
			})
			cell := "-"
			if i >= 0 {
				cell = text(&cells[i])
			}
			fmt.Fprintf(table, "\t%s", cell)
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// advantage is what the policy shown gains in a cell.
func advantage(a *tui.Atlas, c *tui.AtlasCell) string {
	r := c.Results[a.Policy]
	switch {
	case r.Draws == 0 || c.Best < 0:
		return "-"
	case c.Best == a.Policy:
		return "best"
	case math.IsInf(r.Percent.Half, 0):
		return fmt.Sprintf("%+.1f ± ?", r.Percent.Mean)
	case r.Percent.Clear():
		return fmt.Sprintf("%+.1f ± %.1f*", r.Percent.Mean, r.Percent.Half)
	}
	return fmt.Sprintf("%+.1f ± %.1f", r.Percent.Mean, r.Percent.Half)
}

// bestForm is the closed form a cell is compared to.
func bestForm(a *tui.Atlas, c *tui.AtlasCell) string {
	if c.Best < 0 {
		return "-"
	}
	r := c.Results[c.Best]
	return fmt.Sprintf("%s %.2f (%d)", plain.Text(a.Policies[c.Best].Label), r.Improvement.Mean, r.Draws)
}

// mapRow is a row of the map as JSON; null is what is not known.
type mapRow struct {
	Dim             int      `json:"d"`
	Worth           float64  `json:"worth"`
	Spread          float64  `json:"spread"`
	Cost            string   `json:"cost"`
	Policy          string   `json:"policy"`
	Draws           int      `json:"draws"`
	Improvement     *float64 `json:"improvement"`
	ImprovementHalf *float64 `json:"improvement_half"`
	Best            string   `json:"best_closed_form"`
	Difference      *float64 `json:"difference"`
	DifferenceHalf  *float64 `json:"difference_half"`
	Percent         *float64 `json:"percent"`
	PercentHalf     *float64 `json:"percent_half"`
}

// writeMapJSON prints every row.
func writeMapJSON(cmd *cobra.Command, rows []experiment.AtlasRow) error {
	number := func(v float64) *float64 {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		return &v
	}
	out := make([]mapRow, 0, len(rows))
	for _, r := range rows {
		m := mapRow{
			Dim: r.Cell.Dim, Worth: r.Cell.Worth, Spread: r.Cell.Spread, Cost: r.Cell.Cost(), Policy: r.Policy, Draws: r.Draws,
			Improvement: number(r.Improvement), ImprovementHalf: number(r.Half), Best: r.Best,
		}
		if r.Best != "" && r.Best != r.Policy {
			m.Difference, m.DifferenceHalf = number(r.Difference), number(r.DifferenceHalf)
			m.Percent, m.PercentHalf = number(r.Percent), number(r.PercentHalf)
		}
		out = append(out, m)
	}
	return writeJSON(cmd, out)
}
