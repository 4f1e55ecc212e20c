package pane

import (
	"fmt"
	"math"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// What a run has brought, and how good its predictions were: charts for where
// there is room.

// Run is the rows of one policy, as charts of several show it.
type Run struct {
	name  string // in the legend; "": none
	Color chart.Color
	Snap  *study.Snapshot
}

// VisibleRuns are those of the policies in the columns, as far as they have been
// computed.
func VisibleRuns(v screen.View) []Run {
	var out []Run
	for _, i := range v.Visible() {
		if t := v.Tracks[i]; len(t.Snaps()) > 0 {
			out = append(out, Run{t.Title(), v.Theme.Policy(t.Hue()), t.At(t.Last())})
		}
	}
	return out
}

// BestPlot is the best value found against the cost spent.
func BestPlot(v screen.View, runs ...Run) chart.Plot {
	p := chart.Plot{
		Title: "best found against cost spent" + LowerIsBetter(v.Problem), Hue: v.Theme.Objective, XRows: chart.XLine,
		X: chart.Axis{Min: 0, Max: v.Problem.Budget, Label: "spent"},
	}
	var all []float64
	for _, r := range runs {
		x, y := spending(r.Snap)
		for k := 2; k < len(x); k += 2 {
			p.Points = append(p.Points, chart.Point{X: x[k], Y: y[k], Shape: chart.MarkChosen, Color: r.Color})
		}
		p.Series = append(p.Series, chart.Series{Name: r.name, X: x, Y: y, Color: r.Color, Heavy: true})
		p.X.Max = math.Max(p.X.Max, r.Snap.Money.Total)
		if len(x) > 0 {
			p.X.Max = math.Max(p.X.Max, x[len(x)-1])
		}
		all = append(all, y...)
	}
	p.Y = chart.Around(0.06, false, all)
	return p
}

// spending is a staircase: the best after the initial design, and then a step for
// each evaluation that was paid.
func spending(s *study.Snapshot) (x, y []float64) {
	best, spent := math.NaN(), 0.0
	for _, r := range s.Rows {
		switch {
		case !r.Counted:
			continue
		case r.Free, r.Initial && !s.Problem.ChargeInitial:
			best = r.Best
			continue
		}
		if x == nil {
			x, y = append(x, 0), append(y, best)
		}
		spent += r.Taken()
		x, y = append(x, spent, spent), append(y, best, r.Best)
		best = r.Best
	}
	if x == nil {
		return []float64{0}, []float64{best}
	}
	return x, y
}

// Foreseen is what was expected of evaluations before they were made, with 95 %
// intervals, beside what came.
type Foreseen struct{ mean, low, high, Came []float64 }

// Add adds one.
func (f *Foreseen) Add(mean, low, high, came float64) {
	f.mean, f.low, f.high, f.Came = append(f.mean, mean), append(f.low, low), append(f.high, high), append(f.Came, came)
}

// inside is how many came in their intervals.
func (f Foreseen) inside() (n int) {
	for i, v := range f.Came {
		if f.low[i] <= v && v <= f.high[i] {
			n++
		}
	}
	return n
}

// ForeseenBy is what a replay's decisions expected of the points they chose, for
// the objective and the cost.
func ForeseenBy(t *session.Track) (value, cost Foreseen) {
	snaps := t.Snaps()
	for k := 0; k+1 < len(snaps); k++ {
		d, rows := snaps[k].Decision, snaps[k+1].Rows
		if d == nil || len(rows) == 0 {
			continue
		}
		e, r, sign, h := d.Expect, rows[len(rows)-1], snaps[k].Problem.Sign(), study.BandWidth/2
		if !r.Failed && !math.IsNaN(r.Y) {
			value.Add(sign*e.MuF, sign*e.MuF-h*e.SdF, sign*e.MuF+h*e.SdF, r.Y)
		}
		cost.Add(math.Exp(e.MuC), math.Exp(e.MuC-h*e.SdC), math.Exp(e.MuC+h*e.SdC), r.Cost)
	}
	return value, cost
}

// ForeseenPlot holds what came against what was foreseen: on the diagonal if the
// models were right, its interval across it if they were honest.
func ForeseenPlot(v screen.View, title string, hue chart.Color, log bool, colors []chart.Color, all ...Foreseen) chart.Plot {
	th := v.Theme
	p := chart.Plot{Title: title, Hue: hue, XRows: chart.XLine}
	var reach []float64
	inside, n := 0, 0
	for i, f := range all {
		for k, came := range f.Came {
			p.Series = append(p.Series, chart.Series{X: []float64{f.low[k], f.high[k]}, Y: []float64{came, came}, Color: th.Older})
			shape := chart.MarkWarning
			if f.low[k] <= came && came <= f.high[k] {
				shape = chart.MarkChosen
			}
			p.Points = append(p.Points, chart.Point{X: f.mean[k], Y: came, Shape: shape, Color: colors[i]})
		}
		reach = append(append(reach, f.mean...), f.Came...)
		inside, n = inside+f.inside(), n+len(f.Came)
	}
	p.X = chart.Around(0.06, log, reach)
	p.Y = p.X
	p.X.Label = "foreseen"
	p.Series = append(p.Series, chart.Series{X: []float64{p.X.Min, p.X.Max}, Y: []float64{p.X.Min, p.X.Max}, Color: th.Truth, Dash: chart.Dashed})
	if p.Note = fmt.Sprintf("%d of %d in 95 %%", inside, n); n == 0 {
		p.Note = "nothing yet"
	}
	return p
}
