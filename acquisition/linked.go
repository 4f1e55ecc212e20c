package acquisition

import (
	"math"

	"farsight/internal/sobol"
	"farsight/model"
)

// Where the cost follows the objective, an evaluation that improves is not as likely to fit as another. With U and V
// standard normal of correlation ρ, u = (μ − f*)/σ and ζ = (ln B − m)/s,
//
//	Q₁ = E[(f − f*)⁺·1(c ≤ B)] = σA,  A(u, ζ, ρ) = E[(U + u)⁺·1(V ≤ ζ)] = ∫₀^∞ t·φ(t − u)·Φ(a − bt) dt
//
// with a = (ζ + ρu)/√(1 − ρ²) and b = ρ/√(1 − ρ²). Both ways to it below are Gauss–Legendre rules,
// right to 1e-8 of A and almost everywhere to 1e-10.
//
// Where little of h(u)Φ(ζ) is lost, what is lost is summed,
//
//	A = h(u)Φ(ζ) − φ(ζ)·∫₀^ρ Φ((u + xζ)/√(1 − x²)) dx,  ∂A/∂u = Φ(u)Φ(ζ) − φ(ζ)·∫₀^ρ φ((u + xζ)/√(1 − x²))/√(1 − x²) dx
//
// and else the integral over t, whose integrand is positive and log-concave, from where that begins to where it ends, in
// pieces if Φ falls steeply: no tail is too far for it, but it takes ten times as long.
const (
	mostCorrelation = 1 - 1e-9

	weakNodes, weakMost     = 10, 0.5 // for correlations up to that
	strongNodes, strongMost = 20, 0.9
	lossNearest             = -5   // of u and ζ
	lossLeast               = 0.01 // of h(u)Φ(ζ) is left
)

var (
	weakAt, weakWeight     = sobol.GaussLegendre(weakNodes, 0, 1)
	strongAt, strongWeight = sobol.GaussLegendre(strongNodes, 0, 1)
)

// logAffordable returns ln A with its derivatives by u, ζ and ρ.
func logAffordable(u, z, rho float64) (v, du, dz, drho float64) {
	rho = between(rho, -mostCorrelation, mostCorrelation)
	at, weight := weakAt, weakWeight
	if math.Abs(rho) > weakMost {
		at, weight = strongAt, strongWeight
	}
	if math.Abs(rho) > strongMost || u < lossNearest || z < lossNearest {
		return logAffordableFar(u, z, rho)
	}
	h, cdf, _ := ReducedEI(u)
	chance, pdf := CDFPDF(z)
	gain, slope := 0.0, 0.0
	for k, x := range at {
		x *= rho
		scale := 1 / math.Sqrt((1-x)*(1+x))
		below, density := CDFPDF((u + x*z) * scale)
		gain += weight[k] * below
		slope += weight[k] * density * scale
	}
	a := h*chance - pdf*rho*gain
	if !(a > lossLeast*h*chance) {
		return logAffordableFar(u, z, rho)
	}
	r := math.Sqrt((1 - rho) * (1 + rho))
	hw, cw, _ := ReducedEI((u + rho*z) / r)
	return math.Log(a), (cdf*chance - pdf*rho*slope) / a, pdf * r * hw / a, -pdf * cw / a
}

func between(v, lo, hi float64) float64 { return math.Max(lo, math.Min(hi, v)) }

// LinkedQ1 is Q₁ = E[(f − f*)⁺·1(c ≤ B)] with its slopes by the moments, where f and ln c depend on each other and the
// budget left, B > 0, has an end; the weight is left out. For hot loops: it does not allocate.
func LinkedQ1(m model.Moments, best, left float64) (value float64, d model.Moments) {
	score, d := linkedQ1(m, best, math.Log(left))
	value = math.Exp(score)
	d.MuF, d.SdF, d.MuC, d.SdC, d.Cov = value*d.MuF, value*d.SdF, value*d.MuC, value*d.SdC, value*d.Cov
	return value, d
}

// linkedQ1 is ln Q₁ with its derivatives, the weight left out; limit is ln B.
func linkedQ1(m model.Moments, best, limit float64) (score float64, d model.Moments) {
	u, z, rho := (m.MuF-best)/m.SdF, (limit-m.MuC)/m.SdC, m.Cov/(m.SdF*m.SdC)
	v, du, dz, drho := logAffordable(u, z, rho)
	d.MuF = du / m.SdF
	d.SdF = (1 - u*du - rho*drho) / m.SdF
	d.MuC = -dz / m.SdC
	d.SdC = -(z*dz + rho*drho) / m.SdC
	d.Cov = drho / (m.SdF * m.SdC)
	return math.Log(m.SdF) + v, d
}
