package chart

// Stack is several plots over one x axis, drawn under the last. Cursors run through all of them,
// through the titles too where nothing is written; their labels stand in the last plot.
type Stack struct {
	Plots   []Plot
	Weights []int // shares of the height; nil: equal
	Cursors []Cursor
	XRows   XRows // of the last plot
}

// minPlotRows is the least a plot is worth drawing in: a title and two rows.
const minPlotRows = 3

// Draw draws as many of the plots as fit, the first ones first.
func (st Stack) Draw(c Canvas, s Style) {
	plots, heights := st.arrange(c.h)
	if len(plots) == 0 {
		return
	}
	gutter, y := 0, 0
	for i, p := range plots {
		gutter = max(gutter, p.gutter(c, Rect{0, y, c.w, heights[i]}), p.Gutter)
		y += heights[i]
	}
	y = 0
	for i, p := range plots {
		p.Gutter = gutter
		p.Cursors = append([]Cursor(nil), p.Cursors...)
		for _, k := range st.Cursors {
			if i < len(plots)-1 {
				k.Label = ""
			}
			p.Cursors = append(p.Cursors, k)
		}
		r := Rect{0, y, c.w, heights[i]}
		p.Draw(c.Sub(r), s)
		if title, _, _ := p.rows(r); title.H > 0 && gutter <= c.w/2 {
			st.through(c.Sub(Rect{gutter, title.Y, c.w - gutter, 1}), p.X, s)
		}
		y += heights[i]
	}
}

// through continues the cursors across a title row, where nothing is written.
func (st Stack) through(c Canvas, a Axis, s Style) {
	f := frame{c: c, w: c.w, h: 1, x: a.Columns(c.w), y: Axis{}.plainRows(1), style: s}
	var drawn []Cursor
	var at []Rect
	for _, k := range st.Cursors {
		if col, ok := f.x.Cell(k.X); ok && c.free(max(col-1, 0), 0, min(3, c.w-max(col-1, 0))) {
			c.Set(col, 0, cursorRunes[k.Dash], Ink{Fg: k.Color})
			drawn, at = append(drawn, k), append(at, Rect{col - 1, 0, 3, 1})
		}
	}
	if len(drawn) > 0 {
		f.record(Plot{X: a, Cursors: drawn}, nil, at...)
	}
}

// arrange drops plots from the end until the others have room, and shares the height.
func (st Stack) arrange(h int) ([]Plot, []int) {
	n := len(st.Plots)
	for n > 1 && h < n*minPlotRows+int(st.XRows) {
		n--
	}
	if n == 0 {
		return nil, nil
	}
	plots := append([]Plot(nil), st.Plots[:n]...)
	for i := range plots {
		plots[i].XRows = XNone
	}
	plots[n-1].XRows = st.XRows
	weights := make([]int, n)
	for i := range weights {
		weights[i] = 1
		if i < len(st.Weights) {
			weights[i] = st.Weights[i]
		}
	}
	// the axis rows come on top of the last plot's share, so that equal weights give equal plots
	extra := min(int(st.XRows), max(h-n*minPlotRows, 0))
	heights := Split(h-extra, weights...)
	for i := range heights { // nobody below the least while another has more
		for heights[i] < minPlotRows {
			j := largest(heights)
			if heights[j] <= minPlotRows {
				break
			}
			heights[i]++
			heights[j]--
		}
	}
	heights[n-1] += extra
	return plots, heights
}

func largest(v []int) int {
	at := 0
	for i := range v {
		if v[i] > v[at] {
			at = i
		}
	}
	return at
}
