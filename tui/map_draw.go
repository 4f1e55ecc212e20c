package tui

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/plain"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

func (s *mapScreen) draw(m *Model, c chart.Canvas) {
	th := m.theme
	snap, _ := m.s.Shown(m.s.Focused())
	if snap == nil {
		c.Text(0, 1, "deciding …", th.MutedInk())
		return
	}
	if snap.Pair == nil {
		c.Paragraph(c.Rect().Inset(0, 1), "The map appears with the first value: nothing is known of the objective yet.", th.TextInk())
		return
	}
	d := s.maps[s.key(m, snap)]
	if d == nil {
		c.Text(0, 1, "drawing …", th.MutedInk())
		return
	}
	w, h := c.Size()
	legend, r := c.Rect().CutBottom(1)
	s.drawLegend(m, c.Sub(legend), snap, d)
	if w >= screen.TwoColumns-2 {
		left, side := r.CutLeft(w * 11 / 20)
		_, side = side.CutLeft(3)
		side = pane.CutPush(m.view(), c, side, snap)
		s.drawSlices(m, c.Sub(side), snap, d)
		r = left
	}
	if h >= 30 {
		_, r = r.CutBottom(1)
	}
	s.drawMap(m, c.Sub(r), snap, d)
}

// aspect is how a quantity is named and drawn.
type aspect struct {
	title string
	hue   chart.Color
	log   bool
	note  string
}

// aspectOf describes the quantity shown.
func (s *mapScreen) aspectOf(m *Model, snap *study.Snapshot, d *mapData) aspect {
	th, p := m.theme, snap.Policy
	switch s.of(p) {
	case quantitySpread:
		return aspect{title: "uncertainty of the objective, one sd" + inUnit(m.s.Problem.ValueUnit), hue: th.Objective}
	case quantityCost:
		return aspect{title: "cost, median" + inUnit(m.s.Problem.CostUnit) + ", log", hue: th.Cost, log: true}
	case quantityClosed:
		a := aspect{title: snap.ChartTitle(false), hue: th.Acquisition}
		if p.Tree() {
			a.title = "Q₁: improvement that still fits, one step ahead"
		}
		return a
	case quantityTree:
		a := aspect{title: fmt.Sprintf("Q_%d: with what it leaves room for", p.Steps()), hue: th.Acquisition, note: fmt.Sprintf("%d x %d trees", treeColumns, treeRows)}
		if t := d.trees; t != nil && t.done < t.pieces(m.s.Problem.Dim()) {
			a.note = fmt.Sprintf("%d of %d curves", t.done, t.pieces(m.s.Problem.Dim()))
			if m.s.Stopped {
				a.note += ", stopped"
			}
		}
		return a
	}
	return aspect{title: "objective, mean" + inUnit(m.s.Problem.ValueUnit), hue: th.Objective}
}

func inUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return " in " + plain.Text(unit)
}

// values are the quantity on its grid, and along each parameter.
func (s *mapScreen) values(snap *study.Snapshot, d *mapData) (values []float64, nx, ny int) {
	nx, ny = mapColumns, mapRows
	switch s.of(snap.Policy) {
	case quantitySpread:
		return d.spread, nx, ny
	case quantityCost:
		return d.cost, nx, ny
	case quantityClosed:
		return d.closed, nx, ny
	case quantityTree:
		if d.trees == nil {
			return nil, 0, 0
		}
		return d.trees.values, treeColumns, treeRows
	}
	return d.mean, nx, ny
}

// drawMap draws the heat map with observations, incumbent and next point.
func (s *mapScreen) drawMap(m *Model, c chart.Canvas, snap *study.Snapshot, d *mapData) {
	th := m.theme
	a := s.aspectOf(m, snap, d)
	values, nx, ny := s.values(snap, d)
	axis := func(i int) chart.Axis {
		p := m.s.Problem.Parameters[i]
		return chart.Axis{Min: p.Low, Max: p.High, Log: p.Log, Label: nameWithUnit(p)}
	}
	note := "up: " + nameWithUnit(m.s.Problem.Parameters[d.key.y])
	if a.note != "" {
		note = a.note + "   " + note
	}
	hm := chart.HeatMap{
		Title: a.title, Hue: a.hue, Note: note, X: axis(d.key.x), Y: axis(d.key.y),
		NX: nx, NY: ny, Values: values, Log: a.log, Ramp: th.Ramp(), Bar: true, XRows: chart.XLine,
		Points: s.marks(m, snap, d),
	}
	hm.Draw(c, th.Style())
}

