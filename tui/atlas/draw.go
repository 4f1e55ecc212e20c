package atlas

import (
	"fmt"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawTitle says what the numbers are.
func (s *Screen) drawTitle(v screen.View, c chart.Canvas) {
	w, _ := c.Size()
	title := s.label(s.policy) + " over the best closed form, in % of its improvement"
	if long := "Advantage of " + title; c.Width(long) <= w {
		title = long
	}
	c.TextIn(0, 0, w, title, v.Theme.TitleInk())
	c.TextIn(0, 1, w, "The best closed form of a cell was chosen on the same draws: that flatters it.", v.Theme.MutedInk())
}

// drawHead names the panels and their columns.
func (s *Screen) drawHead(v screen.View, c chart.Canvas, l *layout) {
	th, heads := v.Theme, s.grid.heads()
	for k := range l.panels {
		x, p := l.panelX(k), l.panel+k
		width := l.width * l.cellW
		name := fmt.Sprintf("d = %d", s.grid.dims[p])
		for _, words := range []string{"   budget worth, in typical evaluations:", "   budget, in evaluations:", "   budget worth:", ""} {
			if c.Width(name+words) <= width {
				end := c.Spans(x, 0, chart.Span{Text: name, Ink: th.TitleInk()}, chart.Span{Text: words, Ink: th.MutedInk()})
				s.drawHidden(v, c, l, k, end, x+width)
				break
			}
		}
		for i := range l.width {
			column := l.column + i
			text, ink := heads[column], th.MutedInk()
			if !s.unselected(v) && s.at.panel == p && s.at.column == column {
				if ink = th.KeyInk(); len(text)+2 <= l.cellW {
					text = "[" + text + "]"
				} else if len(text) < l.cellW {
					text = string(chart.Selected) + text
				}
			}
			c.TextCentre(x+i*l.cellW, 1, l.cellW, text, ink)
		}
	}
}

// drawHidden says at the last panel that there are more, if there is space.
func (s *Screen) drawHidden(v screen.View, c chart.Canvas, l *layout, k, from, end int) {
	text := ""
	switch {
	case k == l.panels-1 && l.panel+l.panels < len(s.grid.dims):
		text = fmt.Sprintf("d = %d →", s.grid.dims[l.panel+l.panels])
	case k == l.panels-1 && l.panel > 0:
		text = fmt.Sprintf("← d = %d", s.grid.dims[l.panel-1])
	}
	if from+1+c.Width(text) <= end {
		c.TextRight(end, 0, text, v.Theme.MutedInk())
	}
}

// drawGrid draws the cells, the names of their rows and what heads them.
func (s *Screen) drawGrid(v screen.View, c chart.Canvas, l *layout) {
	th := v.Theme
	w, _ := c.Size()
	y := 0
	for i, line := range l.list[l.line : l.line+l.lines] {
		switch {
		case line.row >= 0:
			s.drawRow(v, c, l, line.row, y)
		case i == l.lines-1: // what it heads has no room
			c.TextIn(0, y, w, "below: cost "+costWords(line.kind), th.MutedInk())
		default:
			c.TextIn(0, y, w, "cost "+costWords(line.kind)+", its spread at the left", th.MutedInk())
		}
		y += l.lineHeight(line)
	}
}

func (s *Screen) drawRow(v screen.View, c chart.Canvas, l *layout, row, y int) {
	th, scale := v.Theme, s.table.scale(s.policy)
	mid := y + (l.cellH-1)/2
	label, ink := s.grid.spreads()[row], th.TextInk()
	if l.labels > widest(s.grid.spreads())+1 {
		label = "×" + label
	}
	if !s.unselected(v) && row == s.at.row {
		ink = th.KeyInk()
		c.Set(l.labels-1, mid, chart.Selected, ink)
	}
	c.TextRight(l.labels-1, mid, label, ink)
	for k := range l.panels {
		for i := range l.width {
			at := place{l.panel + k, row, l.column + i}
			if r, ok := l.cell(at); ok {
				s.drawCell(v, c.Sub(r), at, scale)
			}
		}
	}
}

// drawCell draws one cell: its colour, its number, and where there is space the
// uncertainty of that.
func (s *Screen) drawCell(v screen.View, c chart.Canvas, at place, scale float64) {
	th := v.Theme
	i, ok := s.grid.cells[at]
	w, h := c.Size()
	if !ok {
		c.TextCentre(0, (h-1)/2, w, "·", th.MutedInk())
		s.drawCursor(v, c, at, th.KeyInk())
		return
	}
	cell := &s.table.cells[i]
	r := cell.rows[s.policy]
	tile := c.Rect()
	if w > leastCell {
		tile.W-- // tiles keep apart
	}
	ink := chart.Ink{Fg: th.Title, Bg: th.Diverging(r.Percent / scale)}
	if percent(r).clear() {
		ink.Attr |= chart.Bold
	}
	if s.policy == cell.best || r.Draws == 0 {
		ink.Bg, ink.Attr = th.Diverging(0), 0
	}
	if s.selected(v, at) {
		ink.Attr |= chart.Reverse
	}
	c.Fill(tile, ' ', ink)
	number, spread := s.cellTexts(cell, c.Glyphs())
	top := (h - 1) / 2
	switch {
	case h > 1:
		c.TextCentre(0, top, w, number, ink)
		c.TextCentre(0, top+1, w, spread, ink)
	case w > 2*leastCell+1:
		c.TextCentre(0, 0, w, number+spread, ink)
	default:
		c.TextCentre(0, 0, w, number, ink)
	}
	s.drawCursor(v, c, at, ink)
}

// drawCursor sets the cell under the cursor off where there is space for it; the
// marks at its row and column are always there.
func (s *Screen) drawCursor(v screen.View, c chart.Canvas, at place, ink chart.Ink) {
	w, h := c.Size()
	if !s.selected(v, at) || w < leastCell+2 {
		return
	}
	for y := range h {
		c.Set(0, y, '[', ink)
		c.Set(w-1, y, ']', v.Theme.KeyInk()) // beside the tile
	}
}

// cellTexts are a cell's number with the mark of those whose interval excludes
// 0, and the interval, both four characters wide so that figures line up.
func (s *Screen) cellTexts(cell *cell, g chart.Glyphs) (number, spread string) {
	r := cell.rows[s.policy]
	switch {
	case s.policy == cell.best:
		return "best", ""
	case r.Draws == 0 || !percent(r).known():
		return "  · ", ""
	}
	mark := " "
	if percent(r).clear() {
		mark = "*"
	}
	spread = "±"
	if g == chart.ASCII {
		spread = "+-"
	}
	switch half := math.Round(r.PercentHalf); {
	case math.IsNaN(half) || math.IsInf(half, 0): // of a single draw
		spread += "? "
	case half > 99:
		spread += "99+"
	default:
		spread += fmt.Sprintf("%.0f ", half)
	}
	return fmt.Sprintf("%3s%s", signed(r.Percent), mark), fmt.Sprintf("%4s", spread)
}

// signed writes a percentage in three characters: nothing can be less than the
// whole improvement worse, and what is more than as much again better is ">99".
func signed(v float64) string {
	n := int(math.Round(math.Max(v, -99)))
	switch {
	case n > 99:
		return ">99"
	case n == 0:
		return "0"
	}
	return fmt.Sprintf("%+d", n)
}

// legendSteps is the number of colours the legend shows.
const legendSteps = 9

// drawLegend says what colours and marks mean.
func (s *Screen) drawLegend(v screen.View, c chart.Canvas) {
	th, scale := v.Theme, s.table.scale(s.policy)
	w, _ := c.Size()
	x := 0
	if !c.Mono() {
		x = c.Text(x, 0, fmt.Sprintf("%+.0f %% ", -scale), th.MutedInk())
		step := 1
		if w >= screen.TwoColumns-2 {
			step = 3
		}
		for i := range legendSteps {
			u := 2*float64(i)/(legendSteps-1) - 1
			c.Fill(chart.Rect{X: x, W: step, H: 1}, ' ', chart.Ink{Bg: th.Diverging(u)})
			x += step
		}
		x = c.Text(x, 0, fmt.Sprintf(" %+.0f %%   ", scale), th.MutedInk())
	}
	c.TextIn(x, 0, w-x, "* 95 % interval excludes 0   "+string(chart.MarkBest.Rune())+" best closed form", th.MutedInk())
}

// drawKey says which functions are sketched. Those of a cell do not depend on
// the worth of its budget.
type drawKey struct {
	cell builtin.Cell
	draw int
	seed uint64 // of the draw
}

// draft is one of a cell's problems, sketched in the background, one at a time.
type draft struct {
	of     drawKey
	sketch *pane.Sketch // nil: none yet
	busy   bool
}

// sketchedMsg brings a sketch.
type sketchedMsg struct {
	of     drawKey
	sketch *pane.Sketch
}

// key is the problem to be sketched: the one last opened of the cell, or its
// first.
func (s *Screen) key() (drawKey, bool) {
	c := s.cell()
	if c == nil {
		return drawKey{}, false
	}
	draw := max(1, s.draws[s.at])
	k := drawKey{c.Cell, draw, c.seed(s.policy, draw)}
	k.cell.Worth = 1
	return k, true
}

// sketch asks for the sketch of the cell under the cursor, if there is room for
// it and none is in progress.
func (s *Screen) sketch(v screen.View) tea.Cmd {
	w, h := v.BodySize()
	k, ok := s.key()
	if l := arrange(w, h, s.grid, s.at); !ok || s.whole || !v.Front || l.draw.Empty() || s.draft.busy || s.draft.of == k {
		return nil
	}
	s.draft.busy = true
	return v.InTurn(func() tea.Msg {
		p, err := k.cell.Problem(k.seed)
		if err != nil {
			return sketchedMsg{of: k}
		}
		return sketchedMsg{k, pane.SketchOf(p)}
	})
}

// sketched takes a sketch in; if the cursor has moved on, the next is requested.
func (d *draft) sketched(msg sketchedMsg) {
	d.of, d.sketch, d.busy = msg.of, msg.sketch, false
}

// drawFoot shows how the advantage goes along the cell's row, and one of its
// problems.
func (s *Screen) drawFoot(v screen.View, c chart.Canvas, l *layout) {
	if l.draw.Empty() || s.cell() == nil || s.failed(v) != nil {
		return
	}
	s.rowPlot(v).Draw(c.Sub(l.row), v.Theme.Style())
	head, body := l.draw.CutTop(1)
	k, _ := s.key()
	c.TextFit(head.X, head.Y, head.W, v.Theme.TitleInk(), fmt.Sprintf("one of these problems: draw %d, as it truly is", k.draw), fmt.Sprintf("draw %d", k.draw))
	if s.draft.of != k || s.draft.sketch == nil {
		c.Text(body.X, body.Y, "drawing …", v.Theme.MutedInk())
		return
	}
	s.draft.sketch.DrawWide(v, c.Sub(body))
}

// rowPlot is the advantage of the policy shown against the budget's worth, in
// cells that differ in nothing else.
func (s *Screen) rowPlot(v screen.View) chart.Plot {
	th := v.Theme
	hue := th.Policy(s.policy)
	g := s.grid
	p := chart.Plot{
		Title: "advantage along this row, in %", Hue: th.Title, Note: "95 % intervals", XRows: chart.XLine,
		X:      chart.Axis{Min: g.worths[0], Max: g.worths[len(g.worths)-1], Log: true, Label: "budget worth"},
		Levels: []chart.Level{{Dash: chart.Dashed, Color: th.Axis, Label: "best closed form"}},
	}
	var x, y []float64
	all := []float64{0}
	for column, worth := range g.worths {
		i, ok := g.cells[place{s.at.panel, s.at.row, column}]
		if !ok {
			continue
		}
		e := percent(s.table.cells[i].rows[s.policy])
		if !e.known() || s.table.cells[i].rows[s.policy].Draws == 0 {
			continue
		}
		x, y = append(x, worth), append(y, e.mean)
		all = append(all, e.mean-e.half, e.mean+e.half)
		p.Series = append(p.Series, chart.Series{X: []float64{worth, worth}, Y: []float64{e.mean - e.half, e.mean + e.half}, Color: th.Older})
		shape := chart.MarkMean
		if e.clear() {
			shape = chart.MarkClear
		}
		p.Points = append(p.Points, chart.Point{X: worth, Y: e.mean, Shape: shape, Color: hue})
	}
	p.Series = append(p.Series, chart.Series{X: x, Y: y, Color: hue})
	p.X = p.X.Pad(0.04)
	p.Feet = []chart.Foot{{X: g.worths[s.at.column], Shape: chart.MarkHere, Color: th.Key, Attr: chart.Bold}}
	p.Y = chart.Around(0.08, false, all)
	return p
}
