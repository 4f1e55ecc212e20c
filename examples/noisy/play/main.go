// Command play lets a program in another language play a noisy problem: with the
// same starting points, the same noise and the same rules as the runs of Farsight.
//
//	play game examples/noisy/yield.toml 7
//
// prints one JSON object: the coordinates of the points, what was measured at the initial
// points and the budget. For each line of JSON it then reads, a list of as many numbers from 0 to 1
// as there are coordinates, it measures there and prints the object again with one more row.
//
//	play run examples/noisy/yield.toml 7100001 40 p-ms-ei joint=auto price=sustained
//
// runs one of Farsight's policies for 40 seeds and prints what baseline.py prints.
//
//	play table forest > examples/noisy/forest.csv
//
// prints the trainings that examples/noisy/forest.toml and svm.toml are made of.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "play:", err)
		os.Exit(1)
	}
}

func run(args []string, stdin io.Reader, stdout io.Writer) error {
	switch {
	case len(args) == 3 && args[0] == "game":
		return game(args[1], args[2], stdin, stdout)
	case len(args) > 4 && args[0] == "run":
		return runs(args[1], args[2], args[3], strings.Join(args[4:], " "), stdout)
	case len(args) == 2 && args[0] == "table":
		return table(args[1], stdout)
	}
	return fmt.Errorf("usage: play game FILE SEED, play run FILE SEED RUNS POLICY, or play table forest|svm")
}

// situation is what the player sees, and the true values it is judged by.
type situation struct {
	Choices [][]int   `json:"choices"` // first coordinate and how many of each choice
	Rows    []row     `json:"rows"`
	Left    float64   `json:"left"`
	Over    bool      `json:"over"`
	Truth   []float64 `json:"truth"` // of each row, in the sense of a maximised objective
	Best    float64   `json:"best"`  // the best there is
}

// row is one measurement: its point in the unit cube, its value as if it were to be
// maximised, and its cost.
type row struct {
	U    model.Unit `json:"u"`
	Y    float64    `json:"y"`
	Cost float64    `json:"cost"`
}

// result is one run.
type result struct {
	Seed        uint64       `json:"seed"`
	Start       float64      `json:"start"` // the mean true value of the initial points
	True        float64      `json:"true"`  // the true value of what is recommended at the end
	Regret      float64      `json:"regret"`
	Design      int          `json:"design"` // initial points
	Evaluations int          `json:"evaluations"`
	Points      []model.Unit `json:"points"`
}

// runs plays a policy for some seeds.
func runs(file, first, count, name string, stdout io.Writer) error {
	p, err := problemfile.Load(file)
	if err != nil {
		return err
	}
	q, err := policy.Parse(name)
	if err != nil {
		return err
	}
	from, err := strconv.ParseUint(first, 10, 64)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(count, 10, 64)
	if err != nil {
		return err
	}
	ctx, out := context.Background(), json.NewEncoder(stdout)
	for seed := from; seed < from+n; seed++ {
		st, err := study.New(ctx, p, q, study.Settings{Seed: seed, Workers: 1})
		if err != nil {
			return err
		}
		if err := st.Run(ctx); err != nil {
			return err
		}
		best, err := p.BestKnown()
		if err != nil || best == nil {
			return fmt.Errorf("%s: its best value is not known (%v)", file, err)
		}
		s := st.Snapshot()
		r := result{Seed: seed, True: p.Sign() * s.Truth(s.Offered())}
		r.Regret = p.Sign()*best.Value - r.True
		for i, row := range s.Rows {
			if row.Counted {
				r.Points = append(r.Points, row.U)
			}
			if row.Initial {
				r.Design++
				r.Start += p.Sign() * s.Truth(i)
			}
		}
		r.Start /= float64(r.Design)
		r.Evaluations = len(r.Points)
		if err := out.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// game plays one run, the points of which come from stdin.
func game(file, seed string, stdin io.Reader, stdout io.Writer) error {
	p, err := problemfile.Load(file)
	if err != nil {
		return err
	}
	n, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		return err
	}
	ctx := context.Background()
	st, err := study.New(ctx, p, policy.Must("random"), study.Settings{Seed: n})
	if err != nil {
		return err
	}
	best, err := p.BestKnown()
	if err != nil || best == nil {
		return fmt.Errorf("%s: its best value is not known (%v)", file, err)
	}
	out, in := json.NewEncoder(stdout), bufio.NewScanner(stdin)
	for {
		if err := out.Encode(now(p, st.Snapshot(), best.Value)); err != nil || !in.Scan() {
			return err
		}
		var u model.Unit
		if err := json.Unmarshal(in.Bytes(), &u); err != nil {
			return err
		}
		if err := st.Measure(ctx, p.Nearest(u)); err != nil {
			return err
		}
	}
}

func now(p *scenarios.Problem, s study.Snapshot, best float64) situation {
	out := situation{Left: s.Money.Left, Over: s.Stop != study.Running, Best: p.Sign() * best}
	for _, axis := range p.Choices() {
		out.Choices = append(out.Choices, []int{axis.At, axis.Width()})
	}
	for i, r := range s.Rows {
		if r.Counted {
			out.Rows = append(out.Rows, row{r.U, p.Sign() * r.Y, r.Cost})
			out.Truth = append(out.Truth, p.Sign()*s.Truth(i))
		}
	}
	return out
}

// table trains a learner over a grid of its settings and prints the results.
func table(name string, stdout io.Writer) error {
	p, err := builtin.Load(name, 0)
	if err != nil {
		return err
	}
	type axis struct {
		name   string
		values []float64
	}
	// The problem's order of settings, and the setting that becomes a choice.
	var first, second axis
	var names []string
	var levels []float64
	var point func(choice, a, b float64) scenarios.Point
	switch name {
	case "forest":
		first, second = axis{"trees", spaced(5, 200, 7)}, axis{"depth", []float64{2, 4, 6, 9, 12, 16}}
		names, levels = []string{"third", "half", "all"}, []float64{0.3, 0.5, 1}
		point = func(c, a, b float64) scenarios.Point { return scenarios.Point{math.Round(a), b, c} }
	case "svm":
		first, second = axis{"C", spaced(0.01, 30, 7)}, axis{"gamma", spaced(1e-4, 10, 9)}
		names, levels = []string{"narrow", "usual", "wide"}, []float64{0.01, 0.1, 0.5}
		point = func(c, a, b float64) scenarios.Point { return scenarios.Point{a, b, c} }
	default:
		return fmt.Errorf("no table is made of %s", name)
	}
	choice := map[string]string{"forest": "features", "svm": "margin"}[name]
	fmt.Fprintf(stdout, "%s,%s,%s,value,cost\n", choice, first.name, second.name)
	for i, c := range levels {
		for _, a := range first.values {
			for _, b := range second.values {
				e, err := p.Source.Evaluate(context.Background(), point(c, a, b))
				if err != nil {
					return err
				}
				fmt.Fprintf(stdout, "%s,%.6g,%.6g,%.5f,%.6g\n", names[i], a, b, e.Value, e.Cost)
			}
		}
	}
	return nil
}

// spaced are n numbers from low to high in equal ratios.
func spaced(low, high float64, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = low * math.Pow(high/low, float64(i)/float64(n-1))
	}
	return out
}