func nameWithUnit(p scenarios.Parameter) string {
	if p.Unit == "" {
		return plain.Text(p.Name)
	}
	return plain.Text(p.Name) + " (" + plain.Text(p.Unit) + ")"
}

// onPlane tells whether a point lies near the map's plane.
func onPlane(d *mapData, u []float64) bool {
	for i, v := range u {
		if i != d.key.x && i != d.key.y && (v-d.through[i] > pane.OffSlice || d.through[i]-v > pane.OffSlice) {
			return false
		}
	}
	return true
}

// marks are the observations, the incumbent and the next point; what lies off
// the plane is small.
func (s *mapScreen) marks(m *Model, snap *study.Snapshot, d *mapData) []chart.Point {
	th := m.theme
	at := func(x []float64, shape chart.Shape, color chart.Color) chart.Point {
		return chart.Point{X: x[d.key.x], Y: x[d.key.y], Shape: shape, Color: color}
	}
	var out []chart.Point
	for i, r := range snap.Rows {
		p := at(r.X, chart.Diamond, th.Older)
		switch {
		case !r.Counted || r.Failed:
			p.Shape, p.Color = chart.Cross, th.Exhausted
		case !onPlane(d, r.U):
			p.Shape = chart.Dot
		case r.Initial:
			p.Shape, p.Color = chart.Circle, th.Initial
		}
		if i != snap.BestRow {
			out = append(out, p)
		}
	}
	if snap.BestRow >= 0 {
		r := snap.Rows[snap.BestRow]
		p := at(r.X, chart.Disc, th.Incumbent)
		p.Label = "best " + chart.Num(r.Y)
		out = append(out, p)
	}
	if n := snap.Decision; n != nil {
		p := at(n.X, chart.Up, th.Next)
		p.Label = "next"
		out = append(out, p)
	}
	return out
}

// drawLegend says what the marks mean and where the other parameters stand.
func (s *mapScreen) drawLegend(m *Model, c chart.Canvas, snap *study.Snapshot, d *mapData) {
	th := m.theme
	w, _ := c.Size()
	var held []string
	x := m.s.Problem.FromUnit(d.through)
	for i, p := range m.s.Problem.Parameters {
		if i != d.key.x && i != d.key.y {
			held = append(held, plain.Text(p.Name)+" "+shortSetting(p, x[i]))
		}
	}
	text := "through " + pane.ThroughWhat(snap, session.SceneKey{Incumbent: d.key.incumbent})
	switch {
	case len(held) > 0:
		text += ": " + strings.Join(held, ", ")
	case w < screen.TwoColumns-2:
		text = "" // nothing is held, and there are no slices
	default:
		text = "slices go " + text
	}
	glyph := func(sh chart.Shape, color chart.Color, words string) []chart.Span {
		return []chart.Span{{Text: string(sh.Rune()), Ink: chart.Ink{Fg: color, Attr: chart.Bold}}, {Text: " " + words + "   ", Ink: th.MutedInk()}}
	}
	first := "initial"
	if len(held) > 0 && c.Glyphs() == chart.ASCII {
		first += ", or off this plane" // one letter for both
	}
	spans := append(glyph(chart.Circle, th.Initial, first), glyph(chart.Diamond, th.Older, "measured")...)
	if len(held) > 0 && c.Glyphs() != chart.ASCII {
		spans = append(spans, glyph(chart.Dot, th.Older, "off this plane")...)
	}
	for _, r := range snap.Rows {
		if !r.Counted || r.Failed {
			spans = append(spans, glyph(chart.Cross, th.Exhausted, "failed or not counted")...)
			break
		}
	}
	at := c.Spans(0, 0, spans...)
	c.TextIn(at, 0, w-at, text, th.MutedInk())
}

// leastSlice is the height a slice needs to be worth drawing.
const leastSlice = 5

