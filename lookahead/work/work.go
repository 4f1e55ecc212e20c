// Package work counts what a curve costs, so that it ends within seconds of a
// processor however many evaluations there are. Work is counted, not timed: the
// same curve is cut at the same place everywhere.
package work

import (
	"math"
	"sync/atomic"
)

// Work is counted in numbers of K⁻¹ gone through, by rows: besides, a row takes
// as much as so many of them.
const row = 4000

const (
	// Most is what a curve may do: some seconds of a processor.
	Most = 26e9
	// firsts is the share of it that first trees may take, so that some is left to
	// tell how exact they are.
	firsts = 0.45

	// What a search takes and what a point takes to learn from others, from all or
	// from few of them, in first trees.
	standard, thorough = 10, 40
	many, few          = 3, 1
)

// Meter is the work of a curve. Rows may be counted from several goroutines.
type Meter struct {
	done  atomic.Int64
	Most  float64
	first float64 // of one first tree
}

// Count adds rows of n numbers; nobody counts on a nil meter.
func (m *Meter) Count(rows, n int) {
	if m != nil {
		m.done.Add(int64(rows) * (int64(n)*int64(n) + row))
	}
}

// Done is what was done so far.
func (m *Meter) Done() float64 { return float64(m.done.Load()) }

// Firsts tells whether there may be more first trees after those there are.
func (m *Meter) Firsts(are, more int) bool {
	m.first = m.Done() / float64(are)
	return are <= 1 || m.Done()+m.first*float64(more) <= firsts*m.Most
}

// Searches is how many of the usual searches may be made of a curve's points, and
// whether that is fewer, and the points are to learn from few others; 0: the work
// is used up.
func (m *Meter) Searches(points, usual int, thoroughly bool) (n int, less bool) {
	each := standard * m.first
	if thoroughly {
		each = thorough * m.first
	}
	if m.Done()+float64(usual)*each+float64(points)*many*m.first <= m.Most {
		return usual, false
	}
	left := m.Most - m.Done() - float64(points)*few*m.first
	return min(usual, int(math.Max(0, left/each))), true
}
