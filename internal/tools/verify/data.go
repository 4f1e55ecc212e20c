package main

import (
	"fmt"
	"math"

	"farsight/internal/golden"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
)

// truth returns the maximised objective and the cost at a point of the unit cube.
type truth func(u []float64) (value, cost float64, err error)

// width is the h of β = 2π·(second cost parameter)/h, by problem.
var width = map[string]float64{"dropwave": 5.12, "alpine1": 10, "ackley": 1, "shekel5": 4, "line": 1}

// truthOf returns the functions the data of a file were drawn from, and false for an unknown
// problem.
func truthOf(problem string, d int, params []float64) (truth, bool) {
	h, known := width[problem]
	if !known {
		return nil, false
	}
	c := builtin.CostFamily{Alpha: params[0], Beta: 2 * math.Pi * params[1] / h, Gamma: params[2]}
	if problem == "line" {
		return func(u []float64) (float64, float64, error) { return line(u, c) }, true
	}
	p, err := builtin.Benchmark(problem, c)
	if err == nil && p.Dim() != d {
		err = fmt.Errorf("%s has %d parameters, the file %d", problem, p.Dim(), d)
	}
	if err != nil {
		return func([]float64) (float64, float64, error) { return 0, 0, err }, true
	}
	source, ok := p.Source.(scenarios.Truth)
	return func(u []float64) (float64, float64, error) {
		y, z, err := source.Truth(p.FromUnit(u))
		return p.Sign() * y, z, err
	}, ok
}

// line is the reference's own test function of one variable; that it is this
// one was found by fitting, and holds to 14 digits.
func line(u []float64, c builtin.CostFamily) (value, cost float64, err error) {
	if len(u) != 1 {
		return 0, 0, fmt.Errorf("line has 1 parameter, the file %d", len(u))
	}
	return math.Sin(6*u[0]) + 0.5*math.Cos(17*u[0]), math.Exp(c.Alpha * math.Cos(c.Beta*(u[0]+c.Gamma))), nil
}

func checkCaseData(t *tally, s *subject) {
	compareData(t, s.Problem, s.Data, s.CostParams, "y", "cost")
}

func checkTrialData(t *tally, r *golden.Trial) {
	compareData(t, r.Problem, r.Data, r.CostParams, "y0", "cost0")
}

// checkRaceData compares the values alone: a race does not say which cost
// function it drew.
func checkRaceData(t *tally, r *golden.Race) {
	compareData(t, r.Problem, r.Data, nil, "y", "")
}

// compareData compares observations with the functions they were drawn from.
// Without cost parameters the costs are left alone.
func compareData(t *tally, problem string, d golden.Data, params []float64, y, cost string) {
	withCost := params != nil
	if !withCost {
		params = []float64{1, 1, 1} // any will do
	}
	f, known := truthOf(problem, d.D, params)
	if !known {
		return
	}
	size := 0.0
	for _, v := range d.Y {
		size = math.Max(size, math.Abs(v))
	}
	for i, u := range d.X {
		where := fmt.Sprintf("field %s, row %d, from X and the problem %s", y, i, problem)
		value, z, err := f(u)
		if err != nil {
			t.cannot(where, err)
			continue
		}
		t.compare(where, value, d.Y[i], rounding*size)
		if withCost {
			t.compare(fmt.Sprintf("field %s, row %d, from X and cost_params", cost, i), z, d.Cost[i], 0)
		}
	}
}

// checkTrialBudget compares the budget with the benchmark's own.
func checkTrialBudget(t *tally, r *golden.Trial) {
	p, err := builtin.Benchmark(r.Problem, builtin.CostFamily{Alpha: 1, Beta: 1})
	if err != nil {
		t.cannot("field budget", err)
		return
	}
	t.compare("field budget", p.Budget, r.Budget, 0)
}

// unchecked says what the checks leave alone, once per file.
func unchecked(f *golden.File) []string {
	out := []string{}
	for _, c := range f.Cases {
		if _, known := width[c.Problem]; !known {
			out = append(out, fmt.Sprintf("case %d: where y and cost came from, because problem %q is not one of ours; nor its cost_params", c.ID, c.Problem))
		}
	}
	if len(f.Races) > 0 {
		out = append(out, "races: seed, and the reference's single runs; points, base samples, hyperparameters and budget count only through the tree's value, which hardly depends on some of them")
	}
	if len(f.Trials) > 0 {
		out = append(out, "trials: what the reference's runs came to; runs differ between programs, only their averages can be compared")
	}
	return out
}
