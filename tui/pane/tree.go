package pane

import (
	"fmt"
	"math"
	"strings"

	"farsight/internal/sanitize"
	"farsight/lookahead"
	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
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
		case lookahead.KindStopped: // budget remains, and nothing is bought
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

// alike is how near the best so far an outcome counts as alike, in standard deviations of the
// posterior at its point.
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

// affordable is the chance to fit the budget below which nothing is bought, as for
// a run that ends because too little is left.
const affordable = 0.005

// KindOf is how a node ends for display: one at the horizon whose budget does not pay for the point
// it would choose can afford nothing more.
func KindOf(n lookahead.NodeView) lookahead.Kind {
	if n.Kind == lookahead.KindTruncated && study.Fits(model.Moments{MuC: n.MeanLnCost, SdC: n.SdLnCost, Way: n.Way}, n.Budget) < affordable {
		return lookahead.KindExhausted
	}
	return n.Kind
}

// Counts are the numbers of nodes that continue, that can afford nothing more, where the horizon ends,
// and that keep their budget; nodes below an end count with it.
func Counts(tree *lookahead.Snapshot) (open, exhausted, truncated, stopped int) {
	for _, n := range tree.Nodes {
		switch KindOf(n) {
		case lookahead.KindExhausted:
			exhausted++
		case lookahead.KindTruncated:
			truncated++
		case lookahead.KindStopped:
			stopped++
		default:
			open++
		}
	}
	return open, exhausted, truncated, stopped
}

// NoTree says why there is no tree to draw.
func NoTree(s *study.Snapshot) string {
	if !s.Policy.Tree() {
		return s.Policy.Title() + " does not plan ahead: it has no scenario tree. x shows the other policy's."
	}
	if s.Stop == study.Running {
		return "Nothing has been decided yet: there is no tree."
	}
	return "The run has ended (" + study.StopWords(s.Stop) + "): there is no decision, and no tree behind it. p goes back to one."
}

func worth(tree *lookahead.Snapshot, v float64) string { return futures.Worth(v, tree.Value) }

// Answer is an imagined answer and what follows it, as a story tells it: of one
// node, or of several in one line.
type Answer struct {
	Cost        string
	Chance      float64
	Worth, Left float64
}

// AnswerOf is that of one node.
func AnswerOf(tree *lookahead.Snapshot, node int) Answer {
	n := tree.Nodes[node]
	a := Answer{Cost: chart.Num(n.Cost), Chance: 1, Worth: n.Subtree, Left: n.Budget}
	if n.Parent >= 0 {
		a.Chance = n.Probability / tree.Nodes[n.Parent].Probability
	}
	return a
}

// PathStory describes the path to a node, a sentence for each node.
func PathStory(s *study.Snapshot, tree *lookahead.Snapshot, node int, answer func(node int) Answer) []string {
	if node < 0 {
		return nil
	}
	return append(PathStory(s, tree, tree.Nodes[node].Parent, answer), nodeSentence(s, tree, tree.Nodes[node], answer(node)))
}

// nodeSentence describes one node.
func nodeSentence(s *study.Snapshot, tree *lookahead.Snapshot, n lookahead.NodeView, a Answer) string {
	at, sign := NodePoint(s.Problem, n), s.Problem.Sign()
	if n.Parent < 0 {
		state := fmt.Sprintf("Now: best %s, %s left", chart.Num(sign*n.Best), chart.Num(max(0, n.Budget)))
		if f := s.Money.Fantasy; f < 0.995*s.Money.Left { // never where there is none: NaN
			state = fmt.Sprintf("Now: best %s, planning with %s of the %s left", chart.Num(sign*n.Best), chart.Num(f), chart.Num(s.Money.Left))
		}
		if tree.Steps == 1 {
			return fmt.Sprintf("%s. It evaluates %s, worth %s.", state, at, worth(tree, n.Subtree))
		}
		return fmt.Sprintf("%s. It evaluates %s, worth %s itself and %s with what follows.", state, at, worth(tree, n.Value), worth(tree, n.Subtree))
	}
	found := fmt.Sprintf("If it finds %s for %s (%s), ", chart.Num(sign*n.Y), a.Cost, chart.Chance(a.Chance))
	next := fmt.Sprintf("it next evaluates %s with %s left, worth %s", at, chart.Num(max(0, a.Left)), worth(tree, a.Worth))
	switch KindOf(n) {
	case lookahead.KindExhausted:
		if a.Left > 0 {
			return found + fmt.Sprintf("nothing more is affordable with the %s left.", chart.Num(a.Left))
		}
		return found + "the budget is spent."
	case lookahead.KindStopped:
		return found + fmt.Sprintf("it stops and keeps the %s left: the budget is worth more later.", chart.Num(max(0, a.Left)))
	case lookahead.KindTruncated:
		return found + next + "; there the horizon ends."
	}
	return found + next + " with what follows."
}
