package acquisition

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// g satisfies EI(x; g) = λE[c], for σ and prices over many orders of magnitude.
func TestPBGIEquation(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(9, 10))
	for range 4000 {
		m := model.Moments{
			SdF: math.Pow(10, -12+18*rng.Float64()),
			MuC: 8 * rng.NormFloat64(),
			SdC: rng.ExpFloat64(),
		}
		r := PBGI{Lambda: math.Pow(10, -6+6*rng.Float64()), Scale: rng.ExpFloat64(), CostUnit: rng.ExpFloat64()}
		g, _ := r.Eval(m) // μ = 0, so that u = −g/σ keeps all its digits
		want := math.Log(r.Lambda) + math.Log(r.Scale) - math.Log(r.CostUnit) + m.MuC + m.SdC*m.SdC/2
		got := LogEI(0, m.SdF, g)
		// g is a float64: what rounding it does to ln EI is the slope times its last digit.
		_, slope, _ := logEI(0, m.SdF, g)
		if tol := 1e-13*(1+math.Abs(want)) + 4e-16*math.Abs(g)*slope; !(math.Abs(got-want) <= tol) {
			t.Errorf("%+v with %+v: g = %g, ln EI(g) = %.17g, ln λE[c] = %.17g", r, m, g, got, want)
		}
	}
}

// The inverse of h against the oracle: h⁻¹(h(u)) = u.
func TestInverseLogReducedEI(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, o := range oracleGrid() {
		u, far := inverseLogReducedEI(o.lnh)
		if far {
			u = math.Exp(o.lnh)
		}
		// ln h has |ln h|·1e-16 of rounding, which moves u by that over the slope Φ/h.
		tol := 1e-14*math.Max(1, math.Abs(o.u)) + 4e-16*math.Abs(o.lnh)/o.cdfOverH
		if !(math.Abs(u-o.u) <= tol) {
			t.Errorf("h⁻¹(h(%g)) = %.17g", o.u, u)
		}
	}
}

// The two conditions are one: g ≥ f* exactly where EI over f* pays for the cost.
func TestPBGIStop(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	stops := 0
	for range 500 {
		m := model.Moments{MuF: rng.NormFloat64(), SdF: rng.ExpFloat64(), MuC: rng.NormFloat64(), SdC: rng.ExpFloat64()}
		r := PBGI{Lambda: 0.1, Scale: 1.5, CostUnit: 2}
		best := rng.NormFloat64()
		g := r.Value(m)
		stop := r.Stop(NewEIPC(best).Value(m))
		if stop != (g <= best) {
			t.Errorf("%+v: g = %g, incumbent %g, stop %v", m, g, best, stop)
		}
		if stop {
			stops++
		}
	}
	if stops == 0 || stops == 500 {
		t.Errorf("%d of 500 stopped: the draw tests nothing", stops)
	}
}

func TestPBGIDHalves(t *testing.T) {
	t.Parallel()
	r := NewPBGID()
	if r.Lambda != 0.1 {
		t.Fatalf("λ starts at %g, want 0.1", r.Lambda)
	}
	r.Scale, r.CostUnit = 2, 3
	if next := r.Next(1.5, 1); next != r {
		t.Errorf("an index above the incumbent must leave the rule alone: %+v", next)
	}
	next := r.Next(0.5, 1)
	if next.Lambda != 0.05 || next.Scale != 2 || next.CostUnit != 3 {
		t.Errorf("after no index reached the incumbent: %+v, want λ = 0.05 and the same units", next)
	}
	for range 2000 {
		next = next.Next(0, 1)
	}
	if v := next.Value(model.Moments{SdF: 1, SdC: 0.1}); math.IsNaN(v) || math.IsInf(v, 0) {
		t.Errorf("after 2000 halvings the index is %g", v)
	}
}
