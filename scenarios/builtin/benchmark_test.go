package builtin

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
)

// The optimum of every benchmark is where and what docs/scenarios.md, "Benchmark
// problems", says: a compass search from there gains nothing, and random points
// stay below.
func TestBenchmarkOptima(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct{ max, budget, low, high float64 }{
		"dropwave": {1, 40, -5.12, 5.12}, "alpine1": {0, 60, -10, 10}, "ackley": {0, 60, -1, 1}, "shekel5": {10.1531997, 80, 0, 10},
		"alpine1-text": {0, 60, -10, 10}, "shekel5-text": {10.1531997, 80, 0, 10},
		"branin": {-0.39788736, 40, -5, 10}, "levy": {0, 60, -10, 10}, "rosenbrock": {0, 60, -2.048, 2.048},
		"michalewicz": {4.68765818, 100, 0, 3.14159265}, "hartmann6": {3.32236801, 120, 0, 1},
	} {
		p := scenario(t, name, 5)
		if p.Optimum.Value != want.max || p.Budget != want.budget || p.Parameters[0].Low != want.low || p.Parameters[0].High != want.high {
			t.Errorf("%s: %+v, budget %v", name, p.Optimum, p.Budget)
		}
		f := p.Source.(*scenarios.Expression).Objective
		x := slices.Clone(p.Optimum.X)
		best := f.Eval(x)
		for step := 0.1; step > 1e-9; step /= 2 {
			for moved := true; moved; {
				moved = false
				for i := range x {
					for _, s := range []float64{step, -step} {
						x[i] += s
						if v := f.Eval(x); v > best {
							best, moved = v, true
						} else {
							x[i] -= s
						}
					}
				}
			}
		}
		// Some maxima are given to seven or eight decimals; the others are exact.
		if math.Abs(best-want.max) > 1e-7 {
			t.Errorf("%s: %.9f at %v, want %v", name, best, x, want.max)
		}
		for i := range x {
			if math.Abs(x[i]-p.Optimum.X[i]) > 1e-5 {
				t.Errorf("%s: the maximum is at %v, not %v", name, x, p.Optimum.X)
				break
			}
		}
	}
}

// drawnCost is the cost function that Load gives a benchmark for this seed.
func drawnCost(t *testing.T, name string, seed uint64) CostFamily {
	t.Helper()
	b, ok := findBenchmark(name)
	if !ok {
		t.Fatalf("%s is not a benchmark with drawn costs", name)
	}
	return b.draw(seed)
}

// starOf is the x* of a benchmark's costs.
func starOf(b benchmark) []float64 {
	if b.center == nil {
		return make([]float64, b.d())
	}
	return slices.Clone(b.center)
}

func sq(v float64) float64 { return v * v }

// The benchmarks against formulas written independently (gonum-style loops).
func TestBenchmarkFormulas(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		for _, b := range all() {
			name := b.name
			seed := rng.Uint64N(1000)
			p := scenario(t, name, seed)
			cost := drawnCost(t, name, seed)
			d := float64(p.Dim())
			x := make([]float64, p.Dim())
			var norm2, alpine, cosines, phases float64
			center := starOf(b)
			for i := range x {
				x[i] = p.Parameters[i].FromUnit(rng.Float64())
				norm2 += x[i] * x[i]
				alpine -= math.Abs(x[i]*math.Sin(x[i]) + 0.1*x[i])
				cosines += math.Cos(2 * math.Pi * x[i])
				phases += math.Cos(cost.Beta * (x[i] - center[i] + cost.Gamma))
			}
			var want float64
			switch strings.TrimSuffix(name, textual) {
			case "branin":
				want = -sq(x[1]-5.1/(4*math.Pi*math.Pi)*x[0]*x[0]+5/math.Pi*x[0]-6) - 10*(1-1/(8*math.Pi))*math.Cos(x[0]) - 10
			case "levy":
				for i := range x {
					w := 1 + (x[i]-1)/4
					switch {
					case i == len(x)-1:
						want -= sq(w-1) * (1 + sq(math.Sin(2*math.Pi*w)))
					case i == 0:
						want -= sq(math.Sin(math.Pi * w))
						fallthrough
					default:
						want -= sq(w-1) * (1 + 10*sq(math.Sin(math.Pi*w+1)))
					}
				}
			case "rosenbrock":
				for i := range x[1:] {
					want -= 100*sq(x[i+1]-x[i]*x[i]) + sq(1-x[i])
				}
			case "michalewicz":
				for i := range x {
					want += math.Sin(x[i]) * math.Pow(math.Sin(float64(i+1)*x[i]*x[i]/math.Pi), 20)
				}
			case "hartmann6":
				a := [][]float64{{10, .05, 3, 17}, {3, 10, 3.5, 8}, {17, 17, 1.7, .05}, {3.5, .1, 10, 10}, {1.7, 8, 17, .1}, {8, 14, 8, 14}}
				p := [][]float64{{1312, 2329, 2348, 4047}, {1696, 4135, 1451, 8828}, {5569, 8307, 3522, 8732}, {124, 3736, 2883, 5743}, {8283, 1004, 3047, 1091}, {5886, 9991, 6650, 381}}
				for k, alpha := range []float64{1, 1.2, 3, 3.2} {
					s := 0.0
					for i := range x {
						s += a[i][k] * sq(x[i]-p[i][k]*1e-4)
					}
					want += alpha * math.Exp(-s)
				}
			case "dropwave":
				want = (1 + math.Cos(12*math.Sqrt(norm2))) / (0.5*norm2 + 2)
			case "alpine1":
				want = alpine
			case "ackley":
				want = 20*math.Exp(-0.2*math.Sqrt(norm2/d)) + math.Exp(cosines/d) - 20 - math.E
			case "shekel5":
				c := [][]float64{{4, 1, 8, 6, 3}, {4, 1, 8, 6, 7}, {4, 1, 8, 6, 3}, {4, 1, 8, 6, 7}}
				for j, b := range []float64{.1, .2, .2, .4, .4} {
					s := b
					for i := range x {
						s += (x[i] - c[i][j]) * (x[i] - c[i][j])
					}
					want += 1 / s
				}
			}
			e := at(t, p, x...)
			if z := math.Exp(cost.Alpha / d * phases); math.Abs(e.Value-want) > 1e-12*math.Max(1, math.Abs(want)) || math.Abs(e.Cost-z) > 1e-12*z {
				t.Fatalf("%s at %v: %+v, want %v, %v", name, x, e, want, z)
			}
		}
	}
}

