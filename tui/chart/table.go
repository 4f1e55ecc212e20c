package chart

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
	widths := t.widths(c)
	line := func(y int, cells []string, k Ink) {
		x := 0
		for i, w := range widths {
			if w == 0 {
				continue
			}
			if i < len(cells) {
				if t.Columns[i].Right {
					c.Sub(Rect{x, y, w, 1}).TextRight(w, 0, cells[i], k)
				} else {
					c.TextIn(x, y, w, cells[i], k)
				}
			}
			x += w + 2
		}
	}
	y := 0
	if titles := t.titles(); titles != nil && c.h > 1 {
		line(0, titles, Ink{Fg: s.Muted})
		y = 1
	}
	shown := 0
	for i := max(t.Top, 0); i < len(t.Rows) && y < c.h; i++ {
		k := Ink{Fg: s.Text}
		if i < len(t.Inks) && t.Inks[i] != (Ink{}) {
			k = t.Inks[i]
		}
		if i == t.Selected {
			c.Paint(Rect{0, y, c.w, 1}, s.Selection)
			k.Attr |= Bold
			if c.Mono() || c.Glyphs() == ASCII {
				c.Set(c.w-1, y, '◀', k)
			}
		}
		line(y, t.Rows[i], k)
		y, shown = y+1, shown+1
	}
	return shown
}

func (t Table) titles() []string {
	out, any := make([]string, len(t.Columns)), false
	for i, col := range t.Columns {
		out[i] = col.Title
		any = any || col.Title != ""
	}
	if !any {
		return nil
	}
	return out
}
