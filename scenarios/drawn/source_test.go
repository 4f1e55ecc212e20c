package drawn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farsight/internal/sobol"
	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
)

// line is a source in one dimension.
func line(seed uint64, rho float64) *Source {
	return &Source{
		Seed: seed, Correlation: rho, Parameters: []scenarios.Parameter{{Name: "x", High: 1}},
		Objective: model.Hyper{Mean: 2, Variance: 4, Scale: []float64{0.1}, Noise: 1e-6},
		LogCost:   model.Hyper{Mean: 0.5, Variance: 0.25, Scale: []float64{0.15}, Noise: 1e-6},
	}
}

func matern(s float64) float64 {
	s *= math.Sqrt(5)
	return (1 + s + s*s/3) * math.Exp(-s)
}

// Over many seeds the functions have the moments of their processes: means,
// variances, the correlation of f and ln c, and the covariances at a lag, which
// for ln c is ρ²k_f + (1 − ρ²)k_g. Errors are judged by their own standard
// errors: of a mean sd/√n, of a second moment about sd²√2/√n; 4.5 of them.
func TestDrawnMoments(t *testing.T) {
	t.Parallel()
	const n, rho, a, b = 4000, 0.8, 0.31, 0.37
	var f, g, ff, gg, fg, lagF, lagG float64
	for seed := range uint64(n) {
		d := line(seed, rho)
		at := func(x float64) (float64, float64) {
			v, c, err := d.Truth([]float64{x})
			testkit.OK(t, err)
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
	c.factor.Forward(k)
	for _, z := range k {
		v -= z * z
	}
	return math.Max(v, 0)
}

// mapScale are the lengthscales of the objective in the cells of the map of
// problems (package builtin), for one, two and three parameters.
var mapScale = []float64{0.1, 0.2, 0.3}

// The interpolant is as good as an exact joint draw but for an error whose sd,
// in the objective's, is stated here for the cells of the map; at the shortest
// lengthscale allowed, less than 2 % of the variance are missed.
func TestDrawnFunctionsAreNearlyExact(t *testing.T) {
	t.Parallel()
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
		if sd := math.Sqrt(worst(mapScale[d-1])); sd > limit || sd < limit/2 {
			t.Errorf("d = %d: the error has sd %.4f, stated as %v", d, sd, limit)
		}
		if v := worst(leastLengthscale / float64(drawnAlong[d-1]-1)); v > 0.02 {
			t.Errorf("d = %d: the shortest lengthscale misses %.4f of the variance", d, v)
		}
	}
}

// The gradient meets central differences, and the best point is better than
// many others.
func TestDrawnSlopeAndBest(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for d := 1; d <= 3; d++ {
		scale := slices.Repeat(mapScale[d-1:d], d)
		s := &Source{Seed: 9, Parameters: []scenarios.Parameter{{Name: "x1", High: 1}, {Name: "x2", High: 1}, {Name: "x3", High: 1}}[:d],
			Objective: model.Hyper{Variance: 1, Scale: scale, Noise: 1e-6}, LogCost: model.Hyper{Variance: 0.3, Scale: scale, Noise: 1e-6}}
		f := s.drawn()
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
		best, err := s.Best()
		testkit.OK(t, err)
		if v, _, err := s.Truth(best.X); err != nil || math.Abs(v-best.Value) > 1e-9 {
			t.Errorf("%v at the best point, said to be %v (%v)", v, best.Value, err)
		}
		points := sobol.New(d, 8)
		for range 2000 {
			points.Next(u)
			if v, _, err := s.Truth(u); err != nil || v > best.Value {
				t.Errorf("d = %d: %v at %v, above the best, %v (%v)", d, v, u, best.Value, err)
			}
		}
	}
}

// Factors are kept for the next draw, but not without bound.
func TestCoversAreBounded(t *testing.T) {
	t.Parallel()
	for i := range 2 * maxCovers {
		coverOf([]float64{0.5 + float64(i)/100})
		covers.Lock()
		n := len(covers.of)
		covers.Unlock()
		if n < 1 || n > maxCovers {
			t.Fatalf("%d factors are kept", n)
		}
	}
}
