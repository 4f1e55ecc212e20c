package tui

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// Still opens the explorer without a terminal, computes everything, presses
// the given keys and returns the frame: for exports and for plain text. It is
// deterministic.
func Still(ctx context.Context, o Options, w, h int, keys ...tea.KeyMsg) (chart.Canvas, error) {
	o.Picture = true
	m := New(o)
	m.s.Still = true
	defer m.Close()
	m.Update(tea.WindowSizeMsg{Width: w, Height: h})
	if err := m.drain(ctx, m.Init()); err != nil {
		return chart.Canvas{}, err
	}
	for _, k := range keys {
		_, cmd := m.Update(k)
		if err := m.drain(ctx, cmd); err != nil {
			return chart.Canvas{}, err
		}
	}
	for _, t := range m.s.Tracks {
		if t.Err() != nil {
			return chart.Canvas{}, t.Err()
		}
	}
	return m.Frame(), nil
}

func (m *Model) drain(ctx context.Context, cmds ...tea.Cmd) error {
	return Drain(m, ctx.Err, cmds...)
}

// KeyEnd is the key that goes to the end of a replay.
func KeyEnd() tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyEnd} }
