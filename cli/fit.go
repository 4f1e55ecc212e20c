package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"farsight/internal/files"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/table"
)

func newFit() *cobra.Command {
	var save, asJSON bool
	cmd := &cobra.Command{
		Use:   "fit FILE",
		Short: "fit a table's surrogates and say how good they are",
		Long: `Fit the surrogates of a problem file with a [table]: print how well they know
their rows, how well they predict rows they were not shown, where the objective
is best, and how uneven the costs are.

With --save the fit is written into FILE, as a section [table.fit]: from then on
the problem opens at once. Once rows, ranges or the goal change, the saved fit is
stale and not used; save it again.`,
		Example: `farsight fit runs.toml
farsight fit --save runs.toml
farsight fit --json examples/table.toml`,
		Args: exactlyOne("a problem FILE with a [table]"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := fitFile(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if save {
				if err := saveFit(args[0], r.problem); err != nil {
					return err
				}
				r.Saved = true
			}
			if asJSON {
				return printJSON(cmd, r)
			}
			r.write(cmd.OutOrStdout())
			return nil
		},
	}
	cmd.Flags().BoolVar(&save, "save", false, "keep the fit in FILE")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// fitReport describes the surrogates of a table.
type fitReport struct {
	File      string      `json:"file"`
	Rows      int         `json:"rows"`
	Surrogate string      `json:"surrogate"`
	Objective fitQuality  `json:"objective"`
	LogCost   *fitQuality `json:"log_cost"` // null: the cost is known
	Best      float64     `json:"best"`
	BestX     []float64   `json:"best_x"`
	Costs     []bin       `json:"costs"`
	Saved     bool        `json:"saved"` // the file holds this fit

	problem *scenarios.Problem
}

// fitQuality is a table.Quality that JSON can hold.
type fitQuality struct {
	Own     float64  `json:"own_rows_error"`      // in standard deviations of the column
	LeftOut float64  `json:"left_out_rows_error"` // the same for rows not shown
	Folds   int      `json:"folds"`               // 0: one row at a time
	Inside  *float64 `json:"inside_95"`           // null: no intervals
}

func newFitQuality(q table.Quality) fitQuality {
	out := fitQuality{Own: q.Own, LeftOut: q.LeftOut, Folds: q.Folds}
	if !math.IsNaN(q.Inside) {
		out.Inside = &q.Inside
	}
	return out
}

// costBins is the number of steps of a printed histogram.
const costBins = 10

func fitFile(ctx context.Context, file string) (*fitReport, error) {
	p, err := problemfile.Load(file)
	if err != nil {
		return nil, err
	}
	t, ok := p.Source.(*table.Source)
	if !ok {
		return nil, fmt.Errorf("%s has no [table], so that there is nothing to fit", sanitize.Text(file))
	}
	value, logCost, err := t.Quality(ctx)
	if err != nil {
		return nil, err
	}
	fit, err := t.Fitted()
	if err != nil {
		return nil, err
	}
	r := &fitReport{
		File: sanitize.Text(file), Rows: len(t.X), Surrogate: t.Surrogate, Objective: newFitQuality(value),
		Best: fit.Optimum.Value, BestX: fit.Optimum.X, Costs: histogram(t.Paid, costBins), Saved: t.Fit != nil && !t.Stale, problem: p,
	}
	if t.Cost == nil {
		q := newFitQuality(logCost)
		r.LogCost = &q
	}
	return r, nil
}

func (r *fitReport) write(w io.Writer) {
	p := r.problem
	kind := map[string]string{table.GP: "Gaussian processes", table.Forest: "random forests"}[r.Surrogate]
	state := "its fit is saved in " + r.File
	if !r.Saved {
		state = fitState(p.Source.(*table.Source), r.File)
	}
	fmt.Fprintf(w, "%s: %s of %d rows; %s\n\n", r.File, kind, r.Rows, state)
	qualities := newTable("", "error on own rows", "on rows left out", "inside 95 %")
	for _, line := range []struct {
		name string
		q    *fitQuality
	}{{"objective", &r.Objective}, {"ln cost", r.LogCost}} {
		if line.q == nil {
			continue
		}
		inside, how := "-", "one at a time"
		if line.q.Inside != nil {
			inside = fmt.Sprintf("%.0f %%", 100**line.q.Inside)
		}
		if line.q.Folds > 0 {
			how = fmt.Sprintf("in %d parts", line.q.Folds)
		}
		qualities.add(line.name, fmt.Sprintf("%.4f", line.q.Own), fmt.Sprintf("%.4f %s", line.q.LeftOut, how), inside)
	}
	qualities.write(w)
	fmt.Fprintln(w, "Errors are root mean squares in standard deviations of the column.")
	var at []string
	for i, par := range p.Parameters {
		at = append(at, fmt.Sprintf("%s = %s", par.Name, valueText(par, r.BestX[i])))
	}
	fmt.Fprintf(w, "\nbest of the surrogate: %s%s at %s\n", number(r.Best), unitText(p.ValueUnit), strings.Join(at, ", "))
	writeCostSpread(w, r.Costs, p.CostUnit)
}

// writeCostSpread prints how uneven costs are, a bar for each step.
func writeCostSpread(w io.Writer, bins []bin, unitName string) {
	if len(bins) == 0 {
		return
	}
	most := fullest(bins)
	fmt.Fprintf(w, "\ncosts%s\n", inUnit(unitName))
	spread := newNumbers("from", "to", "count", "")
	for _, b := range bins {
		const widest = 40
		spread.add(b.Low, b.High, b.Count, strings.Repeat("█", (b.Count*widest+most-1)/most))
	}
	spread.write(w)
}

func inUnit(name string) string {
	if name == "" {
		return ""
	}
	return " in " + sanitize.Text(name)
}

// saveFit puts the fit into the file, which is replaced as a whole: a crash
// leaves the old one.
func saveFit(file string, p *scenarios.Problem) error {
	text, err := files.ReadFile(file)
	if err != nil {
		return err
	}
	if text, err = problemfile.SaveFit(text, p); err != nil {
		return fmt.Errorf("%s: %w", sanitize.Text(file), err)
	}
	if target, err := filepath.EvalSymlinks(file); err == nil {
		file = target // a link stays a link
	}
	return files.WriteWhole(file, text, true)
}

// bin is a step of a histogram.
type bin struct {
	Low   float64 `json:"low"`
	High  float64 `json:"high"` // the last bin holds its High
	Count int     `json:"count"`
}

// fullest is the most that a bin holds.
func fullest(bins []bin) int {
	return slices.MaxFunc(bins, func(a, b bin) int { return a.Count - b.Count }).Count
}

// histogram counts positive numbers, such as costs, in equal steps of their
// logarithm: costs are uneven by factors, not by differences. Equal numbers
// give a single bin, none no bin.
func histogram(v []float64, bins int) []bin {
	if len(v) == 0 || bins < 1 {
		return nil
	}
	low, high := slices.Min(v), slices.Max(v)
	if low == high {
		return []bin{{low, high, len(v)}}
	}
	out := make([]bin, bins)
	edge := func(i int) float64 { return low * math.Pow(high/low, float64(i)/float64(bins)) }
	for i := range out {
		out[i].Low, out[i].High = edge(i), edge(i+1)
	}
	out[bins-1].High = high
	for _, x := range v {
		i := int(float64(bins) * math.Log(x/low) / math.Log(high/low))
		out[min(max(i, 0), bins-1)].Count++
	}
	return out
}
