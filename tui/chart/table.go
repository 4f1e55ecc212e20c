package chart

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/lipgloss/table"
)

// Table is text in columns, numbers to the right. Rows scroll; the header stays.
type Table struct {
	Columns  []Column
	Rows     [][]string // may be shorter than Columns
	Selected int        // of Rows; -1: none. The zero value selects the first row: set it
	Top      int        // the first row shown
	Inks     []Ink      // of the rows, by index; beyond it and for zero values the style's text
}

// Column is one column of a table.
type Column struct {
	Title string
	Right bool // numbers
	Min   int  // at least so wide
	Max   int  // at most so wide; 0: as wide as it needs
	Grow  bool // takes what is left
}

// widths returns the width of each column in w cells, with two cells between columns. Columns that
// do not fit have width 0, the last ones first.
func (t Table) widths(c Canvas) []int {
	out := make([]int, len(t.Columns))
	total := 0
	for i, col := range t.Columns {
		n := max(col.Min, c.Width(col.Title))
		for _, r := range t.Rows {
			if i < len(r) {
				n = max(n, c.Width(r[i]))
			}
		}
		if col.Max > 0 {
			n = min(n, max(col.Max, col.Min))
		}
		out[i] = n
		total += n + 2
	}
	total -= 2
	for i := len(out) - 1; i > 0 && total > c.w; i-- {
		// shrink what may shrink before anything is dropped
		for j := range out {
			if cut := min(out[j]-max(t.Columns[j].Min, 4), total-c.w); !t.Columns[j].Right && cut > 0 {
				out[j] -= cut
				total -= cut
			}
		}
		if total > c.w {
			total -= out[i] + 2
			out[i] = 0
		}
	}
	if len(out) > 0 {
		out[0] = min(out[0], c.w)
	}
	if total < c.w {
		for i, col := range t.Columns {
			if col.Grow && out[i] > 0 {
				out[i] += c.w - total
				break
			}
		}
	}
	return out
}

// Reveal returns the first row to show so that row i is among h rows, moving top as little as possible.
func Reveal(i, top, h, n int) int {
	if i >= 0 {
		top = min(top, i)
		top = max(top, i-h+1)
	}
	return clamp(top, 0, max(n-h, 0))
}

// Draw draws the header and the rows that fit, and returns how many rows that was.
func (t Table) Draw(c Canvas, s Style) int {
	from := min(max(t.Top, 0), len(t.Rows))
	rows := t.Rows[from:min(len(t.Rows), from+c.h)]
	y := 0
	var titles []string
	for _, col := range t.Columns {
		titles = append(titles, col.Title)
	}
	if strings.Join(titles, "") != "" && c.h > 1 {
		rows, y = append([][]string{titles}, rows[:min(len(rows), c.h-1)]...), 1
	}
	if len(rows) == 0 {
		return 0
	}
	for n, line := range strings.Split(t.laidOut(c, rows), "\n") {
		i := from + n - y
		k := Ink{Fg: s.Text}
		switch {
		case n < y:
			k.Fg = s.Muted
		case i < len(t.Inks) && t.Inks[i] != (Ink{}):
			k = t.Inks[i]
		}
		if n >= y && i == t.Selected {
			c.Paint(Rect{0, n, c.w, 1}, s.Selection)
			k.Attr |= Bold
			if c.Mono() || c.Glyphs() == ASCII {
				c.Set(c.w-1, n, '◀', k)
			}
		}
		c.Text(0, n, strings.TrimRight(line, " "), k)
	}
	return len(rows) - y
}

// laidOut sets rows in columns of their widths, two cells apart; those that do not fit are left out.
func (t Table) laidOut(c Canvas, rows [][]string) string {
	var columns []int
	var styles []lipgloss.Style
	for i, w := range t.widths(c) {
		if w == 0 {
			continue
		}
		style := lipgloss.NewStyle().Width(w + 2).PaddingRight(2)
		if t.Columns[i].Right {
			style = style.Align(lipgloss.Right)
		}
		columns, styles = append(columns, i), append(styles, style)
	}
	out := table.New().Wrap(false).StyleFunc(func(_, col int) lipgloss.Style { return styles[col] }).
		BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false)
	for _, r := range rows {
		cells := make([]string, len(columns))
		for k, i := range columns {
			if i < len(r) {
				cells[k] = c.inWidth(r[i], styles[k].GetWidth()-2)
			}
		}
		out.Row(cells...)
	}
	return out.String()
}

// inWidth is a text as this canvas writes it, cut to n cells.
func (c Canvas) inWidth(s string, n int) string {
	if c.Glyphs() == ASCII {
		s = foldASCII(s)
	}
	if s, short := fitted(s, n); short {
		return s + string(c.ellipsis())
	}
	return s
}
