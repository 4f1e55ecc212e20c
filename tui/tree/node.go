package tree

import (
	"fmt"
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

// drawNode shows what the selected node sees: the posterior conditioned on the
// fantasies that lead to it.
func (t *Screen) drawNode(v screen.View, c chart.Canvas, s *study.Snapshot, tree *lookahead.Snapshot, selected int) {
	n, th, r := tree.Nodes[selected], v.Theme, c.Rect()
	_, sc := v.Shown(v.Focused())
	data := t.beliefs.At(v, s, selected)
	if sc == nil || data == nil || r.H < 5 {
		return
	}
	f, k := pane.ObjectivePlot(v, s, data), pane.CostPlot(v, s, data)
	if words := pane.DoubtWords(data.Success, data.Allowed); words != "" {
		f.Note = words
	}
	f.Title, k.Title = "objective as imagined here"+pane.LowerIsBetter(v.Problem), "cost as imagined here, log"
	f.Y, k.Y = axes(sc, s, tree, selected)
	k.Levels, k.Hatches = nil, nil
	pane.Affordable(v.Theme, &k, max(0, n.Budget-n.Way), "left here")
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
	e := session.NewExtent()
	e.Include(sc)
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

// drawStory describes the path to the selected node, its last sentence in any case and as many of
// those before as the rows allow, and returns the rest of the pane.
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

// answer is a node's outcome, or that of its line with other costs.
func answer(tree *lookahead.Snapshot, l *futures.Layout, node int) pane.Answer {
	if b := l.Branches[l.Of[node]]; b.What == futures.Costs && b.Lead == node {
		return pane.Answer{Cost: chart.Interval(b.CostLo, b.High), Chance: b.Chance, Worth: b.Worth, Left: b.Left}
	}
	return pane.AnswerOf(tree, node)
}

// foldWords describe what else the selected line represents.
func foldWords(b futures.Branch) string {
	switch b.What {
	case futures.Costs:
		return fmt.Sprintf(" (%s in one line: enter shows them.)", pane.Plural(len(b.Nodes), "cost"))
	case futures.Rarer:
		return fmt.Sprintf(" (The likeliest of %s, %s together: enter shows them.)", pane.Plural(b.Answers, "rarer answer"), chart.Chance(b.Chance))
	case futures.Family:
		return fmt.Sprintf(" (One of %s in a line: enter shows them.)", pane.Plural(len(b.Nodes), "answer"))
	}
	return ""
}

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
		items = append(items, screen.Item{Name: "after", Value: chart.Num(sign*n.Y) + " for " + chart.Num(n.Cost)}, screen.Item{Name: "chance", Value: chart.Chance(n.Probability)})
	}
	switch pane.KindOf(n) {
	case lookahead.KindExhausted:
		items = append(items, screen.Item{Value: "nothing more is affordable"})
	case lookahead.KindStopped:
		items = append(items, screen.Item{Value: "stops: the budget is worth more later"})
	default:
		items = append(items, screen.Item{Name: "evaluates", Value: pane.NodePoint(s.Problem, n)}, screen.Item{Name: "worth", Value: futures.Worth(n.Subtree, tree.Value)})
	}
	return append(items,
		screen.Item{Name: "best", Value: chart.Num(sign * n.Best)},
		screen.Item{Name: "left", Value: chart.Num(max(0, n.Budget))},
	)
}
