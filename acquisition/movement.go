package acquisition

import (
	"math"

	"farsight/model"
)

// A movement cost w is known and is added to the cost c of the evaluation. It shifts the budget: an
// evaluation fits when c ≤ b − w. Functions per unit of c become functions per unit of w + c.

// withWay is ln(e^lnCost + way), the log of cost and movement cost together, and its derivatives by
// both.
func withWay(lnCost, way float64) (ln, byLnCost, byWay float64) {
	if way <= 0 {
		return lnCost, 1, 0 // no way has no slope
	}
	lnWay := math.Log(way)
	high := math.Max(lnCost, lnWay)
	ln = high + math.Log1p(math.Exp(-math.Abs(lnCost-lnWay)))
	return ln, math.Exp(lnCost - ln), math.Exp(-ln)
}

// lnPower returns ln E[(w + c)^−ν], ln c ~ N(m, s²), with its derivatives by m, s and w. There is no closed form but at w = 0.
// As a function of z = (ln c − m)/s the integrand is analytic within π/s of the real line, so that the trapezoidal rule
// converges geometrically: with these steps its error is below 1e-12 of the value.
func lnPower(nu, m, s, w float64) (v, byM, byS, byW float64) {
	if w <= 0 {
		return -nu*m + nu*nu*s*s/2, -nu, nu * nu * s, 0
	}
	if s <= 0 {
		ln, byLnCost, byWay := withWay(m, w)
		return -nu * ln, -nu * byLnCost, 0, -nu * byWay
	}
	const far = 8.5 // of the normal density 1e-16 is left beyond
	step := math.Min(0.6, 0.5/s)
	first := -far - nu*s // the weight moves to where the cost is low
	nodes := int(math.Ceil((far - first) / step))
	around, _, _ := withWay(m, w)
	sum, sumM, sumS, sumW := 0.0, 0.0, 0.0, 0.0
	for i := range nodes + 1 {
		z := first + float64(i)*step
		ln, share, inverse := withWay(m+s*z, w)
		t := math.Exp(nu*(around-ln) - z*z/2)
		sum += t
		sumM += t * share
		sumS += t * share * z
		sumW += t * inverse
	}
	v = math.Log(sum*step) - lnSqrt2Pi - nu*around
	return v, -nu * sumM / sum, -nu * sumS / sum, -nu * sumW / sum
}

// PerCost is E[(w + c)^−ν] at a point: what a function per cost, or per a power of it, multiplies the improvement by.
func PerCost(nu float64, m model.Moments) float64 {
	v, _, _, _ := lnPower(nu, m.MuC, m.SdC, m.Way)
	return math.Exp(v)
}

// reachable is a function where the way can be paid.
type reachable struct {
	Function
	left float64
}

// Reachable is f where the way costs less than what is left, and worth nothing elsewhere, whatever is believed of the cost.
func Reachable(f Function, left float64) Function { return reachable{f, left} }

func (r reachable) Eval(m model.Moments) (score float64, d model.Moments) {
	if !(m.Way < r.left) {
		return math.Inf(-1), model.Moments{}
	}
	return r.Function.Eval(m)
}

func (r reachable) Value(m model.Moments) float64 {
	switch {
	case m.Way < r.left:
		return r.Function.Value(m)
	case r.Function.Traits().Unit > 0:
		return math.Inf(-1)
	}
	return 0
}

func (r reachable) Traits() Traits {
	t := r.Function.Traits()
	t.IgnoresCost = false
	return t
}
