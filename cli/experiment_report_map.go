package cli

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/scenarios/builtin"
)

// reportMap writes a map as CSV and prints one policy of it.
func reportMap(cmd *cobra.Command, dirs []string, file, policy string) error {
	rows, err := experiment.Atlas(dirs...)
	if err != nil {
		return err
	}
	if policy, err = mapChoice(rows, policy); err != nil {
		return usageMistake(err)
	}
	var table bytes.Buffer
	if err := experiment.WriteAtlas(&table, rows); err != nil {
		return err
	}
	if err := writeWhole(file, table.Bytes(), true); err != nil { // as report --out: made anew every time
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "wrote %d rows to %s\n", len(rows), sanitize.Text(file))
	return writeMap(cmd.OutOrStdout(), rows, policy)
}

// writeMap prints the advantage of a policy over the best closed form of each
// cell: a table for every number of dimensions, budgets across, costs down.
func writeMap(w io.Writer, rows []experiment.AtlasRow, policy string) error {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r experiment.AtlasRow) bool { return r.Policy != policy })
	at := map[builtin.Cell]experiment.AtlasRow{}
	var dims []int
	var worths []float64
	for _, r := range rows {
		at[r.Cell] = r
		if !slices.Contains(dims, r.Cell.Dim) {
			dims = append(dims, r.Cell.Dim)
		}
		if !slices.Contains(worths, r.Cell.Worth) {
			worths = append(worths, r.Cell.Worth)
		}
	}
	slices.Sort(worths)
	fmt.Fprintf(w, "%s: improvement beyond that of the best closed form, in %% of it, 95 %% intervals, paired by draw\n", sanitize.Text(policy))
	for _, d := range dims {
		fmt.Fprintf(w, "\nd = %d\n", d)
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(table, "budget worth\t")
		for _, worth := range worths {
			fmt.Fprintf(table, "%v\t", worth)
		}
		fmt.Fprintln(table)
		for _, line := range costsOf(rows, d) {
			fmt.Fprintf(table, "spread %v, %s\t", line.Spread, line.Cost())
			for _, worth := range worths {
				line.Worth = worth
				fmt.Fprintf(table, "%s\t", advantage(at[line]))
			}
			fmt.Fprintln(table)
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	fewest, most := rows[0].Draws, rows[0].Draws
	for _, r := range rows {
		fewest, most = min(fewest, r.Draws), max(most, r.Draws)
	}
	_, err := fmt.Fprintf(w, "\n%d to %d draws a cell; * the interval does not hold 0. The best closed form is chosen\non the same draws, which flatters it: the advantage is understated, if anything.\n", fewest, most)
	return err
}

// costsOf are the lines of a table: the cells of a dimension but for the worth.
func costsOf(rows []experiment.AtlasRow, d int) []builtin.Cell {
	var out []builtin.Cell
	for _, r := range rows {
		c := r.Cell
		c.Worth = 0
		if c.Dim == d && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}

// advantage shows one cell: "+12 ± 3*", "-" where nothing was run.
func advantage(r experiment.AtlasRow) string {
	switch {
	case r.Draws == 0:
		return "-"
	case r.Policy == r.Best:
		return "the best"
	case r.Draws < 2:
		return fmt.Sprintf("%+.0f ± ?", r.Percent)
	}
	star := " "
	if r.Pays() || r.Loses() {
		star = "*"
	}
	return fmt.Sprintf("%+.1f ± %.1f%s", r.Percent, r.PercentHalf, star)
}
