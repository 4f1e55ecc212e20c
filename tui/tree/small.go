package tree

import (
	"farsight/lookahead"
	"farsight/tui/chart"
	"farsight/tui/futures"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Least cells of a belief in small: a line of words and a chart.
const (
	smallWidth  = 20
	smallHeight = 6
)

// smallBranches are the answers whose beliefs are shown in small: those that may
// follow the selected node, or at the end of a path those beside it, as many as
// there is room for, the likeliest.
func smallBranches(d *futures.Tree, l *futures.Layout, r chart.Rect) []futures.Branch {
	most := (r.W / smallWidth) * ((r.H - 1) / smallHeight)
	if r.W <= 0 || most <= 0 {
		return nil
	}
	at := l.Of[d.Selected]
	family := l.Answers(at)
	if len(family) == 0 && l.Branches[at].Parent >= 0 {
		family = l.Answers(l.Branches[at].Parent)
	}
	for len(family) > most {
		rarest := 0
		for i := range family {
			if family[i].Chance < family[rarest].Chance {
				rarest = i
			}
		}
		family = append(family[:rarest:rarest], family[rarest+1:]...)
	}
	return family
}

// smallGrid is how many columns and rows n beliefs in small are drawn in: all of
// them, each as wide as high as the eye likes charts.
func smallGrid(n, w, h int) (columns, rows int) {
	best := 0.0
	for c := 1; c <= n; c++ {
		r := (n + c - 1) / c
		cw, ch := w/c, h/r
		if cw < smallWidth || ch < smallHeight {
			continue
		}
		// A cell is twice as high as wide; charts are best half as wide again as high.
		shape := float64(cw) / float64(2*ch) / 1.5
		if shape > 1 {
			shape = 1 / shape
		}
		if shape *= float64(n) / float64(c*r); shape > best {
			best, columns, rows = shape, c, r
		}
	}
	return columns, rows
}

// smallCell is the place of belief i among n.
func smallCell(i, n int, r chart.Rect) chart.Rect {
	columns, rows := smallGrid(n, r.W, r.H-1)
	if columns == 0 {
		return chart.Rect{}
	}
	w, h := r.W/columns, (r.H-1)/rows
	return chart.Rect{X: i % columns * w, Y: 1 + i/columns*h, W: w - 2, H: h}
}

// smallAt is the node whose belief is drawn at a cell of the pane; −1 for none.
func smallAt(d *futures.Tree, l *futures.Layout, r chart.Rect, x, y int) int {
	shown := smallBranches(d, l, r)
	for i, b := range shown {
		if c := smallCell(i, len(shown), r); x >= c.X && x < c.X+c.W && y >= c.Y && y < c.Y+c.H {
			return b.Lead
		}
	}
	return -1
}

// drawSmall shows, on one scale, what would be believed after each answer.
func (t *Screen) drawSmall(v screen.View, c chart.Canvas, tree *lookahead.Snapshot, d *futures.Tree, l *futures.Layout) {
	th, sign, axis := v.Theme, v.Problem().Sign(), v.Axis()
	shown := smallBranches(d, l, c.Rect())
	if len(shown) == 0 {
		return
	}
	title := "objective as believed after each answer"
	if long := title + ", along " + pane.ParameterLabel(v.Problem().Parameters[axis]); v.Problem().Dim() > 1 && c.Width(long) <= c.Rect().W {
		title = long
	}
	c.Text(0, 0, title, chart.Ink{Fg: th.Objective, Attr: chart.Bold})
	y := t.smallAxis(v, tree, shown)
	for i, b := range shown {
		cell := c.Sub(smallCell(i, len(shown), c.Rect()))
		n := tree.Nodes[b.Lead]
		hue := d.Color(b.Outcome)
		ink, words := chart.Ink{Fg: hue, Attr: chart.Bold}, th.MutedInk()
		if l.Of[d.Selected] == l.Of[b.Lead] {
			words = th.SelectedInk()
			ink.Bg = words.Bg
			if cell.Fill(chart.Rect{W: cell.Rect().W, H: 1}, ' ', words); c.Mono() {
				cell.Text(0, 0, "[", words)
				cell.TextRight(cell.Rect().W, 0, "]", words)
			}
		}
		cell.Spans(1, 0, chart.Span{Text: string(b.Outcome.Rune()) + " " + chart.Num(sign*n.Y), Ink: ink}, chart.Span{Text: "  " + pane.Chance(b.Chance), Ink: words})
		data := t.imagined[nodeKey{t.of, b.Lead, axis}]
		if data == nil {
			continue
		}
		from := tree.Nodes[n.Parent]
		p := chart.Plot{
			X: pane.ParameterAxis(v.Problem().Parameters[axis]), Y: y, Gutter: -1,
			Bands:  []chart.Band{{X: data.x, Lo: data.objective.Low, Hi: data.objective.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
			Levels: []chart.Level{{Y: sign * n.Best, Dash: chart.Dashed, Color: th.Incumbent}},
			Series: []chart.Series{{X: data.x, Y: data.objective.Mean, Color: th.Objective, Heavy: true}},
			Points: []chart.Point{{X: from.Point[axis], Y: sign * n.Y, Shape: chart.Diamond, Color: hue, Attr: chart.Bold}},
		}
		if n.Kind != lookahead.KindExhausted {
			p.Cursors = []chart.Cursor{{X: n.Point[axis], Color: th.Next}}
		}
		w, h := cell.Size()
		p.Draw(cell.Sub(chart.Rect{Y: 1, W: w, H: h - 1}), th.Style())
	}
}

// smallAxis holds the beliefs shown.
func (t *Screen) smallAxis(v screen.View, tree *lookahead.Snapshot, shown []futures.Branch) chart.Axis {
	var e session.Extent
	first := true
	for _, b := range shown {
		data := t.imagined[nodeKey{t.of, b.Lead, v.Axis()}]
		if data == nil {
			continue
		}
		lo, hi := chart.Limits(data.objective.Low, data.objective.High, []float64{v.Problem().Sign() * tree.Nodes[b.Lead].Y})
		if first {
			e.YLo, e.YHi, first = lo, hi, false
		}
		session.Grow(&e.YLo, &e.YHi, lo, hi)
	}
	return chart.Axis{Min: e.YLo, Max: e.YHi}
}
