package tui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/pane"
)

// count is a number being typed for g: 12g goes to step 12. Its digits lead to
// screens at once, for nobody should wait for a screen; g then goes back to the
// one that was shown before the first of them.
type count struct {
	typed bool
	n     int
	from  int // the screen before the first digit
	tick  int // of the timer that counts
}

// countFor is how long after a digit g still means that number: later it is the
// key that goes to the start.
const countFor = 1500 * time.Millisecond

// countMsg is the timer's.
type countMsg struct{ tick int }

// end forgets the number, unless more of it was typed since.
func (c *count) end(msg countMsg) {
	if msg.tick == c.tick {
		c.typed = false
	}
}

// mostCount is more steps than any replay has.
const mostCount = 1_000_000

// digit goes to the screen of that number in the title.
func (m *Model) digit(d int) tea.Cmd {
	if !m.count.typed {
		m.count = count{typed: true, from: m.current, tick: m.count.tick}
	}
	m.count.n = min(10*m.count.n+d, mostCount)
	m.count.tick++
	var enter, timer tea.Cmd
	if tabs := m.tabs(); d >= 1 && d <= len(tabs) && tabs[d-1] != m.current {
		m.current = tabs[d-1]
		enter = m.entered()
	}
	if tick := m.count.tick; !m.s.Still {
		timer = tea.Tick(countFor, func(time.Time) tea.Msg { return countMsg{tick} })
	}
	return tea.Batch(enter, timer)
}

// goToStep goes to a step, on the screen where its number was begun.
func (m *Model) goToStep(n, screen int) tea.Cmd {
	var enter tea.Cmd
	if screen != m.current && m.available(screen) {
		m.current = screen
		enter = m.entered()
	}
	m.s.Playing = false
	if last := m.s.GoToStep(n); n > last && !m.s.Unfinished() {
		m.note = "There are " + pane.Plural(last, "step") + "."
	}
	return tea.Batch(enter, m.wanted())
}
