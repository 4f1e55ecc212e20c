package tree

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// walk moves the selection, or folds and unfolds.
func (t *Screen) walk(v screen.View, tree *lookahead.Snapshot, a screen.Action) {
	w, h := v.BodySize()
	d, l, _ := t.at(v, tree, w, h, chart.Width)
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
	case screen.ActEnter:
		t.opened, _ = d.Toggle(l.Branches[l.Of[d.Selected]])
	case screen.ActLikeliest:
		t.reveal(v, tree, d.Likeliest(0))
	case screen.ActWorthiest:
		t.reveal(v, tree, d.Worthiest(0))
	}
	t.scroll(v, tree)
}

// scroll keeps the selected node in sight.
func (t *Screen) scroll(v screen.View, tree *lookahead.Snapshot) {
	w, h := v.BodySize()
	d, _, _ := t.at(v, tree, w, h, chart.Width)
	t.top, t.from = d.Top, d.From
}

// reveal selects a node and unfolds what hides it.
func (t *Screen) reveal(v screen.View, tree *lookahead.Snapshot, node int) {
	d := t.chart.Get(v, tree)
	d.Folded, d.Opened = t.folded, t.opened
	d.Reveal(node)
	t.selected, t.folded, t.opened = node, d.Folded, d.Opened
	t.scroll(v, tree)
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

// click selects the node under the mouse, in the tree or among the beliefs in
// small.
func (t *Screen) click(v screen.View, x, y int) {
	_, tree := t.shown(v)
	if tree == nil {
		return
	}
	w, h := v.BodySize()
	d, l, p := t.at(v, tree, w, h, chart.Width)
	node := -1
	switch a, b := p.tree, p.small; {
	case a.Has(x, y) && y > a.Y:
		node = l.At(x-a.X, y-a.Y-1, d.Top, a.H-1)
	case b.Has(x, y):
		shown := pane.SmallAnswers(&d, &l, b.W, b.H)
		for i, a := range shown {
			if pane.SmallCell(i, len(shown), b.W, b.H).Has(x-b.X, y-b.Y) {
				node = a.Lead
			}
		}
	}
	if node >= 0 {
		t.play = play{}
		t.selected, t.top, t.from = node, d.Top, d.From
	}
}

// play is a path being played, node by node.
type play struct {
	path []int
	at   int
	tick int // number of the timer that counts
}

// playMsg is a timer's.
type playMsg struct{ tick int }

// pause is how long a node of a path is shown.
const pause = 2500 * time.Millisecond

// tell plays the path through the selected node, and beyond it the likeliest; while one is being
// played it advances at once.
func (t *Screen) tell(v screen.View) tea.Cmd {
	_, tree := t.shown(v)
	if tree == nil {
		return nil
	}
	if t.play.path != nil {
		return t.advance(v, tree)
	}
	d := t.chart.Get(v, tree)
	t.play = play{path: d.PathTo(d.Likeliest(t.selected)), at: -1, tick: t.play.tick}
	return t.advance(v, tree)
}

// advance shows the next node of the path, and has a timer set for the one after.
func (t *Screen) advance(v screen.View, tree *lookahead.Snapshot) tea.Cmd {
	t.play.at++
	t.play.tick++
	t.reveal(v, tree, t.play.path[t.play.at])
	cmd := t.imagine(v)
	if t.play.at == len(t.play.path)-1 {
		t.play = play{tick: t.play.tick}
		return cmd
	}
	if v.Still {
		return cmd
	}
	tick := t.play.tick
	return tea.Batch(cmd, tea.Tick(pause, func(time.Time) tea.Msg { return playMsg{tick} }))
}

// played advances when a timer fires, unless a newer one is active.
func (t *Screen) played(v screen.View, msg playMsg) tea.Cmd {
	_, tree := t.shown(v)
	if tree == nil || t.play.path == nil || msg.tick != t.play.tick || !v.Front {
		return nil
	}
	return t.advance(v, tree)
}
