package scenarios

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios/formula"
)

func TestParameterScales(t *testing.T) {
	t.Parallel()
	linear := Parameter{Name: "a", Low: -2, High: 6}
	log := Parameter{Name: "b", Low: 0.001, High: 10, Log: true}
	whole := Parameter{Name: "n", Low: 0.5, High: 7.5, Integer: true}
	grid := Parameter{Name: "g", Low: 1, High: 2, Step: 0.3} // 1, 1.3, 1.6, 1.9
	for _, c := range []struct {
		p       Parameter
		u, want float64
	}{
		{linear, 0, -2}, {linear, 0.25, 0}, {linear, 1, 6}, {log, 0, 0.001}, {log, 0.5, 0.1}, {log, 1, 10},
		{whole, 0, 1}, {whole, 1, 7}, {whole, 0.5, 4}, {grid, 0, 1}, {grid, 1, 1.9}, {grid, 0.5, 1.6}, {grid, 0.4, 1.3},
	} {
		if got := c.p.FromUnit(c.u); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: FromUnit(%v) = %v, want %v", c.p.Name, c.u, got, c.want)
		}
	}
	for _, p := range []Parameter{linear, log} {
		for u := 0.0; u <= 1; u += 1.0 / 64 {
			v := p.FromUnit(u)
			if v < p.Low || v > p.High || math.Abs(p.ToUnit(v)-u) > 1e-12 {
				t.Errorf("%s: %v → %v → %v", p.Name, u, v, p.ToUnit(v))
			}
		}
	}
	for _, c := range []struct{ v, want float64 }{{-5, 1}, {99, 1.9}, {1.44, 1.3}, {1.46, 1.6}} {
		if got := grid.Snap(c.v); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Snap(%v) = %v, want %v", c.v, got, c.want)
		}
	}
}

func TestCheckPoint(t *testing.T) {
	t.Parallel()
	p := &Problem{Name: "p", Parameters: []Parameter{{Name: "a", Low: 0, High: 1}, {Name: "b", Low: 2, High: 3}}}
	for _, c := range []struct {
		x    []float64
		want string
	}{
		{[]float64{0, 3}, ""}, {[]float64{0}, "2 parameters, not 1"}, {[]float64{1.1, 2}, "a = 1.1 is outside [0, 1]"},
		{[]float64{0, math.NaN()}, "b = NaN is outside"}, {[]float64{0, math.Inf(1)}, "b = +Inf is outside"},
	} {
		err := p.CheckPoint(c.x)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("CheckPoint(%v) = %v, want %q", c.x, err, c.want)
		}
	}
	if !p.IsManual() || p.CommandToAllow() != "" || p.AllowCommands().Name != "p" {
		t.Error("a problem without a source is manual and runs nothing")
	}
}

// The values of a grid are counted and numbered; a finer one than can be counted
// has none.
func TestGridValues(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p    Parameter
		want []float64 // nil: no grid
	}{
		{Parameter{Low: 0, High: 1}, nil},
		{Parameter{Low: 0.5, High: 3.5, Integer: true}, []float64{1, 2, 3}},
		{Parameter{Low: 0, High: 1, Step: 0.4}, []float64{0, 0.4, 0.8}},
		{Parameter{Low: 0, High: 2, Choices: []string{"a", "b", "c"}}, []float64{0, 1, 2}},
		{Parameter{Low: 1, High: 8, Log: true, Integer: true}, []float64{1, 2, 3, 4, 5, 6, 7, 8}},
		{Parameter{Low: 0, High: 1, Step: 5e-324}, nil},
	} {
		if got := c.p.Values(); got != len(c.want) {
			t.Errorf("%+v has %d values, want %d", c.p, got, len(c.want))
			continue
		}
		for i, v := range c.want {
			if c.p.GridValue(i) != v || c.p.GridIndex(v) != i {
				t.Errorf("%+v: value %d is %v, and %v has the number %d", c.p, i, c.p.GridValue(i), v, c.p.GridIndex(v))
			}
		}
	}
}

// A point that fails is named, and only it fails.
func TestExpressionErrors(t *testing.T) {
	t.Parallel()
	value, _ := formula.New("sqrt(x - 0.5)", []string{"x"})
	cost, _ := formula.New("0.75 - x", []string{"x"})
	e := &Expression{value, cost, []Parameter{{Name: "x", High: 1}}}
	for x, want := range map[float64]string{0.25: "the objective at x = 0.25 is NaN", 1: "the cost at x = 1 is -0.25", 0.5: ""} {
		_, err := e.Evaluate(t.Context(), []float64{x})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("at %v: %v, want %q", x, err, want)
		}
	}
}

