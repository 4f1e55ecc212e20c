package heat

import (
	"farsight/model"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// The crosshair has two coordinates here, those of the map; the slices along its
// two parameters show it too, but their curves do not go through it.

// cross is where the crosshair stands on the map: nowhere, or at one place.
func cross(v screen.View, d *grid) []chart.Place {
	x, ok := v.Cross.Along(d.key.x)
	y, also := v.Cross.Along(d.key.y)
	if !ok || !also {
		return nil
	}
	return []chart.Place{{X: x, Y: y}}
}

// sliceCross is the crosshair in a slice along one of the map's parameters.
func sliceCross(v screen.View, d *grid, axis int) []chart.Cursor {
	if axis != d.key.x && axis != d.key.y {
		return nil
	}
	return pane.CrossCursor(v, axis)
}

// noteSlice notes a slice for the pointer, if the crosshair has its parameter.
func noteSlice(v screen.View, d *grid, axis int, r chart.Ruler) {
	if axis == d.key.x || axis == d.key.y {
		v.Plots.Note(axis, screen.NoAxis, r)
	}
}

// ReadingRows is one.
func (*Screen) ReadingRows(screen.View) int { return 1 }

// Read reads the map at the crosshair: the point's own numbers, not those of the
// grid that the colours are drawn from.
func (s *Screen) Read(v screen.View) screen.Reading {
	snap, sc := v.Shown(v.Focused())
	if snap == nil || !v.Cross.On {
		return screen.Reading{}
	}
	key := s.key(v, snap)
	x, ok := v.Cross.Along(key.x)
	y, also := v.Cross.Along(key.y)
	if !ok || !also {
		return screen.Reading{}
	}
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