// drawSlices draws the quantity along each parameter through the map's point,
// all on one scale.
func (s *mapScreen) drawSlices(m *Model, c chart.Canvas, snap *study.Snapshot, d *mapData) {
	w, h := c.Size()
	n := m.s.Problem.Dim()
	columns := 1
	if h/n < leastSlice+2 && w >= 60 {
		columns = 2
	}
	rows := (n + columns - 1) / columns
	if most := max(1, h/leastSlice); rows > most {
		rows = most
	}
	// the map's own parameters first, should there not be room for all
	order := []int{d.key.x, d.key.y}
	for i := range n {
		if i != d.key.x && i != d.key.y {
			order = append(order, i)
		}
	}
	y := s.sliceScale(m, snap, d)
	heights := chart.Split(h, slices.Repeat([]int{1}, rows)...)
	width := (w - 2*(columns-1)) / columns
	top := 0
	for row, height := range heights {
		for col := range columns {
			k := row*columns + col
			if k >= n {
				continue
			}
			p := s.slicePlot(m, snap, d, order[k], y)
			p.Draw(c.Sub(chart.Rect{X: col * (width + 2), Y: top, W: width, H: height}), m.theme.Style())
		}
		top += height
	}
	if hidden := n - rows*columns; hidden > 0 {
		c.TextRight(w, h-1, fmt.Sprintf(" %d more: a, A ", hidden), m.theme.MutedInk())
	}
}

// sliceCurve is the quantity along one parameter: a curve and, if it has one,
// an interval around it.
func (s *mapScreen) sliceCurve(snap *study.Snapshot, d *mapData, axis int) (curve []float64, band *study.Band) {
	sl := &d.slices[axis]
	switch s.of(snap.Policy) {
	case quantitySpread:
		return sl.spread, nil
	case quantityCost:
		return sl.cost.Mean, &sl.cost
	case quantityClosed:
		return sl.closed, nil
	case quantityTree:
		if d.trees == nil {
			return nil, nil
		}
		return d.trees.slices[axis], nil
	}
	return sl.objective.Mean, &sl.objective
}

// sliceScale is the y axis that holds all slices.
func (s *mapScreen) sliceScale(m *Model, snap *study.Snapshot, d *mapData) chart.Axis {
	var all [][]float64
	for axis := range d.slices {
		curve, band := s.sliceCurve(snap, d, axis)
		all = append(all, curve)
		if band != nil {
			all = append(all, band.Low, band.High)
		}
	}
	lo, hi := chart.Limits(all...)
	y := chart.Axis{Min: lo, Max: hi, Log: s.of(snap.Policy) == quantityCost}
	if q := s.of(snap.Policy); q == quantitySpread || q == quantityTree {
		y.Min = 0
	}
	return y.Pad(0.04)
}

// slicePlot is the quantity along one parameter, with the observations where
// they can be compared to it.
func (s *mapScreen) slicePlot(m *Model, snap *study.Snapshot, d *mapData, axis int, y chart.Axis) chart.Plot {
	th := m.theme
	par := m.s.Problem.Parameters[axis]
	a := s.aspectOf(m, snap, d)
	curve, band := s.sliceCurve(snap, d, axis)
	p := chart.Plot{
		Title: "along " + nameWithUnit(par), Hue: a.hue, Y: y, Gutter: pane.Gutter, XRows: chart.XLabels,
		X: chart.Axis{Min: par.Low, Max: par.High, Log: par.Log},
	}
	x := d.slices[axis].x
	if s.of(snap.Policy) == quantityTree {
		x = nil // evenly spaced, which on a log axis is not even
		for i := range curve {
			x = append(x, session.AxisValue(par, float64(i)/(treeSlice-1)))
		}
		if curve == nil {
			p.Note = "computing"
		}
	}
	if band != nil {
		fill, edge := th.ObjectiveBand, th.Objective
		if s.of(snap.Policy) == quantityCost {
			fill, edge = th.CostBand, th.Cost
		}
		p.Bands = []chart.Band{{X: x, Lo: band.Low, Hi: band.High, Fill: fill, Edge: edge}}
	}
	if curve != nil {
		p.Series = []chart.Series{{X: x, Y: curve, Color: a.hue, Heavy: true}}
	}
	sc := &session.Scene{Key: session.SceneKey{Axis: axis}, Through: d.through}
	switch s.of(snap.Policy) {
	case quantityMean:
		p.Points = pane.Points(m.view(), snap, sc, func(r study.Row) float64 { return r.Y })
	case quantityCost:
		p.Points = pane.Points(m.view(), snap, sc, func(r study.Row) float64 { return r.Cost })
	}
	color, word := th.Next, "next "
	if pane.ThroughWhat(snap, session.SceneKey{Incumbent: d.key.incumbent}) == "the incumbent" {
		color, word = th.Incumbent, "best "
	}
	at := m.s.Problem.FromUnit(d.through)[axis]
	p.Cursors = []chart.Cursor{{X: at, Color: color}}
	if p.Note == "" {
		p.Note = word + shortSetting(par, at)
	}
	return p
}
