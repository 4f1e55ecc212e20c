package scenarios

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"farsight/internal/sobol"
)

// drawText is a problem in one dimension with drawn functions.
const drawText = `budget = 8
[[parameter]]
name = "x"
low = 0
high = 1
[draw]
seed = %d
correlation = %v
[model.objective]
mean = 2
variance = 4
lengthscale = 0.1
noise-variance = 1e-6
[model.cost]
mean = 0.5
variance = 0.25
lengthscale = 0.15
noise-variance = 1e-6
`

func matern(s float64) float64 {
	s *= math.Sqrt(5)
	return (1 + s + s*s/3) * math.Exp(-s)
}

// Over many seeds the functions have the moments of their processes: means,
// variances, the correlation of f and ln c, and the covariances at a lag, which
// for ln c is ρ²k_f + (1 − ρ²)k_g. Errors are judged by their own standard
// errors: of a mean sd/√n, of a second moment about sd²√2/√n; 4.5 of them.
func TestDrawnMoments(t *testing.T) {
	const n, rho, a, b = 4000, 0.8, 0.31, 0.37
	var f, g, ff, gg, fg, lagF, lagG float64
	for seed := range n {
		p := parse(t, fmt.Sprintf(drawText, seed, rho))
		at := func(x float64) (float64, float64) {
			v, c, err := p.Source.(Truth).Truth([]float64{x})
			if err != nil {
				t.Fatal(err)
			}
			return (v - 2) / 2, (math.Log(c) - 0.5) / 0.5
		}
		fa, ga := at(a)
		fb, gb := at(b)
		f, g = f+fa/n, g+ga/n
		ff, gg, fg = ff+fa*fa/n, gg+ga*ga/n, fg+fa*ga/n
		lagF, lagG = lagF+fa*fb/n, lagG+ga*gb/n
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"mean f", f, 0}, {"mean ln c", g, 0}, {"variance f", ff, 1}, {"variance ln c", gg, 1}, {"correlation", fg, rho},
		{"lag of f", lagF, matern((b - a) / 0.1)},
		{"lag of ln c", lagG, rho*rho*matern((b-a)/0.1) + (1-rho*rho)*matern((b-a)/0.15)},
	} {
		if math.Abs(c.got-c.want) > 4.5*math.Sqrt2/math.Sqrt(n) {
			t.Errorf("%s: %.4f, want %.4f", c.name, c.got, c.want)
		}
	}
}

// missed is the part of the variance of 1 that the interpolant lacks at u: the
// variance of an exact joint draw at u given the values on the grid,
// 1 − |L⁻¹k(X, u)|².
func (c *cover) missed(u []float64) float64 {
	k := make([]float64, c.size())
	c.kernels(k, c.scaled(make([]float64, c.d), u))
	v := 1.0
	for i, at := 0, 0; i < len(k); i++ {
		row := c.factor[at : at+i+1]
		at += i + 1
		for j := range i {
			k[i] -= row[j] * k[j]
		}
		k[i] /= row[i]
		v -= k[i] * k[i]
	}
	return math.Max(v, 0)
}

// The interpolant is as good as an exact joint draw but for an error whose sd,
// in the objective's, is stated here for the cells of the map; at the shortest
// lengthscale allowed, less than 2 % of the variance are missed.
func TestDrawnFunctionsAreNearlyExact(t *testing.T) {
	for d, limit := range map[int]float64{1: 0.0015, 2: 0.02, 3: 0.09} {
		worst := func(scale float64) float64 {
			c := coverOf(slices.Repeat([]float64{scale}, d))
			points := sobol.New(d, 3)
			u := make([]float64, d)
			worst := 0.0
			for range 100 {
				points.Next(u)
				worst = math.Max(worst, c.missed(u))
			}
			for i := range u { // as far from the grid as can be
				u[i] = (math.Floor(float64(drawnAlong[d-1])/2) + 0.5) / float64(drawnAlong[d-1]-1)
			}
			return math.Max(worst, c.missed(u))
		}
		if sd := math.Sqrt(worst(cellObjectiveScale[d-1])); sd > limit || sd < limit/2 {
			t.Errorf("d = %d: the error has sd %.4f, stated as %v", d, sd, limit)
		}
		if v := worst(leastLengthscale / float64(drawnAlong[d-1]-1)); v > 0.02 {
			t.Errorf("d = %d: the shortest lengthscale misses %.4f of the variance", d, v)
		}
	}
}

