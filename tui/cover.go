package tui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/help"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/viewport"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// cover is a text over the screen: the list of keys, formulas, or what is wrong
// with a file. What is longer than the window is scrolled.
type cover struct {
	title string
	lines []chart.Span
	keys  int // columns of keys before the text
}

// cover is the text that an overlay shows in a window's body of h rows.
func (m *Model) cover(a screen.About, h int) cover {
	width := min(m.w-2, screen.BoxWidth) - 4
	switch m.overlay {
	case overlayHelp:
		t := cover{title: "keys on this screen: " + m.screens[m.current].Name(), keys: helpKeys}
		for _, l := range m.helpLines(a, width) {
			t.lines = append(t.lines, chart.Span{Text: l, Ink: m.theme.TextInk()})
		}
		return t
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
	body := pane.Box(m.theme, c, t.title, len(t.lines))
	_, h = body.Size()
	for y, l := range t.lines[view.YOffset:min(len(t.lines), view.YOffset+h)] {
		body.Text(0, y, l.Text, l.Ink)
		body.Text(0, y, ansi.Truncate(l.Text, t.keys, ""), m.theme.KeyInk())
	}
}

// scrolled is where a text stands in a body of h rows.
func (m *Model) scrolled(t cover, h int) viewport.Model {
	v := viewport.New(m.w, max(1, h-pane.BoxRows))
	v.SetContent(strings.Repeat("\n", max(0, len(t.lines)-1)))
	v.SetYOffset(m.scroll)
	return v
}

// longCover reports whether the text that covers the screen is longer than the window.
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
	case "":
	case "down", "j":
		v.ScrollDown(1)
	case "up", "k":
		v.ScrollUp(1)
	case "pgdown":
		v.PageDown()
	case "pgup":
		v.PageUp()
	default:
		return false
	}
	m.scroll = v.YOffset
	return true
}

// helpKeys is the width of the keys in the help.
const helpKeys = 11

// helpLines are all keys of the screen, then what the symbols mean, as bubbles'
// help sets them.
func (m *Model) helpLines(a screen.About, width int) []string {
	var lines []key.Binding
	add := func(keys, means string) {
		fold := m.options.Terminal.Fold
		lines = append(lines, key.NewBinding(key.WithKeys(keys), key.WithHelp(fold(keys), fold(means))))
	}
	for _, b := range slices.Concat(a.Keys, m.globals(a)) {
		if b.Long != "" { // otherwise described beside another key
			add(b.Shown(), b.Long)
		}
	}
	for _, k := range m.options.Keys {
		add(k[0], k[1])
	}
	if where := m.rememberedWhere(); where != "" {
		add("", "theme, motion and mouse are remembered in")
		for _, l := range chart.Wrap(where, width-helpKeys) {
			add("", l)
		}
	}
	add("", "")
	for _, s := range chart.Symbols {
		add(s.Signs(), s.Means)
	}
	set := help.Model{Styles: help.Styles{FullKey: lipgloss.NewStyle().Width(helpKeys - 1)}}
	out := strings.Split(set.FullHelpView([][]key.Binding{lines}), "\n")
	for i, l := range out { // it fills them to one width, and what is too wide is cut
		out[i] = strings.TrimRight(l, " ")
	}
	return out
}

// wrapped is a text over several lines, in one ink.
func wrapped(text string, width int, ink chart.Ink) (out []chart.Span) {
	for _, l := range chart.Wrap(text, width) {
		out = append(out, chart.Span{Text: l, Ink: ink})
	}
	return out
}

// mistakesCover says what is wrong with a file.
func (m *Model) mistakesCover(width int) cover {
	f := m.s.Loading.Failure
	if f == nil {
		return cover{}
	}
	mistakes := pane.MistakeLines(f.Err)
	var lines []chart.Span
	for _, l := range mistakes {
		lines = append(lines, wrapped(l, width, chart.Ink{Fg: m.theme.Warning})...)
	}
	lines = append(lines, chart.Span{})
	lines = append(lines, wrapped("The last version without mistakes is shown. Correct and save the file: it is read again automatically.", width, m.theme.TextInk())...)
	return cover{title: pane.Plural(len(mistakes), "mistake") + " in " + sanitize.Text(f.Name), lines: lines}
}

// formulaCover is what the present screen has to say in symbols; where rows are
// few, without what was fitted.
func (m *Model) formulaCover(a screen.About, width, rows int) cover {
	t := cover{title: "the formula, with this step's numbers in it"}
	if a.Formula != nil {
		var text []string
		t.title, text = a.Formula()
		t.lines = m.indented(text, width)
	} else if t.lines = m.formulas(width, true); len(t.lines) > rows {
		t.lines = m.formulas(width, false)
	}
	return t
}

// formulas are the acquisition functions with this step's numbers in them: of the
// policies side by side, or of the focused one; if wanted with what was fitted.
func (m *Model) formulas(width int, models bool) []chart.Span {
	shown := m.s.SideBySide()
	if len(m.s.Columns) > 1 && !m.about().SideBySide {
		shown = []int{m.s.Focused()}
	}
	var lines []chart.Span
	for n, i := range shown {
		if n > 0 {
			lines = append(lines, chart.Span{})
		}
		t := m.s.Tracks[i]
		lines = append(lines, chart.Span{Text: t.Title(), Ink: chart.Ink{Fg: m.theme.Policy(t.Hue()), Attr: chart.Bold}})
		text := []string{"It is still deciding."}
		if s, _ := m.s.Shown(i); s != nil {
			text = pane.Formula(s)
			if models {
				text = append(text, pane.ModelWords(s)...)
			}
		}
		lines = append(lines, m.indented(text, width)...)
	}
	return lines
}

// indented are lines of text; what continues below a line that is too long is
// indented.
func (m *Model) indented(text []string, width int) (lines []chart.Span) {
	for _, l := range text {
		if chart.Width(l) <= width {
			lines = append(lines, chart.Span{Text: l, Ink: m.theme.TextInk()})
			continue
		}
		for i, part := range chart.Wrap(l, width-4) {
			if i > 0 {
				part = "    " + part
			}
			lines = append(lines, chart.Span{Text: part, Ink: m.theme.TextInk()})
		}
	}
	return lines
}
