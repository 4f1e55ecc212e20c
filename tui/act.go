package tui

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/luck"
	"farsight/tui/pane"
	"farsight/tui/predict"
	"farsight/tui/screen"
)

// keys handles all keys of one message, in order.
func (m *Model) keys(msg tea.KeyMsg) tea.Cmd {
	var cmds []tea.Cmd
	for _, k := range screen.Names(msg) {
		cmds = append(cmds, m.key(k, msg))
	}
	return tea.Batch(cmds...)
}

func (m *Model) key(k string, msg tea.KeyMsg) tea.Cmd {
	if k == "ctrl+c" {
		return tea.Quit
	}
	if m.cross.typing != nil {
		m.typeCross(k)
		return nil
	}
	if m.overlay == overlayNone {
		if cmd, ok := m.offer(screen.TypedMsg{Key: k, Msg: msg}); ok {
			return cmd
		}
		if k == "esc" && m.crossOff() {
			return nil
		}
	}
	if m.overlay == overlayPalette {
		return m.foundKey(k) // pasted text is text, a line's end in it no enter
	}
	if msg.Paste {
		return nil // what is in a clipboard is no command
	}
	if m.overlay != overlayNone && m.scrollCover(k) {
		return nil
	}
	about := m.about()
	a := screen.Find(k, about.Keys, m.globals(about))
	if m.overlay != overlayNone && a != screen.ActQuit {
		m.overlay = overlayNone // any key closes it
		if a == screen.ActHelp || a == screen.ActFormula || a == screen.ActCancel {
			return nil
		}
	}
	count := m.count
	m.count.typed = false
	if a == screen.ActNone {
		return nil
	}
	m.note = ""
	switch {
	case a == screen.ActScreen:
		m.count = count
		return m.digit(int(k[0] - '0'))
	case k == "g" && a == screen.ActHome && count.typed:
		return m.goToStep(count.n, count.from)
	}
	return m.act(a)
}

// act executes an action; the screen may handle it first.
func (m *Model) act(a screen.Action) tea.Cmd {
	if !m.cross.On && slices.Contains(screen.CrossActions, a) {
		return m.moveCross(a) // first it is shown
	}
	if cmd, ok := m.offer(screen.ActMsg{Act: a}); ok {
		return cmd
	}
	return m.do(a)
}

// do handles an action the screen left to the model.
func (m *Model) do(a screen.Action) tea.Cmd {
	switch a {
	case screen.ActQuit:
		return tea.Quit
	case screen.ActForward:
		m.s.Move(1)
	case screen.ActBack:
		m.s.Playing = false
		m.s.Move(-1)
	case screen.ActHome:
		m.s.Playing = false
		m.s.GoTo(false)
	case screen.ActEnd:
		m.s.Playing = false
		m.s.GoTo(true)
	case screen.ActPlay:
		if m.s.Playing = !m.s.Playing; m.s.Playing {
			if m.s.AtEnd() {
				m.s.GoTo(false)
			}
			return tea.Batch(m.wanted(), m.s.Play())
		}
	case screen.ActFaster:
		m.s.Pace = min(8, m.s.Pace*2)
	case screen.ActSlower:
		m.s.Pace = max(0.25, m.s.Pace/2)
	case screen.ActNextScreen:
		return m.turn(1)
	case screen.ActPreviousScreen:
		return m.turn(-1)
	case screen.ActTree:
		return m.show("tree")
	case screen.ActFocus:
		return m.show("focus")
	case screen.ActMap:
		return m.show("map")
	case screen.ActLuck:
		if m.named(luck.Name) < 0 {
			return nil
		}
		return tea.Batch(m.show(luck.Name), m.tell(m.current, luck.BeginMsg{}))
	case screen.ActPredict:
		return m.show(predict.Name)
	case screen.ActBrowse:
		return m.show("browse")
	case screen.ActSettings:
		return m.show("settings")
	case screen.ActCancel:
		return m.escape()
	case screen.ActSwap:
		m.s.Swap()
	case screen.ActPolicies:
		m.s.Others()
	case screen.ActOverlay:
		m.s.Overlaid = !m.s.Overlaid
	case screen.ActPace:
		m.s.TogglePace()
	case screen.ActCost:
		m.showC = !m.showC
	case screen.ActAxis:
		m.s.Axis = (m.s.Axis + 1) % max(1, m.s.Problem.Dim())
		return tea.Batch(m.s.Retrace(), m.look())
	case screen.ActThrough:
		m.s.ViaBest = !m.s.ViaBest
		return tea.Batch(m.s.Retrace(), m.look())
	case screen.ActWhole:
		m.s.Whole = !m.s.Whole
		m.s.Future = m.s.Whole
	case screen.ActDraws:
		m.s.Draws = m.s.Draws.Next()
	case screen.ActResume:
		return m.goOn()
	case screen.ActSave:
		return m.save()
	case screen.ActSuspend:
		return tea.Suspend
	case screen.ActHelp:
		m.overlay, m.scroll = overlayHelp, 0
	case screen.ActFormula:
		m.overlay, m.scroll = overlayFormula, 0
	case screen.ActPalette:
		return m.find()
	case screen.ActMouse:
		return m.toggleMouse()
	default:
		if slices.Contains(screen.CrossActions, a) {
			return m.moveCross(a)
		}
	}
	return m.wanted()
}

// count is a number being typed for g: 12g goes to step 12. Its digits also switch screens at once,
// without a delay; g then returns to the screen that was shown before the first of them.
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
