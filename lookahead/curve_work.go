package lookahead

import (
	"math"
	"sync/atomic"
)

// Work is counted in numbers of K⁻¹ read, by rows; a row has a fixed cost of as many.
const rowWork = 4000

const (
	// CurveWork is what a curve may do: some seconds of a processor.
	CurveWork = 26e9
	// firstsShare is the share of it that first trees may take, so that some is left to measure how
	// exact they are.
	firstsShare = 0.45

	// What a search takes and what a point takes to learn from others, from all or
	// from few of them, in first trees.
	standardTrees, thoroughTrees = 10, 40
	learnFromMany, learnFromFew  = 3, 1
)

// workMeter is the work of a curve. Rows may be counted from several goroutines.
type workMeter struct {
	rows  atomic.Int64
	most  float64
	first float64 // of one first tree
}

// count adds rows of n numbers. A nil meter is a no-op.
func (m *workMeter) count(rows, n int) {
	if m != nil {
		m.rows.Add(int64(rows) * (int64(n)*int64(n) + rowWork))
	}
}

// done is what was done so far.
func (m *workMeter) done() float64 { return float64(m.rows.Load()) }

// firsts reports whether there may be more first trees after those there are.
func (m *workMeter) firsts(are, more int) bool {
	m.first = m.done() / float64(are)
	return are <= 1 || m.done()+m.first*float64(more) <= firstsShare*m.most
}

// searches is how many of the usual searches may be made of a curve's points, and
// whether that is fewer, and the points are to learn from few others; 0: the work
// is used up.
func (m *workMeter) searches(points, usual int, thoroughly bool) (n int, less bool) {
	each := standardTrees * m.first
	if thoroughly {
		each = thoroughTrees * m.first
	}
	if m.done()+float64(usual)*each+float64(points)*learnFromMany*m.first <= m.most {
		return usual, false
	}
	left := m.most - m.done() - float64(points)*learnFromFew*m.first
	return min(usual, int(math.Max(0, left/each))), true
}
