package tui

import tea "github.com/charmbracelet/bubbletea"

// keys obeys all keys of one message, in order.
func (m *Model) keys(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, k := range names(msg) {
		cmds = append(cmds, m.key(k, msg))
	}
	return tea.Batch(cmds...)
}

func (m *Model) key(k string, msg tea.KeyMsg) tea.Cmd {
	if k == "ctrl+c" {
		return tea.Quit
	}
	s := m.screens[m.current]
	if m.overlay == overlayNone {
		if cmd, ok := s.typed(m, k, msg); ok {
			return cmd
		}
	}
	if msg.Paste {
		return nil // what is in a clipboard is no command
	}
	if m.overlay == overlayHelp && m.scrollHelp(k) {
		return nil
	}
	a := find(k, s.bindings(m), m.globals(s))
	if m.overlay != overlayNone && a != actQuit {
		m.overlay = overlayNone // any key closes it
		if a == actHelp || a == actFormula || a == actCancel {
			return nil
		}
	}
	if a == actNone {
		return nil
	}
	m.note = ""
	if cmd, ok := s.do(m, a); ok {
		return cmd
	}
	return m.do(a)
}

// do obeys an action the screen left to the model.
func (m *Model) do(a action) tea.Cmd {
	switch a {
	case actQuit:
		return tea.Quit
	case actForward:
		m.move(1)
	case actBack:
		m.playing = false
		m.move(-1)
	case actHome:
		m.playing = false
		m.goTo(false)
	case actEnd:
		m.playing = false
		m.goTo(true)
	case actPlay:
		if m.playing = !m.playing; m.playing {
			if m.atEnd() {
				m.goTo(false)
			}
			return tea.Batch(m.wanted(), m.play())
		}
	case actFaster:
		m.pace = min(8, m.pace*2)
	case actSlower:
		m.pace = max(0.25, m.pace/2)
	case actNextScreen:
		return m.turn(1)
	case actPreviousScreen:
		return m.turn(-1)
	case actTree:
		return m.show("tree")
	case actFocus:
		return m.show("focus")
	case actMap:
		return m.show("map")
	case actBrowse:
		return m.show("browse")
	case actSettings:
		return m.show("settings")
	case actCancel:
		return m.escape()
	case actSwap:
		if m.w < twoColumns {
			m.single = !m.single
		} else {
			m.left, m.right = m.right, m.left
		}
	case actPolicies:
		m.cycle()
	case actPace:
		m.togglePace()
	case actCost:
		m.showC = !m.showC
	case actAxis:
		m.axis = (m.axis + 1) % max(1, m.problem.Dim())
		return tea.Batch(m.retrace(), m.look())
	case actThrough:
		m.viaBest = !m.viaBest
		return tea.Batch(m.retrace(), m.look())
	case actResume:
		return m.goOn()
	case actSave:
		return m.save()
	case actSuspend:
		return tea.Suspend
	case actHelp:
		m.overlay, m.helpTop = overlayHelp, 0
	case actFormula:
		m.overlay = overlayFormula
	}
	return m.wanted()
}

// cycle puts the next policy that is in no column into the right one.
func (m *Model) cycle() {
	for k := 1; k <= len(m.tracks); k++ {
		if i := (m.right + k) % len(m.tracks); i != m.left && i != m.right {
			m.right = i
			return
		}
	}
}
