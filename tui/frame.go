package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// tab is a screen as the title lists it.
type tab struct {
	screen int    // its number among the model's
	text   string // digit and name, as far as there is space
	x, w   int    // where it stands, blanks on both sides included
}

// tabs are the screens that tab leads to, in its order: a study's own first, because the explorer
// opened there.
func (m *Model) tabs() []int {
	var out []int
	if len(m.s.Tracks) == 0 && m.s.Problem.Theorem == nil {
		return nil // no problem is open
	}
	for i, s := range m.screens {
		if m.available(i) && !s.About(m.viewOf(i)).Beside {
			out = append(out, i)
		}
	}
	if i := slices.Index(out, m.named(liveName)); i > 0 {
		out = append(out[i:], out[:i]...)
	}
	return out
}

// headline is the title row as it fits into a window.
type headline struct {
	title string // the program's
	tabs  []tab
	x     int    // where the words begin
	words string // what the screen is about; "": they have a row of their own
	note  string // remarks on the problem
	place string // at the right end
}

// How much of the tabs is shown.
const (
	noTabs    = iota
	digitTabs // digits, and the name of the screen shown
	allTabs
)

// tabsFrom is the width from which the tabs are worth more than a remark.
const tabsFrom = 72

// headline fits the title into a row. What it leaves out first are details of
// remarks and place, then the names of the other screens.
// Where there are tabs and a second row, that is what the words have for
// their own.
func (m *Model) headline(w int, a screen.About, rows int) (l headline, own bool) {
	words, remark, brief := m.words(a)
	tabs, digits := m.tabs(), m.digits(a)
	if m.options.Picture || len(tabs) == 1 && tabs[0] == m.current {
		tabs = nil
	}
	if own = rows > 1 && len(tabs) > 0; own {
		words, remark, brief = "", "", ""
	}
	place := m.place(a)
	first, _, _ := strings.Cut(place, "   ")
	const name = "farsight"
	type try struct {
		title         string
		tabs          int
		remark, place string
	}
	tries := []try{
		{name, allTabs, remark, place}, {name, allTabs, brief, first}, {"", allTabs, brief, first},
		{name, digitTabs, brief, first}, {"", digitTabs, brief, first},
	}
	if w >= tabsFrom {
		tries = append(tries, try{"", digitTabs, "", first})
	}
	if len(tabs) == 0 {
		tries = []try{{name, noTabs, remark, place}, {name, noTabs, brief, place}, {name, noTabs, brief, first}}
	}
	for _, t := range append(tries, try{"", noTabs, brief, first}) {
		if t.tabs == digitTabs && !digits {
			continue
		}
		l = headline{title: t.title, words: words, note: t.remark, place: t.place}
		if l.title != "" {
			l.x = m.width(l.title) + 1
		}
		if t.tabs != noTabs {
			l.tabs = m.tabsAfter(l.x, tabs, t.tabs, digits)
			l.x = l.tabs[len(l.tabs)-1].x + l.tabs[len(l.tabs)-1].w
		}
		if l.x > 0 {
			l.x++
		}
		if l.x+m.width(words+t.remark)+2+m.width(t.place) <= w {
			break
		}
	}
	return l, own
}

// width is how many columns a text takes on this terminal.
func (m *Model) width(s string) int { return m.options.Terminal.Width(s) }

// tabsAfter places the tabs from column x on; a screen that stands beside the
// others is listed while it is shown, by its key.
func (m *Model) tabsAfter(x int, screens []int, level int, digits bool) []tab {
	var out []tab
	add := func(screen int, text string) {
		w := m.width(text) + 2
		out = append(out, tab{screen, text, x, w})
		x += w
	}
	for n, i := range screens {
		text := m.screens[i].Name()
		switch digit := strconv.Itoa(n + 1); {
		case !digits || n >= 9:
		case level == allTabs || i == m.current:
			text = digit + " " + text
		default:
			text = digit
		}
		add(i, text)
	}
	if !slices.Contains(screens, m.current) {
		add(m.current, m.screens[m.current].Name())
	}
	return out
}

// digits reports whether digits lead to the screens: where they are typed into
// something they do not.
func (m *Model) digits(a screen.About) bool {
	return screen.Find("1", a.Keys, m.globals(a)) == screen.ActScreen
}

// header is the title: the screens, what is shown, where we are. In low windows
// it is one row.
func (m *Model) header(c chart.Canvas, a screen.About) {
	th := m.theme
	w, h := c.Size()
	l, own := m.headline(w, a, h)
	c.Text(0, 0, lipgloss.PlaceHorizontal(w, lipgloss.Right, m.options.Terminal.Fold(l.place)), th.MutedInk())
	c.Text(0, 0, l.title, th.TitleInk())
	for _, t := range l.tabs {
		m.drawTab(c.Sub(chart.Rect{X: t.x, W: t.w, H: 1}), t)
	}
	space := w
	if l.place != "" {
		space -= m.width(l.place) + 2
	}
	words := func(y, x, space int, text, note string, ink chart.Ink) {
		x = c.TextIn(x, y, space-x-m.width(note), text, ink)
		c.TextIn(x, y, space-x, note, th.MutedInk())
	}
	words(0, l.x, space, l.words, l.note, th.TextInk())
	if own {
		text, remark, brief := m.words(a)
		if m.width(text+remark) > w {
			remark = brief
		}
		words(1, 0, w, text, remark, th.TitleInk())
	}
}

