package tui

import (
	"fmt"
	"path/filepath"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/tui/atlas"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// What the session cannot decide alone: which screen shows what it has become.

// look has the screen ask for what it shows now.
func (m *Model) look() tea.Cmd { return m.tell(m.current, screen.LookMsg{}) }

// wanted asks for what is on the screen and not there yet.
func (m *Model) wanted() tea.Cmd { return tea.Batch(m.s.Want(), m.look()) }

// fallBack leaves a screen that makes no sense any more.
func (m *Model) fallBack() {
	if !m.available(m.current) {
		m.current = m.home()
	}
}

// goOn goes on with what was stopped.
func (m *Model) goOn() tea.Cmd {
	if !m.s.Stopped {
		return nil
	}
	return tea.Batch(m.s.Resume(), m.look(), m.tell(m.current, screen.EnteredMsg{}))
}

// escape goes back to the first screen, and from there to the map the problem
// was opened from; where there is nowhere to go back to it stops what is being
// computed.
func (m *Model) escape() tea.Cmd {
	onMap := m.screens[m.current].Name() == atlas.Name
	if home := m.home(); m.current != home && !onMap {
		m.current = home
		return m.entered()
	}
	if m.has(atlas.Name) && !onMap {
		return m.show(atlas.Name)
	}
	if m.s.Computing() && !m.s.Stopped {
		m.s.Stop()
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
	for _, i := range m.s.Visible() {
		if words, share, ok := pane.StatusOf(m.view(), i); ok && share >= 0 {
			return fmt.Sprintf("%s: %.0f %%", words, 100*share)
		}
	}
	return ""
}

// flow takes one message of a stream in and waits for the next.
func (m *Model) flow(msg session.StreamMsg) tea.Cmd {
	if p, ok := msg.Msg.(session.PanicMsg); ok {
		p.Surface()
	}
	_, cmd := m.Update(msg.Msg)
	return tea.Batch(cmd, msg.Next)
}

// loaded shows a problem that was read, or what is wrong with it.
func (m *Model) loaded(msg session.LoadedMsg) tea.Cmd {
	p, ok := m.s.Loaded(msg)
	if !ok {
		return nil
	}
	m.note = ""
	if p == nil {
		if msg.Why != session.ToOpen {
			m.overlay, m.scroll = overlayMistakes, 0
		}
		return nil
	}
	if m.overlay == overlayMistakes {
		m.overlay = overlayNone
	}
	if msg.Why == session.ToOpen {
		return m.openAsked(p, msg.Name)
	}
	m.s.Again(p)
	m.fallBack()
	if msg.Why == session.AsSaved {
		m.note = fmt.Sprintf("%s was saved: running it again", sanitize.Text(filepath.Base(msg.Name)))
	}
	return tea.Batch(m.s.Start(), m.entered())
}

// openAsked opens the problem that was asked for last.
func (m *Model) openAsked(p *scenarios.Problem, name string) tea.Cmd {
	asked := m.asked
	policies := session.UsualPolicies(p)
	if asked.Find != nil {
		name, policies = "", asked.Policies
		m.s.Settings.Seed = asked.Seed // of its initial design
	}
	cmd := m.opened(p, name, policies)
	m.note = asked.Note
	if asked.Then != nil {
		cmd = tea.Batch(cmd, m.tellAll(asked.Then))
	}
	return cmd
}

// opened runs policies on another problem, by the name it was loaded by.
func (m *Model) opened(p *scenarios.Problem, name string, policies []policy.Policy) tea.Cmd {
	m.s.OpenAs(p, name, policies)
	m.current = m.home()
	return tea.Batch(m.s.Start(), m.s.Watch(), m.entered())
}

// apply runs a plan in the background; the run under way is given up.
func (m *Model) apply(p session.Plan) tea.Cmd {
	same, reload := m.s.SetPlan(p)
	switch {
	case same:
		return nil
	case reload:
		return m.s.Load(m.s.Name, session.ForSeed)
	}
	m.s.Reopen(p.Altered.Of(m.s.Base), p.Policies)
	m.fallBack()
	return tea.Batch(m.s.Start(), m.entered())
}
