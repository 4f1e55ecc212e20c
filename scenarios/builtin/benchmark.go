package builtin

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// CostFamily is a member of the benchmarks' cost functions,
//
//	c(x) = exp[(α/d) Σ cos(β(xᵢ − xᵢ* + γ))],
//
// where x* is the cheapest point when βγ ≡ π (mod 2π).
type CostFamily struct{ Alpha, Beta, Gamma float64 }

// benchmark is a synthetic test function, maximised.
type benchmark struct {
	name, title string
	ours        bool         // not one of the paper's four
	bounds      [][2]float64 // of every parameter
	budget      float64
	beta        [2]float64 // range of β/(2π)
	text        [2]float64 // the same in the paper's text, where its authors' code differs; else 0, 0
	center      []float64  // the x* of the cost; nil: the origin
	objective   func(x []string) string
	optimum     float64
	at          []float64 // the maximiser; nil: center
}

// d is its number of parameters.
func (b benchmark) d() int { return len(b.bounds) }

// cube is the same bounds for d parameters.
func cube(d int, low, high float64) [][2]float64 {
	out := make([][2]float64, d)
	for i := range out {
		out[i] = [2]float64{low, high}
	}
	return out
}

// textual is the suffix of benchmarks that follow the paper's text where its authors' code differs.
const textual = "-text"

// all are the benchmarks, those of the paper's text behind their own.
func all() []benchmark {
	var out []benchmark
	for _, b := range benchmarks {
		out = append(out, b)
		if b.text != [2]float64{} {
			b.name, b.title, b.beta = b.name+textual, b.title+", costs as the paper's text has them", b.text
			out = append(out, b)
		}
	}
	return out
}

// WithText are the benchmarks that the paper's text describes otherwise than its
// authors' code does.
func WithText() []string {
	var names []string
	for _, b := range benchmarks {
		if b.text != [2]float64{} {
			names = append(names, b.name)
		}
	}
	return names
}

// Variant is the name of a scenario's variant; "text", the only one, follows the paper's text.
func Variant(name, variant string) (string, bool) {
	if variant != "text" || !slices.Contains(WithText(), name) {
		return "", false
	}
	return name + textual, true
}

func findBenchmark(name string) (benchmark, bool) {
	for _, b := range all() {
		if b.name == name {
			return b, true
		}
	}
	return benchmark{}, false
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

// write writes the benchmark as a problem file.
func (b benchmark) write(c CostFamily) []byte {
	var names []string
	for i := range b.bounds {
		names = append(names, fmt.Sprintf("x%d", i+1))
	}
	of := "of the paper"
	if b.ours {
		of = "beyond the paper's"
	}
	var s strings.Builder
	fmt.Fprintf(&s, `# A synthetic benchmark %s, with the cost function of one replication:
# exp[(a/d) sum cos(b(x - x* + g))], a = %v, b = %v, g = %v,
# drawn from a in [0.75, 1.5], b/(2 pi) in [%.4g, %.4g], g in [0, 2 pi].
name = %q
title = %q
budget = %v
compare = ["ei-puc", "b-ms-ei"]
`, of, c.Alpha, c.Beta, c.Gamma, b.beta[0], b.beta[1], b.name, b.title, b.budget)
	for i, n := range names {
		fmt.Fprintf(&s, "\n[[parameter]]\nname = %q\nlow = %v\nhigh = %v\n", n, b.bounds[i][0], b.bounds[i][1])
	}
	fmt.Fprintf(&s, "\n[objective]\ngoal = \"maximise\"\nexpression = '''\n%s'''\n", b.objective(names))
	var phases []string
	for i, n := range names {
		if b.center == nil {
			phases = append(phases, fmt.Sprintf("cos(%v*(%s + %v))", c.Beta, n, c.Gamma))
		} else {
			phases = append(phases, fmt.Sprintf("cos(%v*(%s - %v + %v))", c.Beta, n, b.center[i], c.Gamma))
		}
	}
	fmt.Fprintf(&s, "\n[cost]\nexpression = '''\nexp(%v/%d*(%s))'''\n", c.Alpha, b.d(), strings.Join(phases, "\n + "))
	at := b.at
	switch {
	case at == nil && b.center != nil:
		at = b.center
	case at == nil:
		at = make([]float64, b.d())
	}
	fmt.Fprintf(&s, "\n[optimum]\nvalue = %v\nx = [%s]\n", b.optimum, list(at))
	return []byte(s.String())
}

// list writes numbers with commas between.
func list(v []float64) string {
	parts := make([]string, len(v))
	for i, x := range v {
		parts[i] = fmt.Sprint(x)
	}
	return strings.Join(parts, ", ")
}

// Benchmark is a benchmark with a given cost function, for comparisons with
// runs recorded elsewhere; Load draws one from a seed.
func Benchmark(name string, c CostFamily) (*scenarios.Problem, error) {
	b, ok := findBenchmark(name)
	if !ok {
		var names []string
		for _, b := range all() {
			names = append(names, b.name)
		}
		return nil, fmt.Errorf("there is no benchmark %s%s", mistake.Quote(name), mistake.Suggestion(name, names))
	}
	return problemfile.Parse(name, b.write(c), "")
}
