package live

import (
	"fmt"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/theme"
)

// formRows is how many rows the form takes; it takes them when nothing is being
// typed too, so that nothing moves. Where rows are few, the note stands beside
// the switch. A form for settings takes up to room.
func (s *Screen) formRows(small bool, room int) int {
	n := 5
	if small {
		n = 4
	}
	if f := s.form; f != nil && f.find(itemMoved) != nil {
		n++
	}
	if f := s.form; f != nil && f.find(itemSd) != nil || f == nil && s.noisy() {
		n++
	}
	if f := s.form; f != nil && f.kind == formSet {
		n = max(n, min(1+len(f.items), room))
	}
	return n
}

// drawForm shows what is being typed, or where it will be.
func (s *Screen) drawForm(v screen.View, c chart.Canvas, small bool) {
	th := v.Theme
	w, _ := c.Size()
	if s.watch {
		s.drawWatched(v, c)
		return
	}
	if s.undo != nil {
		s.headline(v, c, "take back the last entry?", "it stays in the file, as taken back")
		rows := c.Paragraph(chart.Rect{X: 2, Y: 1, W: w - 2, H: 2}, s.undo.what, chart.Ink{Fg: th.Warning, Attr: chart.Bold})
		c.Spans(2, 1+rows, chart.Span{Text: "y", Ink: th.KeyInk()}, chart.Span{Text: " take it back   ", Ink: th.MutedInk()}, chart.Span{Text: "n", Ink: th.KeyInk()}, chart.Span{Text: " keep it", Ink: th.MutedInk()})
		return
	}
	f := s.form
	title, remark := "what did it give?", ""
	switch {
	case f == nil && s.aside != nil:
		f, remark = s.aside, "put aside: enter goes on with it"
	case f == nil:
		f = newTellForm(s, s.next, s.next == nil)
		if s.next != nil {
			remark = "enter, or just type"
		}
	case f.kind == formBudget:
		title = "change the budget"
	case f.kind == formSkip:
		title = "skip this suggestion"
	case f.kind == formAmend:
		title, remark = "revise this entry", s.pointWords(f.x)
	case f.kind == formSet:
		title, remark = "how to go on", "what was decided stays"
	}
	if s.writing != writeNothing {
		remark = "saving …"
	}
	if f.kind == formSet {
		s.drawSettings(v, c, title, remark)
		return
	}
	s.headline(v, c, title, remark)
	y := 1
	for i := range f.items {
		r := chart.Rect{Y: y, W: w, H: 1}
		switch id := f.items[i].id; {
		case id == itemParameter || id == itemMoved && s.form == nil:
			continue
		case id == itemFailed && small:
			r.W = failedWidth
			y--
		case id == itemNote && small && (f.kind == formTell || f.kind == formAmend):
			_, r = r.CutLeft(failedWidth)
		}
		s.drawItem(v, c.Sub(r), f, i, formLabel)
		y++
	}
}

// Widths in the form: of its labels, and of the switch where the note stands
// beside it.
const (
	formLabel   = 7
	failedWidth = 16
)

// drawEntry is a line of text as a box to type into; where nothing can be
// painted it stands between brackets.
func drawEntry(c chart.Canvas, l *pane.Line, x, y, n int, focused bool, th theme.Theme) {
	ink := chart.Ink{Fg: th.Text, Bg: th.Left}
	if focused {
		ink = chart.Ink{Fg: th.Title, Bg: th.Selection}
	}
	if c.Mono() || c.Glyphs() == chart.ASCII {
		c.Set(x, y, '[', th.MutedInk())
		c.Set(x+n-1, y, ']', th.MutedInk())
		x, n = x+1, n-2
	}
	box := c.Sub(chart.Rect{X: x, Y: y, W: n, H: 1})
	box.Fill(box.Rect(), ' ', ink)
	if focused {
		l.Draw(box, 0, 0, n, ink, chart.Ink{Fg: th.Key, Bg: th.Selection, Attr: chart.Bold})
		return
	}
	box.TextFit(0, 0, n, ink, rounded(l.String(), n)...)
}

// numberField is the width of a field for a number.
const numberField = 14

// settingField is the width of one for a policy with an option, or for bounds.
const settingField = 20

