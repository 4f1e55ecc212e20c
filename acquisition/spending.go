package acquisition

import (
	"math"
)

// Spent is the expected spending of an evaluation, E[min(c, b)], with its slopes by the moments of ln c and by b.
type Spent struct {
	Value float64
	MuC   float64 // E[c·1{c ≤ b}]
	SdC   float64 // E[c·1{c ≤ b}·(ln c − m)/s]
	Left  float64 // P(c > b)
}

// Spending is what an evaluation of cost c, ln c ~ N(m, s²), takes of a budget b: its cost, or all that is left where
// that is less,
//
//	E[min(c, b)] = exp(m + s²/2)·Φ(z − s) + b·Φ(−z),  z = (ln b − m)/s.
//
// It is at most b and at most E[c]; with s = 0 it is min(exp(m), b), with b ≤ 0 nothing. For hot loops: it does not
// allocate.
func Spending(m, s, b float64) (e Spent) {
	switch {
	case !(b > 0):
		return e
	case math.IsInf(b, 1): // E[c]
		c := math.Exp(m + s*s/2)
		return Spent{Value: c, MuC: c, SdC: c * s}
	case s <= 0:
		if c := math.Exp(m); c <= b {
			return Spent{Value: c, MuC: c}
		}
		return Spent{Value: b, Left: 1}
	}
	z := (math.Log(b) - m) / s
	over, pdf := CDFPDF(-z)
	// exp(m + s²/2)Φ(z − s) without a factor that overflows: bφ(z)·Φ/φ(z − s) left of 0, b·exp(−s(z − s/2))·Φ(z − s)
	// right of it.
	var paid float64
	if t := s - z; t >= 0 {
		M, _ := mills(t)
		paid = b * pdf * M
	} else {
		paid = b * math.Exp(-s*(z-s/2)) * CDF(-t)
	}
	return Spent{Value: paid + b*over, MuC: paid, SdC: s*paid - b*pdf, Left: over}
}

// logSpending is ln E[min(c, b)] with its slopes by m and s, for 0 < b < ∞ and s > 0, where E[min(c, b)] itself may
// underflow.
func logSpending(m, s, lnB float64) (v, dm, ds float64) {
	z := (lnB - m) / s
	paid, slope := logCDF(z - s)
	paid += m + s*s/2
	over, _ := logCDF(-z)
	over += lnB
	// ln(e^paid + e^over)
	v = math.Max(paid, over) + math.Log1p(math.Exp(-math.Abs(paid-over)))
	dm = math.Exp(paid - v)
	if dm == 0 {
		return v, 0, 0 // the slope's factor may be infinite
	}
	return v, dm, dm * (s - slope)
}
