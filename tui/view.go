package tui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Still is the whole frame.
func (m *Model) Still() chart.Still {
	if m.w <= 0 || m.h <= 0 {
		return chart.Still{}
	}
	if w, _ := m.last.Size(); !m.unseen || w == 0 {
		m.last = m.frames.Take(m.Frame())
	}
	return m.last
}

// View is the frame as text: exactly h lines of w columns.
func (m *Model) View() string { return m.Still().ANSI() }

// Frame draws into the model's canvas, for View and for exports.
func (m *Model) Frame() chart.Canvas {
	m.canvas = m.canvas.Resized(m.w, m.h, m.options.Terminal)
	m.plots.Found = m.plots.Found[:0]
	m.drawFrame(m.canvas)
	return m.canvas
}

// dimmed is how far what is behind an overlay fades.
const dimmed = 0.6

// drawFrame draws everything; it only reads.
func (m *Model) drawFrame(c chart.Canvas) {
	if m.w < screen.LeastWidth || m.h < screen.LeastHeight {
		text := fmt.Sprintf("Farsight needs %d by %d characters; this window has %d by %d. Make it larger, or q to quit.", screen.LeastWidth, screen.LeastHeight, m.w, m.h)
		c.Paragraph(c.Rect(), text, m.theme.TextInk())
		return
	}
	l := m.layout()
	about := m.about()
	m.header(c.Sub(l.Header), about)
	m.screens[m.current].Draw(m.view(), c.Sub(l.Body))
	m.drawReading(c.Sub(l.Reading))
	m.footer(c.Sub(l.Footer), about)
	if m.overlay != overlayNone { // what is behind it dims
		c.Sub(chart.Rect{W: m.w, H: l.Footer.Y}).Dim(m.theme.Background, dimmed)
	}
	switch m.overlay {
	case overlayPalette:
		m.drawPalette(c.Sub(l.Body))
	default:
		m.drawCover(c.Sub(l.Body), about)
	}
}

// moves reports whether steps are animated: by default on local terminals. Without colours there is
// no motion either.
func (m *Model) moves() bool {
	if m.options.Terminal.Profile == chart.NoColor {
		return false
	}
	return m.options.Motion == "on" || m.options.Motion == "auto" && !m.options.Guest
}

// depart is what is shown before a message is handled. A key does not wait for a motion to end.
func (m *Model) depart(msg tea.Msg) map[int]session.Standing {
	if m.s.Moves = m.moves(); !m.s.Moves {
		return nil
	}
	p := m.options.Terminal.Pixels
	m.s.Coarse = p != nil && p.Ready()
	if _, ok := msg.(tea.KeyMsg); ok {
		m.s.Arrive()
	}
	return m.s.Standings()
}
