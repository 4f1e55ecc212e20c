package tree

import (
	"math"

	"farsight/lookahead"
	"farsight/model"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Read reads the selected node: what is believed there at the crosshair, and the
// node's own numbers.
func (t *Screen) Read(v screen.View) screen.Reading {
	s, tree := t.shown(v)
	x, ok := v.Cross.Along(v.Axis)
	if tree == nil || !ok || t.selected >= len(tree.Nodes) {
		return screen.Reading{}
	}
	p := v.Problem.Parameters[v.Axis]
	out := screen.Reading{Place: pane.PlaceWord(p, x, true), Brief: pane.PlaceWord(p, x, false), Loose: true}
	_, sc := v.Shown(v.Focused())
	if items := imaginedItems(s, tree, t.selected, v.Axis, x, sc != nil && sc.Truth != nil); items != nil {
		out.Rows = append(out.Rows, screen.ReadingRow{Who: "imagined", Color: v.Theme.Next, Items: items})
	}
	row := screen.ReadingRow{Who: "node", Color: v.Theme.Policy(v.Tracks[v.Focused()].Hue()), Items: nodeItems(s, tree, tree.Nodes[t.selected])}
	out.Rows = append(out.Rows, row)
	return out
}

// ReadingRows is a row of what is imagined there and one of the node.
func (*Screen) ReadingRows(screen.View) int { return 2 }

// imaginedItems are the numbers at x as they are imagined at a node, with the
// truth where that is known; nil: they cannot be.
func imaginedItems(s *study.Snapshot, tree *lookahead.Snapshot, node, axis int, x float64, truth bool) []screen.Item {
	state, _, ok := s.Plan()
	if !ok {
		return nil
	}
	pair, err := lookahead.Imagine(state, *tree, node)
	if err != nil {
		return nil
	}
	there := s.Believing(pair)
	there.Money.Left = max(0, tree.Nodes[node].Budget)
	u := append(model.Unit(nil), tree.Nodes[node].X...)
	s.Problem.Axes()[axis].Set(u, session.ShareOf(s.Problem.Parameters[axis], x))
	r, ok := session.ReadAt(&there, u)
	if !ok {
		return nil
	}
	r.Acquisition = math.NaN() // of now, not of there
	if truth {
		r.Truth = session.TruthAt(s, u)
	}
	return pane.ReadingItems(&there, r, "", true)
}

// nodeItems are a node's own numbers.
func nodeItems(s *study.Snapshot, tree *lookahead.Snapshot, n lookahead.NodeView) []screen.Item {
	sign := s.Problem.Sign()
	var items []screen.Item
	if n.Parent >= 0 {
		items = append(items, screen.Item{Name: "after", Value: chart.Num(sign*n.Y) + " for " + chart.Num(n.Cost)}, screen.Item{Name: "chance", Value: pane.Chance(n.Probability)})
	}
	switch pane.KindOf(n) {
	case lookahead.KindExhausted:
		items = append(items, screen.Item{Value: "nothing more is affordable"})
	case lookahead.KindStopped:
		items = append(items, screen.Item{Value: "stops: the money is worth more later"})
	default:
		items = append(items, screen.Item{Name: "evaluates", Value: pane.NodePoint(s.Problem, n)}, screen.Item{Name: "worth", Value: futures.Worth(n.Subtree, tree.Value)})
	}
	return append(items,
		screen.Item{Name: "best", Value: chart.Num(sign * n.Best)},
		screen.Item{Name: "left", Value: chart.Num(max(0, n.Budget))},
	)
}
