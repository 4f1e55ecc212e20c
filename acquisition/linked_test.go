package acquisition

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"

	"farsight/internal/testkit"
	"farsight/model"
)

// A by another way: with V = v given, U is normal, so that
//
//	A = ∫_{−∞}^ζ φ(v)·√(1 − ρ²)h((u + ρv)/√(1 − ρ²)) dv
//
// in many pieces, scaled by the largest value of the integrand.
func affordableByPieces(u, z, rho float64) float64 {
	r := math.Sqrt(1 - rho*rho)
	ln := func(v float64) float64 {
		h, _, _ := logReducedEI((u + rho*v) / r)
		return math.Log(r) + h - 0.5*v*v - lnSqrt2Pi
	}
	const reach, pieces = 45.0, 4500
	top := math.Inf(-1)
	for i := range pieces {
		top = math.Max(top, ln(z-reach*(float64(i)+0.5)/pieces))
	}
	sum := 0.0
	for i := range pieces {
		to := z - reach*float64(i)/pieces
		from := to - reach/pieces
		if ln((from+to)/2) < top-45 {
			continue
		}
		sum += quad.Fixed(func(v float64) float64 { return math.Exp(ln(v) - top) }, from, to, 6, quad.Legendre{}, 0)
	}
	return top + math.Log(sum)
}

func TestAffordableImprovementMeetsAnotherQuadrature(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	worst := 0.0
	all := []float64{-0.999, -0.95, -0.8, -0.3, -1e-3, 1e-3, 0.3, 0.8, 0.95, 0.999}
	for _, rho := range testkit.SweepSize([]float64{-0.95, 1e-3, 0.999}, all, all) {
		for _, u := range []float64{-25, -8, -3, -1, -0.1, 0.4, 2, 9} {
			for _, z := range []float64{-12, -4, -1.5, 0, 0.7, 2.5, 8} {
				got, _, _, _ := logAffordable(u, z, rho)
				if got < -300 {
					continue // the pieces are too coarse for a fall as steep
				}
				want := affordableByPieces(u, z, rho)
				off := math.Abs(got - want)
				worst = math.Max(worst, off)
				if off > 1e-9*math.Max(1, math.Abs(want)) {
					t.Errorf("ln A(%v, %v, %v) = %v, by pieces %v: off by %.2g", u, z, rho, got, want, off)
				}
			}
		}
	}
	t.Logf("ln A is off by %.2g at most", worst)
}

// In the limits A is known: independent, or a budget without end.
func TestAffordableImprovementInItsLimits(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	for _, u := range []float64{-6, -1, 0.5, 3} {
		h, _, _ := logReducedEI(u)
		for _, z := range []float64{-3, 0.2, 2} {
			chance, _ := logCDF(z)
			got, _, _, _ := logAffordable(u, z, 1e-14)
			if math.Abs(got-h-chance) > 1e-11 {
				t.Errorf("ln A(%v, %v, 0) = %v, want %v", u, z, got, h+chance)
			}
		}
		if got, _, _, _ := logAffordable(u, 60, 0.7); math.Abs(got-h) > 1e-11 {
			t.Errorf("ln A(%v, ∞, 0.7) = %v, want %v", u, got, h)
		}
	}
}

// Every function meets the means it stands for, by drawing f and ln c together.
func TestLinkedFunctionsMeetDraws(t *testing.T) {
	t.Parallel()
	m := model.Moments{MuF: 0.2, SdF: 0.8, MuC: 1.1, SdC: 0.9, Cov: 0.5}
	const best, left, nu = 0.6, 4.0, 0.4
	rng := rand.New(rand.NewPCG(1, 2))
	const n = 400_000
	type sums struct{ sum, squares float64 }
	got := make([]sums, 4)
	rho := m.Cov / (m.SdF * m.SdC)
	for range n {
		z := rng.NormFloat64()
		f := m.MuF + m.SdF*z
		c := math.Exp(m.MuC + m.SdC*(rho*z+math.Sqrt(1-rho*rho)*rng.NormFloat64()))
		gain := math.Max(f-best, 0)
		fits := 0.0
		if c <= left {
			fits = gain
		}
		for i, v := range []float64{fits, gain / c, gain * math.Pow(c, -nu), math.Min(c, left)} {
			got[i].sum += v
			got[i].squares += v * v
		}
	}
	q1 := NewQ1(best, left).Value(m)
	for i, k := range []struct {
		name string
		want float64
	}{
		{"Q1", q1},
		{"EI-PUC", NewEIPUC(best).Value(m)},
		{"EI-PUC-CC", NewEIPUCCC(best, nu).Value(m)},
		{"spending", q1 / NewEIPES(best, left).Value(m)},
	} {
		mean := got[i].sum / n
		sd := math.Sqrt((got[i].squares/n - mean*mean) / n)
		if math.Abs(mean-k.want) > 4*sd {
			t.Errorf("%s: %v, drawn %v ± %v", k.name, k.want, mean, sd)
		}
	}
	if apart := (model.Moments{MuF: m.MuF, SdF: m.SdF, MuC: m.MuC, SdC: m.SdC}); NewEIPC(best).Value(m) != NewEIPC(best).Value(apart) {
		t.Error("EI / E[c] is a ratio of two means: it does not matter that the cost follows")
	}
}

