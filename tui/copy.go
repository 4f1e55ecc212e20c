package tui

import (
	"encoding/base64"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/pane"
)

// copiedMsg tells that a text was sent to the terminal's clipboard, or why not.
type copiedMsg struct {
	text string
	err  error
}

// copyReading sends what is read at the crosshair to the clipboard.
func (m *Model) copyReading() tea.Cmd { return m.copyText(pane.ReadingText(m.cross.reading)) }

// copyText sends a text to the clipboard.
func (m *Model) copyText(text string) tea.Cmd {
	out := m.options.Out
	switch {
	case text == "":
		return nil
	case out == nil:
		m.copied(copiedMsg{text: text, err: io.ErrClosedPipe})
		return nil
	}
	return func() tea.Msg {
		_, err := io.WriteString(out, clipboard(text))
		return copiedMsg{text, err}
	}
}

// clipboard is the sequence (OSC 52) that has a terminal copy a text, wherever
// the program runs.
func clipboard(text string) string {
	return "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
}

// copied says what was sent: terminals do not answer, and some have no clipboard
// or keep it to themselves.
func (m *Model) copied(msg copiedMsg) {
	say := "copied: "
	if msg.err != nil {
		say = "no terminal to copy to: "
	}
	parts := strings.Split(strings.ReplaceAll(msg.text, "\n", "  "), "  ")
	n := len(parts)
	for n > 1 && chart.Width(say+strings.Join(parts[:n], "  ")+"  …") > m.w-2 {
		n--
	}
	m.note = say + strings.Join(parts[:n], "  ")
	if n < len(parts) {
		m.note += "  …" // between numbers, never within one
	}
}
