package cli

import (
	"math"

	"github.com/spf13/cobra"

	"farsight/experiment"
)

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
	Settings        string   `json:"settings,omitempty"`
	FirstSeed       uint64   `json:"first_seed,omitempty"` // of the draws, which follow one another
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
			Settings: r.Settings, FirstSeed: r.FirstSeed,
		}
		if r.Best != "" && r.Best != r.Policy {
			m.Difference, m.DifferenceHalf = number(r.Difference), number(r.DifferenceHalf)
			m.Percent, m.PercentHalf = number(r.Percent), number(r.PercentHalf)
		}
		out = append(out, m)
	}
	return printJSON(cmd, out)
}
