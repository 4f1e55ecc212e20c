package study

import (
	"math"

	"farsight/study/journal"
)

// budget is what may be spent and what has been, by compensated summation. It
// is a value.
type budget struct {
	Total  float64
	ledger journal.Ledger
}

// newBudget has nothing spent.
func newBudget(total float64) budget { return budget{Total: total} }

// Spent is the sum of what was paid.
func (b budget) Spent() float64 { return b.ledger.Total() }

// Left is what remains, never below zero.
func (b budget) Left() float64 { return math.Max(0, b.Total-b.Spent()) }

// Affordable tells whether an evaluation of cost z still fits: spent + z ≤
// B(1 + 1e-9).
func (b budget) Affordable(z float64) bool { return b.ledger.Affords(z, b.Total) }

// Exhausted tells whether nothing can fit any more.
func (b budget) Exhausted() bool { return b.Left() <= b.Total*journal.Tolerance }

// Pay returns the budget after an evaluation of cost z.
func (b budget) Pay(z float64) budget {
	b.ledger.Add(z)
	return b
}