// drawSettings shows as many of a form's items as there are rows for, the one
// with the focus among them.
func (s *Screen) drawSettings(v screen.View, c chart.Canvas, title, remark string) {
	f := s.form
	w, h := c.Size()
	label, rows := 0, h-1
	for i := range f.items {
		label = max(label, min(16, chart.Width(f.items[i].label)))
	}
	if len(f.items) > rows {
		remark = fmt.Sprintf("%d of %d, tab goes on", f.focus+1, len(f.items))
	}
	s.headline(v, c, title, remark)
	first := max(0, min(f.focus-rows/2, len(f.items)-rows))
	for i := first; i < min(first+rows, len(f.items)); i++ {
		s.drawItem(v, c.Sub(chart.Rect{Y: 1 + i - first, W: w, H: 1}), f, i, label)
	}
}

// drawItem is one row of the form: label, field, unit, and what is to be said
// of it.
func (s *Screen) drawItem(v screen.View, c chart.Canvas, f *form, i, label int) {
	th := v.Theme
	it := &f.items[i]
	w, _ := c.Size()
	focused := i == f.focus && f == s.form
	ink := th.MutedInk()
	if focused {
		ink = th.TitleInk()
		c.Text(0, 0, "›", th.KeyInk())
	}
	c.TextIn(2, 0, label, it.label, ink)
	x := label + 4
	switch {
	case it.isSwitch():
		on := it.on
		if it.id == itemMoved {
			on = f.moved(s.problem)
		}
		box := "[ ]"
		if on {
			box = "[x]"
		}
		k := th.TextInk()
		if focused {
			k = th.SelectedInk()
		}
		x = c.TextIn(x, 0, 3, box, k) + 1
	case it.id == itemNote:
		drawEntry(c, &it.field, x, 0, w-x, focused, th)
		return
	default:
		most := numberField
		if f.kind == formSet {
			most = settingField
		}
		n := max(11, min(most, w-x-10))
		drawEntry(c, &it.field, x, 0, n, focused, th)
		x += n
	}
	hint, k := s.remark(v, f, i)
	unit := ""
	if it.unit != "" {
		unit = " " + it.unit + " "
	}
	if chart.Width(unit+hint)+1 > w-x {
		unit = "" // what is said of the entry matters more
	}
	x = c.TextIn(x, 0, w-x, unit, th.MutedInk())
	c.TextFit(x+1, 0, w-x-1, k, shorter(hint)...)
}

// remark is what is to be said beside item i of a form: what is wrong with it,
// what will follow, or what is expected.
func (s *Screen) remark(v screen.View, f *form, i int) (string, chart.Ink) {
	th, id := v.Theme, f.items[i].id
	if f != s.form && id != itemValue && id != itemCost {
		return "", chart.Ink{}
	}
	if p := f.shownProblem(s, i); p != "" {
		return p, chart.Ink{Fg: th.Exhausted, Attr: chart.Bold}
	}
	hint, warning := f.hint(s, i)
	if warning {
		return hint, chart.Ink{Fg: th.Warning}
	}
	return hint, th.MutedInk()
}

// message is what the screen has to say now.
func (s *Screen) message() (string, tone) {
	switch {
	case s.lost != "":
		return sanitize.Text(s.lost), toneWarning
	case len(s.ahead) > 0:
		return s.kept(), tonePlain
	case s.said.text != "":
		return s.said.text, s.said.tone
	case s.writing != writeNothing:
		return "saving …", tonePlain
	}
	return "", tonePlain
}

// messageRows is how many rows the message takes: at least one, so that nothing
// moves when it comes.
func (s *Screen) messageRows(c chart.Canvas, w int) int {
	text, _ := s.message()
	return max(1, min(4, len(chart.Wrap(text, w-2))))
}

func (s *Screen) drawMessage(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, h := c.Size()
	text, t := s.message()
	if text == "" {
		return
	}
	ink, mark := th.TextInk(), "·"
	switch t {
	case toneGood:
		ink, mark = chart.Ink{Fg: th.Good, Attr: chart.Bold}, "✓"
	case toneWarning:
		ink, mark = chart.Ink{Fg: th.Warning, Attr: chart.Bold}, "!"
	}
	c.Text(0, 0, mark, ink)
	c.Paragraph(chart.Rect{X: 2, W: w - 2, H: h}, text, ink)
}