func TestPrices(t *testing.T) {
	t.Parallel()
	p := &Problem{Budget: 50}
	if price, said := p.Prices(); said || price != (Price{5, 3}) {
		t.Errorf("%v, %v", price, said)
	}
	p.Price.Typical = 4
	if price, said := p.Prices(); !said || price != (Price{4, 3}) {
		t.Errorf("%v, %v", price, said)
	}
	// 95 % between 4/√9 and 4·√9: ±1.96 standard deviations of ln c are ln 3.
	price := Price{4, 9}
	if s := price.LogSpread(); math.Abs(s-math.Log(3)/1.959964) > 1e-6 {
		t.Errorf("standard deviation %v", s)
	}
	// The mean of the lognormal, by a sum over its quantiles.
	sum, n := 0.0, 2000
	for i := range n {
		sum += 4 * math.Exp(price.LogSpread()*math.Sqrt2*math.Erfinv(2*(float64(i)+0.5)/float64(n)-1)) / float64(n)
	}
	if math.Abs(price.Mean()/sum-1) > 1e-3 {
		t.Errorf("mean %v, want %v", price.Mean(), sum)
	}
	if s := (Price{4, 1}).LogSpread(); !(s > 0) {
		t.Errorf("no spread has the standard deviation %v: a process needs one", s)
	}
}

// guarded is a source that asks for permission.
type guarded struct {
	Code
	given bool
}

func (g guarded) Evaluate(context.Context, Point) (Evaluation, error) { return Evaluation{}, nil }

func (g guarded) Permission() *Permission {
	return &Permission{Command: "rm -r tmp", Given: g.given, Allow: func() Source { return guarded{given: true} }}
}

// A problem asks its source; without one it knows the answers itself.
func TestProblemAsksItsSource(t *testing.T) {
	t.Parallel()
	p := &Problem{Source: guarded{}}
	if p.CommandToAllow() != "rm -r tmp" || p.AllowCommands().CommandToAllow() != "" || p.CommandToAllow() == "" {
		t.Error("permission is not asked for, or given to the original")
	}
	if p.EvaluatedBy() != "code" || p.SourceKind() != "expression" || p.IsManual() {
		t.Errorf("code is %s, %s", p.EvaluatedBy(), p.SourceKind())
	}
	if o, err := p.BestKnown(); o != nil || err != nil {
		t.Errorf("the best of code is %v, %v", o, err)
	}
	known := &Problem{Optimum: &Optimum{Value: 3}, Source: guarded{}}
	if o, err := known.BestKnown(); err != nil || o.Value != 3 {
		t.Errorf("the optimum given is %v, %v", o, err)
	}
	manual := &Problem{}
	if o, err := manual.BestKnown(); o != nil || err != nil || manual.EvaluatedBy() != "a person" || manual.Permission() != nil {
		t.Errorf("a person: %v, %v, %s", o, err, manual.EvaluatedBy())
	}
}

// The best of a hill is found between grid points where there is no grid, and on
// the grid where there is one; with the slope or without.
func TestHighest(t *testing.T) {
	t.Parallel()
	free := Parameter{Name: "x", Low: -1, High: 3}
	whole := Parameter{Name: "n", Low: 0, High: 10, Integer: true}
	// The hill's top is at u = (0.37, 0.42): x = 0.48, n = 4.2.
	hill := func(u model.Unit) float64 { return -(u[0]-0.37)*(u[0]-0.37) - 2*(u[1]-0.42)*(u[1]-0.42) }
	slope := func(u model.Unit, grad []float64) float64 {
		grad[0], grad[1] = -2*(u[0]-0.37), -4*(u[1]-0.42)
		return hill(u)
	}
	for name, gradient := range map[string]func(u model.Unit, grad []float64) float64{"by steps": nil, "along the slope": slope} {
		best := Highest([]Parameter{free, whole}, nil, []model.Unit{{1, 1}}, hill, gradient)
		if math.Abs(best.X[0]-0.48) > 1e-4 || best.X[1] != 4 || math.Abs(best.u[1]-0.4) > 1e-12 || best.Value != hill(best.u) {
			t.Errorf("%s: %+v", name, best)
		}
	}
}

// Where constraints end the slope, the best is found on their edge.
func TestHighestInARegion(t *testing.T) {
	t.Parallel()
	square := []Parameter{{Name: "x", High: 1}, {Name: "y", High: 1}}
	all, err := formula.Comparisons("x + y <= 1", []string{"x", "y"}, nil)
	testkit.OK(t, err)
	region, err := NewRegion(square, nil, all)
	testkit.OK(t, err)
	// The hill's top is outside; on x + y = 1 the best is where 2(x − 0.9) = 4(y − 0.6).
	hill := func(u model.Unit) float64 { return -(u[0]-0.9)*(u[0]-0.9) - 2*(u[1]-0.6)*(u[1]-0.6) }
	best := Highest(square, region, nil, hill, nil)
	if err := region.Check(best.X); err != nil || math.Abs(best.X[0]-(0.9+0.8)/3) > 1e-3 || math.Abs(best.X[0]+best.X[1]-1) > 1e-6 {
		t.Errorf("%+v, %v", best, err)
	}
}

