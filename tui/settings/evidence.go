package settings

import (
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// Large windows show what the settings make of it: what is believed at the step
// that is shown, and how good predictions were up to the end of the runs.

// Size from which there is room for that, and the least height of a chart.
const evidenceColumns, evidenceRows, leastChart = 178, 50, 11

// drawEvidence draws beliefs above and predictions below, or these alone.
func drawEvidence(v screen.View, c chart.Canvas) {
	r := c.Rect()
	if r.H >= 2*leastChart+1 {
		var top chart.Rect
		top, r = r.CutTop((r.H - 1) / 2)
		_, r = r.CutTop(1)
		shown := v.Visible()
		for k, part := range halves(top, len(shown)) {
			drawBelief(v, c.Sub(part), shown[k])
		}
	}
	var values, costs []pane.Foreseen
	var colors []chart.Color
	for _, i := range v.Visible() {
		value, cost := pane.ForeseenBy(v.Tracks[i])
		values, costs, colors = append(values, value), append(costs, cost), append(colors, v.Theme.Policy(v.Tracks[i].Hue()))
	}
	parts := halves(r, 2)
	pane.ForeseenPlot(v, "values against what was foreseen", v.Theme.Objective, false, colors, values...).Draw(c.Sub(parts[0]), v.Theme.Style())
	pane.ForeseenPlot(v, "costs against what was foreseen, log", v.Theme.Cost, true, colors, costs...).Draw(c.Sub(parts[1]), v.Theme.Style())
}

// halves are n parts of a rectangle side by side; one has no more than a half.
func halves(r chart.Rect, n int) []chart.Rect {
	out := make([]chart.Rect, n)
	w := (r.W - 3) / 2
	for i := range out {
		out[i] = chart.Rect{X: r.X + i*(w+3), Y: r.Y, W: w, H: r.H}
	}
	return out
}

// drawBelief draws what a policy believes of the objective at the step shown.
func drawBelief(v screen.View, c chart.Canvas, i int) {
	s, sc := v.Shown(i)
	title := v.Tracks[i].Title()
	if s == nil || s.Fitted == nil || sc == nil {
		w, _ := c.Size()
		c.TextIn(0, 0, w, title+": objective", chart.Ink{Fg: v.Theme.Objective, Attr: chart.Bold})
		c.Text(0, 1, "deciding …", v.Theme.MutedInk())
		return
	}
	p := pane.ObjectivePlot(v, s, sc)
	p.Title, p.XRows = title+": "+p.Title, chart.XLine
	p.Draw(c, v.Theme.Style())
}
