package lookahead

import "math"

// Where there are many evaluations, most of a tree's time goes into products with
// K⁻¹, and most points are met again: nodes with nothing to gain stay where they
// are, branches are tried at other roots, trees begin as candidates and become
// candidates. So rows are remembered by their points.

const (
	rememberFrom   = 128 // evaluations from which on it pays
	rowsRemembered = 256 // rows, then all are forgotten: they must stay near
)

// solver multiplies rows by a process's K⁻¹. It is one worker's.
type solver struct {
	*process
	at    []float64 // the points whose rows are remembered
	w     []float64 // K⁻¹κ(X, x) of them; nil: none is ever remembered
	index []int32   // open addressing: 1 + the row, or 0

	k            []float64 // rows to be multiplied, side by side
	rows         []int
	slots, fresh []int // of some rows: where the index has them, and which are not remembered yet
}

// newSolver returns a solver with an empty cache.
func newSolver(p *process) *solver {
	s := &solver{process: p}
	if p.n >= rememberFrom {
		s.at, s.w, s.index = make([]float64, 0, rowsRemembered*p.d), make([]float64, rowsRemembered*p.n), make([]int32, 2*rowsRemembered)
	}
	return s
}

// remembers reports whether rows are cached; without a gradient they are not needed.
func (s *solver) remembers() bool { return s.w != nil }

// solve writes w = K⁻¹k of m consecutive rows of length n, those of the points x.
func (s *solver) solve(w, k, x []float64, m int) {
	if s.w == nil {
		s.inv.Multiply(w, k, m)
		return
	}
	s.rows = s.rows[:0]
	for i := range m {
		s.rows = append(s.rows, i)
	}
	s.solveRows(w, k, x, s.rows)
}

// solveRows is Solve for some of the rows, in order. Their products are computed in one
// go, which reads K⁻¹ once.
func (s *solver) solveRows(w, k, x []float64, rows []int) {
	n, d := s.n, s.d
	for len(rows) > 0 {
		some := rows[:min(len(rows), rowsRemembered)]
		rows = rows[len(some):]
		if len(s.at)/d+len(some) > rowsRemembered {
			s.at = s.at[:0]
			clear(s.index)
		}
		known := len(s.at) / d
		s.slots, s.fresh = s.slots[:0], s.fresh[:0]
		for _, i := range some {
			slot := s.find(x[i*d : i*d+d])
			s.slots = append(s.slots, slot)
			if s.index[slot] == 0 {
				s.at = append(s.at, x[i*d:i*d+d]...)
				s.index[slot] = int32(len(s.at) / d)
				s.fresh = append(s.fresh, i)
			}
		}
		s.inv.Multiply(s.w[known*n:], s.side(k), len(s.fresh))
		for j, i := range some {
			at := int(s.index[s.slots[j]]) - 1
			copy(w[i*n:i*n+n], s.w[at*n:])
		}
	}
}

// side has the fresh rows of k side by side: where they are, or in a copy.
func (s *solver) side(k []float64) []float64 {
	n, m := s.n, len(s.fresh)
	if m == 0 {
		return nil
	}
	if s.fresh[m-1]-s.fresh[0] == m-1 {
		return k[s.fresh[0]*n:]
	}
	s.k = s.k[:0]
	for _, i := range s.fresh {
		s.k = append(s.k, k[i*n:i*n+n]...)
	}
	return s.k
}

// find is where the index has the row of x, or would have it.
func (s *solver) find(x []float64) int {
	h := uint64(0)
	for _, v := range x {
		h = (h ^ math.Float64bits(v)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	mask := len(s.index) - 1
next:
	for slot := int(h) & mask; ; slot = (slot + 1) & mask {
		row := s.index[slot]
		if row == 0 {
			return slot
		}
		for c, v := range s.at[int(row-1)*s.d : int(row)*s.d] {
			if math.Float64bits(v) != math.Float64bits(x[c]) {
				continue next
			}
		}
		return slot
	}
}
