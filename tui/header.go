package tui

import (
	"slices"
	"strconv"
	"strings"

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

// tabs are the screens that tab leads to, in its order: a study's own first, for
// it is where the explorer opened.
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
	own = rows > 1 && len(tabs) > 0
	if own {
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
		if t.tabs != noTabs {
			l.tabs = m.tabsAfter(l.afterTitle(), tabs, t.tabs, digits)
		}
		if l.afterTabs()+m.width(words+t.remark)+2+m.width(t.place) <= w {
			break
		}
	}
	return l, own
}

// width is how many columns a text takes on this terminal.
func (m *Model) width(s string) int { return m.options.Terminal.Width(s) }

// afterTitle is where the tabs begin, afterTabs where the words do.
func (l headline) afterTitle() int {
	if l.title == "" {
		return 0
	}
	return chart.Width(l.title) + 1
}

func (l headline) afterTabs() int {
	if n := len(l.tabs); n > 0 {
		return l.tabs[n-1].x + l.tabs[n-1].w + 1
	}
	if l.title == "" {
		return 0
	}
	return chart.Width(l.title) + 2
}

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

// digits tells whether digits lead to the screens: where they are typed into
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
	c.Text(0, 0, l.title, th.TitleInk())
	for _, t := range l.tabs {
		m.drawTab(c.Sub(chart.Rect{X: t.x, W: t.w, H: 1}), t)
	}
	space := w
	if l.place != "" {
		c.TextRight(w, 0, l.place, th.MutedInk())
		space -= m.width(l.place) + 2
	}
	x := l.afterTabs()
	x = c.TextIn(x, 0, space-x-m.width(l.note), l.words, th.TextInk())
	c.TextIn(x, 0, space-x, l.note, th.MutedInk())
	if own {
		words, remark, brief := m.words(a)
		if m.width(words+remark) > w {
			remark = brief
		}
		x := c.TextIn(0, 1, w-m.width(remark), words, th.TitleInk())
		c.Text(x, 1, remark, th.MutedInk())
	}
}

// drawTab draws a screen's tab; the one shown stands out, without colours too.
func (m *Model) drawTab(c chart.Canvas, t tab) {
	th := m.theme
	w, _ := c.Size()
	key, name := th.KeyInk(), th.MutedInk()
	if t.screen == m.current {
		key, name = th.SelectedInk(), th.SelectedInk()
		c.Fill(c.Rect(), ' ', name)
		if c.Mono() {
			c.Text(0, 0, "[", name)
			c.Text(w-1, 0, "]", name)
		}
	}
	digit, rest, _ := strings.Cut(t.text, " ")
	if digit[0] < '0' || digit[0] > '9' {
		digit, rest = "", t.text
	} else if rest != "" {
		rest = " " + rest
	}
	c.Spans(1, 0, chart.Span{Text: digit, Ink: key}, chart.Span{Text: rest, Ink: name})
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
