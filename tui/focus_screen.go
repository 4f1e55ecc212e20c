package tui

import (
	"context"
	"farsight/tui/pane"
	"farsight/tui/session"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/study"
	"farsight/tui/chart"
)

// focusScreen shows one policy large, its scenario tree beside it, and what
// looking further is worth.
type focusScreen struct {
	plainScreen
	chart    pane.TreeChart
	horizons map[decisionKey][]lookahead.HorizonValue
	finished map[decisionKey]bool
	running  decisionKey
	cancel   context.CancelFunc // nil: nothing is being computed
}

// horizonsMsg brings max Q_N for the N known so far; nil values: the end.
type horizonsMsg struct {
	key    decisionKey
	values []lookahead.HorizonValue
	done   bool
}

func (*focusScreen) name() string { return "focus" }

func (*focusScreen) question(m *Model) string {
	return "what does " + m.s.Tracks[m.s.Focused()].Policy().Title() + " believe and want?"
}

func (f *focusScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case enteredMsg, lookMsg:
		return f.ask(m)
	case leftMsg:
		f.callOff()
	case horizonsMsg:
		if msg.key.run != m.s.Run {
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
		if m.screens[m.current] == oldScreen(f) {
			return f.ask(m) // cancelled, it may be wanted again
		}
	}
	return nil
}

// callOff ends the computation, if there is one.
func (f *focusScreen) callOff() {
	if f.cancel != nil {
		f.cancel()
		f.running = decisionKey{}
		f.cancel = nil
	}
}

// maxHorizon is the furthest we look.
const maxHorizon = 6

// ask computes max Q_N for N = 1 … 6 of the present step in the background, on
// base samples of its own.
func (f *focusScreen) ask(m *Model) tea.Cmd {
	if f.horizons == nil {
		f.horizons, f.finished = map[decisionKey][]lookahead.HorizonValue{}, map[decisionKey]bool{}
	}
	i := m.s.Focused()
	s, _ := m.s.Shown(i)
	if s == nil {
		return nil
	}
	if s.Decision != nil && s.Decision.Tree != nil {
		f.chart.Keep(m.view(), s.Decision.Tree)
	}
	key := decisionKey{m.s.Run, i, s.Step}
	if f.cancel != nil && f.running == key || f.finished[key] || m.s.Stopped {
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
	ctx, cancel := context.WithCancel(m.s.Context())
	f.running, f.cancel = key, cancel
	set := lookahead.Settings{Effort: lookahead.Quick, Seed: s.Seed}
	shared, turns := m.s.Tracks[i].Shared(), m.s.View().Turns()
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
	return lookahead.State{Pair: s.Pair, Budget: s.Money.Left, Best: s.Problem.Sign() * s.Best}, true
}

func (f *focusScreen) draw(m *Model, c chart.Canvas) {
	w, h := c.Size()
	i := m.s.Focused()
	side := max(30, w*9/20)
	charts, rest := c.Rect().CutLeft(w - side)
	_, rest = rest.CutLeft(2)
	pane.Column(m.view(), c.Sub(charts), i)
	bars, tree := rest.CutBottom(min(maxHorizon+2, h/2))
	f.drawHorizons(m, c.Sub(bars))
	s, _ := m.s.Shown(i)
	if s == nil {
		return
	}
	if s.Decision == nil || s.Decision.Tree == nil {
		c.Paragraph(tree, noTree(s), m.theme.MutedInk())
		return
	}
	f.drawTree(m, c.Sub(tree), s.Decision.Tree)
}

// drawTree draws as many stages of the tree as have room, around the root, and
// says how many there are.
func (f *focusScreen) drawTree(m *Model, c chart.Canvas, tree *lookahead.Snapshot) {
	sum, r := c.Rect().CutBottom(2)
	open, exhausted, truncated := pane.Counts(tree)
	words := fmt.Sprintf("%s: %d open, %d exhausted, %d truncated; t walks them.", pane.Plural(len(tree.Nodes), "node"), open, exhausted, truncated)
	d, tc := f.chart.Get(m.view(), tree), c.Sub(r)
	for k := tree.Steps; k > 0; k-- {
		part := pane.FirstStages(d, k)
		part.Folded = pane.FoldToFit(part, max(1, r.H-1))
		l := part.Layout(r.W, tc.Width)
		if l.Cols > r.W && k > 1 {
			continue
		}
		if k < tree.Steps {
			words = fmt.Sprintf("%s and %d more; t walks the %d nodes.", pane.Plural(k, "stage"), tree.Steps-k, len(tree.Nodes))
		}
		part.Top = max(0, min(l.Places[0].Row-(r.H-1)/2, l.Rows-(r.H-1)))
		part.Draw(tc, m.theme.Style())
		break
	}
	c.Paragraph(sum, words, m.theme.MutedInk())
}

// drawHorizons shows max Q_N for N = 1 … 6: what looking further is worth.
func (f *focusScreen) drawHorizons(m *Model, c chart.Canvas) {
	i := m.s.Focused()
	s, _ := m.s.Shown(i)
	if s == nil {
		return
	}
	key := decisionKey{m.s.Run, i, s.Step}
	w, _ := c.Size()
	b := chart.Bars{Title: "max Q_N: what looking N steps ahead promises", Hue: m.theme.Acquisition, Fill: m.theme.Acquisition}
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
		if s.Policy.Lookahead() && s.Policy.Steps == n {
			bar.Attr = chart.Bold
		}
		b.Items = append(b.Items, bar)
	}
	if _, ok := horizonState(s); !ok || len(values) == maxHorizon && whole <= pane.Negligible {
		c.Spans(0, 0, chart.Span{Text: b.Title, Ink: chart.Ink{Fg: b.Hue, Attr: chart.Bold}})
		c.Paragraph(chart.Rect{Y: 1, W: w, H: 2}, "Nothing: what is left buys no improvement.", m.theme.MutedInk())
		return
	}
	b.Draw(c, m.theme.Style())
}
