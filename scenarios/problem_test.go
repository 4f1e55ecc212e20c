package scenarios

import (
	"math"
	"strings"
	"testing"
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
