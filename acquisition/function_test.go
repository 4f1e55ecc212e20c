package acquisition

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
)

// every rule, with the settings the tests below share.
func everyFunction(best float64) []Function {
	return []Function{
		NewEI(best), NewLogEI(best), NewEIPUC(best), NewEIPUCCC(best, 0.37), NewEIPC(best),
		NewQ1(best, 1.7), NewEIPES(best, 1.7), NewEIPES(best, 1.7).Traits().Edge.soften(0.05), NewQ1(best, 1.7).Traits().Edge.soften(0.05), Within(NewEIPUC(best), 1e9), Within(PBGI{Lambda: 0.3, Scale: 2}, 1e9).Traits().Edge.soften(0.05),
		NewPBGI(0.1), PBGI{Lambda: 0.02, Scale: 3.1, CostUnit: 0.4}, NewPBGID(), NewSlack(1.7),
	}
}

func TestEIAgainstOracle(t *testing.T) {
	t.Parallel()
	// μ = f* + σu is exact for these σ, so the oracle's u is the rule's.
	for _, sigma := range []float64{math.Ldexp(1, -40), 1, math.Ldexp(1, 20)} {
		for _, o := range oracleGrid() {
			mu := sigma * o.u
			if want := sigma * o.h; want > 1e-300 {
				if e := relative(EI(mu, sigma, 0), want); !(e <= 1e-13) {
					t.Errorf("EI(%g, %g, 0): relative error %.1e", mu, sigma, e)
				}
			}
			// ln σ + ln h may come near 0: relative to its larger term there.
			want := math.Log(sigma) + o.lnh
			size := math.Max(math.Abs(want), math.Max(math.Abs(math.Log(sigma)), math.Abs(o.lnh))*1e-3)
			if e := math.Abs(LogEI(mu, sigma, 0)-want) / size; !(e <= 1e-12) {
				t.Errorf("LogEI(%g, %g, 0) = %.17g, want %.17g", mu, sigma, LogEI(mu, sigma, 0), want)
			}
			_, dmu, dsigma := logEI(mu, sigma, 0)
			if e := relative(dmu*sigma, o.cdfOverH); !(e <= 1e-13) {
				t.Errorf("∂LogEI/∂μ at u = %g: relative error %.1e", o.u, e)
			}
			if e := relative(dsigma*sigma, o.pdfOverH); o.pdfOverH > 1e-290 && !(e <= 1e-13) {
				t.Errorf("∂LogEI/∂σ at u = %g: relative error %.1e", o.u, e)
			}
		}
	}
}

// Every rule's partial derivatives meet central differences over random moments, tails included.
func TestRuleDerivatives(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		best := rng.NormFloat64()
		m := model.Moments{
			MuF: best + 6*rng.NormFloat64(),
			SdF: math.Exp(1.5 * rng.NormFloat64()),
			MuC: rng.NormFloat64(),
			SdC: math.Exp(rng.NormFloat64() - 1),
			LnW: -rng.ExpFloat64(),
		}
		for _, r := range everyFunction(best) {
			score, d := r.Eval(m)
			for _, c := range []struct {
				name string
				at   *float64
				got  float64
			}{{"μ", &m.MuF, d.MuF}, {"σ", &m.SdF, d.SdF}, {"m", &m.MuC, d.MuC}, {"s", &m.SdC, d.SdC}, {"ln w", &m.LnW, d.LnW}} {
				x := *c.at
				step := 1e-5 * math.Min(m.SdF, math.Max(math.Abs(x), 0.1))
				if c.at == &m.MuC || c.at == &m.SdC {
					step = 1e-5 * m.SdC
				}
				// The five-point rule: its own error is O(step⁴).
				f := func(k float64) float64 {
					*c.at = x + k*step
					v, _ := r.Eval(m)
					return v
				}
				want := (8*(f(1)-f(-1)) - (f(2) - f(-2))) / (12 * step)
				*c.at = x
				tol := 1e-6*math.Max(math.Abs(want), math.Abs(c.got)) + 1e-14*(1+math.Abs(score)+math.Abs(m.MuF))/step
				if !(math.Abs(c.got-want) <= tol) {
					t.Errorf("%s at %+v, best %g: ∂/∂%s = %.10g, differences %.10g", r.Name(), m, best, c.name, c.got, want)
				}
			}
		}
	}
}

