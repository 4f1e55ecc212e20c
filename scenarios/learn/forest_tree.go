package learn

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// node is a split, or a leaf where feature is −1. A tree is a slice of nodes
// from the root; the sides of a split are neighbours.
type node struct {
	value   float64 // of a leaf: the prediction; of a split: x ≤ value goes left
	feature int32
	left    int32 // index of the left side; the right one follows it
}

// descend is a tree's prediction at x.
func descend(tree []node, x []float64) float64 {
	n := &tree[0]
	for n.feature >= 0 {
		next := n.left
		if x[n.feature] > n.value {
			next++
		}
		n = &tree[next]
	}
	return n.value
}

// shared is what the trees of a forest have in common.
type shared struct {
	columns  [][]float64
	y        []float64 // less the mean, so that squares of sums lose no digits
	mean     float64
	order    [][]int32 // order[j] sorts the rows by feature j, equal values by row
	inverse  []float64 // inverse[N] = 1/N
	settings ForestSettings
	tries    int // k, features a split is chosen among
}

func prepare(t Table, s ForestSettings) *shared {
	n, p := t.Rows(), len(t.Columns)
	sh := &shared{
		columns: t.Columns, y: make([]float64, n), order: make([][]int32, p),
		inverse: make([]float64, n+1), settings: s,
		// The slack keeps 0.3·10 = 3.0000000000000004 at 3.
		tries: min(max(int(math.Ceil(s.maxFeatures*float64(p)-1e-9)), 1), p),
	}
	for _, y := range t.Y {
		sh.mean += y / float64(n)
	}
	for i, y := range t.Y {
		sh.y[i] = y - sh.mean
		sh.inverse[i+1] = 1 / float64(i+1)
	}
	for j, column := range t.Columns {
		order := make([]int32, n)
		for i := range order {
			order[i] = int32(i)
		}
		slices.SortFunc(order, func(a, b int32) int {
			return cmp.Or(cmp.Compare(column[a], column[b]), cmp.Compare(a, b))
		})
		sh.order[j] = order
	}
	return sh
}

// grower grows one tree after the other in the same memory.
//
// The rows of a node are a segment of sorted[j] for every feature j: the same
// rows, each time sorted by that feature. Splitting a node parts every segment
// in two and keeps their order, so that nothing is ever sorted again.
type grower struct {
	*shared
	weight []int32   // w, how often the bootstrap drew a row
	wy     []float64 // w·y
	sorted [][]int32
	left   []uint8 // of a row: 1 if it goes left in the split at hand, else 0
	spill  []int32 // the right side while a segment is parted
	draw   []int   // features in random order
	nodes  []node
	stack  []segment
	rng    *rand.Rand
	source *rand.PCG
	work   int64
}

// segment is a node yet to be grown. Its rows are in order at least in the
// segment of the feature by which its parent was split.
type segment struct{ node, from, to, depth, by int32 }

func newGrower(sh *shared) *grower {
	n, p := len(sh.y), len(sh.columns)
	g := &grower{
		shared: sh, weight: make([]int32, n), wy: make([]float64, n),
		left: make([]uint8, n), spill: make([]int32, n), draw: make([]int, p),
		sorted: make([][]int32, p), nodes: make([]node, 0, 2*n), source: rand.NewPCG(0, 0),
	}
	g.rng = rand.New(g.source)
	for j := range g.sorted {
		g.sorted[j] = make([]int32, n)
		g.draw[j] = j
	}
	return g
}

// grow grows tree b of the forest and counts its work.
func (g *grower) grow(b uint64) ([]node, int64) {
	g.source.Seed(g.settings.Seed, b)
	for j := range g.draw {
		g.draw[j] = j
	}
	rows := g.bootstrap()
	g.work = 0
	g.nodes = append(g.nodes[:0], node{})
	g.stack = append(g.stack[:0], segment{to: int32(rows)})
	for len(g.stack) > 0 {
		s := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		g.growNode(s)
	}
	return slices.Clone(g.nodes), g.work
}

// bootstrap draws as many rows as there are, with replacement, and lists those
// drawn, sorted by each feature. It returns how many different ones there are.
func (g *grower) bootstrap() int {
	n := len(g.y)
	clear(g.weight)
	for range n {
		g.weight[g.rng.IntN(n)]++
	}
	rows := 0
	for i, w := range g.weight {
		g.wy[i] = float64(float64(w) * g.y[i])
	}
	for j, order := range g.order {
		rows = 0
		sorted := g.sorted[j]
		for _, i := range order {
			if g.weight[i] > 0 {
				sorted[rows] = i
				rows++
			}
		}
	}
	return rows
}

