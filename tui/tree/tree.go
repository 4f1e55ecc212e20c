// Package tree is the screen that shows the scenario tree of a decision: imagined outcomes, and the
// posterior after each.
//
//	tree.go  the screen, its keys, where its parts are, the legend
//	walk.go  from node to node, what is folded, and paths that are played
//	node.go  the selected node: its story, its charts, its numbers
package tree

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Screen is the scenario tree of one decision, with a node selected.
type Screen struct {
	screen.Endless
	of       decision // the decision the selection belongs to
	selected int
	folded   []bool
	opened   map[futures.Fold]bool
	top      int // scrolling, in rows
	from     int // and in stages
	play     play
	chart    pane.TreeChart
	beliefs  pane.Beliefs
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, of which nothing is computed yet.
func New() *Screen { return &Screen{} }

// decision names a decision.
type decision struct{ run, track, step int }

var keys = []screen.Binding{
	{Act: screen.ActUp, Binding: screen.On("↑↓", "answers", "up", "k"), Long: "to the previous, the next answer of the stage (also k j)"},
	{Act: screen.ActDown, Binding: screen.On("", "", "down", "j")},
	{Act: screen.ActLeft, Binding: screen.On("←→", "stages", "left", "h"), Long: "back to what led here, on to the likeliest answer (also h)"},
	{Act: screen.ActRight, Binding: screen.On("", "", "right")},
	{Act: screen.ActLikeliest, Binding: screen.On("l", "likeliest", "l"), Long: "follow the likeliest answers to the end"},
	{Act: screen.ActWorthiest, Binding: screen.On("w", "worthiest", "w"), Long: "follow the answers that add most: chance times worth"},
	{Act: screen.ActPlayPath, Binding: screen.On("P", "tell", "P"), Long: "play the selected path; again: advance at once"},
	{Act: screen.ActEnter, Binding: screen.On("⏎", "unfold", "enter"), All: "enter", Long: "unfold a line of rarer answers or of costs, and fold it again"},
	{Act: screen.ActForward, Binding: screen.On("n", "step", "n"), All: "n p", Long: "one evaluation forward, back"},
	{Act: screen.ActBack, Binding: screen.On("", "", "p")},
	{Act: screen.ActFold, Binding: screen.On("z", "fold", "z"), Long: "fold or unfold the selected node's stage"},
	{Act: screen.ActSave, Binding: screen.On("W", "", "W"), Long: "save this frame as a picture (SVG) in the present folder"},
	{Act: screen.ActMouse, Binding: screen.On("M", "", "M"), Long: "let the mouse select nodes, or leave it to the terminal"},
}

// SelectMsg selects a node of the tree shown, and unfolds what hides it.
type SelectMsg struct {
	Pick func(*lookahead.Snapshot) int
}

// Selected is the node that is selected, by its number in the decision's tree.
func (t *Screen) Selected() int { return t.selected }

// Name is "tree".
func (*Screen) Name() string { return "tree" }

// Available requires a policy.
func (*Screen) Available(v screen.View) bool { return len(v.Tracks) > 0 }

// About asks what the policy imagines.
func (*Screen) About(v screen.View) screen.About {
	return screen.About{
		Question: "what does " + v.Tracks[v.Focused()].Title() + " imagine?",
		Keys:     keys,
		Globals:  screen.GlobalKeys,
	}
}

// Update walks the tree, and has computed what is seen at the selected node and
// after the answers beside it.
func (t *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg, screen.SizeMsg:
		t.follow(v)
		return screen.Wants{Cmd: t.imagine(v)}
	case screen.LeftMsg:
		t.play = play{}
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
				t.reveal(v, tree, node)
				return screen.Wants{Cmd: t.imagine(v)}
			}
		}
	case playMsg:
		return screen.Wants{Cmd: t.played(v, msg)}
	case pane.BeliefsMsg:
		t.beliefs.Receive(v, msg)
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

