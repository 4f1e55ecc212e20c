package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
)

// treeScreen shows the scenario tree of the present decision and, at the
// selected node, the posterior as it is imagined there.
type treeScreen struct {
	plainScreen
	selected  int
	of        horizonKey // the decision the selection belongs to
	folded    []bool
	top, left int
	imagined  map[nodeKey]*imagined
}

type nodeKey struct {
	decision horizonKey
	node     int
	scene    sceneKey
}

// imagined are the curves of one node.
type imagined struct {
	objective, cost study.Band
}

type imaginedMsg struct {
	run  int
	key  nodeKey
	data *imagined
}

var treeKeys = []binding{
	{act: actUp, keys: []string{"up", "k"}, show: "↑↓", short: "fantasies", long: "to the previous node of the stage (↓ or j: the next)"},
	{act: actDown, keys: []string{"down", "j"}, show: "↓", long: "to the next node of the stage (also j)"},
	{act: actLeft, keys: []string{"left", "h"}, show: "←→", short: "stages", long: "to the parent (→ or l: to the first child)"},
	{act: actRight, keys: []string{"right", "l"}, show: "→", long: "to the first child (also l)"},
	{act: actForward, keys: []string{"n"}, show: "n", short: "step", long: "one evaluation forward"},
	{act: actBack, keys: []string{"p"}, show: "p", long: "one evaluation back"},
	{act: actFold, keys: []string{"enter", "z"}, show: "z", short: "fold", long: "fold or unfold the selected node's stage (also enter)"},
}

func (*treeScreen) name() string { return "tree" }

func (*treeScreen) question(m *Model) string {
	return "what does " + m.tracks[m.focused()].policy.Title() + " imagine?"
}

func (*treeScreen) bindings(*Model) []binding { return treeKeys }

// tree is the tree on the screen, nil if the decision has none.
func (t *treeScreen) tree(m *Model) (*study.Snapshot, *lookahead.Snapshot) {
	s, _ := m.shown(m.focused())
	if s == nil || s.Decision == nil {
		return s, nil
	}
	return s, s.Decision.Tree
}

func (t *treeScreen) do(m *Model, a action) (tea.Cmd, bool) {
	_, tree := t.tree(m)
	t.follow(m)
	switch a {
	case actUp, actDown, actLeft, actRight, actFold:
		if tree == nil {
			return nil, true
		}
		t.walk(tree, a)
		return t.imagine(m), true
	case actForward, actBack, actHome, actEnd, actSwap, actPolicies, actAxis, actThrough:
		cmd := m.do(a)
		t.follow(m)
		return tea.Batch(cmd, t.imagine(m)), true
	}
	return nil, false
}

// follow resets the selection when the decision on the screen is another one.
func (t *treeScreen) follow(m *Model) {
	s, tree := t.tree(m)
	if s == nil {
		return
	}
	if key := (horizonKey{m.run, m.focused(), s.Step}); key != t.of {
		t.of, t.selected, t.top, t.left = key, 0, 0, 0
		t.folded = nil
		if tree != nil && len(tree.Nodes) > 60 {
			t.folded = make([]bool, tree.Steps)
			t.folded[tree.Steps-1] = true // the leaves of a large tree, until asked for
		}
	}
}

// walk moves the selection.
func (t *treeScreen) walk(tree *lookahead.Snapshot, a action) {
	at := tree.Nodes[t.selected]
	switch a {
	case actLeft:
		if at.Parent >= 0 {
			t.selected = at.Parent
		}
	case actRight:
		for i, n := range tree.Nodes {
			if n.Parent == t.selected {
				t.selected = i
				return
			}
		}
	case actUp, actDown:
		by := 1
		if a == actUp {
			by = -1
		}
		if i := t.selected + by; i >= 0 && i < len(tree.Nodes) && tree.Nodes[i].Stage == at.Stage {
			t.selected = i
		}
	case actFold:
		if t.folded == nil {
			t.folded = make([]bool, tree.Steps)
		}
		if at.Stage > 0 {
			t.folded[at.Stage] = !t.folded[at.Stage]
		}
	}
}