// drawTab draws a screen's tab; the one shown stands out, without colours too.
func (m *Model) drawTab(c chart.Canvas, t tab) {
	th := m.theme
	w, _ := c.Size()
	digitInk, name := th.KeyInk(), th.MutedInk()
	if t.screen == m.current {
		digitInk, name = th.SelectedInk(), th.SelectedInk()
		c.Fill(c.Rect(), ' ', name)
		if c.Mono() {
			c.Text(0, 0, "[", name)
			c.Text(w-1, 0, "]", name)
		}
	}
	c.Text(1, 0, t.text, name)
	if digit, _, _ := strings.Cut(t.text, " "); digit[0] >= '0' && digit[0] <= '9' {
		c.Text(1, 0, digit, digitInk)
	}
}

// words are what the screen is about and asks, with remarks in full and in brief.
func (m *Model) words(a screen.About) (words, remark, brief string) {
	name, ofProblem := m.subject(a)
	if ofProblem && m.s.Problem.Constructed {
		remark, brief = "  (constructed example)", "  (constructed)"
	}
	if ofProblem && m.s.Altered != (session.Alterations{}) {
		remark, brief = remark+"  (changed)", "  (changed)"
	}
	return name + ": " + a.Question, remark, brief
}

// subject is what a screen is about, and whether that is the problem.
func (m *Model) subject(a screen.About) (name string, ofProblem bool) {
	if a.Subject != "" {
		return a.Subject, false
	}
	return sanitize.Text(m.s.Problem.Name), true
}

// hints is the footer with what it was made of: few frames have other keys than
// the one before.
type hints struct {
	of  string
	row screen.Footer
}

// hintsIn are the keys that matter here, as many as fit into w columns: those of navigation and
// quitting are at the right end and always shown.
func (m *Model) hintsIn(w int, a screen.About) screen.Footer {
	first := m.crossHints()
	if m.overlay != overlayNone {
		a, first = m.overlayAbout(), nil
	}
	var left, right []screen.Binding
	quits := false
	of := strconv.AppendInt(nil, int64(w), 10)
	for _, b := range slices.Concat(first, a.Keys, m.globals(a)) {
		switch {
		case b.Act == screen.ActCrossRight && m.cross.On: // shown first, with what it does then
			continue
		case b.Act == screen.ActPalette, b.Act == screen.ActHelp, b.Act == screen.ActQuit:
			right = append(right, b)
			quits = quits || b.Act == screen.ActQuit
		default:
			left = append(left, b)
		}
		of = append(append(append(of, ' '), b.Show()...), b.Short()...)
	}
	if !quits { // q is text
		right = append(right, screen.Binding{Binding: screen.On("ctrl+c", "quit", "ctrl+c")})
	}
	if string(of) != m.hints.of {
		m.hints = hints{string(of), screen.NewFooter(m.options.Terminal, w, left, right)}
	}
	return m.hints.row
}

// overlayAbout has the keys of what covers the screen.
func (m *Model) overlayAbout() screen.About {
	leave := screen.Binding{Act: screen.ActCancel, Binding: screen.On("esc", "close", "esc")}
	down := func(does string) screen.Binding {
		return screen.Binding{Act: screen.ActDown, Binding: screen.On("↑↓", does, "down")}
	}
	a := screen.About{Keys: []screen.Binding{leave}, Globals: screen.GlobalsOf(screen.ActQuit)}
	switch {
	case m.overlay == overlayPalette:
		return screen.About{Keys: []screen.Binding{down("choose"), {Act: screen.ActEnter, Binding: screen.On("enter", "do it", "enter")}, leave}}
	case m.longCover():
		a.Keys = []screen.Binding{down("scroll"), leave}
	}
	return a
}

// footer lists the keys that matter here, or shows a message instead.
func (m *Model) footer(c chart.Canvas, a screen.About) {
	th := m.theme
	w, _ := c.Size()
	switch {
	case m.cross.typing != nil:
		m.drawTyping(c)
	case m.note != "" && m.overlay == overlayNone:
		c.TextIn(0, 0, w, m.note, th.TextInk())
	default:
		m.hintsIn(w, a).Draw(c, th)
	}
}

// place is the title row's description of the current place.
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

// studyPlace is the study's place on the other screens.
func (m *Model) studyPlace() string {
	i := m.named(liveName)
	if i < 0 {
		return ""
	}
	return m.screens[i].About(m.viewOf(i)).Place
}

// paceWords say what is equal where policies are compared, and which key changes it.
func (m *Model) paceWords(a screen.About) string {
	if len(m.s.Columns) < 2 || !a.SideBySide {
		return ""
	}
	words, other := "after equally many evaluations", "money"
	if m.s.ByMoney {
		words, other = "at equal spending", "evaluations"
	}
	if len(m.s.Columns) == 2 {
		words = "both " + words
	} else {
		words = "all " + words
	}
	if m.options.Picture { // no keys are pressed
		return words
	}
	return words + " (e: " + other + ")"
}
