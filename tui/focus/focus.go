// Package focus is the screen that shows one policy large, its scenario tree
// beside it, and what looking further is worth.
package focus

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/policy"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Screen is one policy. What looking further is worth it computes itself.
type Screen struct {
	chart    pane.TreeChart
	horizons map[decision][]lookahead.HorizonValue
	finished map[decision]bool
	running  decision
	cancel   context.CancelFunc // nil: nothing is being computed
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, of which nothing is computed yet.
func New() *Screen {
	return &Screen{horizons: map[decision][]lookahead.HorizonValue{}, finished: map[decision]bool{}}
}

// decision names a decision.
type decision struct{ run, track, step int }

// horizonsMsg brings max Q_N for the N known so far; nil values: the end.
type horizonsMsg struct {
	key    decision
	values []lookahead.HorizonValue
	done   bool
}

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

// received takes horizons in.
func (f *Screen) received(v screen.View, msg horizonsMsg) tea.Cmd {
	if msg.key.run != v.Run() {
		return nil
	}
	if msg.values != nil {
		if len(msg.values) >= len(f.horizons[msg.key]) { // computed again, it starts with few
			f.horizons[msg.key] = msg.values
		}
		f.finished[msg.key] = msg.done
		return nil
	}
	if msg.key == f.running {
		f.cancel = nil
	}
	if v.Front {
		return f.ask(v) // cancelled, it may be wanted again
	}
	return nil
}

// callOff ends the computation, if there is one.
func (f *Screen) callOff() {
	if f.cancel != nil {
		f.cancel()
		f.running = decision{}
		f.cancel = nil
	}
}

// maxHorizon is the furthest the screen looks.
const maxHorizon = 6

// ask computes max Q_N for N = 1 … 6 of the present step in the background, on
// base samples of its own.
func (f *Screen) ask(v screen.View) tea.Cmd {
	i := v.Focused()
	s, _ := v.Shown(i)
	if s == nil {
		return nil
	}
	if s.Decision != nil && s.Decision.Tree != nil {
		f.chart.Keep(v, s.Decision.Tree)
	}
	key := decision{v.Run(), i, s.Step}
	if f.cancel != nil && f.running == key || f.finished[key] || v.Stopped() {
		return nil
	}
	f.callOff()
	state, ok := horizonState(s)
	if !ok {
		return nil
	}
	fantasies, err := lookahead.DefaultShape(lookahead.Sampled, maxHorizon).Draw(s.Seed^horizonSalt, false)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(v.Context())
	f.running, f.cancel = key, cancel
	set := lookahead.Settings{Effort: lookahead.Quick, Seed: s.Seed}
	shared, turns := v.Track(i).Shared(), v.Turns()
	return session.Stream(ctx, horizonsMsg{key: key}, func(send func(tea.Msg)) {
		all := shared.Horizon(ctx, key.step, func() ([]lookahead.HorizonValue, error) {
			ctx, workers, end, err := turns.Share(ctx)
			if err != nil {
				return nil, err
			}
			defer end()
			set.Workers = workers
			return lookahead.Horizons(ctx, state, fantasies, set, func(v []lookahead.HorizonValue) {
				send(horizonsMsg{key: key, values: append([]lookahead.HorizonValue(nil), v...)})
			})
		})
		if len(all) == maxHorizon {
			send(horizonsMsg{key, all, true})
		}
	})
}

// horizonSalt keeps the base samples apart from those of any decision.
const horizonSalt = 0x5eed_f0c5

// horizonState is where the horizons start from, for any policy.
func horizonState(s *study.Snapshot) (lookahead.State, bool) {
	if s.Pair == nil || s.BestRow < 0 || s.Money.Left <= 0 {
		return lookahead.State{}, false
	}
	return lookahead.State{Pair: s.Pair, Budget: s.Money.Left, Best: s.Incumbent()}, true
}

// Draw draws the policy's column, its tree and the bars.
func (f *Screen) Draw(v screen.View, c chart.Canvas) {
	w, h := c.Size()
	i := v.Focused()
	side := max(30, w*9/20)
	charts, rest := c.Rect().CutLeft(w - side)
	_, rest = rest.CutLeft(2)
	pane.Column(v, c.Sub(charts), i)
	bars, tree := rest.CutBottom(min(maxHorizon+2, h/2))
	f.drawHorizons(v, c.Sub(bars))
	s, _ := v.Shown(i)
	if s == nil {
		return
	}
	if s.Decision == nil || s.Decision.Tree == nil {
		c.Paragraph(tree, pane.NoTree(s), v.Theme.MutedInk())
		return
	}
	f.drawTree(v, c.Sub(tree), s.Decision.Tree)
}

// drawTree draws as many stages of the tree as have room, around the root, and
// says how many there are.
func (f *Screen) drawTree(v screen.View, c chart.Canvas, tree *lookahead.Snapshot) {
	sum, r := c.Rect().CutBottom(2)
	open, exhausted, truncated := pane.Counts(tree)
	words := fmt.Sprintf("%s: %d open, %d exhausted, %d truncated; t walks them.", pane.Plural(len(tree.Nodes), "node"), open, exhausted, truncated)
	d, tc := f.chart.Get(v, tree), c.Sub(r)
	for k := tree.Steps; k > 0; k-- {
		part := firstStages(d, k)
		part.Folded = pane.FoldToFit(part, max(1, r.H-1))
		l := part.Layout(r.W, tc.Width)
		if l.Cols > r.W && k > 1 {
			continue
		}
		if k < tree.Steps {
			words = fmt.Sprintf("%s and %d more; t walks the %d nodes.", pane.Plural(k, "stage"), tree.Steps-k, len(tree.Nodes))
		}
		part.Top = max(0, min(l.Places[0].Row-(r.H-1)/2, l.Rows-(r.H-1)))
		part.Draw(tc, v.Theme.Style())
		break
	}
	c.Paragraph(sum, words, v.Theme.MutedInk())
}

// firstStages is a tree with its first k stages only.
func firstStages(t chart.Tree, k int) chart.Tree {
	stage := make([]int, len(t.Nodes))
	n := 0
	for i, node := range t.Nodes {
		if node.Parent >= 0 {
			stage[i] = stage[node.Parent] + 1
		}
		if stage[i] < k {
			n = i + 1 // nodes come stage by stage
		}
	}
	t.Nodes = t.Nodes[:n]
	t.Stages = t.Stages[:min(k, len(t.Stages))]
	return t
}

// drawHorizons shows max Q_N for N = 1 … 6: what looking further is worth.
func (f *Screen) drawHorizons(v screen.View, c chart.Canvas) {
	i := v.Focused()
	s, _ := v.Shown(i)
	if s == nil {
		return
	}
	key := decision{v.Run(), i, s.Step}
	w, _ := c.Size()
	b := chart.Bars{Title: "max Q_N: what looking N steps ahead promises", Hue: v.Theme.Acquisition, Fill: v.Theme.Acquisition}
	if w < 48 {
		b.Title = "max Q_N, N steps ahead"
	}
	values := f.horizons[key]
	whole := 0.0
	for _, v := range values {
		whole = max(whole, v.Value)
	}
	for n := 1; n <= maxHorizon; n++ {
		bar := chart.Bar{Label: fmt.Sprintf("N = %d", n), Note: "…"}
		if n <= len(values) {
			bar.Value, bar.Note = values[n-1].Value, ""
		}
		if s.Policy.Tree() && s.Policy.Steps() == n {
			bar.Attr = chart.Bold
		}
		b.Items = append(b.Items, bar)
	}
	if _, ok := horizonState(s); !ok || len(values) == maxHorizon && policy.Negligible(whole, s.Pair) {
		c.Spans(0, 0, chart.Span{Text: b.Title, Ink: chart.Ink{Fg: b.Hue, Attr: chart.Bold}})
		c.Paragraph(chart.Rect{Y: 1, W: w, H: 2}, "Nothing: what is left buys no improvement.", v.Theme.MutedInk())
		return
	}
	b.Draw(c, v.Theme.Style())
}