// The score orders points as the value does.
func TestScoreFollowsValue(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func() model.Moments {
		return model.Moments{MuF: rng.NormFloat64(), SdF: rng.ExpFloat64(), MuC: rng.NormFloat64(), SdC: rng.ExpFloat64(), LnW: -rng.ExpFloat64()}
	}
	for range 200 {
		a, b := draw(), draw()
		for _, r := range everyFunction(0.3) {
			sa, _ := r.Eval(a)
			sb, _ := r.Eval(b)
			if va, vb := r.Value(a), r.Value(b); (sa > sb) != (va > vb) {
				t.Errorf("%s: scores %g, %g but values %g, %g", r.Name(), sa, sb, va, vb)
			}
		}
	}
}

func TestReductions(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		best := rng.NormFloat64()
		m := model.Moments{MuF: best + 4*rng.NormFloat64(), SdF: rng.ExpFloat64(), MuC: rng.NormFloat64(), SdC: rng.ExpFloat64()}
		same := func(name string, a, b Function) {
			t.Helper()
			va, da := a.Eval(m)
			vb, db := b.Eval(m)
			if relative(a.Value(m), b.Value(m)) > 1e-12 || math.Abs(va-vb) > 1e-12*(1+math.Abs(va)) || da != db {
				t.Errorf("%s at %+v: %g (%g, %+v) and %g (%g, %+v)", name, m, a.Value(m), va, da, b.Value(m), vb, db)
			}
		}
		same("Q₁ with an unlimited budget is EI", NewQ1(best, math.Inf(1)), NewEI(best))
		same("EI-PES with an unlimited budget is EI / E[c]", NewEIPES(best, math.Inf(1)), NewEIPC(best))
		same("no cost cooling left is EI", NewEIPUCCC(best, 0), NewEI(best))
		same("full cost cooling is EI-PUC", NewEIPUCCC(best, 1), NewEIPUC(best))
		same("LogEI chooses like EI", NewLogEI(best), scoreOnly{NewEI(best), LogEI(m.MuF, m.SdF, best)})

		// E[1/c]·E[c] = exp(s²): the two ways of paying for the cost differ by that factor.
		if e := relative(NewEIPUC(best).Value(m), NewEIPC(best).Value(m)*math.Exp(m.SdC*m.SdC)); e > 1e-11 {
			t.Errorf("EI-PUC and EI-PC differ by another factor than exp(s²): %.1e", e)
		}
		known := m
		known.SdC = 0
		if e := relative(NewEIPUC(best).Value(known), NewEIPC(best).Value(known)); e > 0 {
			t.Errorf("with a known cost EI-PUC and EI-PC are the same")
		}

		// Shifting f and the incumbent together changes nothing but the Gittins index, which shifts along.
		shifted := m
		shifted.MuF += 5
		before, after := everyFunction(best), everyFunction(best+5)
		for i, r := range before {
			want := r.Value(m)
			if r.Traits().Unit > 0 && r.Name() != "slack" {
				want += 5
			}
			if got := after[i].Value(shifted); math.Abs(got-want) > 1e-9*math.Max(math.Abs(want), 1e-3*math.Abs(got)) {
				t.Errorf("%s after a shift: %g, want %g", r.Name(), got, want)
			}
		}
	}
}

// scoreOnly shows another value.
type scoreOnly struct {
	Function
	value float64
}

func (s scoreOnly) Value(model.Moments) float64 { return s.value }

