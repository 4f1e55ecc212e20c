package atlas

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

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
// it and none is under way.
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

// sketched takes a sketch in; if the cursor has moved on, the next is asked for.
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
	lo, hi := chart.Limits(all)
	p.Y = chart.Axis{Min: lo, Max: hi}.Pad(0.08)
	if hi <= lo {
		p.Y = chart.Axis{Min: -1, Max: 1}
	}
	return p
}
