package heat

import (
	"fmt"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Draw draws the heat map, where there is room the slices beside it, and the legend.
func (s *Screen) Draw(v screen.View, c chart.Canvas) {
	th := v.Theme
	snap, _ := v.Shown(v.Focused())
	if snap == nil {
		c.Text(0, 1, "deciding …", th.MutedInk())
		return
	}
	if snap.Fitted == nil {
		c.Paragraph(c.Rect().Inset(0, 1), "The map appears with the first value: nothing is known of the objective yet.", th.TextInk())
		return
	}
	d := s.grids[s.key(v, snap)]
	if d == nil {
		c.Text(0, 1, "drawing …", th.MutedInk())
		return
	}
	w, h := c.Size()
	legend, r := c.Rect().CutBottom(1)
	s.drawLegend(v, c.Sub(legend), snap, d)
	if w >= screen.TwoColumns-2 {
		left, side := r.CutLeft(w * 11 / 20)
		_, side = side.CutLeft(3)
		side = cutPush(v, c, side, snap)
		s.drawSlices(v, c.Sub(side), snap, d)
		r = left
	}
	if h >= 30 {
		_, r = r.CutBottom(1)
	}
	s.drawHeat(v, c.Sub(r), snap, d)
}

// aspect is a quantity as it is named and drawn.
type aspect struct {
	title  string
	hue    chart.Color
	log    bool
	note   string
	low    bool      // the lowest values are the best, and stand out
	values []float64 // on a grid of nx by ny; nil: not yet
	nx, ny int
	curve  func(axis int) []float64   // along a parameter
	band   func(axis int) *study.Band // around it; nil: none
	fill   chart.Color                // of the band
}

// aspectOf describes the quantity shown.
func (s *Screen) aspectOf(v screen.View, snap *study.Snapshot, d *grid) aspect {
	th, p := v.Theme, snap.Policy
	a := aspect{hue: th.Objective, fill: th.ObjectiveBand, nx: columns, ny: rows}
	switch s.of(p) {
	case quantitySpread:
		a.title, a.values = "uncertainty of the objective, one sd"+inUnit(v.Problem.ValueUnit), d.spread
		a.curve = func(axis int) []float64 { return d.slices[axis].spread }
	case quantityCost:
		a.title, a.hue, a.fill = "cost, median"+inUnit(v.Problem.CostUnit)+", log", th.Cost, th.CostBand
		a.log, a.values = true, d.cost
		a.band = func(axis int) *study.Band { return &d.slices[axis].cost }
	case quantityClosed:
		if a.title, a.hue, a.values = snap.ChartTitle(false), th.Acquisition, d.closed; p.Tree() {
			a.title = "Q₁: improvement that still fits, one step ahead"
		}
		a.curve = func(axis int) []float64 { return d.slices[axis].closed }
	case quantityTree:
		a.title, a.hue = fmt.Sprintf("Q_%d: with what it leaves room for", p.Steps()), th.Acquisition
		a.note, a.nx, a.ny = fmt.Sprintf("%d x %d trees", treeColumns, treeRows), treeColumns, treeRows
		a.curve = func(int) []float64 { return nil }
		if t := d.trees; t != nil {
			a.values, a.curve = d.allowedTrees(), func(axis int) []float64 { return t.slices[axis] }
			if all := t.pieces(v.Problem.Dim()); t.done < all {
				a.note = fmt.Sprintf("%d of %d curves", t.done, all)
				if v.Stopped {
					a.note += ", stopped"
				}
			}
		}
	default:
		a.title, a.low, a.values = "objective, mean"+inUnit(v.Problem.ValueUnit)+pane.LowerIsBetter(v.Problem), v.Problem.Minimise, d.mean
		a.band = func(axis int) *study.Band { return &d.slices[axis].objective }
	}
	if a.band != nil {
		a.curve = func(axis int) []float64 { return a.band(axis).Mean }
	}
	return a
}

func inUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return " in " + sanitize.Text(unit)
}

// drawHeat draws the heat map with observations, incumbent and next point.
func (s *Screen) drawHeat(v screen.View, c chart.Canvas, snap *study.Snapshot, d *grid) {
	th := v.Theme
	a := s.aspectOf(v, snap, d)
	axis := func(i int) chart.Axis {
		a := pane.ParameterAxis(v.Problem.Parameters[i])
		a.Label = "" // both are named above
		return a
	}
	label := func(i int) string { return pane.ParameterLabel(v.Problem.Parameters[i]) }
	note := "right: " + label(d.key.x) + "   up: " + label(d.key.y)
	if a.low {
		note = standsOut(v, c) + ": best   " + note
	}
	if a.note != "" {
		note = a.note + "   " + note
	}
	if w, h := c.Size(); c.Width(a.title+note)+2 > w && h > 4 {
		c.TextIn(0, 0, w, a.title, chart.Ink{Fg: a.hue, Attr: chart.Bold})
		c.TextIn(0, 1, w, note, th.MutedInk())
		c, a.title, note = c.Sub(chart.Rect{Y: 2, W: w, H: h - 2}), "", ""
	}
	hm := chart.HeatMap{
		Title: a.title, Hue: a.hue, Note: note, X: axis(d.key.x), Y: axis(d.key.y),
		NX: a.nx, NY: a.ny, Values: a.values, Log: a.log, Ramp: th.Ramp(), Down: a.low, Bar: true, XRows: chart.XLine,
		Points: s.marks(v, snap, d),
	}
	hm.Cross = d.key.cross(v)
	hm.Draw(c, th.Style())
	if v.Plots != nil {
		v.Plots.Note(d.key.x, d.key.y, hm.Ruler(c))
	}
}

