package study

import "math"

// affordableTolerance forgives rounding: affordable means spent + z ≤ B(1 + 1e-9).
const affordableTolerance = 1e-9

// Budget is what may be spent and what has been, by compensated summation. It
// is a value.
type Budget struct {
	Total float64
	sum   float64 // running sum
	lost  float64 // what rounding took from it (Neumaier)
}

// NewBudget has nothing spent.
func NewBudget(total float64) Budget { return Budget{Total: total} }

// Spent is the sum of what was paid.
func (b Budget) Spent() float64 { return b.sum + b.lost }

// Left is what remains, never below zero.
func (b Budget) Left() float64 { return math.Max(0, b.Total-b.Spent()) }

// Affordable tells whether an evaluation of cost z still fits.
func (b Budget) Affordable(z float64) bool {
	return b.Pay(z).Spent() <= b.Total*(1+affordableTolerance)
}

// Exhausted tells whether nothing can fit any more.
func (b Budget) Exhausted() bool { return b.Left() <= b.Total*affordableTolerance }

// Pay returns the budget after an evaluation of cost z.
func (b Budget) Pay(z float64) Budget {
	t := b.sum + z
	if math.Abs(b.sum) >= math.Abs(z) {
		b.lost += (b.sum - t) + z
	} else {
		b.lost += (z - t) + b.sum
	}
	b.sum = t
	return b
}

// Cooling is ν = remaining / initial budget, EI-PUC-CC's exponent.
func (b Budget) Cooling() float64 {
	if b.Total <= 0 {
		return 0
	}
	return b.Left() / b.Total
}
