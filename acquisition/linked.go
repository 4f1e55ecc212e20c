package acquisition

import (
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"farsight/internal/elementary"
	"farsight/internal/simd"
	"farsight/model"
)

// Where the cost follows the objective, an evaluation that improves is not as likely to fit as another. With U and V
// standard normal of correlation ρ, u = (μ − f*)/σ and ζ = (ln B − m)/s,
//
//	Q₁ = E[(f − f*)⁺·1(c ≤ B)] = σA,  A(u, ζ, ρ) = E[(U + u)⁺·1(V ≤ ζ)] = ∫₀^∞ t·φ(t − u)·Φ(a − bt) dt
//
// with a = (ζ + ρu)/√(1 − ρ²) and b = ρ/√(1 − ρ²). Both ways to it below are Gauss–Legendre rules, right to 1e-8 of A and
// nearly everywhere to 1e-10.
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

	linkedNodes    = 30 // of a piece
	linkedDrop     = 30 // what is e⁻³⁰ of the largest is left out
	linkedReach    = 8  // standard deviations, beyond which a factor φ has fallen by more than that
	linkedHalvings = 8  // that find the ends
	linkedSteep    = 7  // Φ falls between ±7, but for 1e-12
	linkedClimb    = 12 // steps towards the mode, which need not be met
)

var (
	weakAt, weakWeight     = legendre(weakNodes)
	strongAt, strongWeight = legendre(strongNodes)
	linkedAt, linkedWeight = legendre(linkedNodes)
)

// legendre are the nodes and weights of a rule on [0, 1].
func legendre(n int) (x, w []float64) {
	x, w = make([]float64, n), make([]float64, n)
	quad.Legendre{}.FixedLocations(x, w, 0, 1)
	return x, w
}

// integrand of A, but for the factor t, in logarithms.
type integrand struct{ u, a, b float64 }

// at is ln φ(t − u)Φ(a − bt).
func (g integrand) at(t float64) float64 {
	v, _ := logCDF(g.a - g.b*t)
	d := t - g.u
	return v - 0.5*d*d - lnSqrt2Pi
}

// mode is about where t·φΦ is largest: the root of 1/t − (t − u) − bφ/Φ, which falls. Without the last term, or with a
// constant in its place, it is the larger root of a quadratic.
func (g integrand) mode() float64 {
	root := func(u float64) float64 {
		if u < 0 {
			return 2 / (math.Sqrt(u*u+4) - u)
		}
		return (math.Sqrt(u*u+4) + u) / 2
	}
	low, high := root(g.u), root(g.u)
	if g.b > 0 {
		_, slope := logCDF(g.a - g.b*high)
		low = root(g.u - g.b*slope)
	} else {
		_, slope := logCDF(g.a)
		high = root(g.u - g.b*slope)
	}
	t := low
	for range linkedClimb {
		z := g.a - g.b*t
		_, slope := logCDF(z)
		d := 1/t - (t - g.u) - g.b*slope
		if d > 0 {
			low = t
		} else {
			high = t
		}
		// (φ/Φ)' = −(φ/Φ)(z + φ/Φ)
		step := d / (1/(t*t) + 1 + g.b*g.b*slope*(z+slope))
		next := t + step
		if !(next > low && next < high) {
			next = (low + high) / 2
		}
		if math.Abs(next-t) < 0.05*t {
			return next
		}
		t = next
	}
	return t
}

// end looks between the mode, where the integrand is e^top, and out for where it has become negligible.
func (g integrand) end(mode, out, top float64) float64 {
	in := mode
	for range linkedHalvings {
		t := (in + out) / 2
		if elementary.Log(t)+g.at(t) < top-linkedDrop {
			out = t
		} else {
			in = t
		}
	}
	return out
}

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
	// All nodes at a time, with the bits of one after the other.
	var scale, arg, ei, below, density [strongNodes]float64
	n := len(at)
	for k, x := range at {
		x *= rho
		scale[k] = 1 / math.Sqrt((1-x)*(1+x))
		arg[k] = (u + x*z) * scale[k]
	}
	simd.Normal(ei[:n], below[:n], density[:n], arg[:n])
	gain, slope := 0.0, 0.0
	for k, w := range weight {
		gain += w * below[k]
		slope += w * density[k] * scale[k]
	}
	a := h*chance - pdf*rho*gain
	if !(a > lossLeast*h*chance) {
		return logAffordableFar(u, z, rho)
	}
	r := math.Sqrt((1 - rho) * (1 + rho))
	hw, cw, _ := ReducedEI((u + rho*z) / r)
	return elementary.Log(a), (cdf*chance - pdf*rho*slope) / a, pdf * r * hw / a, -pdf * cw / a
}

// logAffordableFar is logAffordable by the integral over t.
func logAffordableFar(u, z, rho float64) (v, du, dz, drho float64) {
	r := math.Sqrt((1 - rho) * (1 + rho))
	g := integrand{u, (z + rho*u) / r, rho / r}
	mode := g.mode()
	top := elementary.Log(mode) + g.at(mode)
	from, to := g.end(mode, math.Max(mode-linkedReach, 0), top), g.end(mode, mode+linkedReach, top)
	cuts := [4]float64{from, from, from, to}
	if steep := linkedSteep / math.Abs(g.b); steep < (to-from)/2 {
		middle := g.a / g.b
		cuts[1], cuts[2] = between(middle-steep, from, to), between(middle+steep, from, to)
	}
	first, zeroth := 0.0, 0.0 // ∫tφΦ and ∫φΦ, both times e^(−top)
	var ln, height [linkedNodes]float64
	for i, lo := range cuts[:3] {
		width := cuts[i+1] - lo
		if width <= 0 {
			continue
		}
		for k, x := range linkedAt {
			ln[k] = g.at(lo+width*x) - top
		}
		simd.Exp(height[:], ln[:])
		for k, x := range linkedAt {
			t := lo + width*x
			w := width * linkedWeight[k] * height[k]
			zeroth += w
			first += w * t
		}
	}
	v = top + elementary.Log(first)
	// ∂A/∂u = ∫φΦ, ∂A/∂ζ = φ(ζ)√(1 − ρ²)h(w), ∂A/∂ρ = −φ(ζ)Φ(w) with w = (u + ρζ)/√(1 − ρ²)
	w := (u + rho*z) / r
	h, _, _ := logReducedEI(w)
	cdf, _ := logCDF(w)
	pdf := -0.5*z*z - lnSqrt2Pi - v
	return v, zeroth / first, r * elementary.Exp(pdf+h), -elementary.Exp(pdf + cdf)
}

func between(v, lo, hi float64) float64 { return math.Max(lo, math.Min(hi, v)) }

// LinkedQ1 is Q₁ = E[(f − f*)⁺·1(c ≤ B)] with its slopes by the moments, where f and ln c depend on each other and the
// budget left, B > 0, has an end; the weight is left out. For hot loops: it does not allocate.
func LinkedQ1(m model.Moments, best, left float64) (value float64, d model.Moments) {
	score, d := linkedQ1(m, best, elementary.Log(left))
	value = elementary.Exp(score)
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
	return elementary.Log(m.SdF) + v, d
}
