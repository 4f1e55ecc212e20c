package scenarios

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios/formula"
)

// What people set: few digits, and the number that reads so.
func TestRound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		p      Parameter
		digits int
		v      float64
		want   string
	}{
		{Parameter{Low: 0, High: 5}, 3, 2.91729, "2.92"},
		{Parameter{Low: 20, High: 150}, 3, 83.4567, "83.5"},
		{Parameter{Low: 0, High: 1}, 3, 0.123456, "0.123"},
		{Parameter{Low: -1000, High: 4000}, 3, 1234.5, "1230"},
		{Parameter{Low: 1000, High: 1001}, 3, 1000.12345, "1000.123"},
		{Parameter{Low: 0, High: 5e-9}, 3, 2.91729e-9, "2.92e-09"},
		{Parameter{Low: 0, High: 5}, 0, 2.91729, "2.91729"},
		{Parameter{Low: 0, High: 5, Digits: 5}, 3, 2.9172912, "2.9173"},
		{Parameter{Low: 0, High: 5, Digits: 5}, 0, 2.9172912, "2.9173"},
		{Parameter{Low: 0.1234, High: 5}, 3, 0.1241, "0.1234"}, // a bound can be set
		{Parameter{Low: 0, High: 4.9996}, 3, 4.9999, "4.9996"},
		{Parameter{Low: -1, High: 1}, 3, -0.00001, "0"},
		{Parameter{Low: 1e-5, High: 0.1, Log: true}, 3, 0.000123456, "0.000123"},
		{Parameter{Low: 1e-5, High: 0.1, Log: true}, 3, 0.0999999, "0.1"},
		{Parameter{Low: 1, High: 1e6, Log: true}, 3, 123456, "123000"},
		{Parameter{Low: 1, High: 1.05, Log: true}, 3, 1.023456, "1.0235"}, // six values would be too few
		{Parameter{Low: 1, High: 1.5, Log: true, Digits: 2}, 3, 1.23456, "1.2"},
		{Parameter{Low: 1, High: 9, Step: 0.5}, 3, 2.91729, "3"},
		{Parameter{Low: 1, High: 9, Integer: true}, 3, 2.91729, "3"},
		{Parameter{High: 2, Choices: []string{"a", "b", "c"}}, 3, 1, "1"},
	} {
		want, _ := strconv.ParseFloat(c.want, 64)
		if got := c.p.Round(c.v, c.digits); got != want {
			t.Errorf("%v of %+v to %d digits is %v, want %s", c.v, c.p, c.digits, got, c.want)
		}
	}
}

// randomParameter is one of any size, place and scale.
func randomParameter(rng *rand.Rand) Parameter {
	width := math.Pow(10, 12*rng.Float64()-6)
	p := Parameter{Low: width * 4 * (rng.Float64() - 0.5), Digits: rng.IntN(10)}
	switch rng.IntN(5) {
	case 0:
		p.Log, p.Low = true, width*math.Pow(10, -6*rng.Float64())
	case 1:
		p.Low = 0
	case 2:
		p.Digits, p.Step = 0, width*(0.001+0.5*rng.Float64())
	case 3:
		p.Digits, p.Integer, p.Low, width = 0, true, math.Round(p.Low), math.Ceil(width)+1
	}
	p.High = p.Low + width
	return p
}

// A rounded value lies within the bounds, stays where it is if it is rounded
// again, and is within half a step of what it was.
func TestRoundProperties(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 0))
	for range 20_000 {
		p, digits := randomParameter(rng), 1+rng.IntN(MaxDigits)
		v := p.FromUnit(rng.Float64())
		got := p.Round(v, digits)
		half := math.Max(p.Step, 1) / 2
		if !p.onGrid() {
			n := digits
			if p.Digits > 0 {
				n = p.Digits
			}
			half = math.Pow(10, float64(p.lastPlace(v, n))) / 2
		}
		slack := 1e-9*half + 4e-16*math.Abs(v)
		if got < p.Low || got > p.High || p.Round(got, digits) != got || math.Abs(got-v) > half+slack {
			t.Fatalf("%v of %+v to %d digits is %v, and again %v; half a step is %v", v, p, digits, got, p.Round(got, digits), half)
		}
		for _, to := range []func(float64) float64{math.Floor, math.Ceil} {
			if side := p.roundTo(v, digits, to); side < p.Low || side > p.High || p.Round(side, digits) != side || math.Abs(side-v) > 2*half+slack {
				t.Fatalf("the neighbour of %v of %+v to %d digits is %v", v, p, digits, side)
			}
		}
	}
}

// Where a rounded point would break a constraint its neighbour is taken, which
// stays where it is; where there is none the point stays as it is.
func TestRoundedPointsMeetConstraints(t *testing.T) {
	t.Parallel()
	parameters := []Parameter{{Name: "x", High: 1}, {Name: "y", High: 1}, {Name: "n", High: 4, Integer: true}}
	for text, thin := range map[string]bool{
		"x + 0.7*y <= 1":         false,
		"x*x + y*y < 0.5":        false,
		"x + 0.7*y <= 0.2*n":     false,
		"y >= 2*x":               false,
		"x >= y && x - y < 1e-3": true, // hardly wider than the rounding
	} {
		all, err := formula.Comparisons(text, Names(parameters), nil)
		testkit.OK(t, err)
		region, err := NewRegion(parameters, []string{text}, all)
		testkit.OK(t, err)
		p := &Problem{Parameters: parameters, Region: region}
		rng := rand.New(rand.NewPCG(5, 0))
		moved := 0
		for range 2000 {
			x := p.Nearest([]float64{rng.Float64(), rng.Float64(), rng.Float64()})
			plain := Point{parameters[0].Round(x[0], 2), parameters[1].Round(x[1], 2), x[2]}
			got := p.Rounded(x, 2, nil)
			if err := p.CheckPoint(got); err != nil {
				t.Fatalf("%s: %v is rounded to %v: %v", text, x, got, err)
			}
			if again := p.Rounded(got, 2, nil); !slices.Equal(again, got) {
				t.Fatalf("%s: %v is rounded to %v and then %v", text, x, got, again)
			}
			for i := range got {
				if math.Abs(got[i]-x[i]) > 0.01+1e-12 {
					t.Fatalf("%s: %v is rounded to %v", text, x, got)
				}
			}
			switch {
			case slices.Equal(got, plain):
			case p.Region.Check(plain) == nil:
				t.Fatalf("%s: %v is rounded to %v, and %v would do", text, x, got, plain)
			case !thin && slices.Equal(got, x) && got[0] != parameters[0].Round(got[0], 2):
				t.Fatalf("%s: %v has no neighbour", text, x)
			default:
				moved++
			}
		}
		if moved == 0 {
			t.Errorf("%s: no rounded point broke it", text)
		}
	}
}

// What can be set is shown and typed whole, all else in six figures.
func TestShowNumber(t *testing.T) {
	t.Parallel()
	for v, want := range map[float64]string{2.92: "2.92", 1000.123: "1000.123", 1.0 / 3: "0.333333", 0.1 + 0.2: "0.3", 1234567: "1234567", 1e-7: "1e-07", 0: "0"} {
		if got := ShowNumber(v); got != want {
			t.Errorf("%v is shown as %s, want %s", v, got, want)
		}
	}
}