func TestMonotone(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		m := model.Moments{MuF: 3 * rng.NormFloat64(), SdF: rng.ExpFloat64(), MuC: rng.NormFloat64(), SdC: rng.ExpFloat64()}
		for _, r := range everyFunction(0) {
			_, d := r.Eval(m)
			if !(d.MuF >= 0) || !(d.SdF >= 0) || !(d.MuC <= 0) {
				t.Errorf("%s at %+v: must rise with μ and σ and fall with m, but has %+v", r.Name(), m, d)
			}
		}
		// More budget, more value.
		if a, b := NewQ1(0, 1).Value(m), NewQ1(0, 2).Value(m); a > b {
			t.Errorf("Q₁ fell from %g to %g when the budget doubled", a, b)
		}
		// A dearer price, a lower index.
		if a, b := NewPBGI(0.1).Value(m), NewPBGI(0.2).Value(m); a <= b {
			t.Errorf("PBGI rose from %g to %g when the price doubled", a, b)
		}
	}
}

// No rule gives NaN, and none −Inf, for u to ±1e6 and σ from 1e-12 to 1e6.
func TestRuleExtremes(t *testing.T) {
	t.Parallel()
	finite := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
	for _, sigma := range []float64{1e-12, 1e-6, 1e-3, 1, 1e3, 1e6} {
		for _, u := range []float64{-1e6, -1e3, -50, -38, -5, -1e-9, 0, 1e-9, 5, 50, 1e3, 1e6} {
			for _, s := range []float64{1e-12, 1e-6, 0.1, 1, 20} {
				for _, mc := range []float64{-20, -1, 0, 3, 20} {
					m := model.Moments{MuF: u * sigma, SdF: sigma, MuC: mc, SdC: s}
					for _, r := range everyFunction(0) {
						score, d := r.Eval(m)
						if !finite(score) || !finite(d.MuF) || !finite(d.SdF) || !finite(d.MuC) || !finite(d.SdC) {
							t.Fatalf("%s at %+v: score %g, derivatives %+v", r.Name(), m, score, d)
						}
						if math.IsNaN(r.Value(m)) {
							t.Fatalf("%s at %+v: value NaN", r.Name(), m)
						}
					}
				}
			}
		}
	}
}

func TestCertainObjective(t *testing.T) {
	t.Parallel()
	for _, r := range []Function{NewEI(1), NewEIPUC(1), NewQ1(1, 10)} {
		above, below := model.Moments{MuF: 3, SdC: 0.5}, model.Moments{MuF: 1, SdC: 0.5}
		if v := r.Value(above); !(v > 0) {
			t.Errorf("%s of a sure improvement: %g", r.Name(), v)
		}
		score, d := r.Eval(below)
		if v := r.Value(below); v != 0 || !math.IsInf(score, -1) || d.MuF != 0 || d.SdF != 0 {
			t.Errorf("%s without hope: value %g, score %g, derivatives %+v", r.Name(), v, score, d)
		}
	}
	if v := EI(3, 0, 1); v != 2 {
		t.Errorf("EI of a sure improvement by 2: %g", v)
	}
}

// broken is a rule whose score is not a number.
type broken struct{ Function }

func (broken) Eval(model.Moments) (float64, model.Moments) {
	return math.NaN(), model.Moments{MuF: math.NaN()}
}

