package acquisition

import (
	"math"

	"farsight/internal/sobol"
)

const (
	linkedNodes    = 30 // of a piece
	linkedPieces   = 3
	linkedDrop     = 30 // what is e⁻³⁰ of the largest is left out
	linkedReach    = 8  // standard deviations, beyond which a factor φ has fallen by more than that
	linkedHalvings = 8  // that find the ends
	linkedSteep    = 7  // Φ falls between ±7, but for 1e-12
	linkedClimb    = 12 // steps towards the mode, which need not be met
)

var linkedAt, linkedWeight = sobol.GaussLegendre(linkedNodes, 0, 1)

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
	low := root(g.u)
	high := low
	if g.b > 0 {
		low = root(g.u - g.b*inverseMills(g.a-g.b*high))
	} else {
		high = root(g.u - g.b*inverseMills(g.a))
	}
	t := low
	for range linkedClimb {
		z := g.a - g.b*t
		slope := inverseMills(z)
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
		if g.negligible(t, top-linkedDrop) {
			out = t
		} else {
			in = t
		}
	}
	return out
}

// negligible reports whether ln t·φΦ is below least: in a few operations unless it is within roughSlack of it.
func (g integrand) negligible(t, least float64) bool {
	z, d := g.a-g.b*t, t-g.u
	if z > roughFrom && d*d < roughSquare {
		switch off := roughLog(t) + roughLogCDF(z) - 0.5*d*d - lnSqrt2Pi - least; {
		case off < -roughSlack:
			return true
		case off > roughSlack:
			return false
		}
	}
	return math.Log(t)+g.at(t) < least
}

// logAffordableFar is logAffordable by the integral over t.
func logAffordableFar(u, z, rho float64) (v, du, dz, drho float64) {
	r := math.Sqrt((1 - rho) * (1 + rho))
	g := integrand{u, (z + rho*u) / r, rho / r}
	mode := g.mode()
	top := math.Log(mode) + g.at(mode)
	from, to := g.end(mode, math.Max(mode-linkedReach, 0), top), g.end(mode, mode+linkedReach, top)
	cuts := [linkedPieces + 1]float64{from, from, from, to}
	if steep := linkedSteep / math.Abs(g.b); steep < (to-from)/2 {
		middle := g.a / g.b
		cuts[1], cuts[2] = between(middle-steep, from, to), between(middle+steep, from, to)
	}
	first, zeroth := 0.0, 0.0 // ∫tφΦ and ∫φΦ, both times e^(−top)
	for i, lo := range cuts[:linkedPieces] {
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
	// ∂A/∂u = ∫φΦ, ∂A/∂ζ = φ(ζ)√(1 − ρ²)h(w), ∂A/∂ρ = −φ(ζ)Φ(w) with w = (u + ρζ)/√(1 − ρ²)
	w := (u + rho*z) / r
	h, cdf := logReducedBoth(w)
	pdf := -0.5*z*z - lnSqrt2Pi - v
	return v, zeroth / first, r * math.Exp(pdf+h), -math.Exp(pdf + cdf)
}

// logReducedBoth is ln h(u) and ln Φ(u), the values of logReducedEI and logCDF.
func logReducedBoth(u float64) (h, cdf float64) {
	if u > 0 {
		h, _, _ = logReducedEI(u)
		cdf, _ = logCDF(u)
		return h, cdf
	}
	M, k := mills(-u)
	tail := -0.5*u*u - lnSqrt2Pi
	return tail + math.Log(k), tail + math.Log(M)
}
