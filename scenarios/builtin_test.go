package scenarios

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// at evaluates a problem's source.
func at(t *testing.T, p *Problem, x ...float64) Evaluation {
	t.Helper()
	e, err := p.Source.Evaluate(t.Context(), x)
	if err != nil {
		t.Fatalf("%s at %v: %v", p.Name, x, err)
	}
	return e
}

func scenario(t *testing.T, name string, seed uint64) *Problem {
	t.Helper()
	p, err := Builtin(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// same checks that two problems agree in all that is not a function, and in
// their functions at random points.
func same(t *testing.T, p, q *Problem) {
	t.Helper()
	a, errA := Format(p)
	b, errB := Format(q)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s: formatted\n%s(%v)\nand\n%s(%v)", p.Name, a, errA, b, errB)
	}
	truth, ok := p.Source.(Truth)
	if !ok {
		return
	}
	rng := rand.New(rand.NewPCG(1, 1))
	u := make([]float64, p.Dim())
	for range 200 {
		for i := range u {
			u[i] = rng.Float64()
		}
		x := p.FromUnit(u)
		v, c, err := truth.Truth(x)
		w, d, err2 := q.Source.(Truth).Truth(x)
		if err != nil || err2 != nil || math.Abs(v-w) > 1e-12 || math.Abs(c-d) > 1e-12 {
			t.Fatalf("%s at %v: %v, %v (%v) and %v, %v (%v)", p.Name, x, v, c, err, w, d, err2)
		}
		if (p.KnownCost == nil) != (q.KnownCost == nil) || p.KnownCost != nil && math.Abs(p.KnownCost(u)-q.KnownCost(u)) > 1e-12 {
			t.Fatalf("%s: known costs differ at %v", p.Name, x)
		}
	}
}

// What `scenarios show` prints loads as the same problem, and so does what
// Format writes.
func TestBuiltinsRoundTrip(t *testing.T) {
	for _, name := range Names() {
		for _, seed := range []uint64{0, 1, 99} {
			p := scenario(t, name, seed)
			text, err := Text(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			shown, err := Parse("shown.toml", text, "")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			same(t, p, shown)
			formatted, err := Format(p)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Parse("formatted.toml", formatted, "")
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, formatted)
			}
			same(t, p, again)
			if p.Name != name || p.Title == name || p.Theorem == nil && len(p.Compare) != 2 {
				t.Errorf("%s: %q, %q, %v", name, p.Name, p.Title, p.Compare)
			}
		}
	}
	if list := List(); len(list) != len(Names()) || list[0].Name != "myopia" || list[0].Kind != "teaching" || list[5].Kind != "teaching" || list[6].Kind != "benchmark" {
		t.Errorf("list %+v", list)
	}
	for typed, want := range map[string]string{"myopa": `did you mean "myopia"?`, "theorem1": `did you mean "theorem-1"?`, "x\x1b[31m": "there is myopia, "} {
		if _, err := Builtin(typed, 0); err == nil || !strings.Contains(err.Error(), want) || strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("Builtin(%q): %v, want %q", typed, err, want)
		}
	}
}

// DESIGN §5, both formulas written out again, and the values it reports: EI-PUC
// pays 1.16 at 0.255 and ends at best 1.339; B-MS-EI has 9.37 left after 0.850
// and 0.800 (SCREENS) and ends at 1.533; EI pays 8.98 at 0.805 in overspend and
// keeps the best of the initial points, 0.256.
func TestTeachingScenarios(t *testing.T) {
	p := scenario(t, "myopia", 0)
	if p.Budget != 27.3 || !p.Constructed || !slices.Equal(p.Compare, []string{"ei-puc", "b-ms-ei"}) || len(p.Initial.X) != 6 || p.Initial.X[5][0] != 0.91 {
		t.Errorf("myopia: %+v", p)
	}
	if h := p.Objective.Fixed; h.Mean != 0 || h.Variance != 1 || h.Scale[0] != 0.09 || h.Noise != 1e-6 {
		t.Errorf("myopia's objective %+v", h)
	}
	if h := p.Cost.Fixed; h.Mean != 1.6 || h.Variance != 1 || h.Scale[0] != 0.5 || h.Noise != 1e-6 {
		t.Errorf("myopia's cost %+v", h)
	}
	if want := []PolicyDefault{{Policy: "b-ms-ei", Steps: 2, Rule: "gauss-hermite", Fantasies: "9x3", Schedule: "off"}}; !slices.Equal(p.Policies, want) {
		t.Errorf("myopia's policies %+v", p.Policies)
	}
	o := scenario(t, "overspend", 0)
	if o.Budget != 9.7 || !o.Constructed || !slices.Equal(o.Compare, []string{"ei", "b-ms-ei"}) || o.Cost.Fixed.Scale[0] != 0.25 {
		t.Errorf("overspend: %+v", o)
	}
	for x := 0.0; x <= 1; x += 1.0 / 64 {
		e := at(t, p, x)
		f := -0.1 + 0.2*math.Sin(7.5*x+6) + 1.8*math.Exp(-math.Pow((x-0.75)/0.18, 2))
		c := 1 + 8/(1+math.Exp(-20*(x-0.45))) - 0.5*math.Exp(-math.Pow((x-1)/0.1, 2))
		if math.Abs(e.Value-f) > 1e-14 || math.Abs(e.Cost-c) > 1e-14 {
			t.Errorf("myopia at %v: %+v, want %v, %v", x, e, f, c)
		}
		e = at(t, o, x)
		f = 0.3*math.Sin(14*x) + 1.6*math.Exp(-math.Pow((x-.35)/.06, 2))
		c = 1 + 8/(1+math.Exp(-20*(x-.5)))
		if math.Abs(e.Value-f) > 1e-14 || math.Abs(e.Cost-c) > 1e-14 {
			t.Errorf("overspend at %v: %+v, want %v, %v", x, e, f, c)
		}
	}
	for _, c := range []struct {
		p                  *Problem
		x                  float64
		value, cost, digit float64
	}{
		{p, .255, math.NaN(), 1.16, .005}, {p, .825, 1.339, math.NaN(), .0005},
		{p, .800, 1.459, 8.98, .005}, {p, .745, 1.533, math.NaN(), .0005}, {o, .805, math.NaN(), 8.98, .005},
	} {
		e := at(t, c.p, c.x)
		if math.Abs(e.Value-c.value) > c.digit || math.Abs(e.Cost-c.cost) > c.digit { // NaN: not recorded
			t.Errorf("%s at %v: %+v, DESIGN says %v for %v", c.p.Name, c.x, e, c.value, c.cost)
		}
	}
	if left := p.Budget - at(t, p, .850).Cost - at(t, p, .800).Cost; math.Abs(left-9.37) > .005 {
		t.Errorf("myopia leaves %v after 0.850 and 0.800, want 9.37", left)
	}
	best := math.Inf(-1)
	for _, x := range append(o.Initial.X, []float64{.805}) {
		best = math.Max(best, at(t, o, x...).Value)
	}
	if math.Abs(best-.256) > .0005 {
		t.Errorf("overspend leaves EI at %v, want 0.256", best)
	}
	if th := scenario(t, "theorem-1", 0); th.Theorem == nil || *th.Theorem != (Theorem1{1, .1, .1}) || th.Budget != 1.1 || th.IsManual() {
		t.Errorf("theorem-1: %+v", th)
	}
}

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
		f := p.Source.(*Expression).Objective
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
