package tui

import (
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
	horizons map[horizonKey][]lookahead.HorizonValue
	asked    map[horizonKey]bool
}

type horizonKey struct{ run, track, step int }

type horizonsMsg struct {
	key     horizonKey
	values  []lookahead.HorizonValue
	updates <-chan []lookahead.HorizonValue
}

func (*focusScreen) name() string { return "focus" }

func (*focusScreen) question(m *Model) string {
	return "what does " + m.tracks[m.focused()].policy.Title() + " believe and want?"
}

func (f *focusScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case enteredMsg:
		return f.ask(m)
	case horizonsMsg:
		if msg.key.run != m.run {
			return nil
		}
		if msg.values != nil {
			f.horizons[msg.key] = msg.values
		}
		if msg.updates == nil {
			return nil
		}
		return func() tea.Msg { return awaitHorizons(msg.key, msg.updates) }
	}
	return nil
}

// do looks on for the new step once the model has moved.
func (f *focusScreen) do(m *Model, a action) (tea.Cmd, bool) {
	switch a {
	case actForward, actBack, actHome, actEnd, actSwap, actPolicies:
		return tea.Batch(m.do(a), f.ask(m)), true
	}
	return nil, false
}

// ask computes max Q_N for N = 1 … 6 in the background, once per step.
func (f *focusScreen) ask(m *Model) tea.Cmd {
	if f.horizons == nil {
		f.horizons, f.asked = map[horizonKey][]lookahead.HorizonValue{}, map[horizonKey]bool{}
	}
	i := m.focused()
	s, _ := m.shown(i)
	if s == nil {
		return nil
	}
	key := horizonKey{m.run, i, s.Step}
	state, ok := horizonState(s)
	if f.asked[key] || !ok {
		return nil
	}
	f.asked[key] = true
	shape := lookahead.DefaultShape(lookahead.Sampled, maxHorizon)
	fantasies, err := shape.Draw(s.Seed^0x5eed, false)
	if err != nil {
		return nil
	}
	ctx := m.ctx
	updates := make(chan []lookahead.HorizonValue, maxHorizon)
	return func() tea.Msg {
		go func() {
			defer close(updates)
			_, _ = lookahead.Horizons(ctx, state, fantasies, lookahead.Settings{Effort: lookahead.Quick, Seed: s.Seed}, func(v []lookahead.HorizonValue) {
				select {
				case updates <- append([]lookahead.HorizonValue(nil), v...):
				case <-ctx.Done():
				}
			})
		}()
		return awaitHorizons(key, updates)
	}
}

// maxHorizon is the furthest we look.
const maxHorizon = 6

func awaitHorizons(key horizonKey, updates <-chan []lookahead.HorizonValue) tea.Msg {
	v, ok := <-updates
	if !ok {
		return horizonsMsg{key: key}
	}
	return horizonsMsg{key: key, values: v, updates: updates}
}

// horizonState is where the horizons start from, for any policy.
func horizonState(s *study.Snapshot) (lookahead.State, bool) {
	if s.Pair == nil || s.BestRow < 0 || s.Money.Left <= 0 {
		return lookahead.State{}, false
	}
	return lookahead.State{Pair: s.Pair, Budget: s.Money.Left, Best: s.Problem.Sign() * s.Best}, true
}

func (f *focusScreen) draw(m *Model, c chart.Canvas) {
	w, h := c.Size()
	i := m.focused()
	if w < 90 {
		m.drawColumn(c, i)
		return
	}
	charts, side := c.Rect().CutLeft(w * 3 / 5)
	_, side = side.CutLeft(2)
	m.drawColumn(c.Sub(charts), i)
	bars, tree := side.CutBottom(min(10, h/3))
	f.drawHorizons(m, c.Sub(bars))
	s, _ := m.shown(i)
	if s == nil {
		return
	}
	if s.Decision == nil || s.Decision.Tree == nil {
		c.Paragraph(tree, noTree(s), m.theme.MutedInk())
		return
	}
	treeOf(m, s.Decision.Tree, 0, nil).Draw(c.Sub(tree), m.theme.Style())
}

// noTree says why there is no tree to draw.
func noTree(s *study.Snapshot) string {
	if !s.Policy.Lookahead() {
		return s.Policy.Title() + " does not look ahead: it has no scenario tree. B-MS-EI does (x, or o for another policy)."
	}
	return "The run has ended (" + string(s.Stop) + "): there is no decision and no tree. ← goes back."
}

// drawHorizons shows max Q_N for N = 1 … 6: what looking further is worth.
func (f *focusScreen) drawHorizons(m *Model, c chart.Canvas) {
	i := m.focused()
	s, _ := m.shown(i)
	if s == nil {
		return
	}
	b := chart.Bars{Title: "max Q_N: what looking N steps ahead is worth", Hue: m.theme.Acquisition, Fill: m.theme.Acquisition}
	for _, v := range f.horizons[horizonKey{m.run, i, s.Step}] {
		b.Items = append(b.Items, chart.Bar{Label: fmt.Sprintf("N = %d", v.Steps), Value: v.Value})
	}
	if len(b.Items) < maxHorizon && f.asked[horizonKey{m.run, i, s.Step}] {
		b.Note = fmt.Sprintf("%d of %d", len(b.Items), maxHorizon)
	}
	b.Draw(c, m.theme.Style())
}
