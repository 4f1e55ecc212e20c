package lookahead

import (
	"farsight/lookahead/belief"
	"farsight/lookahead/fantasy"
)

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
	anc    []int     // anc[k·N+j]: the ancestor of k at stage j, itself at its own
	zf, zc []float64 // base samples on the edge that enters the node
	weight []float64 // probability of reaching the node
	edge   []int     // which fantasy of the parent's stage leads here
	tree   *belief.Skeleton

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
	next := 1
	begin, end := 0, 1
	for s := range l.steps {
		l.first = append(l.first, begin)
		for k := begin; k < end; k++ {
			l.stage[k], l.child[k] = s, n
			l.anc[k*l.steps+s] = k
			if s == l.steps-1 {
				continue
			}
			l.child[k], l.count[k] = next, len(f[s].Z)
			for j, z := range f[s].Z {
				l.parent[next], l.edge[next] = k, j
				l.zf[next], l.zc[next] = z[0], z[1]
				l.weight[next] = l.weight[k] * f[s].Weight[j]
				copy(l.anc[next*l.steps:next*l.steps+s+1], l.anc[k*l.steps:k*l.steps+s+1])
				next++
			}
		}
		begin, end = end, next
	}
	l.first = append(l.first, n)
	l.tree = belief.NewSkeleton(l.parent)
	return l
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
