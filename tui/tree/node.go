package tree

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// nodeKey names what is drawn at a node.
type nodeKey struct {
	decision decision
	node     int
	axis     int
}

// imagined are the curves of one node, along the slice through its point.
type imagined struct {
	objective, cost study.Band
	truth, trueC    []float64
}

type imaginedMsg struct {
	key  nodeKey
	data *imagined
}

// imagine computes the posterior at the selected node in the background.
func (t *Screen) imagine(v screen.View) tea.Cmd {
	s, tree := t.shown(v)
	if tree == nil || t.selected >= len(tree.Nodes) {
		return nil
	}
	key := nodeKey{t.of, t.selected, v.Axis()}
	if t.imagined[key] != nil {
		return nil
	}
	snap := *s
	return v.InTurn(func() tea.Msg {
		line := study.Line(tree.Nodes[key.node].X, snap.Problem.Axes()[key.axis], session.Samples)
		data := &imagined{}
		var err error
		if data.objective, data.cost, err = snap.Imagined(key.node, line); err != nil {
			return nil
		}
		if truth, ok := snap.Problem.Source.(scenarios.Truth); ok {
			data.truth, data.trueC = session.TruthAlong(truth, snap.Problem, line)
		}
		return imaginedMsg{key, data}
	})
}

// drawNode shows what the selected node sees: the posterior conditioned on the
// fantasies that lead to it. folded is how many nodes its line stands for; 0 if
// it has a line of its own.
func (t *Screen) drawNode(v screen.View, c chart.Canvas, s *study.Snapshot, tree *lookahead.Snapshot, selected, folded int) {
	n, th := tree.Nodes[selected], v.Theme
	r := c.Rect()
	story := nodeStory(s, tree, n)
	if folded > 0 {
		story = append([]string{fmt.Sprintf("%d nodes folded into a line, z unfolds them. One of them:", folded)}, story...)
	}
	for _, line := range story {
		used := c.Paragraph(r, line, th.TextInk())
		_, r = r.CutTop(used)
	}
	if r.H >= 16 {
		_, r = r.CutTop(1)
	}
	_, sc := v.Shown(v.Focused())
	data := t.imagined[nodeKey{t.of, selected, v.Axis()}]
	if sc == nil || data == nil || r.H < 5 {
		return
	}
	view := *sc
	view.Key.Axis, view.Axis, view.Through = v.Axis(), v.Problem().Axes()[v.Axis()], n.X
	view.Objective, view.Cost, view.Truth, view.TrueC = data.objective, data.cost, data.truth, data.trueC
	f, k := pane.ObjectivePlot(v, s, &view), pane.CostPlot(v, s, &view)
	f.Title, k.Title = "objective as imagined here"+pane.LowerIsBetter(v.Problem()), "cost as imagined here, log"
	f.Y, k.Y = t.axes(v, tree, s.Money.Total)
	k.Levels, k.Hatches = nil, nil
	pane.Affordable(v, &k, max(0, n.Budget), "left here")
	sign, axis := v.Problem().Sign(), v.Axis()
	f.Levels = []chart.Level{{Y: sign * n.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best here " + chart.Num(sign*n.Best)}}
	for at := selected; tree.Nodes[at].Parent >= 0; at = tree.Nodes[at].Parent {
		v, from := tree.Nodes[at], tree.Nodes[tree.Nodes[at].Parent]
		mark := chart.Point{X: from.Point[axis], Y: sign * v.Y, Shape: chart.Diamond, Color: th.Next, Label: "imagined"}
		f.Points = append(f.Points, mark)
		mark.Y, mark.Label = v.Cost, ""
		k.Points = append(k.Points, mark)
	}
	f.Gutter, k.Gutter = pane.Gutter, pane.Gutter
	st := chart.Stack{Plots: []chart.Plot{f, k}, Weights: []int{5, 3}, XRows: chart.XLine}
	if r.H < 14 {
		st.XRows = chart.XLabels
	}
	if r.H < 9 {
		st.Plots = st.Plots[:1]
	}
	if n.Kind != lookahead.KindExhausted {
		st.Cursors = []chart.Cursor{{X: n.Point[axis], Color: th.Next, Label: "next here " + pane.Word(v.Problem().Parameters[axis], n.Point[axis])}}
	}
	st.Cursors = append(st.Cursors, pane.CrossCursor(v, axis)...)
	st.Draw(c.Sub(r), th.Style())
	if v.Plots != nil {
		v.Plots.Note(axis, screen.NoAxis, st.Rulers(c.Sub(r))...)
	}
}

// axes hold the whole replay and every fantasy of the tree, so that they stay
// put while the eye walks along.
func (t *Screen) axes(v screen.View, tree *lookahead.Snapshot, budget float64) (objective, cost chart.Axis) {
	e := v.Extent()
	for _, n := range tree.Nodes {
		if n.Parent >= 0 {
			session.Grow(&e.YLo, &e.YHi, v.Problem().Sign()*n.Y)
			session.Grow(&e.CLo, &e.CHi, n.Cost)
		}
	}
	return pane.ObjectiveAxis(e), pane.CostAxis(e, budget)
}

// nodeStory says in words what a node is.
func nodeStory(s *study.Snapshot, tree *lookahead.Snapshot, n lookahead.NodeView) []string {
	sign := s.Problem.Sign()
	at := pane.NodePoint(s.Problem, n)
	if len(n.Point) > 2 {
		at = "("
		for i, v := range n.Point {
			if i > 0 {
				at += ", "
			}
			at += pane.Word(s.Problem.Parameters[i], v)
		}
		at += ")"
	}
	state := fmt.Sprintf("best %s, %s left", chart.Num(sign*n.Best), chart.Num(max(0, n.Budget)))
	lines := []string{"Now: " + state + "."}
	if f := s.Money.Fantasy; n.Parent < 0 && f < 0.995*s.Money.Left { // never where there is none: NaN
		lines[0] = fmt.Sprintf("Now: best %s, planning with %s of the %s left.", chart.Num(sign*n.Best), chart.Num(f), chart.Num(s.Money.Left))
	}
	if n.Parent >= 0 {
		lines[0] = fmt.Sprintf("After finding %s for %s (chance %s): %s.", chart.Num(sign*n.Y), chart.Num(n.Cost), pane.Chance(n.Probability), state)
	}
	switch {
	case n.Kind == lookahead.KindExhausted:
		return append(lines, "Exhausted: nothing can be bought here any more; it is worth 0.")
	case n.Kind == lookahead.KindTruncated:
		return append(lines, fmt.Sprintf("Looks at %s, worth %s; there the horizon ends.", at, pane.Beside(n.Subtree, tree.Value)))
	}
	return append(lines, fmt.Sprintf("Looks at %s: worth %s itself, %s with what follows.", at, pane.Beside(n.Value, tree.Value), pane.Beside(n.Subtree, tree.Value)))
}
