package scenarios

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios/formula"
)

// region compiles constraints of parameters.
func region(t *testing.T, parameters []Parameter, constraints ...string) (*Region, error) {
	t.Helper()
	var all []formula.Comparison
	choices := make([][]string, len(parameters))
	for i, p := range parameters {
		choices[i] = p.Choices
	}
	for _, text := range constraints {
		c, err := formula.Comparisons(text, Names(parameters), choices)
		testkit.OK(t, err)
		all = append(all, c...)
	}
	return NewRegion(parameters, constraints, all)
}

var boxes = []struct {
	name        string
	parameters  []Parameter
	constraints []string
	share       float64 // of the box; 0: not known
}{
	{"mixture", []Parameter{{Name: "x", High: 1}, {Name: "y", High: 1}}, []string{"x + y <= 1"}, 0.5},
	{"strict", []Parameter{{Name: "x", High: 1}, {Name: "y", High: 1}}, []string{"x + y < 1"}, 0.5},
	{"disc", []Parameter{{Name: "x", Low: -2, High: 2}, {Name: "y", Low: -2, High: 2}}, []string{"x^2 + y^2 <= 1"}, math.Pi / 16},
	{"ring", []Parameter{{Name: "x", Low: -2, High: 2}, {Name: "y", Low: -2, High: 2}}, []string{"1 <= norm(x, y) <= 1.5"}, math.Pi * 1.25 / 16},
	{"log", []Parameter{{Name: "x", Low: 0.001, High: 10, Log: true}, {Name: "y", High: 3}}, []string{"x*y <= 1", "y >= 0.5*x"}, 0},
	{"whole", []Parameter{{Name: "n", Low: 1, High: 9, Integer: true}, {Name: "m", Low: 1, High: 9, Integer: true}}, []string{"n*m <= 12"}, 0},
	{"grid", []Parameter{{Name: "a", High: 1, Step: 0.1}, {Name: "b", High: 1, Step: 0.1}, {Name: "c", High: 1}}, []string{"a + b + c <= 1", "c >= 0.05"}, 0},
	{"choices", []Parameter{{Name: "t", Low: 20, High: 120}, {Name: "solvent", High: 2, Choices: []string{"THF", "DMF", "water"}}, {Name: "n", Low: 1, High: 5, Integer: true}},
		[]string{`t <= (solvent == "THF" ? 60 : 110)`, "t/20 >= n"}, 0},
	{"stairs", []Parameter{{Name: "x", High: 4}, {Name: "y", High: 4}}, []string{"floor(x) + floor(y) <= 3"}, 10.0 / 16},
}

// Whatever point is wanted, what is found can be evaluated, and is no farther
// than any other point of a fine net, or hardly.
func TestNearestIsAllowedAndNear(t *testing.T) {
	t.Parallel()
	for _, b := range boxes {
		r, err := region(t, b.parameters, b.constraints...)
		if err != nil {
			t.Fatal(b.name, err)
		}
		if b.share > 0 && math.Abs(r.Share-b.share) > 0.02 {
			t.Errorf("%s: %v of the box are allowed, want %v", b.name, r.Share, b.share)
		}
		p := &Problem{Name: b.name, Parameters: b.parameters, Region: r}
		rng := rand.New(rand.NewPCG(1, 2))
		var net []model.Unit
		for range 20_000 {
			u := p.ToUnit(FromShares(b.parameters, shares(rng, len(b.parameters))))
			if x := p.FromUnit(u); p.CheckPoint(x) == nil {
				net = append(net, p.ToUnit(x))
			}
		}
		for range 200 {
			u := make(model.Unit, Width(b.parameters))
			for i := range u {
				u[i] = rng.Float64()
			}
			p.Choices().Snap(u)
			x := p.Nearest(u)
			if err := p.CheckPoint(x); err != nil {
				t.Fatalf("%s: nearest to %v: %v", b.name, u, err)
			}
			for i, v := range x {
				if complaint := b.parameters[i].Complain(v); complaint != "" {
					t.Errorf("%s: %s", b.name, complaint)
				}
			}
			best := math.Inf(1)
			for _, v := range net {
				best = math.Min(best, math.Sqrt(apart(u, v)))
			}
			if d := math.Sqrt(apart(u, p.ToUnit(x))); d > 1.3*best+0.03 {
				t.Errorf("%s: %v is %v from %v; the net has a point %v away", b.name, x, d, p.FromUnit(u), best)
			}
			moved := append(model.Unit(nil), u...)
			if r.Move(moved); !r.Allows(moved) {
				t.Errorf("%s: moved to %v, which is not allowed", b.name, moved)
			}
			if r.Allows(u) && math.Sqrt(apart(u, moved)) > 0 {
				t.Errorf("%s: moved from %v, which is allowed", b.name, u)
			}
		}
	}
}

