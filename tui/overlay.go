package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/viewport"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// cover is a text over the screen: the list of keys, formulas, or what is wrong
// with a file. What is longer than the window is scrolled.
type cover struct {
	title string
	lines []coverLine
}

// coverLine is a line of it, with a key before it in the list of keys.
type coverLine struct {
	key string
	chart.Span
}

// cover is the text that an overlay shows in a window's body of h rows.
func (m *Model) cover(a screen.About, h int) cover {
	width := min(m.w-2, screen.BoxWidth) - 4
	switch m.overlay {
	case overlayHelp:
		return cover{"keys on this screen: " + m.screens[m.current].Name(), m.helpLines(a, width)}
	case overlayFormula:
		return m.formulaCover(a, width, h-pane.BoxRows)
	case overlayMistakes:
		return m.mistakesCover(width)
	}
	return cover{}
}

// drawCover draws it, from the line scrolled to.
func (m *Model) drawCover(c chart.Canvas, a screen.About) {
	_, h := c.Size()
	t := m.cover(a, h)
	if t.lines == nil {
		return
	}
	view := m.scrolled(t, h)
	if !view.AtTop() || !view.AtBottom() {
		t.title += fmt.Sprintf("   (↑↓ scroll, %d to %d of %d lines)", view.YOffset+1, view.YOffset+view.Height, len(t.lines))
	}
	indent := 0
	if m.overlay == overlayHelp {
		indent = helpKeys
	}
	body := pane.Box(m.theme, c, t.title, len(t.lines))
	w, h := body.Size()
	for y, l := range t.lines[view.YOffset:] {
		if y == h {
			break
		}
		body.TextIn(0, y, helpKeys-1, l.key, m.theme.KeyInk())
		body.TextIn(indent, y, w-indent, l.Text, l.Ink)
	}
}

// scrolled is where a text stands in a body of h rows.
func (m *Model) scrolled(t cover, h int) viewport.Model {
	v := viewport.New(m.w, max(1, h-pane.BoxRows))
	v.SetContent(strings.Repeat("\n", max(0, len(t.lines)-1)))
	v.SetYOffset(m.scroll)
	return v
}

// longCover tells whether the text that covers the screen is longer than the window.
func (m *Model) longCover() bool {
	h := m.layout().Body.H
	v := m.scrolled(m.cover(m.about(), h), h)
	return !v.AtTop() || !v.AtBottom()
}

// scrollCover moves a text that is longer than the window; it reports false for
// other keys. Without a key it stays, within a window that may be another.
func (m *Model) scrollCover(key string) bool {
	h := m.layout().Body.H
	v := m.scrolled(m.cover(m.about(), h), h)
	switch key {
	case "", "down", "j", "up", "k", "pgdown", "pgup":
	default:
		return false
	}
	switch key {
	case "down", "j":
		v.ScrollDown(1)
	case "up", "k":
		v.ScrollUp(1)
	case "pgdown":
		v.PageDown()
	case "pgup":
		v.PageUp()
	}
	m.scroll = v.YOffset
	return true
}

// helpKeys is the width of the keys in the help.
const helpKeys = 11

// helpLines are all keys of the screen, then what the symbols mean.
func (m *Model) helpLines(a screen.About, width int) []coverLine {
	var lines []coverLine
	add := func(all ...[2]string) {
		for _, l := range all {
			lines = append(lines, coverLine{l[0], chart.Span{Text: l[1], Ink: m.theme.TextInk()}})
		}
	}
	for _, b := range slices.Concat(a.Keys, m.globals(a)) {
		if b.Long != "" { // else told beside another key
			add([2]string{b.Shown(), b.Long})
		}
	}
	add(m.options.Keys...)
	if where := m.rememberedWhere(); where != "" {
		add([2]string{"", "theme, motion and mouse are remembered in"})
		for _, l := range chart.Wrap(where, width-helpKeys) {
			add([2]string{"", l})
		}
	}
	add([2]string{})
	for _, s := range chart.Symbols {
		add([2]string{s.Signs(), s.Means})
	}
	return lines
}

// mistakesCover says what is wrong with a file.
func (m *Model) mistakesCover(width int) cover {
	f := m.s.Loading.Failure
	if f == nil {
		return cover{}
	}
	mistakes := pane.MistakeLines(f.Err)
	var lines []coverLine
	add := func(text string, ink chart.Ink) {
		for _, l := range chart.Wrap(text, width) {
			lines = append(lines, coverLine{Span: chart.Span{Text: l, Ink: ink}})
		}
	}
	for _, l := range mistakes {
		add(l, chart.Ink{Fg: m.theme.Warning})
	}
	lines = append(lines, coverLine{})
	add("What is shown is the last version without mistakes. Mend and save the file: it is read again by itself.", m.theme.TextInk())
	return cover{pane.Plural(len(mistakes), "mistake") + " in " + sanitize.Text(f.Name), lines}
}
