package tree

import (
	"fmt"
	"math"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// drawNode shows what the selected node sees: the posterior conditioned on the
// fantasies that lead to it.
func (t *Screen) drawNode(v screen.View, c chart.Canvas, s *study.Snapshot, tree *lookahead.Snapshot, selected int) {
	n, th, r := tree.Nodes[selected], v.Theme, c.Rect()
	_, sc := v.Shown(v.Focused())
	data := t.beliefs.At(v, s, selected)
	if sc == nil || data == nil || r.H < 5 {
		return
	}
	view := *sc
	view.Key.Axis, view.Axis, view.Through = v.Axis, v.Problem.Axes()[v.Axis], n.X
	view.Objective, view.Cost, view.Truth, view.TrueC = data.Objective, data.Cost, data.Truth, data.TrueC
	view.Success, view.Allowed, view.Way = data.Success, data.Allowed, nil
	f, k := pane.ObjectivePlot(v, s, &view), pane.CostPlot(v, s, &view)
	if words := pane.DoubtWords(view.Success, view.Allowed); words != "" {
		f.Note = words
	}
	f.Title, k.Title = "objective as imagined here"+pane.LowerIsBetter(v.Problem), "cost as imagined here, log"
	f.Y, k.Y = axes(sc, s, tree, selected)
	k.Levels, k.Hatches = nil, nil
	pane.Affordable(v, &k, max(0, n.Budget-n.Way), "left here")
	sign, axis := v.Problem.Sign(), v.Axis
	f.Levels = []chart.Level{{Y: sign * n.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best here " + chart.Num(sign*n.Best)}}
	for at := selected; tree.Nodes[at].Parent >= 0; at = tree.Nodes[at].Parent {
		v, from := tree.Nodes[at], tree.Nodes[tree.Nodes[at].Parent]
		mark := chart.Point{X: from.Point[axis], Y: sign * v.Y, Shape: chart.MarkPending, Color: th.Next}
		if at == selected { // once is enough
			mark.Label = "imagined"
		}
		f.Points = append(f.Points, mark)
		mark.Y, mark.Label = v.Cost, ""
		k.Points = append(k.Points, mark)
	}
	f.Gutter, k.Gutter = pane.Gutter, pane.Gutter
	st := chart.Stack{Plots: []chart.Plot{f, k}, Weights: []int{4, 3}, XRows: chart.XLine}
	if r.H < 14 {
		st.XRows = chart.XLabels
	}
	if r.H < 9 {
		st.Plots = st.Plots[:1]
	}
	if k := pane.KindOf(n); k != lookahead.KindExhausted && k != lookahead.KindStopped {
		st.Cursors = []chart.Cursor{{X: n.Point[axis], Color: th.Next, Label: "next here " + pane.Word(v.Problem.Parameters[axis], n.Point[axis])}}
	}
	st.Cursors = append(st.Cursors, pane.CrossCursor(v, axis)...)
	st.Draw(c.Sub(r), th.Style())
	if v.Plots != nil {
		v.Plots.Note(axis, screen.NoAxis, st.Rulers(c.Sub(r))...)
	}
}

// likely is the chance from which an imagined answer counts for the axes.
const likely = 0.005

// axes hold this step, every likely answer of its tree, so that they stay put
// while the eye walks along, and those that lead to the selected node.
func axes(sc *session.Scene, s *study.Snapshot, tree *lookahead.Snapshot, selected int) (objective, cost chart.Axis) {
	e := session.Extent{YLo: math.Inf(1), YHi: math.Inf(-1), CLo: math.Inf(1), CHi: math.Inf(-1)}
	for _, values := range [][]float64{sc.Objective.Low, sc.Objective.High, sc.Truth} {
		session.Grow(&e.YLo, &e.YHi, values...)
	}
	for _, values := range [][]float64{sc.Cost.Low, sc.Cost.High, sc.TrueC} {
		session.Grow(&e.CLo, &e.CHi, values...)
	}
	for _, r := range s.Rows {
		session.Grow(&e.YLo, &e.YHi, r.Y)
		session.Grow(&e.CLo, &e.CHi, r.Cost)
	}
	answer := func(n lookahead.NodeView) { // NaN at the root: no limit
		session.Grow(&e.YLo, &e.YHi, s.Problem.Sign()*n.Y)
		session.Grow(&e.CLo, &e.CHi, n.Cost)
	}
	for _, n := range tree.Nodes {
		if n.Probability >= likely {
			answer(n)
		}
	}
	for at := selected; at >= 0; at = tree.Nodes[at].Parent {
		answer(tree.Nodes[at])
	}
	return pane.ObjectiveAxis(e), pane.CostAxis(e, tree.Nodes[0].Budget)
}

// drawStory tells the path to the selected node, its last sentence in any case
// and as many of those before as the rows allow, and returns what is left of the
// pane.
func drawStory(v screen.View, c chart.Canvas, s *study.Snapshot, tree *lookahead.Snapshot, selected int, l *futures.Layout, most int) chart.Rect {
	r := c.Rect()
	story := pane.PathStory(s, tree, selected, func(node int) pane.Answer { return answer(tree, l, node) })
	story[len(story)-1] += foldWords(l.Branches[l.Of[selected]])
	first, rows := len(story), 0
	for first > 0 {
		n := len(chart.Wrap(story[first-1], r.W))
		if first < len(story) && rows+n > max(2, most) {
			break
		}
		first, rows = first-1, rows+n
	}
	for i := first; i < len(story); i++ {
		ink := v.Theme.MutedInk()
		if i == len(story)-1 {
			ink = v.Theme.TextInk()
		}
		used := c.Paragraph(r, story[i], ink)
		_, r = r.CutTop(used)
	}
	if r.H >= 16 {
		_, r = r.CutTop(1)
	}
	return r
}

// answer is a node's, or that of the line it stands in with other costs.
func answer(tree *lookahead.Snapshot, l *futures.Layout, node int) pane.Answer {
	if b := l.Branches[l.Of[node]]; b.What == futures.Costs && b.Lead == node {
		return pane.Answer{Cost: chart.Interval(b.CostLo, b.High), Chance: b.Chance, Worth: b.Worth, Left: b.Left}
	}
	return pane.AnswerOf(tree, node)
}

// foldWords say what else the selected line stands for.
func foldWords(b futures.Branch) string {
	switch b.What {
	case futures.Costs:
		return fmt.Sprintf(" (%s in one line: enter shows them.)", pane.Plural(len(b.Nodes), "cost"))
	case futures.Rarer:
		return fmt.Sprintf(" (The likeliest of %s, %s together: enter shows them.)", pane.Plural(b.Answers, "rarer answer"), pane.Chance(b.Chance))
	case futures.Family:
		return fmt.Sprintf(" (One of %s in a line: enter shows them.)", pane.Plural(len(b.Nodes), "answer"))
	}
	return ""
}
