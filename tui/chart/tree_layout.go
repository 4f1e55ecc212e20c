package chart

import (
	"math"
	"slices"
)

// NodeKind says how a node of a scenario tree ends.
type NodeKind uint8

// The kinds.
const (
	OpenNode      NodeKind = iota // ○ has budget left and children
	ExhaustedNode                 // ● its budget is spent
	TruncatedNode                 // ■ a leaf at the last stage with budget left
)

// TreeNode is one node. Parents come before their children.
type TreeNode struct {
	Parent int // index; negative: the root
	Kind   NodeKind
	Label  string
	Short  string  // where columns are narrow; "": the label, cut
	Edge   string  // the fantasy that leads here, shown on the selected path
	Value  float64 // what a folded group averages
	Weight float64 // in that average; 0 counts as 1
}

// Tree is a scenario tree: stages as columns from left to right, the root at the left middle.
type Tree struct {
	Nodes    []TreeNode
	Selected int
	Folded   []bool   // by stage: a folded stage shows each family as one line
	Stages   []string // titles of the columns; nil: none

	Top, Left int // scrolling, in cells

	Line, Path                 Color // edges; edges and labels of the selected path
	Open, Exhausted, Truncated Color
}

// TreePlace is where a node or a folded group stands.
type TreePlace struct {
	Stage, Row int
	Shown      bool // false: inside a folded group
	Group      int  // index of Groups if folded into one, else -1
}

// TreeGroup is the children of one node, folded into one line.
type TreeGroup struct {
	Parent, First, Count int // First is the index of the first node of the family
	Stage, Row           int
	Below                int // nodes hidden deeper down
	Mean, Lo, Hi         float64
}

// TreeColumn is the room of one stage, in cells: where its nodes start, and how wide their text is.
type TreeColumn struct{ X, W, Gap int }

// TreeLayout is the outcome of Layout. It does not depend on the selection or on scrolling, so that
// nothing moves while the eye walks along.
type TreeLayout struct {
	Places     []TreePlace
	Groups     []TreeGroup
	Columns    []TreeColumn
	Rows, Cols int // extent in cells, without the titles
	short      bool
	edges      bool // there is room for the edges' labels
}

// children returns, for each node, the indices of its children in order.
func (t Tree) children() [][]int {
	out := make([][]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if n.Parent >= 0 && n.Parent < i {
			out[n.Parent] = append(out[n.Parent], i)
		}
	}
	return out
}

func (t Tree) folded(stage int) bool { return stage >= 0 && stage < len(t.Folded) && t.Folded[stage] }

// Layout places the nodes for a pane of w columns, measuring text with measure (Width, or
// Canvas.Width). Leaves take a row each, in order; a parent stands in the middle of its children.
func (t Tree) Layout(w int, measure func(string) int) TreeLayout {
	l := TreeLayout{Places: make([]TreePlace, len(t.Nodes))}
	kids := t.children()
	for i := range l.Places {
		l.Places[i].Group = -1
	}
	var place func(i, stage int)
	place = func(i, stage int) {
		p := &l.Places[i]
		p.Stage, p.Shown = stage, true
		switch k := kids[i]; {
		case len(k) == 0:
			p.Row = l.Rows
			l.Rows++
		case t.folded(stage + 1):
			p.Row = l.Rows
			l.Rows++
			l.Groups = append(l.Groups, t.group(kids, i, stage+1, p.Row))
			for _, c := range k {
				l.hide(kids, c, stage+1, len(l.Groups)-1)
			}
		default:
			for _, c := range k {
				place(c, stage+1)
			}
			p.Row = (l.Places[k[0]].Row + l.Places[k[len(k)-1]].Row) / 2
		}
	}
	for i, n := range t.Nodes {
		if n.Parent < 0 || n.Parent >= i {
			place(i, 0)
		}
	}
	t.columns(&l, w, measure)
	return l
}

// hide marks a folded subtree.
func (l *TreeLayout) hide(kids [][]int, i, stage, group int) {
	l.Places[i] = TreePlace{Stage: stage, Row: l.Groups[group].Row, Group: group}
	for _, c := range kids[i] {
		l.hide(kids, c, stage+1, group)
	}
}

func (t Tree) group(kids [][]int, parent, stage, row int) TreeGroup {
	family := kids[parent]
	g := TreeGroup{Parent: parent, First: family[0], Count: len(family), Stage: stage, Row: row, Lo: math.Inf(1), Hi: math.Inf(-1)}
	sum, weights := 0.0, 0.0
	var count func(i int) int
	count = func(i int) int {
		n := len(kids[i])
		for _, c := range kids[i] {
			n += count(c)
		}
		return n
	}
	for _, i := range family {
		g.Below += count(i)
		n := t.Nodes[i]
		if !finite(n.Value) {
			continue
		}
		w := n.Weight
		if w == 0 {
			w = 1
		}
		sum, weights = sum+w*n.Value, weights+w
		g.Lo, g.Hi = math.Min(g.Lo, n.Value), math.Max(g.Hi, n.Value)
	}
	g.Mean = sum / weights // NaN for a family without values
	return g
}

// text is a group's line.
func (g TreeGroup) text() string {
	s := itoa(g.Count) + " nodes"
	if finite(g.Mean) {
		s += "  mean " + Num(g.Mean)
		if g.Lo < g.Hi {
			s += ", " + Interval(g.Lo, g.Hi)
		}
	}
	return s
}

