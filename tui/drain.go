package tui

import tea "github.com/charmbracelet/bubbletea"

// Drain runs commands and what follows from them, one after another, until
// none is left: an explorer without a terminal. before, called before each, ends
// it by an error.
func Drain(m tea.Model, before func() error, cmds ...tea.Cmd) error {
	for len(cmds) > 0 {
		if err := before(); err != nil {
			return err
		}
		cmd := cmds[0]
		cmds = cmds[1:]
		if cmd == nil {
			continue
		}
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			cmds = append(cmds, msg...)
		case nil:
		default:
			var next tea.Cmd
			m, next = m.Update(msg)
			cmds = append(cmds, next)
		}
	}
	return nil
}
