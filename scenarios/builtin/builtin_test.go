package builtin

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

func scenario(t *testing.T, name string, seed uint64) *scenarios.Problem {
	t.Helper()
	p, err := Load(name, seed)
	testkit.OK(t, err)
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
			testkit.OK(t, err)
			shown, err := problemfile.Parse("shown.toml", text, "")
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			same(t, p, shown)
			formatted, err := problemfile.Format(p)
			testkit.OK(t, err)
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
	if list := List(); len(list) != len(Names()) || list[0].Name != "myopia" || list[0].Kind != "teaching" || list[9].Kind != "teaching" || list[10].Kind != "benchmark" {
		t.Errorf("list %+v", list)
	}
	for typed, want := range map[string]string{"myopa": `did you mean "myopia"?`, "theorem1": `did you mean "theorem-1"?`, "x\x1b[31m": "there is myopia, "} {
		if _, err := Load(typed, 0); err == nil || !strings.Contains(err.Error(), want) || strings.ContainsRune(err.Error(), 0x1b) {
			t.Errorf("Load(%q): %v, want %q", typed, err, want)
		}
	}
}
