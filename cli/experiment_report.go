package cli

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/theme"
)

func newExperimentReport() *cobra.Command {
	var dir, mapFile, policy, runs string
	var salvage bool
	cmd := &cobra.Command{
		Use:   "report DIR...",
		Short: "what came of an experiment, with its uncertainty",
		Long: `Merge the results of one or more directories (shards, machines) and print, per
problem and policy: the mean log10 regret at the full budget with a 95 %
interval, the paired difference to the best closed form on the same
replications, the evaluations within the budget and the seconds per decision;
then the regret against the budget used.

Every line of the results carries a checksum. One that is not as it was written is
refused by its file and line; --salvage keeps the others, says what was lost and
keeps the damaged file beside it. Results of earlier versions have no checksums:
they are read, and stderr says that they are unchecked.

--runs writes every evaluation of every run: its point, value, cost, the
hyperparameters when it was chosen, and why the run ended; as JSON if the file's
name ends so, else as CSV.

A file of condensed runs (docs/experiments.md) is read as a directory is; it has
neither times nor the costs of single evaluations.

--map condenses the results of a map (examples/map.toml): it writes every cell
and policy to a CSV file and prints the advantage of one policy over the best
closed form of every cell.`,
		Example: `farsight experiment report out
farsight experiment report out/shard-1 out/shard-2
farsight experiment report out --out report
farsight experiment report out --runs runs.csv
farsight experiment report out --salvage
farsight experiment report out/map --map map.csv`,
		Args: atLeastOne("DIR"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if cmd.Flags().Changed("policy") && mapFile == "" {
				return usagef("--policy chooses what --map prints: give --map FILE, too")
			}
			if err := prepare(cmd, dirs, salvage); err != nil {
				return err
			}
			if mapFile != "" {
				return reportMap(cmd, dirs, mapFile, policy)
			}
			records, err := experiment.Read(dirs...)
			if err != nil {
				return err
			}
			s, err := experiment.Summarise(records)
			if err != nil {
				return err
			}
			if runs != "" {
				if err := experiment.WriteRunsFile(runs, records); err != nil {
					return err
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "wrote %d runs to %s\n", len(records), sanitize.Text(runs))
			}
			if dir != "" {
				if err := s.Write(dir); err != nil {
					return err
				}
				if err := writeFigures(s, dir); err != nil {
					return err
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "wrote report.md, report.csv and the figures to %s\n", sanitize.Text(dir))
			}
			writeReport(cmd.OutOrStdout(), s)
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "out", "", "also write Markdown, CSV and figures (SVG, PNG) to this directory")
	cmd.Flags().BoolVar(&salvage, "salvage", false, "if results are damaged, continue with their sound lines; the damaged file is kept")
	cmd.Flags().StringVar(&runs, "runs", "", "also write every evaluation of every run to this file, .csv or .json")
	cmd.Flags().StringVar(&mapFile, "map", "", "condense the results of a map to this CSV file")
	cmd.Flags().StringVarP(&policy, "policy", "p", "", "with --map: the policy to print, by its name or how that begins (default: "+usualOfMap+")")
	cmd.MarkFlagsMutuallyExclusive("map", "out")
	cmd.MarkFlagsMutuallyExclusive("map", "runs")
	return cmd
}

// prepare salvages results if salvage is set, and reports those without checksums.
func prepare(cmd *cobra.Command, dirs []string, salvage bool) error {
	if salvage {
		all, err := experiment.Salvage(dirs...)
		for _, s := range all {
			fmt.Fprintln(cmd.ErrOrStderr(), s)
		}
		if err != nil {
			return err
		}
	}
	n, err := experiment.Unchecked(dirs...)
	if err == nil && n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "unchecked: %d runs were written by an earlier version, without checksums\n", n)
	}
	return err
}

func writeReport(w io.Writer, s experiment.Summary) {
	for i, p := range s.Problems {
		if i > 0 {
			fmt.Fprintln(w)
		}
		what := "log10 regret"
		if !p.Regret {
			what = "best value (the optimum is not known)"
		}
		fmt.Fprintf(w, "%s, budget %s: mean %s at the full budget, 95 %% intervals\n", sanitize.Text(p.Problem), number(p.Budget), what)
		table := newTable("policy", "runs", "mean", "against "+p.Best, "evaluations", "mean s/decision", "median", "95th %")
		for _, q := range p.Policies {
			against := "-"
			if q.Policy != p.Best && q.Against.N > 1 {
				against = q.Against.String()
			}
			table.add(q.Policy, q.Final.N, q.Final.String(), against, fmt.Sprintf("%.1f", q.Evaluations.Mean), seconds(q.Seconds), seconds(q.Median), seconds(q.P95))
		}
		table.write(w)
		writeCurves(w, p)
		writeCosts(w, p)
		fmt.Fprintf(w, "\n%s against the share of the budget used\n", what)
		head := []string{""}
		for _, share := range experiment.Shares {
			head = append(head, fmt.Sprintf("%.0f %%", 100*share))
		}
		table = newNumbers(head...)
		for _, q := range p.Policies {
			row := []any{q.Policy}
			for _, c := range q.Curve {
				row = append(row, fmt.Sprintf("%.2f", c.Mean))
			}
			table.add(row...)
		}
		table.write(w)
	}
}

