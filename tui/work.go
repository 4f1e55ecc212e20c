package tui

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
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

// resume goes on with what was stopped.
func (m *Model) resume() tea.Cmd {
	if !m.stopped {
		return nil
	}
	m.stopped = false
	m.ctx, m.cancel = context.WithCancel(context.Background())
	return tea.Batch(m.start(), m.wanted(), m.screens[m.current].receive(m, enteredMsg{}))
}

// escape goes back to the first screen, and from there to the map the problem
// was opened from; where there is nowhere to go back to it stops what is being
// computed.
func (m *Model) escape() tea.Cmd {
	onMap := m.screens[m.current].name() == atlasName
	if home := m.home(); m.current != home && !onMap {
		m.current = home
		return m.entered()
	}
	if m.has(atlasName) && !onMap {
		return m.show(atlasName)
	}
	if m.computing() && !m.stopped {
		m.stop()
		m.note = "Stopped. What was computed stays; r goes on."
	}
	return nil
}

// busyWords say in the title what is being computed, where the columns have no
// row for it.
func (m *Model) busyWords() string {
	if m.h >= 30 {
		return ""
	}
	for _, i := range m.visible() {
		if words, share, ok := m.status(i); ok && share >= 0 {
			return fmt.Sprintf("%s: %.0f %%", words, 100*share)
		}
	}
	return ""
}

// streamRoom is more messages than any work sends: a slow terminal must not hold
// up what others may be waiting for.
const streamRoom = 64

// stream runs work in the background and brings the messages it sends one by
// one, end last. Work that goes on must end with ctx.
func stream(ctx context.Context, end tea.Msg, work func(send func(tea.Msg))) tea.Cmd {
	return func() tea.Msg {
		updates := make(chan tea.Msg, streamRoom)
		send := func(msg tea.Msg) {
			select {
			case updates <- msg:
			case <-ctx.Done():
			}
		}
		go func() {
			defer close(updates)
			defer func() {
				if p := recover(); p != nil {
					send(panicMsg{p, debug.Stack()})
				}
			}()
			work(send)
		}()
		return streamed(updates, end)
	}
}

// streamMsg is one message of a stream.
type streamMsg struct {
	msg     tea.Msg
	updates <-chan tea.Msg
	end     tea.Msg
}

// streamed waits for the next message of a stream.
func streamed(updates <-chan tea.Msg, end tea.Msg) tea.Msg {
	if msg, ok := <-updates; ok {
		return streamMsg{msg, updates, end}
	}
	return end
}

// flow takes one message of a stream in and waits for the next.
func (m *Model) flow(msg streamMsg) tea.Cmd {
	if p, ok := msg.msg.(panicMsg); ok {
		p.surface()
	}
	_, cmd := m.Update(msg.msg)
	return tea.Batch(cmd, func() tea.Msg { return streamed(msg.updates, msg.end) })
}