// The cost family: drawn inside its ranges, another one for every seed, and
// cheapest at x* when βγ ≡ π (mod 2π), where it is e^−α.
func TestCostFamily(t *testing.T) {
	t.Parallel()
	ranges := map[string][2]float64{"dropwave": {1 / 5.12, 3 / 5.12}, "alpine1": {.1, .3}, "ackley": {1, 3}, "shekel5": {.25, .75},
		"alpine1-text": {1, 3}, "shekel5-text": {.25, .375},
		"branin": {1 / 7.5, 3 / 7.5}, "levy": {.1, .3}, "rosenbrock": {1 / 2.048, 3 / 2.048}, "michalewicz": {2 / math.Pi, 6 / math.Pi}, "hartmann6": {2, 6}}
	if len(ranges) != len(all()) {
		t.Errorf("%d of %d benchmarks", len(ranges), len(all()))
	}
	for name, beta := range ranges {
		for i := range beta {
			beta[i] *= 1 + 1e-8*float64(2*i-1) // some are written with eight decimals
		}
		seen := map[CostFamily]bool{}
		for seed := range uint64(300) {
			c := drawnCost(t, name, seed)
			if c.Alpha < .75 || c.Alpha > 1.5 || c.Beta < 2*math.Pi*beta[0] || c.Beta > 2*math.Pi*beta[1] || c.Gamma < 0 || c.Gamma > 2*math.Pi {
				t.Fatalf("%s, seed %d: %+v", name, seed, c)
			}
			seen[c] = true
		}
		if len(seen) != 300 {
			t.Errorf("%s: %d cost functions for 300 seeds", name, len(seen))
		}
		b := 2 * math.Pi * beta[0]
		p, err := Benchmark(name, CostFamily{Alpha: 1.2, Beta: b, Gamma: 3 * math.Pi / b})
		testkit.OK(t, err)
		bench, _ := findBenchmark(name)
		x := starOf(bench)
		cheapest := at(t, p, x...).Cost
		if math.Abs(cheapest-math.Exp(-1.2)) > 1e-12 {
			t.Errorf("%s costs %v at x*, want e^-1.2", name, cheapest)
		}
		rng := rand.New(rand.NewPCG(2, 2))
		for range 200 {
			for i, par := range p.Parameters {
				x[i] = par.FromUnit(rng.Float64())
			}
			if c := at(t, p, x...).Cost; c < cheapest {
				t.Fatalf("%s costs %v at %v, less than at x*", name, c, x)
			}
		}
	}
	if _, err := Benchmark("dropwav", CostFamily{}); err == nil || !strings.Contains(err.Error(), "dropwave") {
		t.Errorf("an unknown benchmark: %v", err)
	}
}

// trials.json holds values and costs of initial designs by the reference code.
func TestBenchmarksAgreeWithReference(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../internal/golden/testdata/trials.json")
	testkit.OK(t, err)
	var list []struct {
		Problem   string
		Alpha     float64 `json:"cost_alpha"`
		B         float64 `json:"cost_b"`
		Gamma     float64 `json:"cost_gamma"`
		X0        [][]float64
		Y0, Cost0 []float64
		Budget    float64
	}
	if err := json.Unmarshal(data, &list); err != nil || len(list) == 0 {
		t.Fatal(err)
	}
	for _, trial := range list {
		h := map[string]float64{"dropwave": 5.12, "ackley": 1}[trial.Problem]
		p, err := Benchmark(trial.Problem, CostFamily{trial.Alpha, trial.B * 2 * math.Pi / h, trial.Gamma})
		testkit.OK(t, err)
		if p.Budget != trial.Budget {
			t.Errorf("%s: budget %v, the reference's %v", trial.Problem, p.Budget, trial.Budget)
		}
		for i, u := range trial.X0 {
			e := at(t, p, p.FromUnit(u)...)
			if math.Abs(e.Value-trial.Y0[i]) > 1e-9 || math.Abs(e.Cost-trial.Cost0[i]) > 1e-9*trial.Cost0[i] {
				t.Fatalf("%s at %v: %+v, the reference has %v, %v", trial.Problem, u, e, trial.Y0[i], trial.Cost0[i])
			}
		}
	}
}
