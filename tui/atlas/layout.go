package atlas

import (
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// layout is which rectangle of the screen is whose, and how much of the
// atlas fits.
type layout struct {
	title, head, grid, legend, words, bars chart.Rect
	row, draw                              chart.Rect // at the foot of large windows

	labels        int // columns before the first panel, for the names of the rows
	cellW, cellH  int
	gap           int // columns between panels
	panel, panels int // the first shown, how many
	column, width int // the first of a panel's columns shown, how many
	line, lines   int // the first line of rows and their headings shown, how many
	list          []line
}

// line is a row of cells, or with row = -1 the heading of those below.
type line struct {
	row  int
	kind kind
}

// leastCell is the width of a cell that holds "-12*".
const leastCell = 4

// Width from which there is a foot, and the rows that words and bars then keep.
const footColumns, cellRows = 180, 10

// Widths past which cells and names of rows do not grow.
const mostCell, mostLabel = 11, 8

// arrange divides the screen so that the cell under the cursor is on it.
func arrange(w, h int, g grid, at place) layout {
	l := layout{labels: 1 + max(2, widest(g.spreads())), gap: 1, list: linesOf(g)}
	if w >= screen.TwoColumns-2 {
		l.labels, l.gap = max(l.labels+1, min(mostLabel, w/20)), 2
	}
	l.columns(w, g, at)

	r := chart.Rect{W: w, H: h}
	titles := 2
	if h < 20 {
		titles = 1
	}
	l.title, r = r.CutTop(titles)
	if h >= 34 {
		_, r = r.CutTop(1)
	}
	l.head, r = r.CutTop(2)
	l.rows(r.H, h, len(g.rows), at)
	l.grid, r = r.CutTop(l.height())
	l.legend, r = r.CutTop(1)
	if h >= 34 {
		_, r = r.CutTop(1)
	}
	l.words, l.bars = r, chart.Rect{}
	if w >= footColumns && r.H >= cellRows+1+pane.LeastWide {
		r, l.draw = r.CutTop(cellRows)
		_, l.draw = l.draw.CutTop(1)
		l.row, l.draw = l.draw.CutLeft(w * 3 / 10)
		_, l.draw = l.draw.CutLeft(3)
	}
	switch {
	case w >= screen.TwoColumns-2:
		l.words, l.bars = r.CutLeft(w * 9 / 20)
		_, l.bars = l.bars.CutLeft(3)
	case r.H > 3:
		l.words, l.bars = r.CutTop(2 + r.H/8)
	}
	return l
}

// columns finds how many panels fit side by side, and how many of their columns
// if not even one does.
func (l *layout) columns(w int, g grid, at place) {
	n := max(1, len(g.worths))
	space, least := w-l.labels, max(leastCell, widest(g.heads()))
	l.panels = max(1, min(len(g.dims), (space+l.gap)/(n*least+l.gap)))
	l.width = min(n, max(1, space/least))
	l.cellW = max(least, min(mostCell, (space-(l.panels-1)*l.gap)/(l.panels*l.width)))
	l.panel = chart.Reveal(at.panel, 0, l.panels, len(g.dims))
	l.column = chart.Reveal(at.column, 0, l.width, n)
}

// rows finds how high the cells can be, and which lines fit.
func (l *layout) rows(space, h, rows int, at place) {
	const spare = 10 // rows for legend, words and bars
	l.cellH = 1
	for l.cellH < 3 && h >= 34 && len(l.list)+l.cellH*rows+spare <= space {
		l.cellH++
	}
	index := 0
	for i, line := range l.list {
		if line.row == at.row {
			index = i
		}
	}
	l.lines = len(l.list)
	if most := max(1, space-3); l.cellH == 1 && l.lines > most {
		l.lines = most
	}
	l.line = chart.Reveal(index, 0, l.lines, len(l.list))
}

// height is that of the lines shown.
func (l *layout) height() int {
	n := 0
	for _, line := range l.list[l.line : l.line+l.lines] {
		n += l.lineHeight(line)
	}
	return n
}

func (l *layout) lineHeight(line line) int {
	if line.row < 0 {
		return 1
	}
	return l.cellH
}

// linesOf are the rows of a panel, each kind of cost with its heading.
func linesOf(g grid) []line {
	var out []line
	for i, r := range g.rows {
		if i == 0 || r.kind != g.rows[i-1].kind {
			out = append(out, line{-1, r.kind})
		}
		out = append(out, line{i, r.kind})
	}
	return out
}

// panelX is where a panel begins, of those shown.
func (l *layout) panelX(k int) int { return l.labels + k*(l.width*l.cellW+l.gap) }

// cell is the rectangle of a cell inside the grid's; false if it is not shown.
func (l *layout) cell(at place) (chart.Rect, bool) {
	k, c := at.panel-l.panel, at.column-l.column
	if k < 0 || k >= l.panels || c < 0 || c >= l.width {
		return chart.Rect{}, false
	}
	y := 0
	for _, line := range l.list[l.line : l.line+l.lines] {
		if line.row == at.row {
			return chart.Rect{X: l.panelX(k) + c*l.cellW, Y: y, W: l.cellW, H: l.cellH}, true
		}
		y += l.lineHeight(line)
	}
	return chart.Rect{}, false
}