func TestNaNIsWorthless(t *testing.T) {
	t.Parallel()
	p := testPair(t, 5, 2, 1, 0.3)
	var ws Workspace
	x, grad := []float64{0.5, 0.5}, []float64{1, 1}
	r := broken{NewEI(0)}
	if v := Score(p, r, &ws, x); !math.IsInf(v, -1) {
		t.Errorf("score %g", v)
	}
	if v := Gradient(p, r, &ws, x, grad); !math.IsInf(v, -1) || grad[0] != 0 || grad[1] != 0 {
		t.Errorf("score %g, gradient %v", v, grad)
	}
	if got, err := Maximise(background, p, r, Settings{}); err != nil || !got.Empty() {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestRulesDoNotAllocate(t *testing.T) {
	for _, r := range everyFunction(0) {
		m := model.Moments{MuF: -3, SdF: 0.4, MuC: 0.2, SdC: 0.3}
		if n := testing.AllocsPerRun(50, func() {
			score, d := r.Eval(m)
			sink += score + d.MuF + r.Value(m)
		}); n != 0 {
			t.Errorf("%s: %g allocations per evaluation", r.Name(), n)
		}
	}
}

// inUnits is testPair with values times f and costs times c.
func inUnits(t *testing.T, n, d int, seed uint64, f, c float64) *model.Pair {
	t.Helper()
	p := testPair(t, n, d, seed, 0.2)
	scaled := func(g *model.GP, shift, scale float64) *model.GP {
		x, y := make([]model.Unit, g.Len()), make([]float64, g.Len())
		for i := range x {
			x[i], y[i] = g.Point(i), shift+scale*g.Target(i)
		}
		out, err := model.New(x, y, g.Hyper().Original(shift, scale))
		testkit.OK(t, err)
		return out
	}
	return &model.Pair{Objective: scaled(p.Objective, 0, f), LogCost: scaled(p.LogCost, math.Log(c), 1)}
}

// What is chosen does not depend on the units of value and money.
func TestChoicesDoNotDependOnUnits(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	functions := func(best, f, c float64) []Function {
		return []Function{
			NewEI(best), NewLogEI(best), NewEIPUC(best), NewEIPUCCC(best, 0.4), NewEIPC(best), NewQ1(best, 0.8*c), NewEIPES(best, 0.8*c),
			PBGI{Lambda: 0.1, Scale: f, CostUnit: c}, PBGI{Lambda: 1e-4, Scale: f, CostUnit: c},
		}
	}
	for seed := range testkit.SweepSize(uint64(1), 2, 4) {
		for _, d := range []int{1, 2, 3} {
			choose := func(r Function, p *model.Pair) []float64 {
				got, err := Maximise(background, p, r, Settings{Seed: seed})
				testkit.OK(t, err)
				return got.Best.X
			}
			var want []model.Unit
			base := inUnits(t, 9, d, seed, 1, 1)
			known := model.KnownCost(func(x model.Unit) float64 { return math.Exp(2 * x[0]) })
			bounded := &model.Pair{Objective: base.Objective, Known: known}
			for _, r := range functions(base.Incumbent(), 1, 1) {
				want = append(want, choose(r, base), choose(Within(r, 1.5), bounded))
			}
			for k, u := range []struct{ f, c float64 }{
				{1e-9, 1}, {1e9, 1}, {1, 1e-9}, {1, 1e9}, {math.Ldexp(1, -30), 1}, {1, math.Ldexp(1, 30)}, {3e-5, 7e4},
			} {
				if !testkit.SweepTurn(k+d+int(seed), 2) { // each in some dimension
					continue
				}
				p := inUnits(t, 9, d, seed, u.f, u.c)
				bounded := &model.Pair{Objective: p.Objective, Known: func(x model.Unit) float64 { return u.c * known(x) }}
				for i, r := range functions(p.Incumbent(), u.f, u.c) {
					if x := choose(r, p); distance(x, want[2*i]) > 1e-5 {
						t.Errorf("seed %d, %s, values times %g and costs times %g: %v instead of %v", seed, r.Name(), u.f, u.c, x, want[2*i])
					}
					if x := choose(Within(r, 1.5*u.c), bounded); distance(x, want[2*i+1]) > 1e-5 {
						t.Errorf("seed %d, bounded %s, values times %g and costs times %g: %v instead of %v", seed, r.Name(), u.f, u.c, x, want[2*i+1])
					}
				}
			}
		}
	}
}
