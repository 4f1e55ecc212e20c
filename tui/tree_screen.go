package tui

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// treeScreen shows the scenario tree of the present decision and, at the
// selected node, the posterior as it is imagined there.
type treeScreen struct {
	plainScreen
	of        decisionKey // the decision the selection belongs to
	selected  int
	folded    []bool
	top, left int // scrolling
	chart     pane.TreeChart
	imagined  map[nodeKey]*imagined
}

// decisionKey names a decision.
type decisionKey struct{ run, track, step int }

var treeKeys = []screen.Binding{
	{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑↓", Short: "fantasies", Long: "to the previous, the next node of the stage (also k j)"},
	{Act: screen.ActDown, Keys: []string{"down", "j"}},
	{Act: screen.ActLeft, Keys: []string{"left", "h"}, Show: "←→", Short: "stages", Long: "to the parent, to the children (also h l)"},
	{Act: screen.ActRight, Keys: []string{"right", "l"}},
	{Act: screen.ActForward, Keys: []string{"n"}, Show: "n", All: "n p", Short: "step", Long: "one evaluation forward, back"},
	{Act: screen.ActBack, Keys: []string{"p"}},
	{Act: screen.ActFold, Keys: []string{"enter", "z"}, Show: "z", Short: "fold", Long: "fold or unfold the selected node's stage (also enter)"},
	{Act: screen.ActMouse, Keys: []string{"M"}, Show: "M", Long: "let the mouse select nodes, or leave it to the terminal"},
}

func (*treeScreen) name() string { return "tree" }

func (*treeScreen) question(m *Model) string {
	return "what does " + m.s.Tracks[m.s.Focused()].Policy().Title() + " imagine?"
}

func (*treeScreen) bindings(*Model) []screen.Binding { return treeKeys }

// shown is the step on the screen and its tree, nil if the decision has none.
func (t *treeScreen) shown(m *Model) (*study.Snapshot, *lookahead.Snapshot) {
	s, _ := m.s.Shown(m.s.Focused())
	if s == nil || s.Decision == nil {
		return s, nil
	}
	return s, s.Decision.Tree
}

func (t *treeScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	switch a {
	case screen.ActUp, screen.ActDown, screen.ActLeft, screen.ActRight, screen.ActFold:
		t.follow(m)
		if _, tree := t.shown(m); tree != nil {
			t.walk(m, tree, a)
		}
		return t.imagine(m), true
	case screen.ActMouse:
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
	if tree != nil {
		t.chart.Keep(m.view(), tree)
	}
	if key == t.of {
		return
	}
	t.of, t.selected, t.top, t.left, t.folded = key, 0, 0, 0, nil
	if tree != nil {
		area, _, _ := t.panes(m.bodySize())
		t.folded = pane.FoldToFit(t.chart.Get(m.view(), tree), max(1, area.H-1))
	}
}

// at is the tree as it is drawn in a pane, with its layout.
func (t *treeScreen) at(m *Model, tree *lookahead.Snapshot, w, h int, measure func(string) int) (chart.Tree, chart.TreeLayout) {
	d := t.chart.Get(m.view(), tree)
	d.Selected, d.Folded = min(t.selected, len(d.Nodes)-1), t.folded
	l := d.Layout(w, measure)
	d.Top, d.Left = l.Reveal(d.Selected, t.top, t.left, w, h-1)
	return d, l
}

// walk moves the selection, or folds the stage it is in.
func (t *treeScreen) walk(m *Model, tree *lookahead.Snapshot, a screen.Action) {
	area, _, _ := t.panes(m.bodySize())
	d, l := t.at(m, tree, area.W, area.H, chart.Width)
	switch a {
	case screen.ActLeft:
		t.selected = d.Move(l, d.Selected, -1, 0)
	case screen.ActRight:
		t.selected = d.Move(l, d.Selected, 1, 0)
	case screen.ActUp:
		t.selected = d.Move(l, d.Selected, 0, -1)
	case screen.ActDown:
		t.selected = d.Move(l, d.Selected, 0, 1)
	case screen.ActFold:
		t.fold(tree)
	}
	d, _ = t.at(m, tree, area.W, area.H, chart.Width)
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
	area, _, _ := t.panes(m.bodySize())
	d, l := t.at(m, tree, area.W, area.H, chart.Width)
	if y-area.Y < 1 || x-area.X >= area.W || y-area.Y >= area.H {
		return nil
	}
	if i := l.At(x-area.X, y-area.Y-1, d.Top, d.Left); i >= 0 {
		t.selected, t.top, t.left = i, d.Top, d.Left
	}
	return t.imagine(m)
}

func (t *treeScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg:
		t.follow(m)
		return t.imagine(m)
	case TreeSelectMsg:
		return t.pick(m, msg)
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
	if w >= screen.TwoColumns-2 {
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
		pane.Status(m.view(), c.Sub(chart.Rect{Y: 1, W: c.Rect().W, H: 1}), m.s.Focused())
		return
	}
	if tree == nil {
		c.Paragraph(c.Rect().Inset(0, 1), pane.NoTree(s), m.theme.TextInk())
		return
	}
	area, node, legend := t.panes(c.Size())
	tc := c.Sub(area)
	d, l := t.at(m, tree, area.W, area.H, tc.Width)
	d.Draw(tc, m.theme.Style())
	folded := 0
	if g := l.Places[d.Selected].Group; g >= 0 {
		folded = l.Groups[g].Count
	}
	t.drawNode(m, c.Sub(node), s, tree, d.Selected, folded)
	pane.TreeLegend(m.view(), c.Sub(legend), tree, tc.Width(d.Nodes[0].Label) <= l.Columns[0].W)
}