// linkedFunctions are those of which a correlation is asked.
func linkedFunctions() []Function {
	return []Function{NewEI(0.6), NewEIPUC(0.6), NewEIPUCCC(0.6, 0.4), NewEIPC(0.6), NewQ1(0.6, 4), NewEIPES(0.6, 4), NewPBGI(0.1)}
}

func TestLinkedSlopesMeetDifferences(t *testing.T) {
	t.Parallel()
	for _, fn := range linkedFunctions() {
		for _, m := range []model.Moments{
			{MuF: 0.2, SdF: 0.8, MuC: 1.1, SdC: 0.9, Cov: 0.5},
			{MuF: 0.2, SdF: 0.8, MuC: 1.1, SdC: 0.9, Cov: -0.65},
			{MuF: -4, SdF: 0.3, MuC: 3, SdC: 0.5, Cov: 0.12, LnW: -0.2},
			{MuF: 2, SdF: 0.3, MuC: 1.5, SdC: 0.2, Cov: 0.055},
			{MuF: 0.2, SdF: 0.8, MuC: 1.1, SdC: 0.9, Cov: 0.5, Way: 0.7},
		} {
			_, d := eval(fn, m)
			for _, k := range []struct {
				name string
				at   func(*model.Moments) *float64
			}{
				{"μ_f", func(m *model.Moments) *float64 { return &m.MuF }}, {"σ_f", func(m *model.Moments) *float64 { return &m.SdF }},
				{"μ_c", func(m *model.Moments) *float64 { return &m.MuC }}, {"σ_c", func(m *model.Moments) *float64 { return &m.SdC }},
				{"cov", func(m *model.Moments) *float64 { return &m.Cov }}, {"w", func(m *model.Moments) *float64 { return &m.Way }},
			} {
				const h = 1e-5
				up, down := m, m
				*k.at(&up) += h
				if *k.at(&down) -= h; down.Way < 0 {
					continue // there is no way
				}
				a, _ := eval(fn, up)
				b, _ := eval(fn, down)
				if want, got := (a-b)/(2*h), *k.at(&d); math.Abs(got-want) > 1e-5*(1+math.Abs(want)) {
					t.Errorf("%s at %+v: ∂%s is %v, by differences %v", fn.Name(), m, k.name, got, want)
				}
			}
		}
	}
}

// linkedPair is a pair whose cost follows the objective.
func linkedPair(t testing.TB) *model.Pair {
	t.Helper()
	var d model.Data
	rng := rand.New(rand.NewPCG(5, 6))
	for range 14 {
		x, y := rng.Float64(), rng.Float64()
		v := math.Sin(6*x) + y*y
		d.X, d.Y, d.Cost = append(d.X, model.Unit{x, y}), append(d.Y, v), append(d.Cost, math.Exp(0.9*v+0.3*math.Cos(5*y)))
	}
	p, err := model.FitPair(d, model.PairSettings{Joint: model.Together}, nil)
	testkit.OK(t, err)
	if p.Link == nil {
		t.Fatal("the cost does not follow")
	}
	return p
}

func TestLinkedGradientMeetsDifferencesAndDoesNotAllocate(t *testing.T) {
	p := linkedPair(t)
	var ws Workspace
	grad := make([]float64, 2)
	for _, fn := range linkedFunctions() {
		x := model.Unit{0.37, 0.61}
		Gradient(p, fn, &ws, x, grad)
		for j, v := range x {
			const h = 1e-5
			x[j] = v + h
			up := Score(p, fn, &ws, x)
			x[j] = v - h
			down := Score(p, fn, &ws, x)
			x[j] = v
			if want := (up - down) / (2 * h); math.Abs(grad[j]-want) > 1e-4*(1+math.Abs(want)) {
				t.Errorf("%s: ∂x[%d] is %v, by differences %v", fn.Name(), j, grad[j], want)
			}
		}
		if n := testing.AllocsPerRun(10, func() { Gradient(p, fn, &ws, x, grad) }); n > 0 {
			t.Errorf("%s: %v allocations", fn.Name(), n)
		}
	}
}