const (
	treeGap = 5 // between the text of a stage and the next one's glyph: " ─┬─ "
	treeMin = 6 // the narrowest text worth showing
)

// columns gives each stage its room. If the pane is too narrow for everything the labels of the
// edges go first, then the long labels; then labels are cut; then the pane has to scroll.
func (t Tree) columns(l *TreeLayout, w int, measure func(string) int) {
	stages := 0
	for _, p := range l.Places {
		if p.Shown {
			stages = max(stages, p.Stage+1)
		}
	}
	for _, g := range l.Groups {
		stages = max(stages, g.Stage+1)
	}
	long, short, edge := make([]int, stages), make([]int, stages), make([]int, stages)
	for i, p := range l.Places {
		if !p.Shown {
			continue
		}
		n := t.Nodes[i]
		long[p.Stage] = max(long[p.Stage], measure(n.Label))
		short[p.Stage] = max(short[p.Stage], measure(n.short()))
		if n.Edge != "" {
			edge[p.Stage] = max(edge[p.Stage], measure(n.Edge)+4)
		}
	}
	for _, g := range l.Groups {
		n := measure(g.text())
		long[g.Stage], short[g.Stage] = max(long[g.Stage], n), max(short[g.Stage], n)
	}
	total := func(text, edge []int) int {
		n := 0
		for s := range text {
			n += 2 + text[s]
			if s > 0 {
				n += treeGap
				if edge != nil {
					n += edge[s]
				}
			}
		}
		return n
	}
	text := long
	l.edges = total(long, edge) <= w
	if !l.edges && total(long, nil) > w {
		text, l.short = short, true
		l.edges = total(short, edge) <= w
	}
	for !l.edges && total(text, nil) > w {
		widest := slices.Index(text, slices.Max(text))
		if text[widest] <= treeMin {
			break
		}
		text[widest]--
	}
	x := 0
	for s := range stages {
		gap := 0
		if s > 0 {
			gap = treeGap
			if l.edges {
				gap += edge[s]
			}
		}
		x += gap
		l.Columns = append(l.Columns, TreeColumn{X: x, W: text[s], Gap: gap})
		x += 2 + text[s]
	}
	l.Cols = x
}

func (n TreeNode) short() string {
	if n.Short != "" {
		return n.Short
	}
	return n.Label
}

// FoldToFit folds as few of the deepest stages as needed for the tree to fit into h rows.
func (t Tree) FoldToFit(h int) []bool {
	stages := 0
	depth := make([]int, len(t.Nodes))
	for i, n := range t.Nodes {
		if n.Parent >= 0 && n.Parent < i {
			depth[i] = depth[n.Parent] + 1
		}
		stages = max(stages, depth[i]+1)
	}
	t.Folded = make([]bool, stages)
	for s := stages - 1; s > 0 && t.Layout(0, zeroWidth).Rows > h; s-- {
		t.Folded[s] = true
	}
	return t.Folded
}

func zeroWidth(string) int { return 0 }

// Reveal returns the scrolling that shows node i in a pane of w×h cells, moved as little as possible.
func (l TreeLayout) Reveal(i, top, left, w, h int) (int, int) {
	if i < 0 || i >= len(l.Places) || len(l.Columns) == 0 {
		return 0, 0
	}
	p := l.Places[i]
	if p.Group >= 0 {
		p.Stage = l.Groups[p.Group].Stage
	}
	col := l.Columns[min(p.Stage, len(l.Columns)-1)]
	top = Reveal(p.Row, top, h, l.Rows)
	left = min(left, max(col.X-col.Gap, 0))
	left = max(left, min(col.X+2+col.W-w, col.X))
	return top, clamp(left, 0, max(l.Cols-w, 0))
}

// At returns the node at a cell of the pane, below the titles, or -1; of a folded group its first.
func (l TreeLayout) At(x, y, top, left int) int {
	x, y = x+left, y+top
	hit := func(stage, row int) bool {
		c := l.Columns[stage]
		return row == y && x >= c.X && x < c.X+2+c.W
	}
	for i, p := range l.Places {
		if p.Shown && hit(p.Stage, p.Row) {
			return i
		}
	}
	for _, g := range l.Groups {
		if hit(g.Stage, g.Row) {
			return g.First
		}
	}
	return -1
}

// Move returns the node reached from i by an arrow key: left the parent, right the middle child, up
// and down the next node of the same stage. At the edge it is i itself. A folded group counts as its
// first node.
func (t Tree) Move(l TreeLayout, i, dx, dy int) int {
	if i < 0 || i >= len(t.Nodes) {
		return 0
	}
	p := l.Places[i]
	switch {
	case dx < 0:
		if q := t.Nodes[i].Parent; q >= 0 {
			return q
		}
	case dx > 0:
		var kids []int
		for j, n := range t.Nodes {
			if n.Parent == i {
				kids = append(kids, j)
			}
		}
		if len(kids) > 0 && p.Group < 0 {
			if l.Places[kids[0]].Group >= 0 {
				return kids[0]
			}
			return kids[(len(kids)-1)/2]
		}
	case dy != 0:
		best, at := math.MaxInt, i
		for j, q := range l.Places {
			if q.Stage != p.Stage || (q.Row-p.Row)*dy <= 0 || !q.Shown && (q.Group < 0 || l.Groups[q.Group].First != j) {
				continue
			}
			if d := (q.Row - p.Row) * dy; d < best {
				best, at = d, j
			}
		}
		return at
	}
	return i
}