// writeCosts draws how often evaluations cost how much; of condensed runs it is
// not known.
func writeCosts(w io.Writer, p experiment.ProblemSummary) {
	head := "costs of the evaluations\n"
	for _, q := range p.Policies {
		if len(q.Costs) > 0 {
			fmt.Fprintf(w, "%s  %-14s %s\n", head, sanitize.Text(q.Policy), costHistogram(q.Costs))
			head = ""
		}
	}
}

// seconds are those of a decision, where they are known.
func seconds(s float64) string {
	if math.IsNaN(s) {
		return "-"
	}
	return fmt.Sprintf("%.4f", s)
}

// writeCurves draws the regret against the budget used in plain characters.
func writeCurves(w io.Writer, p experiment.ProblemSummary) {
	th, _ := theme.Named("dark")
	plot := chart.Plot{X: chart.Axis{Min: 0.2, Max: 1}, XRows: chart.XLine}
	var all []float64
	var legend []string
	for i, q := range p.Policies {
		var y []float64
		for _, c := range q.Curve {
			y = append(y, c.Mean)
		}
		all = append(all, y...)
		plot.Series = append(plot.Series, chart.Series{X: experiment.Shares, Y: y, Dash: chart.Dash(i % 3)})
		legend = append(legend, letter(i)+" "+sanitize.Text(q.Policy))
	}
	lo, hi := chart.Limits(all)
	plot.Y = chart.Axis{Min: lo, Max: hi}.Pad(0.05)
	c := chart.New(80, 18, chart.Terminal{Profile: chart.NoColor})
	plot.Draw(c, th.Style())
	// Without colours letters distinguish the curves, each at different places, so that few
	// overlap.
	l := plot.Layout(c)
	for i, s := range plot.Series {
		for k := i % 3; k < len(s.X); k += 3 {
			x, inX := l.X.Cell(s.X[k])
			y, inY := l.Y.Cell(s.Y[k])
			if inX && inY {
				c.Text(l.Area.X+x, l.Area.Y+y, letter(i), th.TextInk())
			}
		}
	}
	fmt.Fprintf(w, "\n%s\n", strings.Join(chart.Wrap(strings.Join(legend, ", "), 80), "\n"))
	fmt.Fprintf(w, "%s\n%50s\n\n", strings.TrimRight(trimRight(c.Plain()+"\n"), "\n"), "share of the budget used")
}

// letter marks a curve.
func letter(i int) string { return string(rune('a' + i%26)) }

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
	if err := files.WriteWhole(file, table.Bytes(), true); err != nil { // as report --out: replaced every time
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
		head := []any{"budget worth"}
		for _, worth := range worths {
			head = append(head, worth)
		}
		table := newNumbers()
		table.add(head...)
		for _, line := range costsOf(rows, d) {
			row := []any{fmt.Sprintf("spread %v, %s", line.Spread, line.Cost())}
			for _, worth := range worths {
				line.Worth = worth
				row = append(row, advantage(at[line]))
			}
			table.add(row...)
		}
		table.write(w)
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

// writeFigures draws a figure per problem, as SVG and PNG, beside the report.
func writeFigures(s experiment.Summary, dir string) error {
	hue := hues(s)
	for _, p := range s.Problems {
		f := regretFigure(p, hue)
		for ending, draw := range map[string]func(io.Writer) error{"svg": f.SVG, "png": f.PNG} {
			var b bytes.Buffer
			if err := draw(&b); err != nil {
				return fmt.Errorf("figure of %s: %w", sanitize.Text(p.Problem), err)
			}
			if err := files.WriteWhole(filepath.Join(dir, p.File()+"."+ending), b.Bytes(), true); err != nil {
				return err
			}
		}
	}
	return nil
}

// hues gives every policy of a report a colour of its own, the same in every
// figure: the one it has on all screens, or where another label of the report
// has that, a shade of it.
func hues(s experiment.Summary) map[string]int {
	hue, taken := map[string]int{}, map[int]bool{}
	for _, p := range s.Problems {
		for _, q := range p.Policies {
			if _, seen := hue[q.Policy]; seen {
				continue
			}
			_, h, ok := policy.Named(q.Policy)
			step := policy.HueRound
			if !ok {
				step = 1
			}
			for taken[h] {
				h += step
			}
			hue[q.Policy], taken[h] = h, true
		}
	}
	return hue
}

// regretFigure is regret against the share of the budget used.
func regretFigure(p experiment.ProblemSummary, hue map[string]int) picture.Graph {
	g := picture.Graph{Title: p.Problem}
	for _, q := range p.Policies {
		addCurve(&g, q.Policy, hue[q.Policy], q.Curve, 1)
	}
	g.Fit("share of the budget used", measured(p.Regret))
	return g
}

// measured names the axis of curves.
func measured(regret bool) string {
	if regret {
		return "log10 regret, mean and 95 % interval"
	}
	return "best value, mean and 95 % interval"
}

// addCurve adds a curve over a share of the budget.
func addCurve(g *picture.Graph, name string, hue int, curve []stats.Summary, share float64) {
	var x, mean, low, high []float64
	for i, at := range curve {
		x, mean, low, high = append(x, experiment.Shares[i]*share), append(mean, at.Mean), append(low, at.Low), append(high, at.High)
	}
	g.Curve(name, hue, x, mean, low, high)
}
