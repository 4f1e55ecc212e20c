package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
)

// treeScreen shows the scenario tree of the present decision and, at the
// selected node, the posterior as it is imagined there.
type treeScreen struct {
	plainScreen
	of        decisionKey // the decision the selection belongs to
	selected  int
	folded    []bool
	top, left int // scrolling
	chart     treeChart
	imagined  map[nodeKey]*imagined
}

// decisionKey names a decision.
type decisionKey struct{ run, track, step int }

var treeKeys = []binding{
	{act: actUp, keys: []string{"up", "k"}, show: "↑↓", short: "fantasies", long: "to the previous, the next node of the stage (also k j)"},
	{act: actDown, keys: []string{"down", "j"}},
	{act: actLeft, keys: []string{"left", "h"}, show: "←→", short: "stages", long: "to the parent, to the children (also h l)"},
	{act: actRight, keys: []string{"right", "l"}},
	{act: actForward, keys: []string{"n"}, show: "n", all: "n p", short: "step", long: "one evaluation forward, back"},
	{act: actBack, keys: []string{"p"}},
	{act: actFold, keys: []string{"enter", "z"}, show: "z", short: "fold", long: "fold or unfold the selected node's stage (also enter)"},
	{act: actMouse, keys: []string{"M"}, show: "M", long: "let the mouse select nodes, or leave it to the terminal"},
}

func (*treeScreen) name() string { return "tree" }

func (*treeScreen) question(m *Model) string {
	return "what does " + m.s.Tracks[m.s.Focused()].Policy().Title() + " imagine?"
}

func (*treeScreen) bindings(*Model) []binding { return treeKeys }

// shown is the step on the screen and its tree, nil if the decision has none.
func (t *treeScreen) shown(m *Model) (*study.Snapshot, *lookahead.Snapshot) {
	s, _ := m.s.Shown(m.s.Focused())
	if s == nil || s.Decision == nil {
		return s, nil
	}
	return s, s.Decision.Tree
}

func (t *treeScreen) do(m *Model, a action) (tea.Cmd, bool) {
	switch a {
	case actUp, actDown, actLeft, actRight, actFold:
		t.follow(m)
		if _, tree := t.shown(m); tree != nil {
			t.walk(m, tree, a)
		}
		return t.imagine(m), true
	case actMouse:
		return m.toggleMouse(), true
	}
	return nil, false
}

// follow resets the selection when the decision on the screen is another one.
// A tree too tall for its pane comes folded.
func (t *treeScreen) follow(m *Model) {
	s, tree := t.shown(m)
	if s == nil {
		return
	}
	key := decisionKey{m.s.Run, m.s.Focused(), s.Step}
	if key == t.of {
		return
	}
	t.of, t.selected, t.top, t.left, t.folded = key, 0, 0, 0, nil
	if tree != nil {
		pane, _, _ := t.panes(m.bodySize())
		t.folded = foldToFit(t.chart.get(m, tree), max(1, pane.H-1))
	}
}

// at is the tree as it is drawn in a pane, with its layout.
func (t *treeScreen) at(m *Model, tree *lookahead.Snapshot, w, h int, measure func(string) int) (chart.Tree, chart.TreeLayout) {
	d := t.chart.get(m, tree)
	d.Selected, d.Folded = min(t.selected, len(d.Nodes)-1), t.folded
	l := d.Layout(w, measure)
	d.Top, d.Left = l.Reveal(d.Selected, t.top, t.left, w, h-1)
	return d, l
}

// walk moves the selection, or folds the stage it is in.
func (t *treeScreen) walk(m *Model, tree *lookahead.Snapshot, a action) {
	pane, _, _ := t.panes(m.bodySize())
	d, l := t.at(m, tree, pane.W, pane.H, chart.Width)
	switch a {
	case actLeft:
		t.selected = d.Move(l, d.Selected, -1, 0)
	case actRight:
		t.selected = d.Move(l, d.Selected, 1, 0)
	case actUp:
		t.selected = d.Move(l, d.Selected, 0, -1)
	case actDown:
		t.selected = d.Move(l, d.Selected, 0, 1)
	case actFold:
		t.fold(tree)
	}
	d, _ = t.at(m, tree, pane.W, pane.H, chart.Width)
	t.top, t.left = d.Top, d.Left
}

// fold folds or unfolds the stage of the selected node; at the root, the next.
func (t *treeScreen) fold(tree *lookahead.Snapshot) {
	stage := max(1, tree.Nodes[t.selected].Stage)
	if stage >= tree.Steps {
		return
	}
	folded := make([]bool, tree.Steps)
	copy(folded, t.folded)
	folded[stage] = !folded[stage]
	t.folded = folded
}

// click selects the node under the mouse.
func (t *treeScreen) click(m *Model, x, y int) tea.Cmd {
	t.follow(m)
	_, tree := t.shown(m)
	if tree == nil {
		return nil
	}
	pane, _, _ := t.panes(m.bodySize())
	d, l := t.at(m, tree, pane.W, pane.H, chart.Width)
	if y-pane.Y < 1 || x-pane.X >= pane.W || y-pane.Y >= pane.H {
		return nil
	}
	if i := l.At(x-pane.X, y-pane.Y-1, d.Top, d.Left); i >= 0 {
		t.selected, t.top, t.left = i, d.Top, d.Left
	}
	return t.imagine(m)
}

func (t *treeScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case enteredMsg, lookMsg:
		t.follow(m)
		return t.imagine(m)
	case imaginedMsg:
		if msg.key.decision.run == m.s.Run {
			t.imagined[msg.key] = msg.data
		}
	}
	return nil
}

// panes are the rooms of the tree, of the selected node beside or below it,
// and of the legend.
func (*treeScreen) panes(w, h int) (tree, node, legend chart.Rect) {
	legend, r := chart.Rect{W: w, H: h}.CutBottom(1)
	if w >= twoColumns-2 {
		tree, node = r.CutLeft(w * 11 / 20)
		_, node = node.CutLeft(2)
		return tree, node, legend
	}
	node, tree = r.CutBottom(r.H * 9 / 20)
	return tree, node, legend
}

func (t *treeScreen) draw(m *Model, c chart.Canvas) {
	s, tree := t.shown(m)
	if s == nil {
		m.drawStatus(c.Sub(chart.Rect{Y: 1, W: c.Rect().W, H: 1}), m.s.Focused())
		return
	}
	if tree == nil {
		c.Paragraph(c.Rect().Inset(0, 1), noTree(s), m.theme.TextInk())
		return
	}
	pane, node, legend := t.panes(c.Size())
	tc := c.Sub(pane)
	d, l := t.at(m, tree, pane.W, pane.H, tc.Width)
	d.Draw(tc, m.theme.Style())
	folded := 0
	if g := l.Places[d.Selected].Group; g >= 0 {
		folded = l.Groups[g].Count
	}
	t.drawNode(m, c.Sub(node), s, tree, d.Selected, folded)
	m.drawLegend(c.Sub(legend), tree, tc.Width(d.Nodes[0].Label) <= l.Columns[0].W)
}

// noTree says why there is no tree to draw.
func noTree(s *study.Snapshot) string {
	if !s.Policy.Lookahead() {
		return s.Policy.Title() + " does not look ahead: it has no scenario tree. x shows the other policy's."
	}
	return "The run has ended (" + string(s.Stop) + "): there is no decision, and no tree behind it. p goes back to one."
}
