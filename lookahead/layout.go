package lookahead

import "farsight/lookahead/fantasy"

// layout is the skeleton of a tree: nodes stage by stage from the root, the
// children of a node next to each other in the order of their fantasies.
type layout struct {
	steps  int       // N
	nodes  int       // number of nodes
	first  []int     // index of each stage's first node, and nodes at the end
	stage  []int     // of each node
	parent []int     // −1 for the root
	child  []int     // index of the first child; nodes for leaves
	count  []int     // number of children
	anc    []int     // at j·nodes + k the ancestor of k at stage j, itself at its own
	zf, zc []float64 // base samples on the edge that enters the node
	weight []float64 // probability of reaching the node
	edge   []int     // which fantasy of the parent's stage leads here

	// Pairs of nodes on one path, by node: its ancestors from the root on, then
	// its descendants in order.
	kinFirst []int // where those of each node begin, and the end
	kin      []int // the other node
	pair     []int // j·nodes + k, of the two k being the lower and j the stage of the upper

	samples fantasy.Samples // it was made for
}

func newLayout(f fantasy.Samples) *layout {
	n := f.Nodes()
	l := &layout{
		steps: f.Steps(), nodes: n, samples: f,
		stage: make([]int, n), parent: make([]int, n), child: make([]int, n), count: make([]int, n),
		anc: make([]int, n*f.Steps()), zf: make([]float64, n), zc: make([]float64, n),
		weight: make([]float64, n), edge: make([]int, n),
	}
	l.parent[0], l.weight[0] = -1, 1
	below := make([][]int, n)
	next := 1
	begin, end := 0, 1
	for s := range l.steps {
		l.first = append(l.first, begin)
		for k := begin; k < end; k++ {
			l.stage[k], l.child[k], l.anc[s*n+k] = s, n, k
			for j := range s {
				a := l.anc[j*n+l.parent[k]]
				l.anc[j*n+k] = a
				below[a] = append(below[a], k)
			}
			if s == l.steps-1 {
				continue
			}
			l.child[k], l.count[k] = next, len(f[s].Z)
			for j, z := range f[s].Z {
				l.parent[next], l.edge[next] = k, j
				l.zf[next], l.zc[next] = z[0], z[1]
				l.weight[next] = l.weight[k] * f[s].Weight[j]
				next++
			}
		}
		begin, end = end, next
	}
	l.first = append(l.first, n)
	for k, s := range l.stage {
		l.kinFirst = append(l.kinFirst, len(l.kin))
		for j := range s {
			l.kin, l.pair = append(l.kin, l.anc[j*n+k]), append(l.pair, j*n+k)
		}
		for _, i := range below[k] {
			l.kin, l.pair = append(l.kin, i), append(l.pair, s*n+i)
		}
	}
	l.kinFirst = append(l.kinFirst, len(l.kin))
	return l
}

// below are the descendants of node k, in order.
func (l *layout) below(k int) []int { return l.kin[l.kinFirst[k]+l.stage[k] : l.kinFirst[k+1]] }

// paths spreads base samples z on the edges that enter nodes over the pairs: at
// j·nodes + k the one with which node k's path leaves stage j.
func (l *layout) paths(z []float64) []float64 {
	out := make([]float64, len(l.anc))
	for k, s := range l.stage {
		for j := range s {
			out[j*l.nodes+k] = z[l.anc[(j+1)*l.nodes+k]]
		}
	}
	return out
}

// path lists the fantasy indices from the root to node k.
func (l *layout) path(k int) []int {
	p := make([]int, l.stage[k])
	for i := len(p) - 1; i >= 0; i-- {
		p[i] = l.edge[k]
		k = l.parent[k]
	}
	return p
}

// at is the node a path leads to.
func (l *layout) at(path []int) int {
	k := 0
	for _, j := range path {
		k = l.child[k] + j
	}
	return k
}

// eachStage visits the nodes of the subtree at k of stage s, which in every
// stage are next to each other.
func (l *layout) eachStage(s, k int, visit func(from, to int)) {
	from, to := k, k+1
	for ; s < l.steps; s++ {
		visit(from, to)
		if s+1 < l.steps {
			from, to = l.child[from], l.child[to-1]+l.count[to-1]
		}
	}
}

// block hands out parts of one block of so many numbers, in order.
func block(size int) (take func(int) []float64) {
	left := make([]float64, size)
	return func(n int) []float64 {
		s := left[:n:n]
		left = left[n:]
		return s
	}
}
