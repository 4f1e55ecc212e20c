package journal

import (
	"math"
)

// Budget is what may be spent and what has been, by compensated summation. It
// is a value.
type Budget struct {
	Total  float64
	ledger Ledger
}

// NewBudget returns an unspent budget.
func NewBudget(total float64) Budget { return Budget{Total: total} }

// Spent is the sum of what was paid.
func (b Budget) Spent() float64 { return b.ledger.total() }

// Left is what remains, never below zero.
func (b Budget) Left() float64 { return math.Max(0, b.Total-b.Spent()) }

// Affordable reports whether an evaluation of cost z still fits: spent + z ≤
// B(1 + 1e-9).
func (b Budget) Affordable(z float64) bool { return b.ledger.Affords(z, b.Total) }

// Exhausted reports whether nothing can fit any more.
func (b Budget) Exhausted() bool { return b.Left() <= b.Total*Tolerance }

// Pay returns the budget after an evaluation of cost z.
func (b Budget) Pay(z float64) Budget {
	b.ledger.Add(z)
	return b
}
