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

// viewOf is what a screen sees.
func (m *Model) viewOf(i int) screen.View {
	v := screen.View{
		Session: m.s, Theme: m.theme, Terminal: m.options.Terminal, W: m.w, H: m.h,
		Front: i == m.current, Cost: m.showC, Captioned: m.captioned, Cross: m.cross.Cross, Plots: m.plots,
	}
	// With the mouse on, the pointer may move to a chart at any moment: the layout must not change
	// then.
	if r, ok := m.screens[i].(screen.Reader); ok && (m.cross.On || m.mouse) {
		v.CrossRows = screen.ReadingHeight(r.ReadingRows(v), m.h)
	}
	return v
}

// view is what the screen shown sees.
func (m *Model) view() screen.View { return m.viewOf(m.current) }

// about is the description of the shown screen.
func (m *Model) about() screen.About { return m.screens[m.current].About(m.view()) }

// available reports whether a screen makes sense for the present problem.
func (m *Model) available(i int) bool { return m.screens[i].Available(m.viewOf(i)) }

// tell sends a message to a screen and executes its requests.
func (m *Model) tell(i int, msg tea.Msg) tea.Cmd {
	return m.grant(m.screens[i].Update(m.viewOf(i), msg))
}

// tellAll brings a message to all screens.
func (m *Model) tellAll(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for i := range m.screens {
		cmds = append(cmds, m.tell(i, msg))
	}
	return tea.Batch(cmds...)
}

// offer offers a key or an action to the screen shown; it reports false if the
// screen leaves it to the program.
func (m *Model) offer(msg tea.Msg) (tea.Cmd, bool) {
	w := m.screens[m.current].Update(m.view(), msg)
	return m.grant(w), w.Taken
}

// grant executes a screen's requests.
func (m *Model) grant(w screen.Wants) tea.Cmd {
	cmds := []tea.Cmd{w.Cmd}
	do := func(cmd tea.Cmd) { cmds = append(cmds, cmd) }
	if w.GiveUp {
		m.s.GiveUp()
	}
	if w.Forgive {
		m.s.Loading.Failure = nil
	}
	if w.Load != nil {
		do(m.read(*w.Load))
	}
	if w.Plan != nil {
		do(m.apply(*w.Plan))
	}
	if w.Computed != nil {
		do(m.s.Show(*w.Computed))
		do(m.entered())
	}
	if w.Study != nil {
		do(m.showStudy(*w.Study))
	}
	if w.Home {
		m.current = m.home()
		do(m.entered())
	}
	if w.Show != "" {
		do(m.show(w.Show))
	}
	if w.Mouse {
		do(m.toggleMouse())
	}
	if w.Note != "" {
		m.note = w.Note
	}
	if w.Copy != "" {
		do(m.copyText(w.Copy))
	}
	if w.Save != nil {
		do(m.saveFile(*w.Save))
	}
	return tea.Batch(cmds...)
}

// read reads a problem in the background, to be opened.
func (m *Model) read(l screen.Load) tea.Cmd {
	m.asked = l
	if l.Find != nil {
		return m.s.LoadBy(l.Name, l.Find)
	}
	return m.s.Load(l.Name, session.ToOpen)
}

// showStudy has all screens show a study.
func (m *Model) showStudy(s screen.Study) tea.Cmd {
	m.s.ShowStudy(s.Problem, s.Policy, s.Snap, s.Scene)
	m.fallBack()
	if s.Snap == nil {
		return nil
	}
	return m.entered()
}

// home is the screen a problem opens on: the first that makes sense for it.
func (m *Model) home() int {
	for i, s := range m.screens {
		if s.Name() == liveName != m.s.IsLive() {
			continue // a study opens on its own screen, a replay never does
		}
		if m.available(i) {
			return i
		}
	}
	return m.current
}

// liveName is the name of a study's screen.
const liveName = "live"

// turn goes to the next available screen.
func (m *Model) turn(by int) tea.Cmd {
	n := len(m.screens)
	for range n {
		m.current = (m.current + by + n) % n
		if m.available(m.current) && !m.about().Beside {
			break
		}
	}
	return m.entered()
}

// named is the number of an available screen, −1 if there is none of the name.
func (m *Model) named(name string) int {
	for i, s := range m.screens {
		if s.Name() == name && m.available(i) {
			return i
		}
	}
	return -1
}

// has reports whether there is such a screen now.
func (m *Model) has(name string) bool { return m.named(name) >= 0 }

// show goes to a screen by name, if it is available.
func (m *Model) show(name string) tea.Cmd {
	i := m.named(name)
	if i < 0 {
		return nil
	}
	m.current = i
	return m.entered()
}

// entered tells all screens which of them is shown.
func (m *Model) entered() tea.Cmd {
	var cmds []tea.Cmd
	for i := range m.screens {
		if i != m.current {
			cmds = append(cmds, m.tell(i, screen.LeftMsg{}))
		}
	}
	return tea.Batch(append(cmds, m.wanted(), m.tell(m.current, screen.EnteredMsg{}))...)
}

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

// goOn resumes what was stopped.
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
		m.note = "Stopped. Results so far stay; r continues."
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

// apply runs a plan in the background; the run in progress is given up.
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
