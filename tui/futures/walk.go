package futures

import (
	"maps"
	"math"
	"slices"
)

// At returns the node at a cell of the pane, below the heads, or −1; of several
// in one line the likeliest.
func (l *Layout) At(x, y, top, h int) int {
	for i := range l.Branches {
		b := &l.Branches[i]
		row, ok := l.shown(b, top, h)
		if !ok || row != y || b.Stage > 0 && (b.Stage < l.From || b.Stage >= l.To) {
			continue
		}
		if c := l.columns[b.Stage]; x >= c.X && x < c.X+c.W {
			return b.Lead
		}
	}
	return -1
}

// Move returns the node reached from i by an arrow key: left the parent, right
// the likeliest answer, up and down the next line of the same stage. At the edge
// it is i itself. Several nodes in one line count as the likeliest of them.
func (t *Tree) Move(l Layout, i, dx, dy int) int {
	if i < 0 || i >= len(l.Of) {
		return 0
	}
	b := l.Branches[l.Of[i]]
	switch {
	case dx < 0:
		if b.Parent >= 0 {
			return l.Branches[b.Parent].Lead
		}
	case dx > 0:
		if k := l.likeliest(b.kids); k >= 0 {
			return l.Branches[k].Lead
		}
	case dy != 0:
		best, at := 0, -1
		for j := range l.Branches {
			q := &l.Branches[j]
			if d := (q.Row - b.Row) * dy; q.Stage == b.Stage && d > 0 && (at < 0 || d < best) {
				best, at = d, j
			}
		}
		if at >= 0 {
			return l.Branches[at].Lead
		}
	}
	return i
}

// likeliest is the branch of the largest chance, of equal ones the middle one.
func (l *Layout) likeliest(kids []int) int {
	best := -1
	for _, k := range kids {
		if best < 0 || l.Branches[k].Chance > l.Branches[best].Chance {
			best = k
		}
	}
	if best < 0 {
		return -1
	}
	var equal []int
	for _, k := range kids {
		if l.Branches[k].Chance == l.Branches[best].Chance {
			equal = append(equal, k)
		}
	}
	return equal[(len(equal)-1)/2]
}

// PathTo is the nodes from the root to a node.
func (t *Tree) PathTo(node int) []int {
	var out []int
	for i := node; i >= 0 && i < len(t.Nodes); {
		out = append(out, i)
		if p := t.Nodes[i].Parent; p < i {
			i = p
		} else {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// Likeliest follows the likeliest answer from a node to the end: of values, and
// of one value's costs.
func (t *Tree) Likeliest(from int) int {
	return t.follow(from, func(n Node) float64 { return n.Chance })
}

// Worthiest follows, from a node to the end, the answer that adds most to the
// worth: its chance times what it is worth.
func (t *Tree) Worthiest(from int) int {
	return t.follow(from, func(n Node) float64 { return n.Chance * n.Worth })
}

// follow goes to the value with the largest sum over its costs, of equal ones to
// the most central, and there to the cost with the largest part; and so on until
// nothing follows.
func (t *Tree) follow(from int, part func(Node) float64) int {
	at := from
	for at >= 0 && at < len(t.Nodes) && !t.Nodes[at].Kind.ends() && len(t.kids[at]) > 0 {
		kids := t.kids[at]
		mean := 0.0
		for _, k := range kids {
			mean += t.Nodes[k].Chance * t.Nodes[k].Value
		}
		best, most := -1, 0.0
		for _, k := range kids {
			n, sum := t.Nodes[k], 0.0
			for _, j := range kids {
				if t.Nodes[j].Value == n.Value {
					sum += part(t.Nodes[j])
				}
			}
			if best < 0 {
				best, most = k, sum
				continue
			}
			b := t.Nodes[best]
			switch alike := math.Abs(sum-most) <= 1e-9*most; {
			case n.Value == b.Value:
				if part(n) > part(b) {
					best = k
				}
			case !alike && sum > most, alike && math.Abs(n.Value-mean) < math.Abs(b.Value-mean):
				best, most = k, sum
			}
		}
		at = best
	}
	return at
}

// Reveal opens what hides a node on its path, so that it leads a line.
func (t *Tree) Reveal(node int) {
	if t.Opened = maps.Clone(t.Opened); t.Opened == nil {
		t.Opened = map[Fold]bool{}
	}
	for stage, at := range t.PathTo(node) {
		if stage == 0 {
			continue
		}
		parent := t.Nodes[at].Parent
		if t.folded(stage) {
			t.Opened[Fold{Family, parent}] = true
		}
		for _, what := range []What{Rarer, Costs} { // among the rarer there may be costs to open
			for _, b := range t.family(parent) {
				if b.What != what || b.What == Costs && b.Lead == at || !slices.Contains(b.Nodes, at) {
					continue
				}
				t.Opened[t.fold(b)] = true
			}
		}
	}
}
