package lookahead

// A greedy tree is chosen branch by branch: given its root, they have nothing to do
// with each other, and as many processors can work on one tree as it has branches.

// plant builds the greedy trees. begin prepares the worker's table for the i-th of n and returns
// its root and held candidates. The result has the values and choices; a tree that is no longer
// wanted has none.
func (s *search) plant(n int, wanted func(int) bool, begin func(*worker, int) (int, []int)) ([]float64, [][]int) {
	m := max(s.e.layout.count[0], 1)
	parts, picks, left := make([]float64, n*m), make([][]int, n), make([]bool, n*m)
	for i := range picks {
		picks[i] = make([]int, s.e.Nodes())
	}
	s.each(n*m, func(w *worker, piece int) {
		i, j := piece/m, piece%m
		if !wanted(i) {
			left[piece] = true
			return
		}
		if w.tree != &picks[i][0] {
			root, held := begin(w, i)
			w.tree, w.root, w.worth = &picks[i][0], root, w.greedy.root(w.table, s.e.root, root, held)
		}
		if j == 0 {
			picks[i][0], parts[piece] = w.root, w.worth
		}
		parts[piece] += w.greedy.branchAt(j, s.e.root, w.root, picks[i])
	})
	value := make([]float64, n)
	for piece, v := range parts {
		value[piece/m] += v
		if left[piece] {
			picks[piece/m] = nil
		}
	}
	return value, picks
}

// rootOf is what plant begins with for trees of candidates.
func (s *search) rootOf(roots []int) func(*worker, int) (int, []int) {
	return func(w *worker, i int) (int, []int) {
		w.candidates(s)
		return roots[i], nil
	}
}
