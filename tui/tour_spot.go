package tui

import "farsight/tui/chart"

// spots remember where the parts of a screen were drawn, so that a tour can
// point at them.
type spots struct {
	track int
	found []spot
}

// spot is a part of a screen, of one policy's column or of none.
type spot struct {
	track int // −1: of no column
	part  string
	at    chart.Canvas
}

// spotting says whose column is drawn next.
func (m *Model) spotting(track int) {
	if m.spots != nil {
		m.spots.track = track
	}
}

// spot notes where a part is drawn.
func (m *Model) spot(part string, at chart.Canvas) {
	if m.spots != nil {
		m.spots.found = append(m.spots.found, spot{m.spots.track, part, at})
	}
}

// spotCharts notes where the charts of a column are drawn.
func (m *Model) spotCharts(c chart.Canvas, st chart.Stack) {
	if m.spots == nil {
		return
	}
	parts := map[chart.Color]string{m.theme.Objective: "objective", m.theme.Cost: "cost", m.theme.Acquisition: "acquisition"}
	for i, room := range st.Rooms(c) {
		m.spot(parts[st.Plots[i].Hue], room)
	}
}
