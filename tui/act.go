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
		m.s.Move(1)
	case actBack:
		m.s.Playing = false
		m.s.Move(-1)
	case actHome:
		m.s.Playing = false
		m.s.GoTo(false)
	case actEnd:
		m.s.Playing = false
		m.s.GoTo(true)
	case actPlay:
		if m.s.Playing = !m.s.Playing; m.s.Playing {
			if m.s.AtEnd() {
				m.s.GoTo(false)
			}
			return tea.Batch(m.wanted(), m.s.Play())
		}
	case actFaster:
		m.s.Pace = min(8, m.s.Pace*2)
	case actSlower:
		m.s.Pace = max(0.25, m.s.Pace/2)
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
			m.s.Single = !m.s.Single
		} else {
			m.s.Left, m.s.Right = m.s.Right, m.s.Left
		}
	case actPolicies:
		m.cycle()
	case actPace:
		m.s.TogglePace()
	case actCost:
		m.showC = !m.showC
	case actAxis:
		m.s.Axis = (m.s.Axis + 1) % max(1, m.s.Problem.Dim())
		return tea.Batch(m.s.Retrace(), m.look())
	case actThrough:
		m.s.ViaBest = !m.s.ViaBest
		return tea.Batch(m.s.Retrace(), m.look())
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
	for k := 1; k <= len(m.s.Tracks); k++ {
		if i := (m.s.Right + k) % len(m.s.Tracks); i != m.s.Left && i != m.s.Right {
			m.s.Right = i
			return
		}
	}
}
