package session

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Background work is asked for by commands and ended with the run; what it tells
// on the way is looked at in pulses.

// PulsePeriod is the time between two looks: a slow link is sent progress five
// times a second at most.
const PulsePeriod = 200 * time.Millisecond

// slowPulses is the number of looks from which a decision is slow enough to
// show how far it is.
const slowPulses = 2

// PulseMsg says that it is time to look how far the work is.
type PulseMsg struct{}

// pulse asks for the next look, unless one is on its way.
func (se *Session) pulse() tea.Cmd {
	if se.pulsing || se.Still {
		return nil
	}
	se.pulsing = true
	return tea.Tick(PulsePeriod, func(time.Time) tea.Msg { return PulseMsg{} })
}

// pulsed takes in how far the work is, and looks again while there is any.
func (se *Session) pulsed() tea.Cmd {
	se.pulsing = false
	if !se.Computing() {
		return nil
	}
	for _, t := range se.Tracks {
		if t.busy {
			t.pulses++
			t.share = math.Float64frombits(t.told.Load())
		}
	}
	return se.pulse()
}

// Computing tells whether any track is being computed.
func (se *Session) Computing() bool {
	for _, t := range se.Tracks {
		if t.busy {
			return true
		}
	}
	return false
}

// Unfinished tells whether any track has steps left to compute.
func (se *Session) Unfinished() bool {
	for _, t := range se.Tracks {
		if !t.done {
			return true
		}
	}
	return false
}

// Resume goes on with what was stopped.
func (se *Session) Resume() tea.Cmd {
	if !se.Stopped {
		return nil
	}
	se.Stopped = false
	se.ctx, se.cancel = context.WithCancel(context.Background())
	return tea.Batch(se.Start(), se.Want())
}

// Start runs every track in the background.
func (se *Session) Start() tea.Cmd {
	if se.IsLive() {
		return nil // a study is not replayed: its screen brings what is known
	}
	var cmds []tea.Cmd
	for i := range se.Tracks {
		cmds = append(cmds, se.advance(i))
	}
	return tea.Batch(cmds...)
}

// Stop cancels what is being computed; what is known stays.
func (se *Session) Stop() {
	se.cancel()
	se.Stopped = true
}
