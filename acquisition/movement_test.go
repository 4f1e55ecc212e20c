package acquisition

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// straight is a way whose price is that of the distance, in unit-cube lengths.
type straight struct{ price float64 }

func (w straight) Price(from, to model.Unit, dFrom, dTo []float64) float64 {
	d := distance(from, to)
	for j := range from {
		slope := 0.0
		if d > 0 {
			slope = w.price * (to[j] - from[j]) / d
		}
		if dTo != nil {
			dTo[j] = slope
		}
		if dFrom != nil {
			dFrom[j] = -slope
		}
	}
	return w.price * d
}

// Where the way costs money, every rule's derivatives still meet central differences, that by the way too.
func TestRuleDerivativesWithAWay(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		best := rng.NormFloat64()
		m := model.Moments{
			MuF: best + 3*rng.NormFloat64(), SdF: math.Exp(rng.NormFloat64()),
			MuC: rng.NormFloat64(), SdC: math.Exp(rng.NormFloat64() - 1), LnW: -rng.ExpFloat64(),
			Way: 0.05 + 1.5*rng.Float64(),
		}
		for _, r := range append(everyFunction(best), Reachable(NewEIPC(best), 5)) {
			score, d := r.Eval(m)
			for _, c := range []struct {
				name string
				at   *float64
				got  float64
			}{{"m", &m.MuC, d.MuC}, {"s", &m.SdC, d.SdC}, {"way", &m.Way, d.Way}, {"μ", &m.MuF, d.MuF}, {"ln w", &m.LnW, d.LnW}} {
				x := *c.at
				step := 1e-4 * math.Min(m.SdC, 0.1)
				f := func(k float64) float64 {
					*c.at = x + k*step
					v, _ := r.Eval(m)
					return v
				}
				want := (8*(f(1)-f(-1)) - (f(2) - f(-2))) / (12 * step)
				*c.at = x
				tol := 1e-5*math.Max(math.Abs(want), math.Abs(c.got)) + 1e-13*(1+math.Abs(score)+math.Abs(m.MuF))/step
				if !(math.Abs(c.got-want) <= tol) {
					t.Errorf("%s at %+v, best %g: ∂/∂%s = %.10g, differences %.10g", r.Name(), m, best, c.name, c.got, want)
				}
			}
		}
	}
}

// What is per cost is per cost and way: the closed forms meet means over draws of the cost.
func TestWayAgainstDraws(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	const n = 400_000
	z := make([]float64, n)
	for i := range z {
		z[i] = rng.NormFloat64()
	}
	for _, m := range []model.Moments{
		{MuF: 0.2, SdF: 0.7, MuC: 0.3, SdC: 0.4, Way: 0.8},
		{MuF: -0.5, SdF: 1, MuC: -0.5, SdC: 1.2, Way: 0.1},
		{MuF: 0.1, SdF: 0.3, MuC: 0, SdC: 0.05, Way: 3},
	} {
		ei := EI(m.MuF, m.SdF, 0)
		for _, c := range []struct {
			rule Function
			each func(cost float64) float64
		}{
			{NewEIPUC(0), func(c float64) float64 { return ei / (m.Way + c) }},
			{NewEIPUCCC(0, 0.37), func(c float64) float64 { return ei * math.Pow(m.Way+c, -0.37) }},
			{NewQ1(0, 2.5), func(c float64) float64 {
				if m.Way+c <= 2.5 {
					return ei
				}
				return 0
			}},
		} {
			sum, squares := 0.0, 0.0
			for _, z := range z {
				v := c.each(math.Exp(m.MuC + m.SdC*z))
				sum += v
				squares += v * v
			}
			mean := sum / n
			se := math.Sqrt((squares/n - mean*mean) / n)
			if got := c.rule.Value(m); math.Abs(got-mean) > 4.5*se+1e-12 {
				t.Errorf("%s at %+v: %g, over draws %g ± %g", c.rule.Name(), m, got, mean, se)
			}
		}
		// What is spent is the move and the cost, or all that is left.
		sum, squares := 0.0, 0.0
		for _, z := range z {
			v := math.Min(m.Way+math.Exp(m.MuC+m.SdC*z), 3.5)
			sum += v
			squares += v * v
		}
		mean := sum / n
		se := math.Sqrt((squares/n - mean*mean) / n)
		if got := NewQ1(0, 3.5).Value(m) / NewEIPES(0, 3.5).Value(m); math.Abs(got-mean) > 4.5*se+1e-12 {
			t.Errorf("EI-PES at %+v: %g is spent, over draws %g ± %g", m, got, mean, se)
		}
		// The mean cost is known in closed form: EI/(w + E[c]), and g with EI(g) = λ(w + E[c]).
		paid := m.Way + math.Exp(m.MuC+m.SdC*m.SdC/2)
		if got := NewEIPC(0).Value(m); relative(got, ei/paid) > 1e-12 {
			t.Errorf("EI-PC at %+v: %g, want %g", m, got, ei/paid)
		}
		g := NewPBGI(0.1).Value(m)
		if got := EI(m.MuF, m.SdF, g); relative(got, 0.1*paid) > 1e-9 {
			t.Errorf("PBGI at %+v: EI(g) = %g, want %g", m, got, 0.1*paid)
		}
	}
}

