package builtin

import (
	"farsight/internal/mistake"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// CostFamily is a member of the benchmarks' cost functions,
//
//	c(x) = exp[(α/d) Σ cos(β(xᵢ − xᵢ* + γ))],
//
// where x* is the cheapest point when βγ ≡ π (mod 2π).
type CostFamily struct{ Alpha, Beta, Gamma float64 }

// benchmark is a synthetic test function of the paper, maximised.
type benchmark struct {
	name, title string
	d           int
	low, high   float64
	budget      float64
	beta        [2]float64 // range of β/(2π)
	center      float64    // every coordinate of the x* of the cost
	objective   func(x []string) string
	optimum     float64
	at          float64 // every coordinate of the maximiser, if they are equal
	atPoint     string  // else the maximiser
}

var benchmarks = []benchmark{
	{
		name: "dropwave", title: "Dropwave: ripples around the maximum, two dimensions",
		d: 2, low: -5.12, high: 5.12, budget: 40, beta: [2]float64{1 / 5.12, 3 / 5.12},
		// The paper's text drops the cosine; its code has it.
		objective: func(x []string) string {
			return "let r = norm(" + strings.Join(x, ", ") + "); (1 + cos(12*r))/(0.5*r^2 + 2)"
		},
		optimum: 1,
	},
	{
		name: "alpine1", title: "Alpine1: many sharp ridges, three dimensions",
		d: 3, low: -10, high: 10, budget: 60, beta: [2]float64{1.0 / 10, 3.0 / 10},
		// With a minus, which the paper does not print; the maximiser is not unique.
		objective: func(x []string) string { return "-(" + join(x, " + ", "abs(%[1]s*sin(%[1]s) + 0.1*%[1]s)") + ")" },
		optimum:   0,
	},
	{
		name: "ackley", title: "Ackley: one peak in a rippled plain, three dimensions",
		d: 3, low: -1, high: 1, budget: 60, beta: [2]float64{1, 3},
		objective: func(x []string) string {
			return "20*exp(-0.2*sqrt(mean(" + join(x, ", ", "%s^2") + "))) + exp(mean(" + join(x, ", ", "cos(2*pi*%s)") + ")) - 20 - exp(1)"
		},
		optimum: 0,
	},
	{
		name: "shekel5", title: "Shekel5: five narrow peaks, four dimensions",
		d: 4, low: 0, high: 10, budget: 80, beta: [2]float64{1.0 / 4, 3.0 / 4},
		center:    4, // the maximum itself lies a little off
		objective: shekel,
		optimum:   10.1531997,
		atPoint:   "[4.00003715, 4.00013327, 4.00003715, 4.00013327]",
	},
}

func findBenchmark(name string) (benchmark, bool) {
	for _, b := range benchmarks {
		if b.name == name {
			return b, true
		}
	}
	return benchmark{}, false
}

// join writes the format once for each name, with sep between.
func join(names []string, sep, format string) string {
	parts := make([]string, len(names))
	for i, n := range names {
		parts[i] = fmt.Sprintf(format, n)
	}
	return strings.Join(parts, sep)
}

// shekel is Σ_j 1/(Σ_i (x_i − C_ij)² + b_j).
func shekel(x []string) string {
	centers := [5][4]int{{4, 4, 4, 4}, {1, 1, 1, 1}, {8, 8, 8, 8}, {6, 6, 6, 6}, {3, 7, 3, 7}}
	b := [5]string{"0.1", "0.2", "0.2", "0.4", "0.4"}
	var peaks []string
	for j, c := range centers {
		var squares []string
		for i, name := range x {
			squares = append(squares, fmt.Sprintf("(%s - %d)^2", name, c[i]))
		}
		peaks = append(peaks, "1/("+strings.Join(squares, " + ")+" + "+b[j]+")")
	}
	return strings.Join(peaks, "\n + ")
}

// draw takes α from [0.75, 1.5], β/(2π) from the benchmark's range and γ from
// [0, 2π], in this order, from the seed's own stream.
func (b benchmark) draw(seed uint64) CostFamily {
	rng := rand.New(rand.NewPCG(seed, 0xc057)) // a stream of its own: costs
	uniform := func(low, high float64) float64 { return low + (high-low)*rng.Float64() }
	return CostFamily{
		Alpha: uniform(0.75, 1.5),
		Beta:  2 * math.Pi * uniform(b.beta[0], b.beta[1]),
		Gamma: uniform(0, 2*math.Pi),
	}
}

// text writes the benchmark as a problem file.
func (b benchmark) text(c CostFamily) []byte {
	var names []string
	for i := range b.d {
		names = append(names, fmt.Sprintf("x%d", i+1))
	}
	var s strings.Builder
	fmt.Fprintf(&s, `# A synthetic benchmark of the paper, with the cost function of one replication:
# exp[(a/d) sum cos(b(x - x* + g))], a = %v, b = %v, g = %v.
name = %q
title = %q
budget = %v
compare = ["ei-puc", "b-ms-ei"]
`, c.Alpha, c.Beta, c.Gamma, b.name, b.title, b.budget)
	for _, n := range names {
		fmt.Fprintf(&s, "\n[[parameter]]\nname = %q\nlow = %v\nhigh = %v\n", n, b.low, b.high)
	}
	fmt.Fprintf(&s, "\n[objective]\ngoal = \"maximise\"\nexpression = '''\n%s'''\n", b.objective(names))
	phase := fmt.Sprintf("cos(%v*(%%s + %v))", c.Beta, c.Gamma)
	if b.center != 0 {
		phase = fmt.Sprintf("cos(%v*(%%s - %v + %v))", c.Beta, b.center, c.Gamma)
	}
	fmt.Fprintf(&s, "\n[cost]\nexpression = '''\nexp(%v/%d*(%s))'''\n", c.Alpha, b.d, join(names, "\n + ", phase))
	at := b.atPoint
	if at == "" {
		at = "[" + strings.TrimSuffix(strings.Repeat(fmt.Sprintf("%v, ", b.at), b.d), ", ") + "]"
	}
	fmt.Fprintf(&s, "\n[optimum]\nvalue = %v\nx = %s\n", b.optimum, at)
	return []byte(s.String())
}

// Benchmark is a benchmark with a given cost function, for comparisons with
// runs recorded elsewhere; Load draws one from a seed.
func Benchmark(name string, c CostFamily) (*scenarios.Problem, error) {
	b, ok := findBenchmark(name)
	if !ok {
		var names []string
		for _, b := range benchmarks {
			names = append(names, b.name)
		}
		return nil, fmt.Errorf("there is no benchmark %s%s", mistake.Quote(name), mistake.Suggestion(name, names))
	}
	return problemfile.Parse(name, b.text(c), "")
}

// DrawCost is the cost function that Load gives a benchmark for this seed.
func DrawCost(name string, seed uint64) (CostFamily, error) {
	b, ok := findBenchmark(name)
	if !ok {
		return CostFamily{}, fmt.Errorf("%s is not a benchmark with drawn costs", mistake.Quote(name))
	}
	return b.draw(seed), nil
}
