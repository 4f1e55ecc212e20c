// Package tree is the screen that shows the scenario tree of a decision and, at
// the selected node, the posterior as it is imagined there.
package tree

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Screen is the scenario tree of one decision, with a node selected.
type Screen struct {
	of        decision // the decision the selection belongs to
	selected  int
	folded    []bool
	top, left int // scrolling
	chart     pane.TreeChart
	imagined  map[nodeKey]*imagined
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, of which nothing is computed yet.
func New() *Screen { return &Screen{imagined: map[nodeKey]*imagined{}} }

// decision names a decision.
type decision struct{ run, track, step int }

var keys = []screen.Binding{
	{Act: screen.ActUp, Keys: []string{"up", "k"}, Show: "↑↓", Short: "fantasies", Long: "to the previous, the next node of the stage (also k j)"},
	{Act: screen.ActDown, Keys: []string{"down", "j"}},
	{Act: screen.ActLeft, Keys: []string{"left", "h"}, Show: "←→", Short: "stages", Long: "to the parent, to the children (also h l)"},
	{Act: screen.ActRight, Keys: []string{"right", "l"}},
	{Act: screen.ActForward, Keys: []string{"n"}, Show: "n", All: "n p", Short: "step", Long: "one evaluation forward, back"},
	{Act: screen.ActBack, Keys: []string{"p"}},
	{Act: screen.ActFold, Keys: []string{"enter", "z"}, Show: "z", Short: "fold", Long: "fold or unfold the selected node's stage (also enter)"},
	{Act: screen.ActMouse, Keys: []string{"M"}, Show: "M", Long: "let the mouse select nodes, or leave it to the terminal"},
}

// SelectMsg selects a node of the tree shown, and unfolds all so that it is seen.
type SelectMsg struct {
	Pick func(*lookahead.Snapshot) int
}

// Name is "tree".
func (*Screen) Name() string { return "tree" }

// Available wants a policy.
func (*Screen) Available(v screen.View) bool { return v.Tracks() > 0 }

// About asks what the policy imagines.
func (*Screen) About(v screen.View) screen.About {
	return screen.About{
		Question: "what does " + v.Track(v.Focused()).Policy().Title() + " imagine?",
		Keys:     keys,
		Globals:  screen.GlobalKeys,
	}
}

// Close has nothing to end that the run does not.
func (*Screen) Close() {}

// Update walks the tree, and has computed what is seen at the selected node.
func (t *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg:
		t.follow(v)
		return screen.Wants{Cmd: t.imagine(v)}
	case screen.ActMsg:
		return t.act(v, msg.Act)
	case screen.ClickMsg:
		t.follow(v)
		t.click(v, msg.X, msg.Y)
		return screen.Wants{Cmd: t.imagine(v)}
	case SelectMsg:
		t.follow(v)
		if _, tree := t.shown(v); tree != nil {
			if node := msg.Pick(tree); node != t.selected {
				t.selected, t.folded = node, nil
				return screen.Wants{Cmd: t.imagine(v)}
			}
		}
	case imaginedMsg:
		if msg.key.decision.run == v.Run() {
			t.imagined[msg.key] = msg.data
		}
	}
	return screen.Wants{}
}

// shown is the step on the screen and its tree, nil if the decision has none.
func (t *Screen) shown(v screen.View) (*study.Snapshot, *lookahead.Snapshot) {
	s, _ := v.Shown(v.Focused())
	if s == nil || s.Decision == nil {
		return s, nil
	}
	return s, s.Decision.Tree
}

// act obeys a key.
func (t *Screen) act(v screen.View, a screen.Action) screen.Wants {
	switch a {
	case screen.ActUp, screen.ActDown, screen.ActLeft, screen.ActRight, screen.ActFold:
		t.follow(v)
		if _, tree := t.shown(v); tree != nil {
			t.walk(v, tree, a)
		}
		return screen.Wants{Taken: true, Cmd: t.imagine(v)}
	case screen.ActMouse:
		return screen.Wants{Taken: true, Mouse: true}
	}
	return screen.Wants{}
}

