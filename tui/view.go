package tui

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
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
	m.canvas.Clear()
	m.drawFrame(m.canvas)
	return m.canvas
}

// drawFrame draws everything; it only reads.
func (m *Model) drawFrame(c chart.Canvas) {
	if m.w < screen.LeastWidth || m.h < screen.LeastHeight {
		text := fmt.Sprintf("Farsight needs %d by %d characters; this window has %d by %d. Make it larger, or q to quit.", screen.LeastWidth, screen.LeastHeight, m.w, m.h)
		c.Paragraph(c.Rect(), text, m.theme.TextInk())
		return
	}
	l := screen.Arrange(m.w, m.h)
	about := m.about()
	m.header(c.Sub(l.Header), about)
	m.screens[m.current].Draw(m.view(), c.Sub(l.Body))
	m.footer(c.Sub(l.Footer), about)
	switch m.overlay {
	case overlayHelp:
		m.drawHelp(c.Sub(l.Body), about)
	case overlayFormula:
		m.drawFormula(c.Sub(l.Body))
	case overlayMistakes:
		m.drawMistakes(c.Sub(l.Body))
	}
}

// header is the title row: what is shown, where we are. Where there is little
// space the place keeps to its first words, then the remarks are shortened.
func (m *Model) header(c chart.Canvas, a screen.About) {
	th := m.theme
	w, _ := c.Size()
	name, ofProblem := m.subject(a)
	name += ": " + a.Question
	remark, brief := "", ""
	if ofProblem && m.s.Problem.Constructed {
		remark, brief = "  (constructed example)", "  (constructed)"
	}
	if ofProblem && m.s.Altered != (session.Alterations{}) {
		remark, brief = remark+"  (changed)", "  (changed)"
	}
	place := m.place(a)
	first, _, _ := strings.Cut(place, "   ")
	for _, try := range []struct{ title, remark, place string }{
		{"farsight  ", remark, place}, {"farsight  ", brief, place}, {"farsight  ", brief, first}, {"", brief, first},
	} {
		space := w
		if try.place != "" {
			space -= chart.Width(try.place) + 2
		}
		if try.title != "" && chart.Width(try.title+name+try.remark) > space {
			continue
		}
		c.TextRight(w, 0, try.place, th.MutedInk())
		left := c.Sub(chart.Rect{W: space, H: 1})
		x := left.Spans(0, 0, chart.Span{Text: try.title, Ink: th.TitleInk()})
		x = left.TextIn(x, 0, space-x-chart.Width(try.remark), name, th.TextInk())
		left.Text(x, 0, try.remark, th.MutedInk())
		return
	}
}

// subject is what a screen is about, and whether that is the problem.
func (m *Model) subject(a screen.About) (name string, ofProblem bool) {
	if a.Subject != "" {
		return a.Subject, false
	}
	return sanitize.Text(m.s.Problem.Name), true
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
	parts := []string{fmt.Sprintf("step %d", m.s.Step), "equal evaluations"}
	if m.s.ByMoney {
		parts = []string{"spent " + chart.Num(m.s.Money), "equal money"}
	}
	if m.s.Playing {
		parts[0] += fmt.Sprintf("  ▶ %g/s", m.s.Pace)
	}
	if words := m.busyWords(); words != "" {
		parts[0] += "  " + words
	}
	return strings.Join(parts, "   ")
}

// footer lists the keys that matter here, as many as fit, and quit.
func (m *Model) footer(c chart.Canvas, a screen.About) {
	th := m.theme
	w, _ := c.Size()
	if m.note != "" {
		c.TextIn(0, 0, w, m.note, th.TextInk())
		return
	}
	key := "q"
	if screen.Find(key, m.globals(a)) != screen.ActQuit {
		key = "ctrl+c" // the letter is text
	}
	quit := key + " quit"
	space := w - chart.Width(quit) - 2
	x := 0
	for _, b := range slices.Concat(a.Keys, m.globals(a)) {
		if b.Short == "" || b.Act == screen.ActQuit {
			continue
		}
		n := chart.Width(b.Hint())
		if x+n > space {
			break
		}
		x = c.Spans(x, 0, chart.Span{Text: b.Show, Ink: th.KeyInk()}, chart.Span{Text: " " + b.Short, Ink: th.MutedInk()}) + 3
	}
	c.Sub(chart.Rect{X: w - chart.Width(quit), W: chart.Width(quit), H: 1}).Spans(0, 0, chart.Span{Text: key, Ink: th.KeyInk()}, chart.Span{Text: " quit", Ink: th.MutedInk()})
}