func shares(rng *rand.Rand, n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = rng.Float64()
	}
	return out
}

// To the nearest point of a straight edge it is one perpendicular step.
func TestMoveIsPerpendicular(t *testing.T) {
	t.Parallel()
	r, err := region(t, boxes[0].parameters, boxes[0].constraints...)
	testkit.OK(t, err)
	for _, c := range []struct{ from, to model.Unit }{{model.Unit{0.9, 0.5}, model.Unit{0.7, 0.3}}, {model.Unit{1, 0.2}, model.Unit{0.9, 0.1}}, {model.Unit{0.2, 0.3}, model.Unit{0.2, 0.3}}} {
		u := append(model.Unit(nil), c.from...)
		if r.Move(u); math.Sqrt(apart(u, c.to)) > 1e-9 {
			t.Errorf("moved from %v to %v, want %v", c.from, u, c.to)
		}
	}
}

func TestRegionWeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, b := range boxes {
		if b.name == "stairs" {
			continue // no slope
		}
		r, err := region(t, b.parameters, b.constraints...)
		testkit.OK(t, err)
		outside := 0
		u, grad := make(model.Unit, Width(b.parameters)), make([]float64, Width(b.parameters))
		for range 100 {
			for i := range u {
				u[i] = 0.01 + 0.98*rng.Float64()
			}
			Choices(b.parameters).Snap(u)
			w := r.LogWeight(u, grad)
			if r.Allows(u) && w < -1e-9 || !r.Allows(u) && !(w < 0) {
				t.Errorf("%s: ln w = %v, allowed: %v", b.name, w, r.Allows(u))
			}
			if w < 0 {
				outside++
			}
			for i, v := range u {
				const h = 1e-5
				at := func(v float64) float64 { u[i] = v; return r.LogWeight(u, nil) }
				want := (at(v+h) - at(v-h)) / (2 * h)
				u[i] = v
				// Near the edge the second derivative jumps.
				if math.Abs(grad[i]-want) > 1e-5*math.Abs(want)+0.2 {
					t.Errorf("%s: gradient %v, differences %v", b.name, grad[i], want)
				}
			}
		}
		if outside == 0 {
			t.Errorf("%s: no point was outside", b.name)
		}
		if n := testing.AllocsPerRun(20, func() { r.LogWeight(u, grad); r.Allows(u) }); n != 0 {
			t.Errorf("%s: %v allocations", b.name, n)
		}
	}
}

func TestRegionMistakes(t *testing.T) {
	t.Parallel()
	square := boxes[0].parameters
	for _, c := range []struct{ constraint, x, want string }{
		{"x + y <= 1", "", "x + y <= 1 does not hold at x = 0.7, y = 0.5: x + y is 1.2"},
		{"x <= y", "", "x <= y does not hold at x = 0.7, y = 0.5"},
		{"0.8 < x && y < 1", "", "0.8 < x does not hold at x = 0.7"},
		{"2*y > x^2 + y", "", ""},
		{"sqrt(x - 0.8) < 1", "", "sqrt(x - 0.8) < 1 does not hold at x = 0.7: sqrt(x - 0.8) is NaN"},
	} {
		r, err := region(t, square, c.constraint)
		if err != nil {
			t.Fatal(c.constraint, err)
		}
		p := &Problem{Parameters: square, Region: r}
		switch err := p.CheckPoint(Point{0.7, 0.5}); {
		case (err == nil) != (c.want == ""), err != nil && err.Error() != c.want:
			t.Errorf("%s: %v, want %q", c.constraint, err, c.want)
		}
		if u := (model.Unit{0.7, 0.5}); strings.Contains(c.want, "NaN") && !math.IsInf(r.LogWeight(u, nil), -1) {
			t.Error("what is no number is not allowed")
		}
	}
	for _, none := range []string{"x + y < 0", "x > 1", "x + y <= 1e-3"} {
		if _, err := region(t, square, none); !errors.Is(err, errEmpty) {
			t.Errorf("%s: %v", none, err)
		}
	}
	// Sums of tenths are no tenths: 0.1 + 0.2 + 0.7 > 1 by rounding alone.
	r, err := region(t, boxes[6].parameters, "a + b + c <= 1")
	if err != nil || r.Check(Point{0.1, 0.2, 0.7}) != nil || r.Check(Point{0.1, 0.2, 0.700001}) == nil {
		t.Errorf("rounding is not forgiven, or too much is: %v", err)
	}
	if r := (*Region)(nil); r.Check(Point{1}) != nil {
		t.Error("no region forbids something")
	}
}