// mixed has a choice between two numbers.
var mixed = []Parameter{
	{Name: "t", Low: 20, High: 120},
	{Name: "solvent", High: 2, Choices: []string{"THF", "DMF", "water"}},
	{Name: "n", Low: 1, High: 5, Integer: true},
}

// Points go to the unit cube and back, choices to its corners.
func TestChoicesOnTheUnitCube(t *testing.T) {
	t.Parallel()
	p := &Problem{Name: "p", Parameters: mixed}
	cost, err := formula.New("t * (s + 2) + n", []string{"t", "s", "n"})
	testkit.OK(t, err)
	if Width(mixed) != 5 || p.Dim() != 3 {
		t.Fatalf("%d coordinates of %d parameters", Width(mixed), p.Dim())
	}
	for k := range 3 {
		x := Point{70, float64(k), 4}
		u := p.ToUnit(x)
		if len(u) != 5 || u[0] != 0.5 || u[1+k] == 0 || u[4] != 0.75 {
			t.Errorf("%v is %v on the cube", x, u)
		}
		if back := p.FromUnit(u); !slices.Equal(back, x) {
			t.Errorf("%v comes back as %v", x, back)
		}
		if got := KnownCost(cost, mixed)(u); got != x[0]*(x[1]+2)+x[2] {
			t.Errorf("%v costs %v", x, got)
		}
	}
	// Between corners the largest coordinate decides, of equals the first.
	if x := p.FromUnit([]float64{0, 0.2, 0.6, 0.6, 1}); !slices.Equal(x, Point{20, 1, 5}) {
		t.Errorf("%v", x)
	}
	counts := make([]int, 3)
	for i := range 300 {
		counts[int(FromShares(mixed, []float64{0, (float64(i) + 0.5) / 300, 0})[1])]++
	}
	if !slices.Equal(counts, []int{100, 100, 100}) {
		t.Errorf("shares of the choices %v", counts)
	}
	if x := FromShares(mixed, []float64{1, 1, 1}); x[1] != 2 {
		t.Errorf("the last choice is %v", x[1])
	}
	if a := p.Axes(); a[1].At != 1 || a[1].Choices != 3 || a[2].At != 4 || len(p.Choices()) != 1 {
		t.Errorf("axes %v", a)
	}
	if err := p.CheckPoint(Point{20, 3, 1}); err == nil || !strings.Contains(err.Error(), "solvent") {
		t.Errorf("choice 3 of 3: %v", err)
	}
	if s := ShowPoint(mixed, Point{20, 1, 3}); s != "t = 20, solvent = DMF, n = 3" {
		t.Error(s)
	}
}

func TestChoicesAreReadAndShown(t *testing.T) {
	t.Parallel()
	s := mixed[1]
	for text, want := range map[string]string{
		"DMF": "DMF", "dmf": "DMF", " Water ": "water", "w": "water", "T": "THF", "d": "DMF",
		"": "error", "ether": "error", "1": "error",
	} {
		got := "error"
		if v, err := s.Read(text); err == nil {
			got = s.Show(v)
		} else if !strings.Contains(err.Error(), "THF, DMF, water") {
			t.Errorf("%q: %v does not say what there is", text, err)
		}
		if got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
	alike := Parameter{Name: "acid", High: 1, Choices: []string{"acetic", "acetic anhydride"}}
	if v, err := alike.Read("acetic"); err != nil || v != 0 {
		t.Errorf("a whole name is its own: %v, %v", v, err)
	}
	if _, err := alike.Read("acet"); err == nil || !strings.Contains(err.Error(), "more than one") {
		t.Errorf("a beginning of two: %v", err)
	}
	if c := s.Complain(0.5); !strings.Contains(c, "no choice") {
		t.Errorf("half a choice: %q", c)
	}
	if k, ok := s.Choice("THF"); k != 0 || !ok {
		t.Errorf("the first choice is %v, %v", k, ok)
	}
	if s.Show(0.5) != "0.5" || s.Show(3) != "3" || s.Value(2) != "water" || mixed[0].Value(2) != 2.0 || s.exact(0) != "THF" {
		t.Errorf("%v, %v", s.Value(2), mixed[0].Value(2))
	}
}
