package selfcheck

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"farsight/internal/cli/output"
	"farsight/internal/cli/usage"
	"farsight/internal/golden"
	"farsight/internal/sanitize"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Bench is the command "bench" and those below it.
func Bench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "measure how well and how fast scenario trees are maximised",
		Long:  "Measure Farsight itself: the maximisation of scenario trees against a reference.",
		Example: `farsight bench tree internal/golden/testdata/races.json
farsight bench roots`,
		Args: usage.NoSuchCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return usage.ShortHelp(cmd) },
	}
	cmd.AddCommand(newBenchTree(), newBenchRoots())
	return cmd
}

func newBenchTree() *cobra.Command {
	var asJSON bool
	var effort string
	var repeat int
	var other otherTrees
	cmd := &cobra.Command{
		Use:   "tree FILE...",
		Short: "race the reference at maximising scenario trees",
		Long: `For each case of a races file, maximise the scenario tree on its data,
hyperparameters, budget and base samples, and compare value and time with what
the reference reached by the paper's protocol.

With --repeat R each case is maximised with R optimiser seeds: ms is the median
time, value and ratio are the worst.

With --steps or --shape the trees are others than the reference has raced on:
base samples are drawn for them, cases with the same data count once, and the
reference is the paper's protocol run by Farsight itself, one optimiser seed.`,
		Example: `farsight bench tree internal/golden/testdata/races.json
farsight bench tree --effort quick --repeat 7 races.json
farsight bench tree --steps 6 races.json
farsight bench tree --shape 16,8,4 races.json
farsight bench tree --effort paper races.json
farsight bench tree --json races.json`,
		Args: usage.AtLeastOne("at least one FILE"),
		RunE: func(cmd *cobra.Command, files []string) error {
			e, err := lookahead.ParseEffort(effort)
			if err != nil {
				return usage.Mistake(err)
			}
			if repeat < 1 {
				return usage.Mistake(fmt.Errorf("--repeat %d: must be at least 1", repeat))
			}
			shape, err := other.shape()
			if err != nil {
				return usage.Mistake(err)
			}
			return runBenchTree(cmd, files, e, repeat, shape, asJSON)
		},
	}
	cmd.Flags().StringVar(&effort, "effort", lookahead.Standard.String(), "quick, standard, thorough or paper")
	cmd.Flags().IntVar(&repeat, "repeat", 1, "optimiser seeds per case")
	other.flags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print as JSON")
	return cmd
}

// raceResult is one case of a races file and what became of it.
type raceResult struct {
	Problem        string  `json:"problem"`
	D              int     `json:"d"`
	N              int     `json:"n"`
	Fantasies      string  `json:"fantasies"`
	ReferenceValue float64 `json:"reference_value"`
	Value          float64 `json:"value"`
	Ratio          float64 `json:"ratio"`
	Ms             float64 `json:"ms"`
	ReferenceS     float64 `json:"reference_s"`
}

func runBenchTree(cmd *cobra.Command, files []string, effort lookahead.Effort, repeat int, shape *fantasy.Shape, asJSON bool) error {
	results := []raceResult{}
	for _, name := range files {
		f, err := golden.Read(name)
		if err != nil {
			return err
		}
		if len(f.Races) == 0 {
			return fmt.Errorf("%s: holds no races, which are what `bench tree` works on; `verify` checks other files", name)
		}
		races := f.Races
		if shape != nil {
			if races, err = raceOthers(cmd.Context(), races, *shape); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		for i, r := range races {
			res, err := runRace(cmd.Context(), r, effort, repeat)
			if err != nil {
				return fmt.Errorf("%s: race %d: %w", name, i, err)
			}
			results = append(results, res)
		}
	}
	if asJSON {
		return output.JSON(cmd, results)
	}
	return writeRaces(cmd.OutOrStdout(), results)
}

// runRace maximises one case with several optimiser seeds.
func runRace(ctx context.Context, r golden.Race, effort lookahead.Effort, repeat int) (raceResult, error) {
	s, err := raceState(r)
	if err != nil {
		return raceResult{}, err
	}
	f := raceSamples(r)
	out := raceResult{
		Problem: sanitize.Text(r.Problem), D: r.D, N: r.N, Fantasies: f.String(),
		ReferenceValue: r.Value, Value: math.Inf(1), ReferenceS: referenceSeconds(r),
	}
	var ms []float64
	for seed := range repeat {
		start := time.Now()
		t, err := lookahead.Maximise(ctx, s, f, lookahead.Settings{Effort: effort, Seed: uint64(seed)})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return raceResult{}, err
		}
		ms = append(ms, time.Since(start).Seconds()*1e3)
		out.Value = min(out.Value, t.Value)
	}
	out.Ratio, out.Ms = out.Value/r.Value, median(ms)
	return out, nil
}

// raceSamples are the base samples of a race, equally weighted.
func raceSamples(r golden.Race) fantasy.Samples {
	f := make(fantasy.Samples, len(r.BaseSamples))
	for i, z := range r.BaseSamples {
		f[i] = fantasy.Stage{Z: z, Weight: slices.Repeat([]float64{1 / float64(len(z))}, len(z))}
	}
	return f
}

// raceState rebuilds the posteriors of a race.
func raceState(r golden.Race) (lookahead.State, error) {
	lnz := make([]float64, len(r.Cost))
	for i, z := range r.Cost {
		lnz[i] = math.Log(z)
	}
	gp := func(y []float64, i int) (*model.GP, error) {
		h := model.Hyper{Mean: r.Hyper.Mean[i], Variance: r.Hyper.Variance[i], Scale: r.Hyper.Scale[i], Noise: r.Hyper.Noise[i]}
		return model.New(model.Units(r.X), y, h.Original(r.Hyper.StdMean[i], r.Hyper.StdScale[i]))
	}
	f, err := gp(r.Y, 0)
	if err != nil {
		return lookahead.State{}, fmt.Errorf("objective: %w", err)
	}
	c, err := gp(lnz, 1)
	if err != nil {
		return lookahead.State{}, fmt.Errorf("log-cost: %w", err)
	}
	p := &model.Pair{Objective: f, LogCost: c}
	return lookahead.State{Pair: p, Budget: r.BudgetLeft, Best: p.Incumbent()}, nil
}

// referenceSeconds is how long the run took that reached the recorded value.
func referenceSeconds(r golden.Race) float64 {
	best := golden.Run{Value: math.Inf(-1)}
	for _, run := range r.Runs {
		if run.Value > best.Value {
			best = run
		}
	}
	return best.Seconds
}

func median(v []float64) float64 {
	v = slices.Sorted(slices.Values(v))
	n := len(v)
	return (v[(n-1)/2] + v[n/2]) / 2
}

func writeRaces(w io.Writer, results []raceResult) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join([]string{"problem", "d", "n", "fantasies", "reference-value", "value", "ratio", "ms", "reference-s"}, "\t"))
	for _, r := range results {
		fmt.Fprintln(t, strings.Join([]string{
			r.Problem, strconv.Itoa(r.D), strconv.Itoa(r.N), r.Fantasies,
			fmt.Sprintf("%.6g", r.ReferenceValue), fmt.Sprintf("%.6g", r.Value), fmt.Sprintf("%.3f", r.Ratio),
			fmt.Sprintf("%.1f", r.Ms), fmt.Sprintf("%.1f", r.ReferenceS),
		}, "\t"))
	}
	return t.Flush()
}