// follow resets the selection when the decision on the screen is another one.
// A tree too tall for its pane comes folded.
func (t *Screen) follow(v screen.View) {
	s, tree := t.shown(v)
	if s == nil {
		return
	}
	key := decision{v.Run(), v.Focused(), s.Step}
	if tree != nil {
		t.chart.Keep(v, tree)
	}
	if key == t.of {
		return
	}
	if key.run != t.of.run {
		clear(t.imagined) // of trees that are gone
	}
	t.of, t.selected, t.top, t.left, t.folded = key, 0, 0, 0, nil
	if tree != nil {
		area, _, _ := t.panes(v.BodySize())
		t.folded = pane.FoldToFit(t.chart.Get(v, tree), max(1, area.H-1))
	}
}

// at is the tree as it is drawn in a pane, with its layout.
func (t *Screen) at(v screen.View, tree *lookahead.Snapshot, w, h int, measure func(string) int) (chart.Tree, chart.TreeLayout) {
	d := t.chart.Get(v, tree)
	d.Selected, d.Folded = min(t.selected, len(d.Nodes)-1), t.folded
	l := d.Layout(w, measure)
	d.Top, d.Left = l.Reveal(d.Selected, t.top, t.left, w, h-1)
	return d, l
}

// walk moves the selection, or folds the stage it is in.
func (t *Screen) walk(v screen.View, tree *lookahead.Snapshot, a screen.Action) {
	area, _, _ := t.panes(v.BodySize())
	d, l := t.at(v, tree, area.W, area.H, chart.Width)
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
	d, _ = t.at(v, tree, area.W, area.H, chart.Width)
	t.top, t.left = d.Top, d.Left
}

// fold folds or unfolds the stage of the selected node; at the root, the next.
func (t *Screen) fold(tree *lookahead.Snapshot) {
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
func (t *Screen) click(v screen.View, x, y int) {
	_, tree := t.shown(v)
	area, _, _ := t.panes(v.BodySize())
	if tree == nil || y-area.Y < 1 || x-area.X >= area.W || y-area.Y >= area.H {
		return
	}
	d, l := t.at(v, tree, area.W, area.H, chart.Width)
	if i := l.At(x-area.X, y-area.Y-1, d.Top, d.Left); i >= 0 {
		t.selected, t.top, t.left = i, d.Top, d.Left
	}
}

// panes are where the tree is, the selected node beside or below it, and the
// legend.
func (*Screen) panes(w, h int) (tree, node, legend chart.Rect) {
	legend, r := chart.Rect{W: w, H: h}.CutBottom(1)
	if w >= screen.TwoColumns-2 {
		tree, node = r.CutLeft(w * 11 / 20)
		_, node = node.CutLeft(2)
		return tree, node, legend
	}
	node, tree = r.CutBottom(r.H * 9 / 20)
	return tree, node, legend
}

// Draw draws the tree, the selected node and the legend.
func (t *Screen) Draw(v screen.View, c chart.Canvas) {
	area, node, legend := t.panes(c.Size())
	v.Spots.Of(-1)
	v.Spots.Note("tree", c.Sub(area))
	v.Spots.Note("node", c.Sub(node))
	v.Spots.Note("legend", c.Sub(legend))
	s, tree := t.shown(v)
	if s == nil {
		pane.Status(v, c.Sub(chart.Rect{Y: 1, W: c.Rect().W, H: 1}), v.Focused())
		return
	}
	if tree == nil {
		c.Paragraph(c.Rect().Inset(0, 1), pane.NoTree(s), v.Theme.TextInk())
		return
	}
	tc := c.Sub(area)
	d, l := t.at(v, tree, area.W, area.H, tc.Width)
	d.Draw(tc, v.Theme.Style())
	folded := 0
	if g := l.Places[d.Selected].Group; g >= 0 {
		folded = l.Groups[g].Count
	}
	t.drawNode(v, c.Sub(node), s, tree, d.Selected, folded)
	drawLegend(v, c.Sub(legend), tree, tc.Width(d.Nodes[0].Label) <= l.Columns[0].W)
}