// imagine has computed what is believed at the selected node, and then what is
// shown in small.
func (t *Screen) imagine(v screen.View) tea.Cmd {
	s, tree := t.shown(v)
	if tree == nil || t.selected >= len(tree.Nodes) {
		return nil
	}
	w, h := v.BodySize()
	d, l, p := t.at(v, tree, w, h, chart.Width)
	var rest []int
	for _, b := range pane.SmallAnswers(&d, &l, p.small.W, p.small.H) {
		rest = append(rest, b.Lead)
	}
	return tea.Batch(t.beliefs.Want(v, s, t.selected), t.beliefs.Want(v, s, rest...))
}

// act handles a key.
func (t *Screen) act(v screen.View, a screen.Action) screen.Wants {
	switch a {
	case screen.ActUp, screen.ActDown, screen.ActLeft, screen.ActRight, screen.ActFold, screen.ActEnter, screen.ActLikeliest, screen.ActWorthiest:
		t.follow(v)
		t.play = play{}
		if _, tree := t.shown(v); tree != nil {
			t.walk(v, tree, a)
		}
		return screen.Wants{Taken: true, Cmd: t.imagine(v)}
	case screen.ActPlayPath:
		t.follow(v)
		return screen.Wants{Taken: true, Cmd: t.tell(v)}
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
	key := decision{v.Run, v.Focused(), s.Step}
	if tree != nil {
		t.chart.Keep(v, tree)
	}
	if key == t.of {
		return
	}
	t.of, t.selected, t.top, t.from, t.folded, t.opened, t.play = key, 0, 0, 0, nil, nil, play{}
	if tree != nil {
		w, h := v.BodySize()
		d := t.chart.Get(v, tree)
		t.folded = d.FoldToFit(max(1, mostRows(w, h)-1))
	}
}

// at is the tree as it is drawn, with where everything is.
func (t *Screen) at(v screen.View, tree *lookahead.Snapshot, w, h int, measure func(string) int) (futures.Tree, futures.Layout, panes) {
	d := t.chart.Get(v, tree)
	d.Selected, d.Folded, d.Opened = min(t.selected, len(d.Nodes)-1), t.folded, t.opened
	p := arrange(&d, w, h)
	d.From = t.from
	l := d.Layout(p.tree.W, p.tree.H-1, measure)
	if top, from := l.Reveal(d.Selected, t.top, d.From, p.tree.H-1); from != d.From {
		d.Top, d.From = top, from
		l = d.Layout(p.tree.W, p.tree.H-1, measure)
	} else {
		d.Top = top
	}
	return d, l, p
}

// panes are where the parts of the screen are. An empty story stands over the
// selected node.
type panes struct{ tree, story, node, small, legend chart.Rect }

// mostRows is how high the tree may become, heads included.
func mostRows(w, h int) int {
	if w >= screen.TwoColumns-2 {
		return max(8, (h-1)*6/10)
	}
	return max(6, (h-1)*11/20)
}

// wide is the width from which the story of a short tree stands beside it.
const wide = 180

// arrange gives the tree the rows it needs, the selected node and the small
// beliefs what is left.
func arrange(d *futures.Tree, w, h int) panes {
	var p panes
	var r chart.Rect
	p.legend, r = chart.Rect{W: w, H: h}.CutBottom(1)
	p.tree, r = r.CutTop(d.HeightFor(mostRows(w, h)))
	if w >= wide && d.Stages() == 2 {
		p.tree, p.story = p.tree.CutLeft(w * 7 / 10)
		_, p.story = p.story.CutLeft(3)
	}
	if h >= 28 {
		_, r = r.CutTop(1)
	}
	p.node = r
	if w >= screen.TwoColumns-2 && d.Stages() > 1 {
		p.node, p.small = r.CutLeft(w / 2)
		_, p.small = p.small.CutLeft(2)
	}
	return p
}

// Draw draws the tree, the selected node, the beliefs in small and the legend.
func (t *Screen) Draw(v screen.View, c chart.Canvas) {
	v.Spots.Of(-1)
	s, tree := t.shown(v)
	if s == nil {
		pane.Status(v, c.Sub(chart.Rect{Y: 1, W: c.Rect().W, H: 1}), v.Focused())
		return
	}
	if tree == nil {
		c.Paragraph(c.Rect().Inset(0, 1), pane.NoTree(s), v.Theme.TextInk())
		return
	}
	w, h := c.Size()
	d, l, p := t.at(v, tree, w, h, c.Width)
	v.Spots.Note("tree", c.Sub(p.tree))
	v.Spots.Note("node", c.Sub(p.node))
	v.Spots.Note("legend", c.Sub(p.legend))
	d.Draw(c.Sub(p.tree), v.Theme.Style())
	node := c.Sub(p.node)
	if p.story.Empty() {
		node = node.Sub(drawStory(v, node, s, tree, d.Selected, &l, node.Rect().H/3))
	} else {
		drawStory(v, c.Sub(p.story), s, tree, d.Selected, &l, p.story.H)
	}
	t.drawNode(v, node, s, tree, d.Selected)
	t.beliefs.DrawSmall(v, c.Sub(p.small), s, &d, &l)
	above, below := d.Beyond(l, p.tree.H-1)
	drawLegend(v, c.Sub(p.legend), tree, above, below)
}

// drawLegend explains the marks, with counts, in as many words as fit, and says
// how many rows are out of sight.
func drawLegend(v screen.View, c chart.Canvas, tree *lookahead.Snapshot, above, below int) {
	th := v.Theme
	w, _ := c.Size()
	if above+below > 0 {
		words := fmt.Sprintf("↑ %d  ↓ %d rows", above, below)
		c.TextRight(w, 0, words, chart.Ink{Fg: th.Muted, Attr: chart.Italic})
		w -= c.Width(words) + 2
	}
	open, exhausted, truncated, stopped := pane.Counts(tree)
	better := "better"
	if v.Problem.Sign() < 0 {
		better = "better: lower"
	}
	for _, words := range [][7]string{
		{better, "alike: within a third of a standard deviation", "worse than the best so far", "%d open", "%d: nothing more is affordable", "%d: the horizon ends", "%d stop: the budget is worth more later"},
		{better, "alike, within 1/3 sd", "worse than the best", "%d open", "%d: nothing more is affordable", "%d: the horizon ends", "%d stop: the budget is worth more later"},
		{better, "alike, within 1/3 sd", "worse than the best", "%d open", "%d can afford nothing", "%d at the horizon", "%d stop"},
		{better, "alike", "worse", "%d open", "%d can afford nothing", "%d at the horizon", "%d stop"},
		{"better", "alike", "worse", "open", "affords nothing", "horizon", "stops"},
	} {
		spans := []chart.Span{}
		mark := func(r rune, color chart.Color, words string) {
			spans = append(spans, chart.Span{Text: string(r), Ink: chart.Ink{Fg: color, Attr: chart.Bold}}, chart.Span{Text: " " + words + "   ", Ink: th.MutedInk()})
		}
		counted := func(form string, n int) string {
			if form[0] != '%' {
				return form
			}
			return fmt.Sprintf(form, n)
		}
		mark(futures.Better.Rune(), th.Good, words[0])
		mark(futures.Alike.Rune(), th.Truncated, words[1])
		mark(futures.Worse.Rune(), th.Warning, words[2])
		mark(futures.Open.Shape().Rune(), th.Open, counted(words[3], open))
		mark(futures.Exhausted.Shape().Rune(), th.Exhausted, counted(words[4], exhausted))
		mark(futures.Truncated.Shape().Rune(), th.Truncated, counted(words[5], truncated))
		if tree.Price > 0 {
			mark(futures.Stopped.Shape().Rune(), th.Truncated, counted(words[6], stopped))
		}
		last := &spans[len(spans)-1]
		last.Text = strings.TrimRight(last.Text, " ")
		n := 0
		for _, s := range spans {
			n += c.Width(s.Text)
		}
		if n <= w {
			c.Spans(0, 0, spans...)
			return
		}
	}
}
