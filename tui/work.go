package tui

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Background work is asked for by commands and ended by m.ctx; what it tells
// on the way is looked at in pulses.

// pulsePeriod is the time between two looks: a slow link is sent progress five
// times a second at most.
const pulsePeriod = 200 * time.Millisecond

// slowPulses is the number of looks from which a decision is slow enough to
// show how far it is.
const slowPulses = 2

// pulseMsg says that it is time to look how far the work is.
type pulseMsg struct{}

// pulse asks for the next look, unless one is on its way.
func (m *Model) pulse() tea.Cmd {
	if m.pulsing || m.still {
		return nil
	}
	m.pulsing = true
	return tea.Tick(pulsePeriod, func(time.Time) tea.Msg { return pulseMsg{} })
}

// pulsed takes in how far the work is, and looks again while there is any.
func (m *Model) pulsed() tea.Cmd {
	m.pulsing = false
	if !m.computing() {
		return nil
	}
	for _, t := range m.tracks {
		if t.busy {
			t.pulses++
			t.share = math.Float64frombits(t.told.Load())
		}
	}
	return m.pulse()
}

// computing tells whether any track is being computed.
func (m *Model) computing() bool {
	for _, t := range m.tracks {
		if t.busy {
			return true
		}
	}
	return false
}

// unfinished tells whether any track has steps left to compute.
func (m *Model) unfinished() bool {
	for _, t := range m.tracks {
		if !t.done {
			return true
		}
	}
	return false
}

// resume goes on with what was stopped.
func (m *Model) resume() tea.Cmd {
	if !m.stopped {
		return nil
	}
	m.stopped = false
	m.ctx, m.cancel = context.WithCancel(context.Background())
	return tea.Batch(m.start(), m.want())
}

// start runs every track in the background.
func (m *Model) start() tea.Cmd {
	if m.isLive() {
		return nil // a study is not replayed: its screen brings what is known
	}
	var cmds []tea.Cmd
	for i := range m.tracks {
		cmds = append(cmds, m.advance(i))
	}
	return tea.Batch(cmds...)
}

// stop cancels what is being computed; what is known stays.
func (m *Model) stop() {
	m.cancel()
	m.stopped = true
}
