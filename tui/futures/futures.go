// Package futures draws scenario trees: from left to right the imagined outcomes, each with its
// probability, the point chosen next, its value and the remaining budget. It does not depend on
// models or studies.
//
//	futures.go   what a tree is; from node to node, the paths worth following
//	branches.go  siblings as lines: sorted by outcome, alike ones and rare ones folded
//	layout.go    which row each line has; columns.go: which columns
//	draw.go      the drawing, and its lines
package futures

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"farsight/tui/chart"
)

// kind says how a node ends.
type kind uint8

// The kinds.
const (
	Open      kind = iota // it continues
	Exhausted             // nothing more is affordable
	Truncated             // budget remains, and the horizon ends
	Stopped               // budget remains and is worth more later: nothing is bought
)

// Shape is the mark of a kind.
func (k kind) Shape() chart.Shape {
	return [...]chart.Shape{Open: chart.MarkOpen, Exhausted: chart.MarkExhausted, Truncated: chart.MarkHorizon, Stopped: chart.MarkStopped}[k]
}

// Outcome says what an imagined answer is beside the best so far.
type Outcome uint8

// The outcomes, the best first.
const (
	Better Outcome = iota
	Alike
	Worse
)

// Rune is the mark of an outcome.
func (o Outcome) Rune() rune {
	return [...]chart.Shape{Better: chart.MarkBetter, Alike: chart.MarkAlike, Worse: chart.MarkWorse}[o].Rune()
}

// Node is one node. Parents come before their children.
type Node struct {
	Parent  int // index; negative: the root
	Kind    kind
	Outcome Outcome // of the answer that leads here

	Value  float64 // of that answer; the larger the better
	Cost   float64 // of it
	Chance float64 // of the answer, given the parent
	Worth  float64 // of going on from here
	Left   float64 // remaining budget
	// Points are ways to write where it looks, the longest first.
	Points []string

	found, cost, chance, worth, left string
}

// Tree is a tree of futures, as New makes it.
type Tree struct {
	Nodes []Node
	// Coordinates are the root's point line by line, where there are rows for it.
	Coordinates []string
	Selected    int           // negative: none
	Folded      []bool        // by stage: a folded stage shows each family as one line
	Opened      map[Fold]bool // lines that are not folded though they might be
	Roomy       bool          // rather fewer stages than any without chance and worth
	From        int           // the first stage shown beside the root; 0 is 1
	Top         int           // rows scrolled

	Line, Path                 chart.Color // edges; the selected path
	Open, Exhausted, Truncated chart.Color // Stopped is as Truncated
	Better, Alike, Worse       chart.Color
	Left, Track                chart.Color // the gauge of budget, and its spent part

	whole, budget float64 // value and budget of the root
	kids          [][]int
	stages        int
}

// Fold names what is folded: siblings that differ only in cost by the first of
// them, a family's rarer answers and a family of a folded stage by their parent.
type Fold struct {
	what What
	node int
}

// New is a tree of nodes, with its texts written. sign is −1 where values were
// turned around so that larger is better.
func New(nodes []Node, sign float64) Tree {
	t := Tree{Nodes: nodes, Selected: -1, kids: make([][]int, len(nodes))}
	depth := make([]int, len(nodes))
	if len(nodes) > 0 {
		t.whole, t.budget = nodes[0].Worth, nodes[0].Left
	}
	for i := range nodes {
		n := &nodes[i]
		if n.Parent >= 0 && n.Parent < i {
			t.kids[n.Parent] = append(t.kids[n.Parent], i)
			depth[i] = depth[n.Parent] + 1
			n.found, n.cost, n.chance = chart.Num(sign*n.Value), chart.Num(n.Cost), chart.Chance(n.Chance)
		}
		n.worth, n.left = t.worthText(n.Worth), chart.Num(max(0, n.Left))
		t.stages = max(t.stages, depth[i]+1)
	}
	return t
}

// Worth writes a worth beside the whole it is part of: to the whole's last figure; a negligible
// part is 0.
func Worth(v, whole float64) string {
	if !(whole > 0) {
		return chart.Num(v)
	}
	text := chart.Num(whole)
	decimals := 0
	for i, r := range text {
		if r == 'e' { // too large to be read in decimals
			if v < whole/2000 {
				return "0"
			}
			return chart.Num(v)
		}
		if r == '.' {
			decimals = len(text) - i - 1
		}
	}
	rounded := strconv.FormatFloat(v, 'f', decimals, 64)
	if f, err := strconv.ParseFloat(rounded, 64); err != nil || f == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		if v > 0 && v < whole {
			return "0"
		}
		return chart.Num(v)
	}
	if whole := chart.Num(v); len(whole) < len(rounded) {
		return whole // more figures than three
	}
	return rounded
}

func (t *Tree) worthText(v float64) string { return Worth(v, t.whole) }

// Color is that of an outcome.
func (t *Tree) Color(o Outcome) chart.Color {
	return [...]chart.Color{Better: t.Better, Alike: t.Alike, Worse: t.Worse}[o]
}

// kindColor is that of a kind.
func (t *Tree) kindColor(k kind) chart.Color {
	return [...]chart.Color{Open: t.Open, Exhausted: t.Exhausted, Truncated: t.Truncated, Stopped: t.Truncated}[k]
}

// ends reports whether nothing is looked at from a node on, though a tree has nodes
// for it.
func (k kind) ends() bool { return k == Exhausted || k == Stopped }

func (t *Tree) folded(stage int) bool { return stage >= 0 && stage < len(t.Folded) && t.Folded[stage] }

// Stages is how many there are, the root's included.
func (t *Tree) Stages() int { return t.stages }

// At returns the node at a cell of the pane, below the heads, or −1; of several
// in one line the likeliest.
func (l *Layout) At(x, y, top, h int) int {
	for i := range l.Branches {
		b := &l.Branches[i]
		row, ok := l.shown(b, top, h)
		if !ok || row != y || b.Stage > 0 && (b.Stage < l.From || b.Stage >= l.To) {
			continue
		}
		if c := l.columns[b.Stage]; x >= c.x && x < c.x+c.w {
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

// likeliest is the branch of the largest chance, of equal ones the middle one; −1: there is none.
func (l *Layout) likeliest(kids []int) int {
	var best []int
	for _, k := range kids {
		switch {
		case len(best) == 0 || l.Branches[k].Chance > l.Branches[best[0]].Chance:
			best = []int{k}
		case l.Branches[k].Chance == l.Branches[best[0]].Chance:
			best = append(best, k)
		}
	}
	if len(best) == 0 {
		return -1
	}
	return best[(len(best)-1)/2]
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
