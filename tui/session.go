package tui

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/study"
)

// defaultPace is how many steps a second play makes.
const defaultPace = 1.0

// begin starts a new run on a problem; the caller must run start.
func (m *Model) begin(p *scenarios.Problem, policies []study.Policy) {
	if m.cancel != nil {
		m.cancel()
	}
	m.ctx, m.cancel = context.WithCancel(context.Background())
	m.run++
	if p.Theorem != nil {
		policies = nil // its arms are no box to search
	}
	m.problem, m.policies = p, policies
	m.tracks, m.curves, m.stopped = nil, map[curveID]context.CancelFunc{}, false
	m.extent = newExtent()
	m.step, m.owed, m.money, m.playing, m.axis = 0, 0, 0, false, 0
	m.left, m.right = 0, max(0, min(1, len(policies)-1))
	for i, q := range policies {
		if filled, err := q.For(p); err == nil {
			q = filled
		}
		m.tracks = append(m.tracks, newTrack(q, i))
	}
}

// sceneKey is the key of a step's scene as the charts are set now.
func (m *Model) sceneKey(step int) sceneKey {
	return sceneKey{step: step, axis: m.axis, incumbent: m.viaBest}
}

// visible are the tracks on the screen, the left one first.
func (m *Model) visible() []int {
	if len(m.tracks) == 0 {
		return nil
	}
	if m.left == m.right {
		return []int{m.left}
	}
	return []int{m.left, m.right}
}

// focused is the track that screens of one policy show.
func (m *Model) focused() int {
	if m.single {
		return m.left
	}
	return m.right
}

// change is what a message has changed.
type change struct {
	cmd  tea.Cmd
	look bool // what is shown may be another step, or more of one
	wait bool // it can wait for the next look at the progress
}

// receive takes a message of the session's own commands in; ok is false for
// messages of others.
func (m *Model) receive(msg tea.Msg) (c change, ok bool) {
	switch msg := msg.(type) {
	case steppedMsg:
		return m.stepped(msg), true
	case sceneMsg:
		return m.traced(msg), true
	case curveMsg:
		return m.curved(msg), true
	case pulseMsg:
		return change{cmd: m.pulsed()}, true
	case playMsg:
		return m.played(msg), true
	}
	return change{}, false
}

// playMsg is the play timer's.
type playMsg struct{ tick int }

func (m *Model) play() tea.Cmd {
	m.tick++
	if m.still {
		return nil
	}
	tick := m.tick
	return tea.Tick(time.Duration(float64(time.Second)/m.pace), func(time.Time) tea.Msg { return playMsg{tick} })
}

// played takes a step of playing, and asks for the next.
func (m *Model) played(msg playMsg) change {
	if !m.playing || msg.tick != m.tick {
		return change{}
	}
	if m.owed == 0 {
		m.move(1)
	}
	if m.atEnd() {
		m.playing = false
		return change{cmd: m.want(), look: true}
	}
	return change{cmd: tea.Batch(m.want(), m.play()), look: true}
}