func (t *treeScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case enteredMsg:
		t.follow(m)
		return t.imagine(m)
	case imaginedMsg:
		if msg.run == m.run {
			t.imagined[msg.key] = msg.data
		}
	}
	return nil
}

// imagine computes the posterior at the selected node in the background.
func (t *treeScreen) imagine(m *Model) tea.Cmd {
	if t.imagined == nil {
		t.imagined = map[nodeKey]*imagined{}
	}
	i := m.focused()
	s, tree := t.tree(m)
	_, sc := m.shown(i)
	if tree == nil || sc == nil {
		return nil
	}
	key := nodeKey{t.of, t.selected, sc.key}
	if t.imagined[key] != nil {
		return nil
	}
	snap, run := *s, m.run
	return func() tea.Msg {
		line := study.Line(tree.Nodes[key.node].X, key.scene.axis, samples)
		f, c, err := snap.Imagined(key.node, line)
		if err != nil {
			return nil
		}
		return imaginedMsg{run, key, &imagined{f, c}}
	}
}

func (t *treeScreen) draw(m *Model, c chart.Canvas) {
	s, tree := t.tree(m)
	if s == nil {
		c.Text(0, 1, "deciding …", m.theme.MutedInk())
		return
	}
	if tree == nil {
		c.Paragraph(c.Rect().Inset(0, 1), noTree(s), m.theme.TextInk())
		return
	}
	if t.selected >= len(tree.Nodes) {
		t.selected = 0
	}
	w, h := c.Size()
	legend, r := c.Rect().CutBottom(1)
	m.drawLegend(c.Sub(legend), tree)
	treeRect, side := r, chart.Rect{}
	if w >= twoColumns-2 {
		treeRect, side = r.CutLeft(w * 11 / 20)
		_, side = side.CutLeft(2)
	} else if h >= 22 {
		side, treeRect = r.CutBottom(h * 2 / 5)
	}
	tc := c.Sub(treeRect)
	drawn := treeOf(m, tree, t.selected, t.folded)
	tw, th := tc.Size()
	layout := drawn.Layout(tw, tc.Width)
	place := layout.Places[t.selected]
	t.top = chart.Reveal(place.Row, t.top, th-1, layout.Rows)
	drawn.Top, drawn.Left = t.top, t.left
	drawn.Draw(tc, m.theme.Style())
	if !side.Empty() {
		t.drawNode(m, c.Sub(side), s, tree)
	}
}

// treeOf is a scenario tree as a chart.
func treeOf(m *Model, tree *lookahead.Snapshot, selected int, folded []bool) chart.Tree {
	th := m.theme
	out := chart.Tree{
		Selected: selected, Folded: folded, Line: th.Axis, Path: th.Next,
		Open: th.Open, Exhausted: th.Exhausted, Truncated: th.Truncated,
	}
	sign := m.problem.Sign()
	for s := range tree.Steps {
		out.Stages = append(out.Stages, fmt.Sprintf("stage %d", s))
	}
	for _, n := range tree.Nodes {
		node := chart.TreeNode{
			Parent: n.Parent, Value: n.Subtree, Weight: n.Probability,
			Label: fmt.Sprintf("%s  Q %s  B %s", nodePoint(n), chart.Num(n.Subtree), chart.Num(max(0, n.Budget))),
			Short: nodePoint(n),
		}
		switch n.Kind {
		case lookahead.KindExhausted:
			node.Kind = chart.ExhaustedNode
			node.Label = "budget gone"
		case lookahead.KindTruncated:
			node.Kind = chart.TruncatedNode
		}
		if n.Parent >= 0 {
			node.Edge = fmt.Sprintf("y %s, cost %s", chart.Num(sign*n.Y), chart.Num(n.Cost))
		}
		out.Nodes = append(out.Nodes, node)
	}
	return out
}

func nodePoint(n lookahead.NodeView) string {
	if len(n.Point) == 1 {
		return "x " + chart.Num(n.Point[0])
	}
	return "x (" + chart.Num(n.Point[0]) + ", …)"
}

