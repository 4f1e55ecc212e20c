package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"text/tabwriter"
	"time"

	flag "github.com/spf13/pflag"

	"farsight/internal/golden"
	"farsight/internal/sanitize"
	"farsight/internal/stats"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// raceResult is one case of a races file and its result.
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

// benchTree is the command "tree".
func benchTree(flags *flag.FlagSet, args []string) error {
	var other otherTrees
	effort := flags.String("effort", lookahead.Standard.String(), "quick, standard, thorough or paper")
	repeat := flags.Int("repeat", 1, "optimiser seeds per case")
	flags.IntVar(&other.steps, "steps", 0, "race on the default trees of so many steps, against the paper's protocol run by ourselves")
	flags.StringVar(&other.text, "shape", "", "race on trees of these fantasies, such as 16,8,4")
	asJSON := flags.Bool("json", false, "print as JSON")
	flags.Parse(args)
	if flags.NArg() == 0 {
		return usage{errors.New("bench tree needs at least one FILE")}
	}
	if *repeat < 1 {
		return usage{fmt.Errorf("--repeat %d: must be at least 1", *repeat)}
	}
	e, err := lookahead.ParseEffort(*effort)
	if err != nil {
		return usage{err}
	}
	shape, err := other.shape()
	if err != nil {
		return usage{err}
	}
	results, err := race(context.Background(), flags.Args(), e, *repeat, shape)
	switch {
	case err != nil:
		return err
	case *asJSON:
		return writeJSON(os.Stdout, results)
	}
	return writeRaces(os.Stdout, results)
}

func race(ctx context.Context, files []string, effort lookahead.Effort, repeat int, shape *fantasy.Shape) ([]raceResult, error) {
	results := []raceResult{}
	for _, name := range files {
		f, err := golden.Read(name)
		if err != nil {
			return nil, err
		}
		if len(f.Races) == 0 {
			return nil, fmt.Errorf("%s: holds no races, which are what `bench tree` works on; `verify` checks other files", name)
		}
		races := f.Races
		if shape != nil {
			if races, err = raceOthers(ctx, races, *shape); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		for i, r := range races {
			res, err := runRace(ctx, r, effort, repeat)
			if err != nil {
				return nil, fmt.Errorf("%s: race %d: %w", name, i, err)
			}
			results = append(results, res)
		}
	}
	return results, nil
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
	out.Ratio, out.Ms = out.Value/r.Value, stats.Quantile(ms, 0.5)
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

func writeRaces(w io.Writer, results []raceResult) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "problem\td\tn\tfantasies\treference-value\tvalue\tratio\tms\treference-s")
	for _, r := range results {
		fmt.Fprintf(t, "%s\t%d\t%d\t%s\t%.6g\t%.6g\t%.3f\t%.1f\t%.1f\n", r.Problem, r.D, r.N, r.Fantasies, r.ReferenceValue, r.Value, r.Ratio, r.Ms, r.ReferenceS)
	}
	return t.Flush()
}

// otherTrees are those of the flags --steps and --shape, on which the reference has
// not raced.
type otherTrees struct {
	steps int
	text  string
}

// shape is nil if the trees are the reference's own.
func (o *otherTrees) shape() (*fantasy.Shape, error) {
	var s fantasy.Shape
	switch {
	case o.steps == 0 && o.text == "":
		return nil, nil
	case o.steps != 0 && o.text != "":
		return nil, errors.New("--steps and --shape: give one of them")
	case o.text != "":
		var err error
		if s, err = fantasy.ParseShape(fantasy.Sampled, o.text); err != nil {
			return nil, fmt.Errorf("--shape: %w", err)
		}
	case o.steps < 1:
		return nil, fmt.Errorf("--steps %d: must be at least 1", o.steps)
	default:
		s = fantasy.DefaultShape(fantasy.Sampled, o.steps)
	}
	if err := s.Check(false); err != nil {
		return nil, err
	}
	return &s, nil
}

// raceOthers are the races on trees of another shape, cases with the same data
// once: what the paper's protocol reaches there is the value to beat.
func raceOthers(ctx context.Context, races []golden.Race, shape fantasy.Shape) ([]golden.Race, error) {
	var out []golden.Race
next:
	for i, r := range races {
		for _, o := range out {
			if r.BudgetLeft == o.BudgetLeft && reflect.DeepEqual(r.Data, o.Data) && reflect.DeepEqual(r.Hyper, o.Hyper) {
				continue next
			}
		}
		s, err := raceState(r)
		if err != nil {
			return nil, fmt.Errorf("race %d: %w", i, err)
		}
		f, err := shape.Draw(uint64(r.Seed), false)
		if err != nil {
			return nil, fmt.Errorf("race %d: %w", i, err)
		}
		r.BaseSamples = nil
		for _, stage := range f {
			r.BaseSamples = append(r.BaseSamples, stage.Z)
		}
		start := time.Now()
		t, err := lookahead.Maximise(ctx, s, raceSamples(r), lookahead.Settings{Effort: lookahead.PaperEffort})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		r.Value = t.Value
		r.Runs = []golden.Run{{Value: t.Value, Seconds: time.Since(start).Seconds()}}
		out = append(out, r)
	}
	return out, nil
}
