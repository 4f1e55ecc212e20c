package pane

import (
	"fmt"
	"strings"

	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// TreeChart keeps the last scenario tree that was made into a chart: its texts
// stay the same from frame to frame.
type TreeChart struct {
	of   *lookahead.Snapshot
	tree chart.Tree
}

// Keep makes a scenario tree into a chart, unless it is the last one.
func (k *TreeChart) Keep(v screen.View, tree *lookahead.Snapshot) {
	if k.of != tree {
		k.of, k.tree = tree, newTreeChart(v.Problem(), tree)
	}
}

// Get is a scenario tree as a chart, in the theme's colours. It is best kept
// before it is drawn.
func (k TreeChart) Get(v screen.View, tree *lookahead.Snapshot) chart.Tree {
	k.Keep(v, tree)
	t, th := k.tree, v.Theme
	t.Line, t.Path, t.Open, t.Exhausted, t.Truncated = th.Axis, th.Next, th.Open, th.Exhausted, th.Truncated
	return t
}

// newTreeChart writes the texts of a scenario tree. The fields of a stage stand
// under each other.
func newTreeChart(p *scenarios.Problem, tree *lookahead.Snapshot) chart.Tree {
	out := chart.Tree{Selected: -1}
	fields := make([][3]string, len(tree.Nodes)) // chance, point, value and budget
	widths := make([][3]int, tree.Steps)
	value := func(n lookahead.NodeView) string { return "Q " + Beside(n.Subtree, tree.Value) }
	for i, n := range tree.Nodes {
		f := &fields[i]
		if n.Parent >= 0 {
			f[0] = Chance(n.Probability / tree.Nodes[n.Parent].Probability)
		}
		f[1] = NodePoint(p, n)
		f[2] = fmt.Sprintf("Q %s  B %s", Beside(n.Subtree, tree.Value), chart.Num(max(0, n.Budget)))
		if n.Kind == lookahead.KindExhausted {
			f[1], f[2] = "budget gone", ""
		}
		w := &widths[n.Stage]
		w[0], w[1], w[2] = max(w[0], chart.Width(f[0])), max(w[1], chart.Width(f[1])), max(w[2], chart.Width(value(n)))
	}
	for i, n := range tree.Nodes {
		f, w := fields[i], widths[n.Stage]
		node := chart.TreeNode{Parent: n.Parent, Value: n.Subtree, Weight: n.Probability, Short: value(n)}
		if w[0] > 0 {
			node.Label = padLeft(f[0], w[0]) + "  "
			node.Short = PadRight(node.Short, w[2]) + "  " + padLeft(f[0], w[0]) // the value survives longest where it is narrow
		}
		node.Label = strings.TrimRight(node.Label+PadRight(f[1], w[1])+"  "+f[2], " ")
		switch n.Kind {
		case lookahead.KindExhausted:
			node.Kind = chart.ExhaustedNode
		case lookahead.KindTruncated:
			node.Kind = chart.TruncatedNode
		}
		if n.Parent >= 0 {
			node.Edge = fmt.Sprintf("%s for %s", chart.Num(p.Sign()*n.Y), chart.Num(n.Cost))
		}
		out.Nodes = append(out.Nodes, node)
	}
	for s := range tree.Steps {
		title := fmt.Sprintf("stage %d", s)
		if s == 0 {
			title += ": now"
		}
		out.Stages = append(out.Stages, title)
	}
	return out
}

func padLeft(s string, w int) string {
	return strings.Repeat(" ", max(0, w-chart.Width(s))) + s
}

func PadRight(s string, w int) string {
	return s + strings.Repeat(" ", max(0, w-chart.Width(s)))
}

// Chance writes a probability as people say it.
func Chance(p float64) string {
	switch {
	case p < 0.001:
		return "<0.1 %"
	case p < 0.0995:
		return fmt.Sprintf("%.1f %%", 100*p)
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}

// Beside writes a value that stands beside a whole: what is nothing to it is 0.
func Beside(v, whole float64) string {
	if v < 1e-6*whole {
		return "0"
	}
	return chart.Num(v)
}

// NodePoint is the point a node looks at, in few words.
func NodePoint(p *scenarios.Problem, n lookahead.NodeView) string {
	word := func(i int) string { return Word(p.Parameters[i], n.Point[i]) }
	switch len(n.Point) {
	case 1:
		return "x " + word(0)
	case 2:
		return "(" + word(0) + ", " + word(1) + ")"
	}
	return "(" + word(0) + ", …)"
}

// FoldToFit folds the deepest stages of a tree too tall for h rows, but never
// the first: that one scrolls.
func FoldToFit(t chart.Tree, h int) []bool {
	folded := t.FoldToFit(h)
	if len(folded) > 1 {
		folded[1] = false
	}
	return folded
}

// Counts are the numbers of open, exhausted and truncated nodes.
func Counts(tree *lookahead.Snapshot) (open, exhausted, truncated int) {
	for _, n := range tree.Nodes {
		switch n.Kind {
		case lookahead.KindExhausted:
			exhausted++
		case lookahead.KindTruncated:
			truncated++
		default:
			open++
		}
	}
	return open, exhausted, truncated
}

// NoTree says why there is no tree to draw.
func NoTree(s *study.Snapshot) string {
	if !s.Policy.Tree() {
		return s.Policy.Title() + " does not look ahead: it has no scenario tree. x shows the other policy's."
	}
	return "The run has ended (" + string(s.Stop) + "): there is no decision, and no tree behind it. p goes back to one."
}