// drawLegend explains the marks, with counts.
func (m *Model) drawLegend(c chart.Canvas, tree *lookahead.Snapshot) {
	var count [3]int
	for _, n := range tree.Nodes {
		count[n.Kind]++
	}
	th := m.theme
	glyph := map[bool][3]string{false: {"○", "●", "■"}, true: {"o", "@", "#"}}[c.Glyphs() == chart.ASCII]
	c.Spans(0, 0,
		chart.Span{Text: glyph[0], Ink: chart.Ink{Fg: th.Open}}, chart.Span{Text: fmt.Sprintf(" %d open   ", count[lookahead.KindOpen]), Ink: th.MutedInk()},
		chart.Span{Text: glyph[1], Ink: chart.Ink{Fg: th.Exhausted}}, chart.Span{Text: fmt.Sprintf(" %d exhausted: the budget is gone   ", count[lookahead.KindExhausted]), Ink: th.MutedInk()},
		chart.Span{Text: glyph[2], Ink: chart.Ink{Fg: th.Truncated}}, chart.Span{Text: fmt.Sprintf(" %d truncated: the horizon ends with budget left   ", count[lookahead.KindTruncated]), Ink: th.MutedInk()},
		chart.Span{Text: "Q value of the subtree, B budget there", Ink: th.MutedInk()})
}

// drawNode shows what the selected node sees: the posterior conditioned on the
// fantasies that lead to it.
func (t *treeScreen) drawNode(m *Model, c chart.Canvas, s *study.Snapshot, tree *lookahead.Snapshot) {
	n := tree.Nodes[t.selected]
	th := m.theme
	lines := nodeStory(m, n)
	words, r := c.Rect().CutTop(len(lines) + 1)
	for y, l := range lines {
		c.TextIn(words.X, words.Y+y, words.W, l, th.TextInk())
	}
	_, sc := m.shown(m.focused())
	if sc == nil {
		return
	}
	data := t.imagined[nodeKey{t.of, t.selected, sc.key}]
	if data == nil {
		c.Text(r.X, r.Y, "imagining …", th.MutedInk())
		return
	}
	view := *sc
	view.objective, view.cost = data.objective, data.cost
	f, k := m.objectivePlot(s, &view), m.costPlot(s, &view)
	f.Title, k.Title = "objective as imagined here", "cost as imagined here, log"
	budget := max(0, n.Budget)
	k.Note = chart.Num(budget) + " left here"
	for i := range k.Rules {
		k.Rules[i].Y = budget
	}
	for i := range k.Hatches {
		k.Hatches[i].Y0 = budget
	}
	f.Rules = []chart.Rule{{Y: m.problem.Sign() * n.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best here " + chart.Num(m.problem.Sign()*n.Best)}}
	axis := sc.key.axis
	for at := t.selected; tree.Nodes[at].Parent >= 0; at = tree.Nodes[at].Parent {
		v, p := tree.Nodes[at], tree.Nodes[tree.Nodes[at].Parent]
		mark := chart.Point{X: p.Point[axis], Y: m.problem.Sign() * v.Y, Shape: chart.Diamond, Color: th.Next}
		f.Points = append(f.Points, mark)
		mark.Y = v.Cost
		k.Points = append(k.Points, mark)
	}
	chart.Stack{Plots: []chart.Plot{f, k}, Weights: []int{5, 3}, XRows: chart.XLine, Cursors: []chart.Cursor{{X: n.Point[axis], Color: th.Next, Label: "next here " + chart.Num(n.Point[axis])}}}.Draw(c.Sub(r), th.Style())
}

// nodeStory says in words what a node is.
func nodeStory(m *Model, n lookahead.NodeView) []string {
	sign := m.problem.Sign()
	first := "the decision itself"
	if n.Parent >= 0 {
		first = fmt.Sprintf("stage %d, probability %s: the last look brought %s and cost %s", n.Stage, chart.Num(n.Probability), chart.Num(sign*n.Y), chart.Num(n.Cost))
	}
	second := fmt.Sprintf("best %s, budget %s: %s", chart.Num(sign*n.Best), chart.Num(max(0, n.Budget)), n.Kind)
	third := fmt.Sprintf("looks at %s: worth %s now, %s with what follows", nodePoint(n), chart.Num(n.Value), chart.Num(n.Subtree))
	if n.Kind == lookahead.KindExhausted {
		third = "nothing can be bought here any more: worth 0"
	}
	return []string{first, second, third}
}