// growNode turns a segment into a leaf, or into a split and two more segments.
func (g *grower) growNode(s segment) {
	sum, count, pure := g.total(g.sorted[s.by][s.from:s.to])
	g.nodes[s.node] = node{feature: -1, value: g.mean + float64(sum*g.inverse[count])}
	if pure || int(s.depth) == g.settings.maxDepth || int(count) < 2*g.settings.MinLeaf {
		return
	}
	best := g.split(s, sum, count)
	if best.feature < 0 {
		return
	}
	middle := s.from + best.at
	if s.to-s.from > 2 && int(s.depth)+1 < g.settings.maxDepth { // else both sides are leaves
		g.part(s, middle, best.feature)
	}
	left := int32(len(g.nodes))
	g.nodes[s.node] = node{feature: best.feature, value: best.threshold, left: left}
	g.nodes = append(g.nodes, node{}, node{})
	g.stack = append(g.stack,
		segment{left + 1, middle, s.to, s.depth + 1, best.feature},
		segment{left, s.from, middle, s.depth + 1, best.feature})
}

// total adds up a node's rows; pure says that their targets are all equal.
func (g *grower) total(rows []int32) (sum float64, count int32, pure bool) {
	pure = true
	first := g.y[rows[0]]
	for _, i := range rows {
		sum += g.wy[i]
		count += g.weight[i]
		pure = pure && g.y[i] == first
	}
	return sum, count, pure
}

// choice is a split: the first at rows of the segment by feature go left.
type choice struct {
	feature   int32 // −1: none
	at        int32
	threshold float64
}

// split seeks the best split of a segment among k random features, and among
// more where the rows are equal in all of those.
func (g *grower) split(s segment, sum float64, count int32) choice {
	best, beaten := choice{feature: -1}, math.Inf(-1)
	varied := false
	minLeaf := int32(g.settings.MinLeaf)
	for tried := 0; tried < len(g.draw) && (tried < g.tries || !varied); tried++ {
		// Fisher and Yates: the next of a random permutation.
		other := tried + g.rng.IntN(len(g.draw)-tried)
		g.draw[tried], g.draw[other] = g.draw[other], g.draw[tried]
		j := g.draw[tried]

		rows, x := g.sorted[j][s.from:s.to], g.columns[j]
		value := x[rows[0]]
		if value == x[rows[len(rows)-1]] {
			continue // the rows are equal in this feature
		}
		varied = true
		g.work += int64(len(rows))
		var leftSum float64
		var leftCount int32
		for k := 1; k < len(rows); k++ {
			leftSum += g.wy[rows[k-1]]
			leftCount += g.weight[rows[k-1]]
			next := x[rows[k]]
			if next == value {
				continue
			}
			value = next
			rightCount := count - leftCount
			if leftCount < minLeaf || rightCount < minLeaf {
				continue
			}
			// S₁²/N₁ + S₂²/N₂
			rightSum := sum - leftSum
			score := float64(float64(leftSum*leftSum)*g.inverse[leftCount]) +
				float64(float64(rightSum*rightSum)*g.inverse[rightCount])
			if score > beaten {
				beaten = float64(score * (1 + tie))
				best = choice{int32(j), int32(k), between(x[rows[k-1]], next)}
			}
		}
	}
	return best
}

// tie is by how much, relatively, a split must be better to be preferred: more than rounding
// errors, so that of equal ones the first drawn wins.
const tie = 1e-10

// between is a threshold that parts a < b: a ≤ threshold < b.
func between(a, b float64) float64 {
	if m := a/2 + b/2; m >= a && m < b {
		return m
	}
	return a // neighbouring numbers
}

// part sorts every feature's segment into left rows, then right ones, each side in its order. The
// rows of the split's own feature are already sorted.
func (g *grower) part(s segment, middle, feature int32) {
	own := g.sorted[feature]
	for _, i := range own[s.from:middle] {
		g.left[i] = 1
	}
	for _, i := range own[middle:s.to] {
		g.left[i] = 0
	}
	for j, sorted := range g.sorted {
		if int32(j) == feature {
			continue
		}
		rows, l := sorted[s.from:s.to], 0
		spill := g.spill[:len(rows)]
		for k, i := range rows {
			// Stored on both sides, counted on one: the processor would guess a
			// branch on the side wrong half the time.
			rows[l], spill[k-l] = i, i
			l += int(g.left[i])
		}
		copy(rows[l:], spill)
	}
}
