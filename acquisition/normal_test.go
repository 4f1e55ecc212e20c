package acquisition

import (
	"math"
	"testing"

	"farsight/internal/testkit"
)

func TestNormalAgainstOracle(t *testing.T) {
	testkit.SkipRace(t)
	t.Parallel()
	const smallest = 1e-300 // below it doubles lose digits of their own
	worst := map[string]float64{}
	see := func(name string, u, got, want, tol float64) {
		e := relative(got, want)
		worst[name] = math.Max(worst[name], e)
		if !(e <= tol) {
			t.Errorf("%s(%g) = %.17g, want %.17g (relative error %.1e)", name, u, got, want, e)
		}
	}
	for _, o := range oracleGrid() {
		h, cdf, pdf := ReducedEI(o.u)
		if o.h > smallest {
			see("h", o.u, h, o.h, 1e-14)
		}
		if o.cdf > smallest {
			see("Φ", o.u, cdf, o.cdf, 1e-14)
			c, p := CDFPDF(o.u)
			if c != cdf || p != pdf || CDF(o.u) != cdf {
				t.Errorf("CDFPDF(%g) and ReducedEI disagree", o.u)
			}
		}
		if o.pdf > smallest {
			see("φ", o.u, pdf, o.pdf, 1e-14)
		}
		lnh, cdfOverH, pdfOverH := logReducedEI(o.u)
		see("ln h", o.u, lnh, o.lnh, 1e-12)
		see("Φ/h", o.u, cdfOverH, o.cdfOverH, 1e-14)
		lncdf, pdfOverCDF := logCDF(o.u)
		if o.lncdf < -1e-100 { // nearer to 1 the oracle itself runs out of bits
			see("ln Φ", o.u, lncdf, o.lncdf, 1e-12)
		}
		if o.pdfOverH > smallest {
			see("φ/h", o.u, pdfOverH, o.pdfOverH, 1e-14)
			see("φ/Φ", o.u, pdfOverCDF, o.pdfOverCDF, 1e-14)
		}
	}
	for name, e := range worst {
		t.Logf("worst relative error of %s over %d points: %.1e", name, len(oracleGrid()), e)
	}
}

// Every cell of the table, at its edges and centre, against the reference: no cell is special.
func TestMillsTableCells(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("512 high-precision values")
	}
	const drop = 47 // cells are told apart by five leading bits of the mantissa of 4 + t
	first := math.Float64bits(4)
	for i := range 128 {
		for _, within := range []uint64{0, 1 << (drop - 1), 1<<drop - 1} {
			x := math.Float64frombits(first+uint64(i)<<drop+within) - 4
			h, cdf, pdf := bigNormal(-x)
			wantM, _ := bigQuo(cdf, pdf).Float64()
			wantK, _ := bigQuo(h, pdf).Float64()
			M, k := mills(x)
			if e := math.Max(relative(M, wantM), relative(k, wantK)); !(e < 5e-15) {
				t.Errorf("cell %d, t = %g: M = %.17g want %.17g, k = %.17g want %.17g", i, x, M, wantM, k, wantK)
			}
		}
	}
}

func TestNormalExtremes(t *testing.T) {
	t.Parallel()
	for _, u := range []float64{1e6, 1e3, 39, 1, 0, math.Copysign(0, -1), 1e-300, -1, -39, -60, -1e3, -1e6, -1e18} {
		h, cdf, pdf := ReducedEI(u)
		lnh, a, b := logReducedEI(u)
		lncdf, c := logCDF(u)
		for name, v := range map[string]float64{"h": h, "Φ": cdf, "φ": pdf, "ln h": lnh, "Φ/h": a, "φ/h": b, "ln Φ": lncdf, "φ/Φ": c} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s(%g) = %v", name, u, v)
			}
		}
		if h < 0 || cdf < 0 || cdf > 1 || pdf < 0 {
			t.Errorf("u = %g: h = %g, Φ = %g, φ = %g", u, h, cdf, pdf)
		}
	}
	for _, u := range []float64{math.NaN()} {
		if h, _, _ := ReducedEI(u); !math.IsNaN(h) {
			t.Errorf("ReducedEI(NaN) = %g: a NaN must not pass for a value", h)
		}
	}
	if h, cdf, pdf := ReducedEI(math.Inf(-1)); h != 0 || cdf != 0 || pdf != 0 {
		t.Errorf("ReducedEI(−Inf) = %g, %g, %g", h, cdf, pdf)
	}
	if h, cdf, pdf := ReducedEI(math.Inf(1)); !math.IsInf(h, 1) || cdf != 1 || pdf != 0 {
		t.Errorf("ReducedEI(+Inf) = %g, %g, %g", h, cdf, pdf)
	}
}

func TestNormalDoesNotAllocate(t *testing.T) {
	u := -20.0
	if n := testing.AllocsPerRun(100, func() {
		h, c, p := ReducedEI(u)
		a, b := CDFPDF(u)
		sink += h + c + p + a + b
		u += 0.3
	}); n != 0 {
		t.Errorf("%g allocations per call", n)
	}
}

var sink float64