// The same seed draws the same bits, at whatever time and from however many
// goroutines; another seed draws others.
func TestDrawnBySeed(t *testing.T) {
	const n = 50
	values := func(p *Problem) []float64 {
		out := make([]float64, 2*n)
		var wg sync.WaitGroup
		for i := range n {
			wg.Go(func() {
				x := []float64{float64(i) / n, 0.3, 0.7}
				var err error
				if out[2*i], out[2*i+1], err = p.Source.(Truth).Truth(x[:p.Dim()]); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		return out
	}
	for _, c := range []Cell{{1, 5, 10, true}, {2, 5, 3, false}, {3, 5, 30, true}} {
		first, _ := c.Problem(4)
		again, _ := c.Problem(4)
		other, _ := c.Problem(5)
		want := values(first)
		if !slices.Equal(want, values(again)) {
			t.Errorf("%v: the same seed drew other functions", c)
		}
		if different := values(other); want[0] == different[0] || want[1] == different[1] {
			t.Errorf("%v: two seeds drew the same", c)
		}
	}
}

// The gradient meets central differences, and the best point is better than
// many others.
func TestDrawnSlopeAndBest(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for d := 1; d <= 3; d++ {
		p, err := Cell{d, 5, 3, false}.Problem(9)
		if err != nil {
			t.Fatal(err)
		}
		f := p.Source.(*Draw).drawn()
		u, grad := make([]float64, d), make([]float64, d)
		for range 5 {
			for i := range u {
				u[i] = rng.Float64()
			}
			if v := f.value.slope(f.weights, u, grad); math.Abs(v-f.value.at(f.weights, u)) > 1e-9 {
				t.Errorf("d = %d: value %v beside its slope", d, v)
			}
			for i := range u {
				const h = 1e-5
				at := u[i]
				u[i] = at + h
				up := f.value.at(f.weights, u)
				u[i] = at - h
				down := f.value.at(f.weights, u)
				u[i] = at
				if want := (up - down) / (2 * h); math.Abs(grad[i]-want) > 1e-4*(1+math.Abs(want)) {
					t.Errorf("d = %d: slope %v, want %v", d, grad[i], want)
				}
			}
		}
		best, err := p.BestKnown()
		if err != nil {
			t.Fatal(err)
		}
		if e := at(t, p, best.X...); math.Abs(e.Value-best.Value) > 1e-9 {
			t.Errorf("%v at the best point, said to be %v", e.Value, best.Value)
		}
		points := sobol.New(d, 8)
		for range 2000 {
			points.Next(u)
			if e := at(t, p, u...); e.Value > best.Value {
				t.Errorf("d = %d: %v at %v, above the best, %v", d, e.Value, u, best.Value)
			}
		}
	}
}

// A minimised problem is the maximised one upside down: the mean as written,
// the lowest value for the best, and the cost rises with the objective as
// written.
func TestDrawnAndMinimised(t *testing.T) {
	text := fmt.Sprintf(drawText, 3, 1) + "[objective]\ngoal = \"minimise\"\n"
	p, q := parse(t, fmt.Sprintf(drawText, 3, 1)), parse(t, text)
	low := math.Inf(1)
	for i := range 201 {
		x := float64(i) / 200
		a, b := at(t, p, x), at(t, q, x)
		if a != b {
			t.Fatalf("%+v and %+v at %v", a, b, x)
		}
		if want := math.Exp(0.5 + 0.5*(a.Value-2)/2); math.Abs(a.Cost/want-1) > 1e-9 { // ρ = 1
			t.Fatalf("cost %v, want %v", a.Cost, want)
		}
		low = math.Min(low, a.Value)
	}
	best, err := q.BestKnown()
	if err != nil || best.Value > low || best.Value < low-0.1 {
		t.Errorf("the lowest value is %v (%v); the lowest seen %v", best, err, low)
	}
	again, err := Format(q)
	if err != nil {
		t.Fatal(err)
	}
	same(t, q, parse(t, string(again)))
}

func TestDrawMistakes(t *testing.T) {
	text := fmt.Sprintf(drawText, 7, 0.5)
	models := text[strings.Index(text, "[model.objective]"):]
	objective := models[:strings.Index(models, "[model.cost]")]
	for _, c := range []struct{ old, new, want string }{
		{"seed = 7", "seed = 1.5", "base.toml:7:8: draw.seed: needs a whole number"},
		{"seed = 7", "seeds = 7", "did you mean seed?"},
		{"correlation = 0.5", "correlation = 1.5", "base.toml:8:15: draw.correlation: needs a number from -1 to 1"},
		{"[draw]", "[cost]\nexpression = \"1 + x\"\nknown = true\n[draw]", "draw.correlation: the cost is known"},
		{"[draw]", "[cost]\nexpression = \"1 + x\"\n[draw]", "cost.expression: is only used when the cost is known"},
		{"[draw]", "[objective]\nexpression = \"x\"\n[cost]\nexpression = \"1\"\n[draw]", "choose one way to evaluate a point"},
		{"[draw]", "[command]\nrun = [\"a\", \"{x}\"]\n[draw]", "choose one way to evaluate a point"},
		{models, "", "base.toml:6:2: model.objective: functions are drawn from a fixed process"},
		{objective, "[model.objective]\npriors = \"paper\"\n", "base.toml:9:8: model.objective: functions are drawn from a fixed process"},
		{"variance = 4\n", "", "model.objective.variance: is missing"},
		{"lengthscale = 0.15", "lengthscale = 0.01", "model.cost.lengthscale: 0.01 is too short to draw from"},
		{"[draw]", strings.Repeat("[[parameter]]\nname = \"y\"\nlow = 0\nhigh = 1\n", 1) + "[[parameter]]\nname = \"z\"\nlow = 0\nhigh = 1\n[[parameter]]\nname = \"w\"\nlow = 0\nhigh = 1\n[draw]", "up to 3 parameters, not 4"},
	} {
		_, err := Parse("base.toml", []byte(strings.Replace(text, c.old, c.new, 1)), "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
	if n := len(covers.of); n > maxCovers {
		t.Errorf("%d factors are kept", n)
	}
}
