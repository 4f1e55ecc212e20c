package futures

import (
	"farsight/tui/chart"
)

// Layout is the place of everything. It does not depend on the selection, nor on scrolling within
// what fits, so that nothing moves while the selection does.
type Layout struct {
	Branches []Branch
	Of       []int // by node: its branch
	rows     int
	From, To int // the stages shown beside the root

	columns []column // by stage
	root    []string // the lines at the root
}

// Layout places the tree in a pane of w columns and h rows, measuring text with
// measure (chart.Width, or Canvas.Width).
func (t *Tree) Layout(w, h int, measure func(string) int) Layout {
	l := Layout{Of: make([]int, len(t.Nodes))}
	if len(t.Nodes) == 0 {
		return l
	}
	root := t.branch(one, []int{0}, 1)
	root.Parent = -1
	l.Branches = append(l.Branches, root)
	t.place(&l, 0)
	t.size(&l, w, min(h, l.rows), measure)
	return l
}

// place gives a branch its rows, after those of what follows it: leaves take a
// row each, in order; others stand in the middle of theirs.
func (t *Tree) place(l *Layout, at int) {
	b := l.Branches[at]
	for _, k := range b.Nodes {
		l.Of[k] = at
		if k != b.Lead || b.What == Rarer || b.What == Family || b.kind.ends() {
			t.hide(l, k, at)
		}
	}
	first := l.rows
	var kids []int
	if (b.What == one || b.What == Costs) && !b.kind.ends() && len(t.kids[b.Lead]) > 0 {
		var family []Branch
		if t.folded(b.Stage+1) && !t.Opened[Fold{Family, b.Lead}] {
			family = append(family, t.branch(Family, t.kids[b.Lead], len(t.kids[b.Lead])))
		} else {
			family = t.family(b.Lead)
		}
		for _, k := range family {
			k.Parent, k.Stage = at, b.Stage+1
			l.Branches = append(l.Branches, k)
			kids = append(kids, len(l.Branches)-1)
			t.place(l, len(l.Branches)-1)
		}
	}
	p := &l.Branches[at]
	p.kids = kids
	if len(kids) == 0 {
		l.rows++
		p.Row, p.first, p.last = first, first, first
		return
	}
	p.Row = (l.Branches[kids[0]].Row + l.Branches[kids[len(kids)-1]].Row) / 2
	p.first, p.last = first, l.rows-1
}

// hide marks the descendants of a node as part of a branch.
func (t *Tree) hide(l *Layout, node, at int) {
	for _, k := range t.kids[node] {
		l.Of[k] = at
		t.hide(l, k, at)
	}
}

// FoldToFit folds as few of the deepest stages as needed for the tree to fit into
// h rows, but never the first: that one scrolls.
func (t *Tree) FoldToFit(h int) []bool {
	try := *t
	try.Folded = make([]bool, t.stages)
	for s := t.stages - 1; s > 1 && try.rows() > h; s-- {
		try.Folded[s] = true
	}
	return try.Folded
}

// rows is how many the tree takes.
func (t *Tree) rows() int {
	if len(t.Nodes) == 0 {
		return 0
	}
	l := Layout{Of: make([]int, len(t.Nodes)), Branches: []Branch{t.branch(one, []int{0}, 1)}}
	t.place(&l, 0)
	return l.rows
}

// HeightFor is the rows a tree takes with its heads, at most h.
func (t *Tree) HeightFor(h int) int { return min(t.rows()+1, h) }

// shown is the row of the pane a branch is drawn in: its own, or while that is
// out of sight and what follows it is not, the nearest that is free. So ancestors
// stay in view.
func (l *Layout) shown(b *Branch, top, h int) (row int, ok bool) {
	if b.last < top || b.first >= top+h {
		return b.Row - top, false
	}
	return min(max(b.Row, top, b.first), top+h-1, b.last) - top, true
}

// Reveal returns the scrolling that shows a node in a pane of h rows, moved as
// little as possible, and the first stage to show so that it is among them.
func (l *Layout) Reveal(node, top, from, h int) (newTop, newFrom int) {
	if node < 0 || node >= len(l.Of) {
		return 0, 0
	}
	b := l.Branches[l.Of[node]]
	top = chart.Reveal(b.Row, top, h, l.rows)
	switch {
	case b.Stage == 0:
		from = 1
	case b.Stage < l.From:
		from = b.Stage
	case b.Stage >= l.To:
		from = b.Stage - (l.To - l.From) + 1
	}
	return top, from
}

// Answers are the branches that leave a branch and have one value each.
func (l *Layout) Answers(at int) []Branch {
	var out []Branch
	for _, k := range l.Branches[at].kids {
		if b := l.Branches[k]; b.What == one || b.What == Costs {
			out = append(out, b)
		}
	}
	return out
}
