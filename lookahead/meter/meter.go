// Package meter tells how far a maximisation is.
package meter

import (
	"math"
	"sync"
)

// Progress says how far a maximisation is. Calls never overlap, and Value never
// falls; with several workers the values on the way depend on who was first.
type Progress struct {
	Done, Total int     // pieces of work; at the end they are equal unless cancelled
	Value       float64 // of the best tree so far
}

// Meter tells the caller.
type Meter struct {
	Total int // pieces of work in all

	mu   sync.Mutex
	tell func(Progress)
	done int
	best float64
}

// New is a meter that tells tell, which may be nil.
func New(tell func(Progress)) *Meter { return &Meter{tell: tell, best: math.Inf(-1)} }

// Tick reports one more piece of work; calls never overlap.
func (m *Meter) Tick(value float64) {
	if m.tell == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.best = math.Max(m.best, value)
	m.done++
	m.tell(Progress{Done: m.done, Total: m.Total, Value: m.best})
}
