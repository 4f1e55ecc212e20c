package journal

import "math"

// Tolerance is the relative slack of the affordability test.
const Tolerance = 1e-9

// Ledger adds up costs by compensated (Neumaier) summation. The zero value is
// an empty ledger.
type Ledger struct{ sum, carry float64 }

// Add charges z, which may be negative.
func (l *Ledger) Add(z float64) {
	t := l.sum + z
	if math.Abs(l.sum) >= math.Abs(z) {
		l.carry += (l.sum - t) + z
	} else {
		l.carry += (z - t) + l.sum
	}
	l.sum = t
}

// total is what has been charged so far.
func (l Ledger) total() float64 { return l.sum + l.carry }

// Affords says whether a cost z still fits the budget.
func (l Ledger) Affords(z, budget float64) bool {
	l.Add(z)
	// spent + z ≤ B(1 + 1e-9)
	return l.total() <= budget*(1+Tolerance)
}
