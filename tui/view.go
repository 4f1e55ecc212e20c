package tui

import (
	"fmt"
	"strings"

	"farsight/tui/chart"
	"farsight/tui/screen"
)

// View draws the whole frame: exactly h lines of w columns.
func (m *Model) View() string {
	if m.w <= 0 || m.h <= 0 {
		return ""
	}
	if !m.unseen || m.last == "" {
		m.last = m.encoder.Frame(m.Frame())
	}
	return m.last
}

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

// studyPlace is the study's place on the other screens.
func (m *Model) studyPlace() string {
	i := m.named(liveName)
	if i < 0 {
		return ""
	}
	return m.screens[i].About(m.viewOf(i)).Place
}

// place says where we are, for the title row.
func (m *Model) place(a screen.About) string {
	if a.Apart {
		return a.Place
	}
	if m.s.IsLive() {
		return m.studyPlace()
	}
	parts := []string{fmt.Sprintf("step %d", m.s.Step)}
	if m.s.ByMoney {
		parts[0] = "spent " + chart.Num(m.s.Money)
	}
	if words := m.paceWords(a); words != "" {
		parts = append(parts, words)
	}
	if m.s.Playing {
		parts[0] += fmt.Sprintf("  %c %g/s", chart.Playing, m.s.Pace)
	}
	if words := m.busyWords(); words != "" {
		parts[0] += "  " + words
	}
	return strings.Join(parts, "   ")
}

// paceWords say what is equal where policies are compared, and which key changes it.
func (m *Model) paceWords(a screen.About) string {
	if len(m.s.Columns) < 2 || !a.SideBySide {
		return ""
	}
	words, other := "after equally many evaluations", "money"
	if m.s.ByMoney {
		words, other = "after equal money", "evaluations"
	}
	if len(m.s.Columns) == 2 {
		words = "both " + words
	} else {
		words = "all " + words
	}
	if m.options.Picture { // nobody presses a key
		return words
	}
	return words + " (e: " + other + ")"
}
