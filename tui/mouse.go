package tui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/preferences"
	"farsight/tui/screen"
)

// The mouse is off until asked for: a terminal's own selecting and copying
// should keep working.

// toggleMouse asks the terminal for the mouse, or gives it back.
func (m *Model) toggleMouse() tea.Cmd { return m.setMouse(!m.mouse) }

func (m *Model) setMouse(on bool) tea.Cmd {
	if m.mouse = on; on {
		m.note = "The mouse selects, scrubs and steps; M gives it back to the terminal."
	} else {
		m.note = "The mouse is the terminal's again."
	}
	choice := map[bool]string{true: "on", false: "off"}[on]
	return tea.Batch(m.askMouse(), m.remember(func(c *preferences.Choices) { c.Mouse = choice }))
}

// askMouse turns the terminal's mouse reports on or off. Terminals of guests are far away: they do
// not report every movement.
func (m *Model) askMouse() tea.Cmd {
	switch {
	case !m.mouse:
		return tea.DisableMouse
	case m.options.Guest:
		return tea.EnableMouseCellMotion
	}
	return tea.EnableMouseAllMotion
}

// AsksForMouse reports whether a message is for the terminal itself: whose the
// mouse is.
func AsksForMouse(msg tea.Msg) bool {
	return msg == tea.EnableMouseAllMotion() || msg == tea.EnableMouseCellMotion() || msg == tea.DisableMouse()
}

// clicked handles the mouse: the title's tabs, the footer's keys, the timeline, the
// wheel; all else is the screen's.
func (m *Model) clicked(msg tea.MouseMsg) tea.Cmd {
	left := msg.Button == tea.MouseButtonLeft
	switch {
	case m.w < screen.LeastWidth || m.h < screen.LeastHeight:
		return nil
	case tea.MouseEvent(msg).IsWheel():
		return m.wheel(msg.Button == tea.MouseButtonWheelDown || msg.Button == tea.MouseButtonWheelRight)
	case msg.Action == tea.MouseActionRelease:
		m.scrub, m.dragged = chart.Rect{}, false
	case msg.Action == tea.MouseActionMotion && left && m.dragged:
		body := m.layout().Body
		return m.tell(m.current, screen.DragMsg{X: msg.X - body.X, Y: msg.Y - body.Y})
	case msg.Action == tea.MouseActionMotion && left && m.scrub.W > 0:
		return m.scrubTo(msg.X)
	case m.overlay == overlayNone && m.point(msg):
	case msg.Action == tea.MouseActionPress && left:
		return m.pressedAt(msg.X, msg.Y)
	}
	return nil
}

// pressedAt handles a click.
func (m *Model) pressedAt(x, y int) tea.Cmd {
	l := m.layout()
	if l.Footer.Has(x, y) {
		return m.hintAt(x - l.Footer.X)
	}
	if m.overlay != overlayNone {
		return m.overlayAt(x, y)
	}
	m.note = ""
	switch {
	case l.Header.Has(x, y):
		return m.tabAt(x-l.Header.X, y)
	case !l.Body.Has(x, y):
		return nil
	}
	if m.scrub = m.stepsAt(x, y); m.scrub.W > 0 {
		return m.scrubTo(x)
	}
	cmd, taken := m.offer(screen.ClickMsg{X: x - l.Body.X, Y: y - l.Body.Y})
	m.dragged = taken
	return cmd
}

// hintAt presses the key of the footer at a column; a note there is put away.
func (m *Model) hintAt(x int) tea.Cmd {
	if m.note != "" && m.overlay == overlayNone {
		m.note = ""
		return nil
	}
	for _, h := range m.hintsIn(m.layout().Footer.W, m.about()).Keys {
		if x >= h.X && x < h.X+h.W {
			return m.keys(keyNamed(h.Keys()[0]))
		}
	}
	return nil
}

// keyNamed is the message of a key.
func keyNamed(name string) tea.KeyMsg {
	types := map[string]tea.KeyType{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "esc": tea.KeyEsc, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "shift+tab": tea.KeyShiftTab, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"ctrl+c": tea.KeyCtrlC,
	}
	if t, ok := types[name]; ok {
		return tea.KeyMsg{Type: t}
	}
	if name == " " {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(name)}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// tabAt goes to the screen whose tab is at a column of the title.
func (m *Model) tabAt(x, y int) tea.Cmd {
	l := m.layout().Header
	line, _ := m.headline(l.W, m.about(), l.H)
	for _, t := range line.tabs {
		if y == l.Y && x >= t.x && x < t.x+t.w && t.screen != m.current {
			m.current = t.screen
			return m.entered()
		}
	}
	return nil
}

// overlayAt takes what is clicked in the palette; elsewhere a click closes what
// covers the screen.
func (m *Model) overlayAt(x, y int) tea.Cmd {
	if m.overlay == overlayPalette {
		if in := m.paletteInside(); in.Has(x, y) {
			if m.palette.selectRow(y-in.Y, in.H) {
				return m.foundKey("enter")
			}
			return nil
		}
		return m.chosen(nil)
	}
	m.overlay = overlayNone
	return nil
}

// paletteInside is where the palette is drawn.
func (m *Model) paletteInside() chart.Rect {
	area := m.paletteArea(m.layout().Body)
	box := pane.BoxRect(area.W, area.H, paletteRows)
	box.X, box.Y = box.X+area.X, box.Y+area.Y
	return pane.BoxInside(box, paletteRows)
}

// wheel steps, or moves in a list.
func (m *Model) wheel(down bool) tea.Cmd {
	key, back := "down", "up"
	if m.overlay == overlayNone {
		a := m.about()
		all := slices.Concat(a.Keys, m.globals(a))
		for _, way := range [][2]screen.Action{{screen.ActForward, screen.ActBack}, {screen.ActDown, screen.ActUp}} {
			if slices.ContainsFunc(all, func(b screen.Binding) bool { return b.Act == way[0] }) {
				if m.note = ""; down {
					return m.act(way[0])
				}
				return m.act(way[1])
			}
		}
		return nil
	}
	if !down {
		key = back
	}
	if m.overlay == overlayPalette || m.longCover() {
		return m.keys(keyNamed(key))
	}
	return nil
}

// stepsAt is the timeline under the mouse, in cells of the frame: its columns go from the first
// step to the last. The screen that draws it reports where.
func (m *Model) stepsAt(x, y int) chart.Rect {
	if !m.usable(screen.ActForward) {
		return chart.Rect{}
	}
	body := m.layout().Body
	for _, s := range m.DrawScreen(chart.New(body.W, body.H, m.options.Terminal)).Found {
		w, h := s.At.Size()
		sx, sy := s.At.Origin()
		if r := (chart.Rect{X: body.X + sx, Y: body.Y + sy, W: w, H: h}); s.Part == "steps" && r.Has(x, y) {
			return r
		}
	}
	return chart.Rect{}
}

// scrubTo goes to where a column of the timeline is.
func (m *Model) scrubTo(x int) tea.Cmd {
	m.s.Playing = false
	m.s.GoToShare(float64(x-m.scrub.X) / float64(max(1, m.scrub.W-1)))
	return m.wanted()
}
