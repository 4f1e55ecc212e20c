package lookahead

import (
	"math"
	"math/rand/v2"
	"testing"

	"farsight/acquisition"
	"farsight/internal/linalg"
	"farsight/model"
)

func TestNearlyNormal(t *testing.T) {
	t.Parallel()
	off := func(a, b float64) float64 { return math.Abs(a-b) / math.Max(math.Abs(b), math.SmallestNonzeroFloat64) }
	for u := -14.0; u < 12; u += 0.0037 {
		h, cdf, _ := acquisition.ReducedEI(u)
		if off(nearlyEI(u), h) > 2e-6 || off(nearlyCDF(u), cdf) > 2e-6 {
			t.Fatalf("at %v: h %v and Φ %v, want %v and %v", u, nearlyEI(u), nearlyCDF(u), h, cdf)
		}
	}
	for _, u := range []float64{nearlyNothing, math.Nextafter(nearlyNothing, -40), -59.9, -60, -1e9, -1e300, math.Inf(-1)} {
		if h, _, _ := acquisition.ReducedEI(u); nearlyEI(u) != h || h != 0 {
			t.Errorf("at %v: h %v, computed %v, want 0", u, nearlyEI(u), h)
		}
	}
	if u := math.Nextafter(nearlyHigh, 0); off(nearlyEI(u), nearlyHigh) > 1e-15 || off(nearlyCDF(u), 1) > 1e-15 {
		t.Errorf("at %v: h %v and Φ %v", u, nearlyEI(u), nearlyCDF(u))
	}
	if nearlyCDF(math.Inf(1)) != 1 || nearlyCDF(math.Inf(-1)) != 0 || !math.IsNaN(nearlyEI(math.NaN())) {
		t.Error("at the ends")
	}
}

// The chance that an improvement fits, by two moments, against quadrature: off
// by at most 0.014 for correlations up to 0.8 and 0.04 up to 0.95.
func TestNearlyFits(t *testing.T) {
	t.Parallel()
	for _, k := range []struct{ rho, most float64 }{{0, 1e-5}, {0.3, 0.002}, {0.8, 0.014}, {0.95, 0.04}} {
		worst := 0.0
		for _, rho := range []float64{k.rho, -k.rho} {
			for u := -4.0; u <= 3; u += 0.25 {
				h, _, _ := acquisition.ReducedEI(u)
				for zeta := -4.0; zeta <= 4; zeta += 0.25 {
					chance := acquisition.CDF(zeta)
					if rho != 0 {
						q, _ := acquisition.LinkedQ1(model.Moments{MuF: u, SdF: 1, SdC: 1, Cov: rho}, 0, math.Exp(zeta))
						chance = q / h
					}
					worst = math.Max(worst, math.Abs(nearlyFits(rho, u, h, zeta, 1)-chance))
				}
			}
		}
		t.Logf("correlation %v: off by %.2g at most", k.rho, worst)
		if worst > k.most {
			t.Errorf("correlation %v: the chance is off by %.2g", k.rho, worst)
		}
	}
}

func TestNearlySpending(t *testing.T) {
	t.Parallel()
	for _, mu := range []float64{-3, 0, 2} {
		for _, sd := range []float64{0.1, 1, 2.5} {
			want := acquisition.Spending(mu, sd, 3).Value
			if got := nearlySpending(math.Exp(mu+sd*sd/2), sd, (math.Log(3)-mu)/sd, 3); math.Abs(got-want) > 1e-5*want {
				t.Errorf("E[min(c, 3)] of ln c ~ N(%v, %v²): %v, want %v", mu, sd, got, want)
			}
		}
	}
}

// No reward of a cost that follows the objective exceeds its bound.
func TestLinkedBoundsHold(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	const n = 64
	for round := range 2000 {
		take := func() []float64 { return make([]float64, n) }
		b := &linalg.Branch{
			MuF: take(), RF: take(), SdF: take(), MuC: take(), RC: take(), SdC: take(), Limit: take(),
			VarC: take(), LnMean: take(), Mean0: take(), Wide: take(), Bounds: linkedBounds,
			Best: rng.NormFloat64(), LnBudget: 2 * rng.NormFloat64(), Lambda: []float64{0, rng.Float64()}[round%2],
		}
		budget := math.Exp(b.LnBudget)
		b.PerBudget = 1 / budget
		want := take()
		for i := range n {
			sdF, sdC := math.Exp(rng.NormFloat64()), math.Exp(min(rng.NormFloat64(), 2)-1)
			rho := min(1, 1.2*rng.Float64())
			b.MuF[i], b.SdF[i] = 3*rng.NormFloat64(), sdF
			b.MuC[i], b.SdC[i], b.VarC[i] = 2*rng.NormFloat64(), sdC, sdC*sdC
			b.LnMean[i] = b.MuC[i] + sdC*sdC/2 + rng.NormFloat64()
			b.Mean0[i], b.Wide[i] = math.Exp(b.LnMean[i]), math.Exp(sdC*sdC*(1+rng.Float64()))
			u, gap := (b.MuF[i]-b.Best)/sdF, b.LnBudget-b.MuC[i]
			want[i] = sdF * nearlyEI(u) * nearlyFits(rho, u, nearlyEI(u), gap, sdC)
			if b.Lambda > 0 {
				want[i] -= b.Lambda * nearlySpending(math.Exp(b.MuC[i]+sdC*sdC/2), sdC, gap/sdC, budget)
			}
		}
		b.Lambda *= 1 - linalg.SpentSlack
		b.Begin()
		b.Refine(math.Inf(-1))
		for i, v := range want {
			if at := b.Above(i, v); at != i {
				t.Fatalf("candidate %d: reward %v, and the next bound above it is that of %d; its own is %v", i, v, at, b.Limit[i])
			}
		}
	}
}
