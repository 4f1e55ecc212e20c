package pane

import (
	"math"
	"strings"

	"farsight/internal/sanitize"
	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/screen"
)

// TreeChart keeps the last scenario tree that was made into a chart: its texts
// stay the same from frame to frame.
type TreeChart struct {
	of   *lookahead.Snapshot
	tree futures.Tree
}

// Keep makes a scenario tree into a chart, unless it is the last one.
func (k *TreeChart) Keep(v screen.View, tree *lookahead.Snapshot) {
	if k.of != tree {
		k.of, k.tree = tree, newTreeChart(v.Problem, tree)
	}
}

// Get is a scenario tree as a chart, in the theme's colours. It is best kept
// before it is drawn.
func (k TreeChart) Get(v screen.View, tree *lookahead.Snapshot) futures.Tree {
	k.Keep(v, tree)
	t, th := k.tree, v.Theme
	t.Line, t.Path, t.Open, t.Exhausted, t.Truncated = th.Axis, th.Next, th.Open, th.Exhausted, th.Truncated
	t.Better, t.Alike, t.Worse = th.Good, th.Truncated, th.Warning
	t.Left, t.Track = th.Older, th.Left
	return t
}

// newTreeChart describes a scenario tree to who draws it.
func newTreeChart(p *scenarios.Problem, tree *lookahead.Snapshot) futures.Tree {
	nodes := make([]futures.Node, len(tree.Nodes))
	for i, n := range tree.Nodes {
		f := futures.Node{Parent: n.Parent, Chance: 1, Worth: n.Subtree, Left: max(0, n.Budget), Points: nodePoints(p, n)}
		switch KindOf(n) {
		case lookahead.KindExhausted:
			f.Kind, f.Worth = futures.Exhausted, 0
		case lookahead.KindTruncated:
			f.Kind = futures.Truncated
		case lookahead.KindStopped: // money is left, and nothing is bought
			f.Kind, f.Worth = futures.Stopped, 0
		}
		if n.Parent >= 0 {
			from := tree.Nodes[n.Parent]
			f.Value, f.Cost, f.Chance = n.Y, n.Cost, n.Probability/from.Probability
			f.Outcome = outcome(n.Y, from)
		}
		nodes[i] = f
	}
	t := futures.New(nodes, p.Sign())
	for i, v := range tree.Nodes[0].Point {
		t.Coordinates = append(t.Coordinates, sanitize.Text(p.Parameters[i].Name)+" "+ShortSetting(p.Parameters[i], v))
	}
	return t
}

// alike is how near the best so far an answer is taken for alike, in standard
// deviations of what is believed where it is asked for.
const alike = 1.0 / 3

// outcome is what an answer is beside the best so far, where it is asked for.
func outcome(y float64, from lookahead.NodeView) futures.Outcome {
	switch d := y - from.Best; {
	case math.Abs(d) <= alike*from.Sd:
		return futures.Alike
	case d > 0:
		return futures.Better
	}
	return futures.Worse
}

// nodePoints are ways to write the point a node looks at: with the parameters'
// names, and as numbers alone.
func nodePoints(p *scenarios.Problem, n lookahead.NodeView) []string {
	var named, bare []string
	for i, v := range n.Point {
		word := ShortSetting(p.Parameters[i], v)
		named = append(named, sanitize.Text(p.Parameters[i].Name)+" "+word)
		bare = append(bare, word)
	}
	return []string{strings.Join(named, ", "), strings.Join(bare, ", ")}
}

// NodePoint is the point a node looks at, the parameters by name.
func NodePoint(p *scenarios.Problem, n lookahead.NodeView) string {
	return PointWords(p.Parameters, n.Point, mostNamed)
}

// mostNamed is how many parameters a sentence names.
const mostNamed = 4

func PadRight(s string, w int) string {
	return s + strings.Repeat(" ", max(0, w-chart.Width(s)))
}

// Chance writes a probability as people say it.
func Chance(p float64) string { return chart.Chance(p) }
