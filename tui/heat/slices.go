package heat

import (
	"fmt"

	"farsight/model"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// leastSlice is the height a slice needs to be worth drawing.
const leastSlice = 5

// drawSlices draws the quantity along each parameter through the map's point,
// all on one scale.
func (s *Screen) drawSlices(v screen.View, c chart.Canvas, snap *study.Snapshot, d *grid) {
	w, h := c.Size()
	n := v.Problem.Dim()
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
	a := s.aspectOf(v, snap, d)
	y := s.sliceScale(snap, d, a)
	for k, tile := range pane.Tiles(c.Rect(), columns, rows, 2) {
		if k >= n {
			break
		}
		axis, at := order[k], c.Sub(tile)
		p := s.slicePlot(v, snap, d, a, axis, y)
		if axis == d.key.x || axis == d.key.y { // which the crosshair has
			p.Cursors = append(p.Cursors, pane.CrossCursor(v, axis)...)
			v.Plots.Note(axis, screen.NoAxis, p.Ruler(at))
		}
		p.Draw(at, v.Theme.Style())
	}
	if hidden := n - rows*columns; hidden > 0 {
		c.TextRight(w, h-1, fmt.Sprintf(" %d more: a, A ", hidden), v.Theme.MutedInk())
	}
}

// sliceScale is the y axis that holds all slices.
func (s *Screen) sliceScale(snap *study.Snapshot, d *grid, a aspect) chart.Axis {
	var all [][]float64
	for axis := range d.slices {
		if all = append(all, a.curve(axis)); a.band != nil {
			all = append(all, a.band(axis).Low, a.band(axis).High)
		}
	}
	if q := s.of(snap.Policy); q == quantitySpread || q == quantityTree {
		all = append(all, []float64{0})
	}
	return chart.Around(0.04, a.log, all...)
}

// slicePlot is the quantity along one parameter, with the observations where
// they can be compared to it.
func (s *Screen) slicePlot(v screen.View, snap *study.Snapshot, d *grid, a aspect, axis int, y chart.Axis) chart.Plot {
	th := v.Theme
	par := v.Problem.Parameters[axis]
	curve := a.curve(axis)
	p := chart.Plot{
		Title: "along " + pane.ParameterLabel(par), Hue: a.hue, Y: y, Gutter: pane.Gutter, XRows: chart.XLabels,
		X: pane.ParameterAxis(par),
	}
	p.X.Label = "" // the title names it
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
	if a.band != nil {
		p.Bands = []chart.Band{{X: x, Lo: a.band(axis).Low, Hi: a.band(axis).High, Fill: a.fill, Edge: a.hue}}
	}
	if curve != nil {
		p.Series = []chart.Series{{X: x, Y: curve, Color: a.hue, Heavy: true}}
	}
	sc := &session.Scene{Key: session.SceneKey{Axis: axis}, Through: d.through, Axis: d.axes[axis]}
	switch s.of(snap.Policy) {
	case quantityMean:
		p.Points = pane.Points(v.Theme, snap, sc, func(r study.Row) float64 { return r.Y })
	case quantityCost:
		p.Points = pane.Points(v.Theme, snap, sc, func(r study.Row) float64 { return r.Cost })
	}
	color, word := th.Next, "next "
	if pane.ThroughWhat(snap, session.SceneKey{Incumbent: d.key.incumbent}) == "the incumbent" {
		color, word = th.Incumbent, "best "
	}
	at := v.Problem.FromUnit(d.through)[axis]
	p.Cursors = []chart.Cursor{{X: at, Color: color}}
	if p.Note == "" {
		p.Note = word + pane.ShortSetting(par, at)
	}
	pane.Doubts(v.Theme, &p, d.slices[axis].x, d.slices[axis].success, d.slices[axis].allowed)
	return p
}

// The crosshair has two coordinates here, those of the map; the slices along its
// two parameters show it too, but their curves do not go through it.

// cross is where the crosshair stands on the map: nowhere, or at one place.
func (k gridKey) cross(v screen.View) []chart.Place {
	x, ok := v.Cross.Along(k.x)
	y, also := v.Cross.Along(k.y)
	if !ok || !also {
		return nil
	}
	return []chart.Place{{X: x, Y: y}}
}

// ReadingRows is one.
func (*Screen) ReadingRows(screen.View) int { return 1 }

// Read reads the map at the crosshair: the point's own numbers, not those of the
// grid that the colours are drawn from.
func (s *Screen) Read(v screen.View) screen.Reading {
	snap, sc := v.Shown(v.Focused())
	if snap == nil {
		return screen.Reading{}
	}
	key := s.key(v, snap)
	at := key.cross(v)
	if at == nil {
		return screen.Reading{}
	}
	x, y := at[0].X, at[0].Y
	ps, axes := snap.Problem.Parameters, snap.Problem.Axes()
	u := append(model.Unit(nil), session.Through(snap, session.SceneKey{Incumbent: key.incumbent})...)
	axes[key.x].Set(u, session.ShareOf(ps[key.x], x))
	axes[key.y].Set(u, session.ShareOf(ps[key.y], y))
	row := screen.ReadingRow{Who: snap.Policy.Title(), Color: v.Theme.Policy(v.Tracks[v.Focused()].Hue())}
	place := func(unit bool) string {
		return pane.PlaceWord(ps[key.x], x, unit) + ", " + pane.PlaceWord(ps[key.y], y, unit)
	}
	out := screen.Reading{Place: place(true), Brief: place(false), Rows: []screen.ReadingRow{row}}
	r, ok := session.ReadAt(snap, u)
	if !ok {
		out.Rows[0].Items = []screen.Item{{Value: "nothing is known yet"}}
		return out
	}
	if sc != nil && sc.Truth != nil { // a truth that takes long to find has been found
		r.Truth = session.TruthAt(snap, u)
	}
	name := pane.Symbol(snap.Policy)
	if q := snap.OneStep([]model.Unit{u}); q != nil { // a tree at every place would take too long
		r.Acquisition, name = q[0], "Q₁"
	}
	out.Rows[0].Items = pane.ReadingItems(snap, r, name, true)
	return out
}
