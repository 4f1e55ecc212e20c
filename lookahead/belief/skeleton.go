package belief

// Skeleton says which node of a tree stands below which. Nodes are numbered stage
// by stage from the root, the children of a node next to each other.
type Skeleton struct {
	steps int   // N
	nodes int   // number of nodes
	stage []int // of each node
	begin []int // of each stage, and the end
	anc   []int // at j·nodes + k the ancestor of k at stage j

	// Pairs of nodes on one path, by node: its ancestors from the root on, then
	// its descendants in order.
	first []int // where those of each node begin, and the end
	kin   []int // the other node
	pair  []int // j·nodes + k, of the two k being the lower and j the stage of the upper
}

// NewSkeleton takes the parents of all nodes, −1 for the root.
func NewSkeleton(parent []int) *Skeleton {
	n := len(parent)
	t := &Skeleton{nodes: n, stage: make([]int, n)}
	for k, p := range parent {
		if p >= 0 {
			t.stage[k] = t.stage[p] + 1
		}
		if t.stage[k] == t.steps {
			t.begin = append(t.begin, k)
			t.steps++
		}
	}
	t.begin = append(t.begin, n)
	t.anc = make([]int, n*t.steps)
	below := make([][]int, n)
	for k := range parent {
		for a, j := parent[k], t.stage[k]-1; j >= 0; a, j = parent[a], j-1 {
			t.anc[j*n+k] = a
			below[a] = append(below[a], k)
		}
	}
	for k := range parent {
		t.first = append(t.first, len(t.kin))
		for j := range t.stage[k] {
			t.kin, t.pair = append(t.kin, t.anc[j*n+k]), append(t.pair, j*n+k)
		}
		for _, i := range below[k] {
			t.kin, t.pair = append(t.kin, i), append(t.pair, t.stage[k]*n+i)
		}
	}
	t.first = append(t.first, len(t.kin))
	return t
}

// below are the descendants of node k, in order.
func (t *Skeleton) below(k int) []int { return t.kin[t.first[k]+t.stage[k] : t.first[k+1]] }

// paths spreads base samples z on the edges that enter nodes over the pairs: at
// j·nodes + k the one with which node k's path leaves stage j.
func (t *Skeleton) paths(z []float64) []float64 {
	out := make([]float64, len(t.anc))
	for k := range t.nodes {
		for j := range t.stage[k] {
			next := k
			if j+1 < t.stage[k] {
				next = t.anc[(j+1)*t.nodes+k]
			}
			out[j*t.nodes+k] = z[next]
		}
	}
	return out
}
