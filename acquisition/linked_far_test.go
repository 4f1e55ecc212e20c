package acquisition

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"farsight/internal/testkit"
)

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
