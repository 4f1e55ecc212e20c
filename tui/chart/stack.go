package chart

import "slices"

// Stack is several plots over one x axis, drawn under the last. Cursors run through all of them,
// through the titles too where nothing is written; their labels stand in the last plot.
type Stack struct {
	Plots   []Plot
	Weights []int // shares of the height; nil: equal
	Cursors []Cursor
	XRows   xRows // of the last plot
}

// minPlotRows is the least a plot is worth drawing in: a title and two rows.
const minPlotRows = 3

// Draw draws as many of the plots as fit, the first ones first.
func (st Stack) Draw(c Canvas, s Style) {
	plots, views := st.arrange(c)
	for i, p := range plots {
		p.Cursors = slices.Clone(p.Cursors)
		for _, k := range st.Cursors {
			if i < len(plots)-1 {
				k.Label = ""
			}
			p.Cursors = append(p.Cursors, k)
		}
		v := views[i]
		p.Draw(v, s)
		if title, _, _ := p.rows(v.Rect()); title.H > 0 && p.Gutter <= c.w/2 {
			st.through(v.Sub(Rect{p.Gutter, 0, c.w - p.Gutter, 1}), p.X, s)
		}
	}
}

// Areas are the views of c the plots are drawn into, fewer than plots where c is low.
func (st Stack) Areas(c Canvas) []Canvas {
	_, views := st.arrange(c)
	return views
}

// Rulers measures the plots of a stack drawn into the whole of c.
func (st Stack) Rulers(c Canvas) []Ruler {
	plots, views := st.arrange(c)
	out := make([]Ruler, len(plots))
	for i, p := range plots {
		out[i] = p.Ruler(views[i])
	}
	return out
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

// arrange drops plots from the end until the others have room, and shares the height; the y labels of
// all have one width.
func (st Stack) arrange(c Canvas) (plots []Plot, views []Canvas) {
	n, h := len(st.Plots), c.h
	for n > 1 && h < n*minPlotRows+int(st.XRows) {
		n--
	}
	if n == 0 {
		return nil, nil
	}
	plots = slices.Clone(st.Plots[:n])
	for i := range plots {
		plots[i].XRows = xNone
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
	for i := range heights { // none below the least while another has more
		for heights[i] < minPlotRows {
			j := slices.Index(heights, slices.Max(heights))
			if heights[j] <= minPlotRows {
				break
			}
			heights[i]++
			heights[j]--
		}
	}
	heights[n-1] += extra
	gutter, y := 0, 0
	for i, p := range plots {
		v := c.Sub(Rect{0, y, c.w, heights[i]})
		gutter, y = max(gutter, p.gutter(v), p.Gutter), y+heights[i]
		views = append(views, v)
	}
	for i := range plots {
		plots[i].Gutter = gutter
	}
	return plots, views
}
