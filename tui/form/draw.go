package form

import (
	"strconv"
	"strings"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

// numberColumns is the width of a box for a number.
const numberColumns = 14

// DrawField draws field i in one row: label, box, unit, and what is to be said
// of it. focused tells whether what is typed goes into it; spoken whether
// anything is said beside it.
func (f *Form) DrawField(c chart.Canvas, th theme.Theme, i, label int, focused, spoken bool) {
	it := f.Fields[i]
	w, _ := c.Size()
	ink := th.MutedInk()
	if focused {
		ink = th.TitleInk()
		c.Text(0, 0, "›", th.KeyInk())
	}
	c.TextIn(2, 0, label, it.Label, ink)
	x := label + 4
	switch {
	case it.Switch:
		box, ink := "[ ]", th.TextInk()
		if it.IsOn() {
			box = "[x]"
		}
		if focused {
			ink = th.SelectedInk()
		}
		x = c.TextIn(x, 0, 3, box, ink) + 1
	case it.Note:
		drawBox(c, &it.Line, x, w-x, focused, th)
		return
	default:
		most := it.Columns
		if most == 0 {
			most = numberColumns
		}
		n := max(11, min(most, w-x-10))
		drawBox(c, &it.Line, x, n, focused, th)
		x += n
	}
	words, ink := []string{""}, th.MutedInk()
	if spoken {
		words, ink = f.words(i, th)
	}
	unit := ""
	if it.Unit != "" {
		unit = " " + it.Unit + " "
	}
	if chart.Width(unit+words[0])+1 > w-x {
		unit = "" // what is said of the entry matters more
	}
	x = c.TextIn(x, 0, w-x, unit, th.MutedInk())
	c.TextFit(x+1, 0, w-x-1, ink, words...)
}

// words are what is to be said beside field i, at length and shorter: what is
// wrong with it, what will follow, or what is expected.
func (f *Form) words(i int, th theme.Theme) ([]string, chart.Ink) {
	if p := f.Shown(i); p != "" {
		return Shorter(p), chart.Ink{Fg: th.Exhausted, Attr: chart.Bold}
	}
	if f.Fields[i].Hint == nil {
		return []string{""}, chart.Ink{}
	}
	hint, warning := f.Fields[i].Hint()
	if warning {
		return Shorter(hint), chart.Ink{Fg: th.Warning}
	}
	return Shorter(hint), th.MutedInk()
}

// Shorter are forms of what is said of a number, the longest first. None of it is
// better than a part that has lost its numbers.
func Shorter(s string) []string {
	if !strings.ContainsAny(s, "0123456789") {
		return []string{s}
	}
	first, _, _ := strings.Cut(s, "; ")
	dense := strings.ReplaceAll(s, " to ", "–")
	return []string{s, dense, strings.TrimPrefix(dense, "expected "), first, ""}
}

// drawBox is a line of text as a box to type into; where nothing can be
// painted it stands between brackets.
func drawBox(c chart.Canvas, l *Line, x, n int, focused bool, th theme.Theme) {
	ink := chart.Ink{Fg: th.Text, Bg: th.Left}
	if focused {
		ink = chart.Ink{Fg: th.Title, Bg: th.Selection}
	}
	if c.Mono() || c.Glyphs() == chart.ASCII {
		c.Set(x, 0, '[', th.MutedInk())
		c.Set(x+n-1, 0, ']', th.MutedInk())
		x, n = x+1, n-2
	}
	box := c.Sub(chart.Rect{X: x, W: n, H: 1})
	box.Fill(box.Rect(), ' ', ink)
	if focused {
		l.Draw(box, 0, 0, n, ink, chart.Ink{Fg: th.Key, Bg: th.Selection, Attr: chart.Bold})
		return
	}
	box.TextFit(0, 0, n, ink, rounded(l.String(), n)...)
}

// rounded are forms of what was typed: a number too long for its n cells is told
// to fewer figures.
func rounded(s string, n int) []string {
	out := []string{s}
	if v, problem := Number(s); problem == "" {
		for figures := n; figures > 0; figures-- {
			out = append(out, "≈"+strconv.FormatFloat(v, 'g', figures, 64))
		}
	}
	return out
}
