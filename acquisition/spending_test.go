package acquisition

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/model"
)

// quadrature is E[min(exp(m + sZ), b)·g(Z)] by Simpson's rule over ±12, split where min has its kink: a computation that
// shares nothing with the closed form.
func quadrature(m, s, b float64, g func(z float64) float64) float64 {
	kink := math.Max(-12, math.Min(12, (math.Log(b)-m)/s))
	sum := 0.0
	for _, part := range [2][2]float64{{-12, kink}, {kink, 12}} {
		const n = 4000
		h := (part[1] - part[0]) / n
		for i := range n + 1 {
			z := part[0] + h*float64(i)
			w := 2.0
			switch {
			case i == 0 || i == n:
				w = 1
			case i%2 == 1:
				w = 4
			}
			sum += w * h / 3 * math.Min(math.Exp(m+s*z), b) * g(z) * math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		}
	}
	return sum
}

func TestSpendingAgainstQuadrature(t *testing.T) {
	t.Parallel()
	one := func(float64) float64 { return 1 }
	for _, m := range []float64{-2, 0, 1.3} {
		for _, s := range []float64{0.01, 0.3, 1, 2.5} {
			for _, b := range []float64{0.02, 0.5, 1, 3, 60} {
				if want, got := quadrature(m, s, b, one), Spending(m, s, b).Value; relative(got, want) > 1e-9 {
					t.Errorf("m %g, s %g, b %g: %.12g, by quadrature %.12g", m, s, b, got, want)
				}
				v, _, _ := logSpending(m, s, math.Log(b))
				if got := Spending(m, s, b).Value; relative(math.Exp(v), got) > 1e-12 {
					t.Errorf("m %g, s %g, b %g: exp of the logarithm is %.15g, the value %.15g", m, s, b, math.Exp(v), got)
				}
			}
		}
	}
}

// All three slopes meet central differences, in the tails too.
func TestSpendingSlopes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	for range 2000 {
		m, s, b := 2*rng.NormFloat64(), math.Exp(rng.NormFloat64()-0.5), math.Exp(3*rng.NormFloat64())
		e := Spending(m, s, b)
		for _, c := range []struct {
			name string
			got  float64
			step float64
			at   func(k float64) float64
		}{
			{"m", e.MuC, 1e-4 * s, func(k float64) float64 { return Spending(m+k, s, b).Value }},
			{"s", e.SdC, 1e-4 * s, func(k float64) float64 { return Spending(m, s+k, b).Value }},
			{"b", e.Left, 1e-4 * s * b, func(k float64) float64 { return Spending(m, s, b+k).Value }},
		} {
			h := c.step
			want := (8*(c.at(h)-c.at(-h)) - (c.at(2*h) - c.at(-2*h))) / (12 * h)
			if math.Abs(c.got-want) > 1e-7*math.Abs(want)+1e-14*e.Value/h {
				t.Errorf("m %g, s %g, b %g: ∂/∂%s = %.10g, differences %.10g", m, s, b, c.name, c.got, want)
			}
		}
	}
}

// Between 0 and what is left, at most the expected cost, and either of them in the limits; never NaN.
func TestSpendingLimits(t *testing.T) {
	t.Parallel()
	for _, m := range []float64{-300, -20, 0, 20, 300} {
		for _, s := range []float64{0, 1e-12, 1e-3, 0.5, 3, 40} {
			for _, b := range []float64{1e-200, 1e-9, 1, 1e9, 1e200, math.Inf(1)} {
				e := Spending(m, s, b)
				for _, v := range []float64{e.Value, e.MuC, e.SdC, e.Left} {
					if math.IsNaN(v) || math.IsInf(v, 0) && !math.IsInf(b, 1) {
						t.Fatalf("m %g, s %g, b %g: %+v", m, s, b, e)
					}
				}
				if mean := math.Exp(m + s*s/2); e.Value < 0 || e.Value > b || e.Value > mean*(1+1e-11) {
					t.Errorf("m %g, s %g: spends %g of %g with an expected cost of %g", m, s, e.Value, b, mean)
				}
			}
		}
	}
	if got, want := Spending(0.3, 0.7, 1e12).Value, math.Exp(0.3+0.7*0.7/2); relative(got, want) > 1e-14 {
		t.Errorf("much money: %g, the expected cost is %g", got, want)
	}
	if got := Spending(0.3, 0.7, 1e-12).Value; relative(got, 1e-12) > 1e-14 {
		t.Errorf("of 1e-12 it spends %g", got)
	}
	for _, cost := range []float64{1.5, 2.5} {
		if got, want := Spending(math.Log(cost), 1e-9, 2).Value, Spending(math.Log(cost), 0, 2).Value; relative(got, want) > 1e-8 || relative(want, math.Min(cost, 2)) > 1e-15 {
			t.Errorf("a nearly known cost %g: %g, known %g", cost, got, want)
		}
	}
	if e := Spending(0, 1, 0); e != (Spent{}) {
		t.Errorf("nothing is left, and %+v is spent", e)
	}
}

func TestSpendingDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(50, func() { sink += Spending(0.3, 0.7, 2).Value }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// EI-PES is the mean improvement of evaluations that fit by the mean of what they take, as draws say.
func TestEIPESAgainstDraws(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 24))
	draws := 400_000
	for _, left := range []float64{0.7, 1.5, 8} {
		m := model.Moments{MuF: 0.1, SdF: 0.8, MuC: 0.2, SdC: 0.6}
		const best = 0.3
		gain, spent := 0.0, 0.0
		for range draws {
			f, c := m.MuF+m.SdF*rng.NormFloat64(), math.Exp(m.MuC+m.SdC*rng.NormFloat64())
			if c <= left && f > best {
				gain += f - best
			}
			spent += math.Min(c, left)
		}
		// The poorest sees some 28 000 improvements, whose mean is known to about one percent.
		if got, want := NewEIPES(best, left).Value(m), gain/spent; relative(got, want) > 0.03 {
			t.Errorf("%g left: %g, drawn %g", left, got, want)
		}
	}
}

// With all the money in the world it is EI / E[c]; with next to none Q₁ by what is left.
func TestEIPESLimits(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(25, 26))
	for range 300 {
		best := rng.NormFloat64()
		m := model.Moments{MuF: best + 4*rng.NormFloat64(), SdF: rng.ExpFloat64(), MuC: rng.NormFloat64(), SdC: 0.01 + rng.ExpFloat64()}
		rich, poor := math.Exp(m.MuC+40*m.SdC), math.Exp(m.MuC-40*m.SdC)
		a, da := NewEIPES(best, rich).Eval(m)
		b, db := NewEIPC(best).Eval(m)
		if math.Abs(a-b) > 1e-11*(1+math.Abs(b)) || math.Abs(da.MuC-db.MuC) > 1e-11 || math.Abs(da.SdC-db.SdC) > 1e-9*(1+math.Abs(db.SdC)) {
			t.Errorf("much left at %+v: %g %+v, EI-PC %g %+v", m, a, da, b, db)
		}
		c, dc := NewEIPES(best, poor).Eval(m)
		q, dq := NewQ1(best, poor).Eval(m)
		if q -= math.Log(poor); math.Abs(c-q) > 1e-11*(1+math.Abs(q)) || math.Abs(dc.MuC-dq.MuC) > 1e-9*math.Abs(dq.MuC) {
			t.Errorf("little left at %+v: %g %+v, Q₁ by it %g %+v", m, c, dc, q, dq)
		}
	}
	m := model.Moments{MuF: 0.2, SdF: 0.5, MuC: math.Log(1.5)}
	if got, want := NewEIPES(0, 2).Value(m), EI(0.2, 0.5, 0)/1.5; relative(got, want) > 1e-14 {
		t.Errorf("a known cost that fits: %g, want EI/c = %g", got, want)
	}
	for _, left := range []float64{1.4, 0, -1} {
		if v := NewEIPES(0, left).Value(m); v != 0 {
			t.Errorf("a known cost that does not fit %g: %g", left, v)
		}
	}
}
