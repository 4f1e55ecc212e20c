package builtin

import (
	"encoding/json"
	"farsight/scenarios/expression"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The optimum of every benchmark is where and what DESIGN §6 says: a compass
// search from there gains nothing, and random points stay below.
func TestBenchmarkOptima(t *testing.T) {
	for name, want := range map[string]struct{ max, budget, low, high float64 }{
		"dropwave": {1, 40, -5.12, 5.12}, "alpine1": {0, 60, -10, 10}, "ackley": {0, 60, -1, 1}, "shekel5": {10.1531997, 80, 0, 10},
	} {
		p := scenario(t, name, 5)
		if p.Optimum.Value != want.max || p.Budget != want.budget || p.Parameters[0].Low != want.low || p.Parameters[0].High != want.high {
			t.Errorf("%s: %+v, budget %v", name, p.Optimum, p.Budget)
		}
		f := p.Source.(*expression.Source).Objective
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
		// 10.1531997 is given to seven decimals; the others are exact.
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

// The benchmarks against formulas written independently (gonum-style loops).
func TestBenchmarkFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 100 {
		for _, name := range []string{"dropwave", "alpine1", "ackley", "shekel5"} {
			seed := rng.Uint64N(1000)
			p := scenario(t, name, seed)
			cost, err := DrawCost(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			d := float64(p.Dim())
			x := make([]float64, p.Dim())
			var norm2, alpine, cosines, phases float64
			center := 0.0
			if name == "shekel5" {
				center = 4
			}
			for i := range x {
				x[i] = p.Parameters[i].FromUnit(rng.Float64())
				norm2 += x[i] * x[i]
				alpine -= math.Abs(x[i]*math.Sin(x[i]) + 0.1*x[i])
				cosines += math.Cos(2 * math.Pi * x[i])
				phases += math.Cos(cost.Beta * (x[i] - center + cost.Gamma))
			}
			var want float64
			switch name {
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
			if z := math.Exp(cost.Alpha / d * phases); math.Abs(e.Value-want) > 1e-12 || math.Abs(e.Cost-z) > 1e-12*z {
				t.Fatalf("%s at %v: %+v, want %v, %v", name, x, e, want, z)
			}
		}
	}
}

// The cost family: drawn inside its ranges, another one for every seed, and
// cheapest at x* when βγ ≡ π (mod 2π), where it is e^−α.
func TestCostFamily(t *testing.T) {
	ranges := map[string][2]float64{"dropwave": {1 / 5.12, 3 / 5.12}, "alpine1": {.1, .3}, "ackley": {1, 3}, "shekel5": {.25, .75}}
	for name, beta := range ranges {
		seen := map[CostFamily]bool{}
		for seed := range uint64(300) {
			c, err := DrawCost(name, seed)
			if err != nil {
				t.Fatal(err)
			}
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
		if err != nil {
			t.Fatal(err)
		}
		center := 0.0
		if name == "shekel5" {
			center = 4
		}
		x := slices.Repeat([]float64{center}, p.Dim())
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
	if _, err := DrawCost("myopia", 1); err == nil {
		t.Error("myopia's cost is drawn")
	}
}

// trials.json holds values and costs of initial designs by the reference code.
func TestBenchmarksAgreeWithReference(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "internal", "golden", "testdata", "trials.json"))
	if err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Fatal(err)
		}
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