// lnPower falls to its closed form as the way does, and to that of a known cost as the uncertainty does.
func TestPowerOfCostAndWay(t *testing.T) {
	t.Parallel()
	for _, s := range []float64{0.01, 0.5, 2, 5} {
		for _, nu := range []float64{0.2, 1} {
			near, _, _, _ := lnPower(nu, 0.3, s, 1e-9*math.Exp(0.3-6*s*s))
			if want := -nu*0.3 + nu*nu*s*s/2; math.Abs(near-want) > 1e-7*(1+math.Abs(want)) {
				t.Errorf("ν = %g, s = %g: %g next to no way, want %g", nu, s, near, want)
			}
		}
	}
	got, _, _, _ := lnPower(0.7, 0.3, 1e-6, 2)
	if want := -0.7 * math.Log(2+math.Exp(0.3)); math.Abs(got-want) > 1e-11 {
		t.Errorf("of a known cost %g, want %g", got, want)
	}
	// A finer rule says the same: the error of the step is below rounding.
	for _, s := range []float64{0.3, 1, 3} {
		got, _, _, _ := lnPower(1, 0.2, s, 0.7)
		sum := 0.0
		const step = 0.001
		for z := -12.0 - s; z <= 12; z += step {
			sum += step * PDF(z) / (0.7 + math.Exp(0.2+s*z))
		}
		if math.Abs(got-math.Log(sum)) > 1e-11 {
			t.Errorf("s = %g: %.15g, by a finer rule %.15g", s, got, math.Log(sum))
		}
	}
}

// A way that leaves nothing can buy nothing, whatever is there.
func TestWayBeyondTheBudget(t *testing.T) {
	t.Parallel()
	for _, sd := range []float64{0, 0.5} {
		m := model.Moments{MuF: 1, SdF: 1, MuC: math.Log(0.5), SdC: sd, Way: 2}
		for _, r := range []Function{NewQ1(0, 2), NewQ1(0, 1), Reachable(NewEI(0), 2)} {
			if score, _ := r.Eval(m); !math.IsInf(score, -1) || r.Value(m) != 0 {
				t.Errorf("%s: score %g, value %g beyond the budget", r.Name(), score, r.Value(m))
			}
		}
	}
	m := model.Moments{MuF: 1, SdF: 1, MuC: math.Log(0.5), Way: 2}
	if score, _ := NewSlack(2.4).Eval(m); !(score < 0) {
		t.Errorf("0.5 with a way of 2 does not fit 2.4: slack %g", score)
	}
	if score, _ := NewSlack(2.6).Eval(m); !(score > 0) {
		t.Errorf("0.5 with a way of 2 fits 2.6: slack %g", score)
	}
	if v := Within(NewEIPUC(0), 2.4).Value(m); v != 0 {
		t.Errorf("within 2.4: %g", v)
	}
	if v := Within(NewEIPUC(0), 2.6).Value(m); !(v > 0) {
		t.Errorf("within 2.6: %g", v)
	}
}

// Through a pair that moves, gradients meet central differences, and no choice is below the best point of a grid, even
// where little money reaches a small part of the square.
func TestMaximiseWithAWay(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	grid := grid2(101)
	for state := range testkit.SweepSize(4, 6, 12) {
		rng := rand.New(rand.NewPCG(uint64(state), 21))
		p := testPair(t, 6+rng.IntN(12), 2, uint64(state), 0.2+0.2*rng.Float64())
		known := &model.Pair{Objective: p.Objective, Known: func(x model.Unit) float64 { return 0.2 + x[0] }}
		at := model.Unit{rng.Float64(), rng.Float64()}
		best := p.Incumbent()
		for k, pair := range []*model.Pair{p.From(at, straight{4}), known.From(at, straight{4})} {
			var ws Workspace
			grad := make([]float64, 2)
			for _, r := range everyFunction(best) {
				x := []float64{0.05 + 0.9*rng.Float64(), 0.05 + 0.9*rng.Float64()}
				if score := Gradient(pair, r, &ws, x, grad); !math.IsInf(score, -1) {
					checkDifferences(t, pair, r, &ws, x, score, grad)
				}
			}
			for _, left := range []float64{0.8, 6} {
				rules := []Function{NewQ1(best, left), Reachable(NewEIPC(best), left), Reachable(NewEIPUC(best), left)}
				if k == 1 {
					rules = []Function{NewQ1(best, left), Within(NewEIPC(best), left)}
				}
				for _, r := range rules {
					over, err := MaximiseOver(pair, r, grid)
					testkit.OK(t, err)
					got, err := Maximise(background, pair, r, Settings{Seed: uint64(state)})
					testkit.OK(t, err)
					if !over.Empty() && got.Best.Score < over.Best.Score-1e-6 {
						t.Errorf("state %d, %s, left %g: %g at %v, on a grid %g at %v", state, r.Name(), left, got.Best.Score, got.Best.X, over.Best.Score, over.Best.X)
					}
				}
			}
		}
	}
}

// No way, and a way that is free, leave every score as it was, to the bit.
func TestNoWayChangesNothing(t *testing.T) {
	t.Parallel()
	p := testPair(t, 12, 2, 3, 0.3)
	free := p.From(model.Unit{0.2, 0.7}, straight{0})
	var ws Workspace
	for _, r := range everyFunction(p.Incumbent()) {
		for _, x := range grid2(11) {
			if a, b := Score(p, r, &ws, x), Score(free, r, &ws, x); a != b {
				t.Errorf("%s at %v: %g, with a free way %g", r.Name(), x, a, b)
			}
		}
	}
}