// standsOut is how the best of a map looks.
func standsOut(v screen.View, c chart.Canvas) string {
	switch {
	case c.Mono() || c.Glyphs() == chart.ASCII || v.Terminal.Profile >= chart.ANSI16:
		return "densest"
	case v.Theme.Dark:
		return "brightest"
	}
	return "darkest"
}

// onPlane reports whether a point lies near the map's plane.
func onPlane(d *grid, u []float64) bool {
	for i, v := range u {
		if !d.axes[d.key.x].Has(i) && !d.axes[d.key.y].Has(i) && (v-d.through[i] > pane.OffSlice || d.through[i]-v > pane.OffSlice) {
			return false
		}
	}
	return true
}

// marks are the observations, the incumbent and the next point; points off the plane are small.
func (s *Screen) marks(v screen.View, snap *study.Snapshot, d *grid) []chart.Point {
	th := v.Theme
	at := func(x []float64, shape chart.Shape, color chart.Color) chart.Point {
		return chart.Point{X: x[d.key.x], Y: x[d.key.y], Shape: shape, Color: color}
	}
	out := s.doubts(v, d)
	for i, r := range snap.Rows {
		p := at(r.X, chart.MarkChosen, th.Older)
		switch {
		case !r.Counted || r.Failed:
			p.Shape, p.Color = chart.MarkLost, th.Exhausted
		case !onPlane(d, r.U):
			p.Shape = chart.MarkSmall
		case r.Initial:
			p.Shape, p.Color = chart.MarkInitial, th.Initial
		}
		if i != snap.BestRow {
			out = append(out, p)
		}
	}
	if snap.BestRow >= 0 {
		r := snap.Rows[snap.BestRow]
		p := at(r.X, chart.MarkBest, th.Incumbent)
		p.Label = "best " + chart.Num(r.Y)
		out = append(out, p)
	}
	for _, o := range snap.Pending {
		out = append(out, at(o.X, chart.MarkPending, th.Next))
	}
	if n := snap.Decision; n != nil {
		p := at(n.X, chart.MarkNext, th.Next)
		p.Label = "next"
		out = append(out, p)
	}
	return out
}

// doubts are marks over where an evaluation would probably fail, one in so many
// columns and rows of the grid.
func (s *Screen) doubts(v screen.View, d *grid) []chart.Point {
	const every = 4
	axis := func(parameter, i, n int) float64 {
		return session.AxisValue(v.Problem.Parameters[parameter], float64(i)/float64(n-1))
	}
	var out []chart.Point
	for j := every / 2; j < rows && d.success != nil; j += every {
		for i := every / 2; i < columns; i += every {
			if at := j*columns + i; d.success[at] < pane.Likely && (d.allowed == nil || d.allowed[at]) {
				out = append(out, chart.Point{X: axis(d.key.x, i, columns), Y: axis(d.key.y, j, rows), Shape: chart.MarkWarning, Color: v.Theme.Warning})
			}
		}
	}
	return out
}

// drawLegend explains the marks and lists the values of the other parameters.
func (s *Screen) drawLegend(v screen.View, c chart.Canvas, snap *study.Snapshot, d *grid) {
	th := v.Theme
	w, _ := c.Size()
	var held []string
	x := v.Problem.FromUnit(d.through)
	for i, p := range v.Problem.Parameters {
		if i != d.key.x && i != d.key.y {
			held = append(held, pane.Named(p, x[i]))
		}
	}
	through := "through " + pane.ThroughWhat(snap, session.SceneKey{Incumbent: d.key.incumbent})
	text := through
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
	spans := append(glyph(chart.MarkInitial, th.Initial, "initial"), glyph(chart.MarkChosen, th.Older, "chosen")...)
	if len(held) > 0 {
		spans = append(spans, glyph(chart.MarkSmall, th.Older, "off this plane")...)
	}
	if len(s.doubts(v, d)) > 0 {
		spans = append(spans, glyph(chart.MarkWarning, th.Warning, "likely to fail")...)
	}
	for _, r := range snap.Rows {
		if !r.Counted || r.Failed {
			spans = append(spans, glyph(chart.MarkLost, th.Exhausted, "failed or not counted")...)
			break
		}
	}
	if slices.Contains(d.allowed, false) {
		words := "blank: not allowed   "
		if w >= screen.TwoColumns-2 && len(s.doubts(v, d)) == 0 { // else hatches are of both
			words = "blank, hatched: not allowed   "
		}
		spans = append(spans, chart.Span{Text: words, Ink: th.MutedInk()})
	}
	at := c.Spans(0, 0, spans...)
	forms := []string{text}
	for k := len(held) - 1; k > 0; k-- { // whole parameters are left out, not halves of one
		forms = append(forms, fmt.Sprintf("%s: %s and %d more", through, strings.Join(held[:k], ", "), len(held)-k))
	}
	if text != "" {
		forms = append(forms, through, "")
	}
	c.TextFit(at, 0, w-at, th.MutedInk(), forms...)
}