// Nodes at a time are summed to the bits of one after the other: decisions of
// studies and experiments hang on them.
func TestNodesAtATimeHaveTheBitsOfOne(t *testing.T) {
	t.Parallel()
	one := func(u, z, rho float64) (v, du float64) {
		at, weight := weakAt, weakWeight
		if math.Abs(rho) > weakMost {
			at, weight = strongAt, strongWeight
		}
		h, cdf, _ := ReducedEI(u)
		chance, pdf := CDFPDF(z)
		gain, slope := 0.0, 0.0
		for k, x := range at {
			x *= rho
			s := 1 / math.Sqrt((1-x)*(1+x))
			c, p := CDFPDF((u + x*z) * s)
			gain += weight[k] * c
			slope += weight[k] * p * s
		}
		a := h*chance - pdf*rho*gain
		return math.Log(a), (cdf*chance - pdf*rho*slope) / a
	}
	rng := rand.New(rand.NewPCG(3, 5))
	near := 0
	for range 20_000 {
		u, z, rho := 3*rng.NormFloat64(), 3*rng.NormFloat64(), strongMost*(2*rng.Float64()-1)
		v, du, _, _ := logAffordable(u, z, rho)
		if far, _, _, _ := logAffordableFar(u, z, rho); v == far {
			continue
		}
		near++
		wantV, wantDu := one(u, z, rho)
		if v == wantV && du == wantDu {
			continue
		}
		// Where processors fuse products and sums, compilers may do so in one of the two loops only.
		if fused := runtime.GOARCH != "amd64" && runtime.GOARCH != "wasm"; !fused || relative(v, wantV) > 1e-10 || relative(du, wantDu) > 1e-10 {
			t.Fatalf("ln A(%v, %v, %v) = %v with slope %v, one after the other %v and %v", u, z, rho, v, du, wantV, wantDu)
		}
	}
	if near < 5000 {
		t.Errorf("only %d were summed that way", near)
	}
}

// farPlainly is logAffordableFar node after node, and with nothing guessed.
func farPlainly(u, z, rho float64) (v, du, dz, drho float64) {
	r := math.Sqrt((1 - rho) * (1 + rho))
	g := integrand{u, (z + rho*u) / r, rho / r}
	mode := g.mode()
	top := math.Log(mode) + g.at(mode)
	end := func(out float64) float64 {
		in := mode
		for range linkedHalvings {
			t := (in + out) / 2
			if math.Log(t)+g.at(t) < top-linkedDrop {
				out = t
			} else {
				in = t
			}
		}
		return out
	}
	from, to := end(math.Max(mode-linkedReach, 0)), end(mode+linkedReach)
	cuts := [4]float64{from, from, from, to}
	if steep := linkedSteep / math.Abs(g.b); steep < (to-from)/2 {
		cuts[1], cuts[2] = between(g.a/g.b-steep, from, to), between(g.a/g.b+steep, from, to)
	}
	first, zeroth := 0.0, 0.0
	for i, lo := range cuts[:3] {
		width := cuts[i+1] - lo
		if width <= 0 {
			continue
		}
		for k, x := range linkedAt {
			t := lo + width*x
			w := width * linkedWeight[k] * math.Exp(g.at(t)-top)
			zeroth += w
			first += w * t
		}
	}
	v = top + math.Log(first)
	w := (u + rho*z) / r
	h, _, _ := logReducedEI(w)
	cdf, _ := logCDF(w)
	pdf := -0.5*z*z - lnSqrt2Pi - v
	return v, zeroth / first, r * math.Exp(pdf+h), -math.Exp(pdf + cdf)
}

// Many nodes at a time, and ends that are found by rough logarithms, leave the bits as they are.
func TestFarNodesHaveTheBitsOfOneAtATime(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	fused := runtime.GOARCH != "amd64" && runtime.GOARCH != "wasm"
	rng := rand.New(rand.NewPCG(9, 10))
	for range 60_000 {
		u, z, rho := 6*rng.NormFloat64(), 5*rng.NormFloat64(), 2*rng.Float64()-1
		switch rng.IntN(5) {
		case 0:
			rho = math.Copysign(1-math.Ldexp(1, -rng.IntN(30)), rho)
		case 1:
			u = -math.Ldexp(1, rng.IntN(20))
		case 2:
			z = 100 * rng.NormFloat64()
		case 3:
			rho = math.Ldexp(rho, -rng.IntN(40))
		}
		rho = between(rho, -mostCorrelation, mostCorrelation)
		var got, want [4]float64
		got[0], got[1], got[2], got[3] = logAffordableFar(u, z, rho)
		want[0], want[1], want[2], want[3] = farPlainly(u, z, rho)
		for i, v := range want {
			same := math.Float64bits(got[i]) == math.Float64bits(v) || math.IsNaN(got[i]) && math.IsNaN(v)
			// Elsewhere products and sums are rounded together, and far out all digits cancel.
			if fused && (u < -1000 || relative(got[i], v) <= 1e-6) {
				same = true
			}
			if !same {
				t.Fatalf("A(%v, %v, %v): %v, plainly %v", u, z, rho, got, want)
			}
		}
	}
}

// What is rough is so by less than it is trusted.
func TestRoughLogarithms(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(11, 12))
	worst, worstLog := 0.0, 0.0
	for range 400_000 {
		z := roughFrom + 60*rng.Float64()
		want, _ := logCDF(z)
		worst = math.Max(worst, math.Abs(roughLogCDF(z)-want))
		x := math.Ldexp(1+rng.Float64(), rng.IntN(200)-150)
		worstLog = math.Max(worstLog, math.Abs(roughLog(x)-math.Log(x)))
	}
	if worst+worstLog > roughSlack/2 {
		t.Errorf("ln Φ is off by %.2g, ln by %.2g: together more than half of %v", worst, worstLog, roughSlack)
	}
}
