package cli

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/tui/chart"
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
		Args: atLeastOne("at least one DIR"),
		RunE: func(cmd *cobra.Command, dirs []string) error {
			if cmd.Flags().Changed("policy") && mapFile == "" {
				return usageMistake(errors.New("--policy chooses what --map prints: give --map FILE, too"))
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
			return writeReport(cmd.OutOrStdout(), s)
		},
	}
	cmd.Flags().StringVar(&dir, "out", "", "also write Markdown, CSV and figures (SVG, PNG) to this directory")
	cmd.Flags().BoolVar(&salvage, "salvage", false, "if results are damaged, go on with their sound lines; the damaged file is kept")
	cmd.Flags().StringVar(&runs, "runs", "", "also write every evaluation of every run to this file, .csv or .json")
	cmd.Flags().StringVar(&mapFile, "map", "", "condense the results of a map to this CSV file")
	cmd.Flags().StringVarP(&policy, "policy", "p", "", "with --map: the policy to print, by its name or how that begins (default: "+usualOfMap+")")
	cmd.MarkFlagsMutuallyExclusive("map", "out")
	cmd.MarkFlagsMutuallyExclusive("map", "runs")
	return cmd
}

// prepare salvages results if it is asked to, and says which have no checksums.
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

func writeReport(w io.Writer, s experiment.Summary) error {
	for i, p := range s.Problems {
		if i > 0 {
			fmt.Fprintln(w)
		}
		what := "log10 regret"
		if !p.Regret {
			what = "best value (the optimum is not known)"
		}
		fmt.Fprintf(w, "%s, budget %s: mean %s at the full budget, 95 %% intervals\n", sanitize.Text(p.Problem), number(p.Budget), what)
		table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(table, "policy\truns\tmean\tagainst %s\tevaluations\tmean s/decision\tmedian\t95th %%\n", sanitize.Text(p.Best))
		for _, q := range p.Policies {
			against := "-"
			if q.Policy != p.Best && q.Against.N > 1 {
				against = plusMinus(q.Against)
			}
			fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%.1f\t%s\t%s\t%s\n", sanitize.Text(q.Policy), q.Final.N, plusMinus(q.Final), against, q.Evaluations.Mean,
				seconds(q.Seconds), seconds(q.Median), seconds(q.P95))
		}
		if err := table.Flush(); err != nil {
			return err
		}
		writeCurves(w, p)
		writeCosts(w, p)
		fmt.Fprintf(w, "\n%s against the share of the budget used\n", what)
		table = tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprint(table, "\t")
		for _, share := range experiment.Shares {
			fmt.Fprintf(table, "%.0f %%\t", 100*share)
		}
		fmt.Fprintln(table)
		for _, q := range p.Policies {
			fmt.Fprintf(table, "%s\t", sanitize.Text(q.Policy))
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

func plusMinus(s stats.Summary) string {
	return fmt.Sprintf("%+.3f ± %.3f", s.Mean, s.Half())
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
	// Without colours letters tell the curves apart, each at other places, so that few fall on one another.
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
