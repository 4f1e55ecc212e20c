package builtin

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/scenarios/theorem1"
)

func scenario(t *testing.T, name string, seed uint64) *scenarios.Problem {
	t.Helper()
	p, err := Load(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// at evaluates a problem's source.
func at(t *testing.T, p *scenarios.Problem, x ...float64) scenarios.Evaluation {
	t.Helper()
	e, err := p.Source.Evaluate(t.Context(), x)
	if err != nil {
		t.Fatalf("%s at %v: %v", p.Name, x, err)
	}
	return e
}

// same checks that two problems agree in all that is not a function, and in
// their functions at random points.
func same(t *testing.T, p, q *scenarios.Problem) {
	t.Helper()
	a, errA := problemfile.Format(p)
	b, errB := problemfile.Format(q)
	if errA != nil || errB != nil || !bytes.Equal(a, b) {
		t.Errorf("%s: formatted\n%s(%v)\nand\n%s(%v)", p.Name, a, errA, b, errB)
	}
	truth, ok := p.Source.(scenarios.Truth)
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
		w, d, err2 := q.Source.(scenarios.Truth).Truth(x)
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
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, name := range Names() {
		for _, seed := range []uint64{0, 1, 99} {
			p := scenario(t, name, seed)
			text, err := Text(name, seed)
			if err != nil {
				t.Fatal(err)
			}
			shown, err := problemfile.Parse("shown.toml", text, "")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			same(t, p, shown)
			formatted, err := problemfile.Format(p)
			if err != nil {
				t.Fatal(err)
			}
			again, err := problemfile.Parse("formatted.toml", formatted, "")
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, formatted)
			}
			same(t, p, again)
			if p.Name != name || p.Title == name || p.Theorem == nil && len(p.Compare) != 2 {
				t.Errorf("%s: %q, %q, %v", name, p.Name, p.Title, p.Compare)
			}
		}
	}
	if list := List(); len(list) != len(Names()) || list[0].Name != "myopia" || list[0].Kind != "teaching" || list[7].Kind != "teaching" || list[8].Kind != "benchmark" {
		t.Errorf("list %+v", list)
	}
	for typed, want := range map[string]string{"myopa": `did you mean "myopia"?`, "theorem1": `did you mean "theorem-1"?`, "x\x1b[31m": "there is myopia, "} {
		if _, err := Load(typed, 0); err == nil || !strings.Contains(err.Error(), want) || strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("Load(%q): %v, want %q", typed, err, want)
		}
	}
}

// docs/scenarios.md, "Teaching scenarios": both formulas written out again, and the
// values it reports: EI-PUC pays 1.16 at 0.255 and ends at best 1.339; B-MS-EI
// has 9.37 left after 0.850 and 0.800 and ends at 1.533; EI pays 8.98 at 0.805
// in overspend and keeps the best of the initial points, 0.256.
func TestTeachingScenarios(t *testing.T) {
	t.Parallel()
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
	if want := []scenarios.PolicyDefault{{Policy: "b-ms-ei", Options: "steps=2 rule=gauss-hermite fantasies=9x3 schedule=off"}}; !slices.Equal(p.Policies, want) {
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
		p                  *scenarios.Problem
		x                  float64
		value, cost, digit float64
	}{
		{p, .255, math.NaN(), 1.16, .005}, {p, .825, 1.339, math.NaN(), .0005},
		{p, .800, 1.459, 8.98, .005}, {p, .745, 1.533, math.NaN(), .0005}, {o, .805, math.NaN(), 8.98, .005},
	} {
		e := at(t, c.p, c.x)
		if math.Abs(e.Value-c.value) > c.digit || math.Abs(e.Cost-c.cost) > c.digit { // NaN: not recorded
			t.Errorf("%s at %v: %+v, reported are %v for %v", c.p.Name, c.x, e, c.value, c.cost)
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
	if th := scenario(t, "theorem-1", 0); th.Theorem == nil || *th.Theorem != (theorem1.Instance{Part: 1, Epsilon: .1, Delta: .1}) || th.Budget != 1.1 || th.IsManual() {
		t.Errorf("theorem-1: %+v", th)
	}
}
