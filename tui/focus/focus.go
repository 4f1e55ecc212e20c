// Package focus is the screen that shows one policy large, its scenario tree
// beside it, and what looking further is worth.
package focus

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Screen is one policy. What looking further is worth it computes itself.
type Screen struct {
	chart    pane.TreeChart
	horizons map[decision][]lookahead.HorizonValue
	finished map[decision]bool
	running  decision
	cancel   context.CancelFunc // nil: nothing is being computed
}

var (
	_ screen.Screen = (*Screen)(nil)
	_ screen.Reader = (*Screen)(nil)
)

// New is the screen, of which nothing is computed yet.
func New() *Screen {
	return &Screen{horizons: map[decision][]lookahead.HorizonValue{}, finished: map[decision]bool{}}
}

// decision names a decision.
type decision struct{ run, track, step int }

// Name is "focus".
func (*Screen) Name() string { return "focus" }

// Available wants a policy.
func (*Screen) Available(v screen.View) bool { return v.Tracks() > 0 }

// About says whose screen it is.
func (*Screen) About(v screen.View) screen.About {
	return screen.About{
		Question: "what does " + v.Track(v.Focused()).Policy().Title() + " believe and want?",
		Globals:  screen.GlobalKeys,
	}
}

// Read reads the policy's charts.
func (*Screen) Read(v screen.View) screen.Reading { return pane.SliceReading(v, v.Focused()) }

// Close has nothing to end that the run does not.
func (*Screen) Close() {}

// Update computes horizons while the screen is shown.
func (f *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg:
		return screen.Wants{Cmd: f.ask(v)}
	case screen.LeftMsg:
		f.callOff()
	case horizonsMsg:
		return screen.Wants{Cmd: f.received(v, msg)}
	}
	return screen.Wants{}
}

// Draw draws the policy's column, its tree and the bars.
func (f *Screen) Draw(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	i := v.Focused()
	side := max(30, w*9/20)
	charts, rest := c.Rect().CutLeft(w - side)
	_, rest = rest.CutLeft(2)
	pane.Column(v, c.Sub(charts), i)
	s, _ := v.Shown(i)
	bars, tree := rest.CutBottom(min(mostSteps(s)+2, h/2))
	f.drawHorizons(v, c.Sub(bars))
	if s == nil {
		return
	}
	if s.Decision == nil || s.Decision.Tree == nil {
		c.Paragraph(tree, pane.NoTree(s), v.Theme.MutedInk())
		return
	}
	f.drawTree(v, c.Sub(tree), s.Decision.Tree)
}

// drawTree draws as much of the tree as has room, and says how many nodes there
// are.
func (f *Screen) drawTree(v screen.View, c chart.Canvas, tree *lookahead.Snapshot) {
	sum, r := c.Rect().CutBottom(2)
	open, exhausted, truncated := pane.Counts(tree)
	words := fmt.Sprintf("%s: %d open, %d exhausted, %d truncated; t walks them.", pane.Plural(len(tree.Nodes), "node"), open, exhausted, truncated)
	d := f.chart.Get(v, tree)
	d.Roomy = true
	d.Folded = d.FoldToFit(max(1, r.H-1))
	l := d.Draw(c.Sub(r), v.Theme.Style())
	if l.To < tree.Steps {
		words = fmt.Sprintf("%s and %d more; t walks the %d nodes.", pane.Plural(l.To, "stage"), tree.Steps-l.To, len(tree.Nodes))
	}
	c.Paragraph(sum, words, v.Theme.MutedInk())
}
