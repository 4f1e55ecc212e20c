package compare

import (
	"fmt"
	"math"
	"strings"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// layer is a policy among those laid over each other.
type layer struct {
	standing
	snap  *study.Snapshot
	scene *session.Scene
}

// drawOverlay draws all policies in one set of charts: what each believes in its
// hue, its marks, and where it goes next.
func drawOverlay(v screen.View, c chart.Canvas, tracks []int) {
	var layers []layer
	var waiting []standing
	r := c.Rect()
	for _, st := range standings(v) {
		s, sc := v.Shown(st.track)
		if sc != nil && s != nil {
			layers = append(layers, layer{st, s, sc})
		} else {
			waiting = append(waiting, st)
		}
		var row chart.Rect
		row, r = r.CutTop(1)
		drawBudget(v, c.Sub(row), st, s)
	}
	if len(layers) < len(tracks) {
		for i, st := range waiting {
			x := c.Text(0, r.Y+1+i, st.name+"  ", chart.Ink{Fg: st.color})
			pane.Status(v, c.Sub(chart.Rect{X: x, Y: r.Y + 1 + i, W: r.W - x, H: 1}), st.track)
		}
		return
	}
	if !v.Captioned {
		var words chart.Rect
		words, r = r.CutBottom(min(r.H/4, 2*len(layers)))
		drawStories(v, c.Sub(words), layers)
	}
	pane.Slices(v, c.Sub(r), overlaidCharts(v, layers, r.H), layers[0].scene.Key.Axis)
}

// drawBudget is a policy's row: its mark, its name, its budget.
func drawBudget(v screen.View, c chart.Canvas, st standing, s *study.Snapshot) {
	const names = 12
	w, _ := c.Size()
	ink := chart.Ink{Fg: st.color, Attr: chart.Bold}
	c.Set(0, 0, st.shape.Rune(), ink)
	c.TextIn(2, 0, names, st.name, ink)
	pane.Gauge(v, c.Sub(chart.Rect{X: names + 3, W: w - names - 3, H: 1}), v.Tracks[st.track].Hue(), s)
}

// drawStories describes what happened to each policy, the rows shared.
func drawStories(v screen.View, c chart.Canvas, layers []layer) {
	r := c.Rect()
	for i, l := range layers {
		n := c.Paragraph(r, pane.Story(l.snap, r.W, r.H/(len(layers)-i)), v.Theme.TextInk())
		_, r = r.CutTop(n)
	}
}

// overlaidCharts are objective, cost and acquisition of all policies; where rows
// are few, objective and one of the others.
func overlaidCharts(v screen.View, layers []layer, h int) chart.Stack {
	th := v.Theme
	sc := layers[0].scene
	x := pane.ParameterAxis(v.Problem.Parameters[sc.Key.Axis])
	objective := chart.Plot{Title: "objective, means" + pane.LowerIsBetter(v.Problem), Hue: th.Objective, X: x, Y: pane.ObjectiveAxis(v.SharedExtent())}
	cost := chart.Plot{Title: "cost, log", Hue: th.Cost, X: x, Y: pane.CostAxis(v.SharedExtent(), v.Problem.Budget), Note: "dotted: what is left"}
	worth := chart.Plot{Title: "acquisition, each on its own scale", Hue: th.Acquisition, X: x, Y: chart.Axis{Min: 0, Max: 1.08, Ticks: 2}}
	if v.Problem.Dim() > 1 {
		objective.Note = "each through its own next point"
		if v.ViaBest {
			objective.Note = "each through its own best point"
		}
	} else if sc.Truth != nil { // on one line for all
		objective.Series = []chart.Series{{Name: "true", X: sc.X, Y: sc.Truth, Color: th.Truth, Dash: chart.Dotted}}
		cost.Series = []chart.Series{{X: sc.X, Y: sc.TrueC, Color: th.Truth, Dash: chart.Dotted}}
	}
	st := chart.Stack{XRows: chart.XLine}
	for _, l := range layers {
		line := func(y []float64) chart.Series {
			return chart.Series{X: l.scene.X, Y: y, Color: l.color, Dash: l.dash, Heavy: true}
		}
		mean := line(l.scene.Objective.Mean)
		mean.Name = l.name
		objective.Series = append(objective.Series, mean)
		cost.Series = append(cost.Series, line(l.scene.Cost.Mean))
		objective.Points = append(objective.Points, l.points(v, func(r study.Row) float64 { return r.Y })...)
		cost.Points = append(cost.Points, l.points(v, func(r study.Row) float64 { return r.Cost })...)
		if left := l.snap.Money.Left; left >= cost.Y.Min && left <= cost.Y.Max {
			cost.Levels = append(cost.Levels, chart.Level{Y: left, Dash: chart.Dotted, Color: l.color})
		}
		if l.known {
			best := chart.Level{Y: l.best, Dash: chart.Dotted, Color: l.color, Label: "best " + chart.Num(l.best)}
			if n := len(objective.Levels); n > 0 && objective.Levels[n-1].Label == best.Label {
				best.Label = "" // both have it
			}
			objective.Levels = append(objective.Levels, best)
		}
		if l.scene.Acquisition != nil {
			worth.Series = append(worth.Series, line(shares(l.scene.Acquisition, l.snap.Policy.Kind().AnyScale)))
		}
		if d := l.snap.Decision; d != nil {
			at := d.X[sc.Key.Axis]
			st.Cursors = append(st.Cursors, chart.Cursor{X: at, Dash: chart.Dashed, Color: l.color})
			worth.Feet = append(worth.Feet, chart.Foot{X: at, Shape: l.shape, Color: l.color, Attr: chart.Bold, Label: fmt.Sprintf("next %s", pane.Word(v.Problem.Parameters[sc.Key.Axis], at))})
		}
	}
	if !v.Whole {
		objective.Y = drawnAxis(objective)
	}
	st.Plots, st.Weights = []chart.Plot{objective, cost, worth}, []int{4, 4, 3}
	if h < pane.ThreePlots {
		st.Plots, st.Weights = []chart.Plot{objective, worth}, []int{4, 3}
		if v.Cost {
			st.Plots[1], st.Weights = cost, []int{1, 1}
		}
	}
	if h < 20 { // there is no row for labels at the feet
		st.XRows = chart.XLabels
		var next []string
		for i, f := range st.Plots[len(st.Plots)-1].Feet {
			next = append(next, string(f.Shape.Rune())+" "+f.Label)
			worth.Feet[i].Label = ""
		}
		if len(next) > 0 {
			st.Plots[len(st.Plots)-1].Note = strings.Join(next, "   ")
		}
	}
	for i := range st.Plots {
		st.Plots[i].Gutter = pane.Gutter
	}
	return st
}

// drawnAxis holds what a chart draws: without bands the axes of the columns would
// leave most of it empty.
func drawnAxis(p chart.Plot) chart.Axis {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range p.Series {
		session.Grow(&lo, &hi, s.Y...)
	}
	for _, o := range p.Points {
		session.Grow(&lo, &hi, o.Y)
	}
	return valueAxis(lo, hi, math.NaN())
}

// points are a policy's observations in its own mark; the initial design, which they share, has no
// policy's mark.
func (l layer) points(v screen.View, y func(study.Row) float64) []chart.Point {
	out := pane.Points(v.Theme, l.snap, l.scene, y)
	for i := range out {
		if r := l.snap.Rows[i]; !r.Initial && r.Counted && !r.Failed {
			out[i].Color = l.color
			if out[i].Shape != chart.MarkSmall { // on the slice
				out[i].Shape = l.shape
			}
		}
	}
	return out
}

// shares are a curve's heights as shares of its largest, from 0 or, where values
// may be negative, from its least.
func shares(y []float64, anyScale bool) []float64 {
	lo, hi := chart.Limits(y)
	if !anyScale {
		lo = 0
	}
	out := make([]float64, len(y))
	for i, v := range y {
		if out[i] = 0; hi > lo {
			out[i] = math.Max(0, (v-lo)/(hi-lo))
		}
	}
	return out
}
