package tui

import (
	"fmt"
	"math"

	"farsight/internal/plain"
	"farsight/study"
	"farsight/tui/chart"
)

// drawColumn draws one policy: its name, its money, its charts, its story.
func (m *Model) drawColumn(c chart.Canvas, i int) {
	t := m.tracks[i]
	s, sc := m.shown(i)
	r := c.Rect()
	head, r := r.CutTop(1)
	m.drawName(c.Sub(head), t, s)
	gauge, r := r.CutTop(1)
	if t.err != nil {
		c.Paragraph(r, "This policy could not go on: "+plain.Text(t.err.Error()), chart.Ink{Fg: m.theme.Warning})
		return
	}
	if s == nil {
		c.Text(r.X, r.Y+1, "deciding …", m.theme.MutedInk())
		return
	}
	m.drawGauge(c.Sub(gauge), t, s)
	if r.H >= 24 {
		_, r = r.CutTop(1)
	}
	words, r := r.CutBottom(narrationRows(r.H))
	m.drawCharts(c.Sub(r), s, sc)
	c.Paragraph(words, narrate(s), m.theme.TextInk())
}

// narrationRows is how many rows of words a column of h rows can spare.
func narrationRows(h int) int {
	switch {
	case h < 14:
		return 2
	case h < 30:
		return 3
	}
	return 4
}

// drawName is the column's first row: who, how good, how much paid.
func (m *Model) drawName(c chart.Canvas, t *track, s *study.Snapshot) {
	th := m.theme
	w, _ := c.Size()
	x := c.Spans(0, 0, chart.Span{Text: t.policy.Title(), Ink: chart.Ink{Fg: th.Policy(t.hue), Attr: chart.Bold}})
	if s == nil {
		return
	}
	sum := fmt.Sprintf("step %d   best %s   %d paid", s.Step, chart.Num(s.Best), s.Evaluations)
	if n := chart.Width(sum); x+2+n <= w {
		c.TextRight(w, 0, sum, th.TextInk())
		c.TextIn(x+2, 0, w-x-n-4, t.policy.Details(), th.MutedInk())
	}
}

// drawGauge is the budget, cut into what each evaluation cost.
func (m *Model) drawGauge(c chart.Canvas, t *track, s *study.Snapshot) {
	w, _ := c.Size()
	x := c.Text(0, 0, "budget ", m.theme.MutedInk())
	g := chart.Gauge{Budget: s.Money.Total, Fill: m.theme.Policy(t.hue), Track: m.theme.Left}
	for _, r := range s.Rows {
		switch {
		case r.Initial && !s.Problem.ChargeInitial:
		case r.Counted:
			g.Paid = append(g.Paid, r.Cost)
		default:
			g.Over = r.Cost
		}
	}
	if !math.IsNaN(s.Money.Fantasy) {
		g.Fantasy = s.Money.Fantasy
	}
	g.Draw(c.Sub(chart.Rect{X: x, W: w - x, H: 1}), m.theme.Style())
}

// drawCharts draws objective, cost and acquisition over one x axis; where rows
// are few, objective and one of the others.
func (m *Model) drawCharts(c chart.Canvas, s *study.Snapshot, sc *scene) {
	if sc == nil {
		c.Text(0, 1, "drawing …", m.theme.MutedInk())
		return
	}
	_, h := c.Size()
	plots := []chart.Plot{m.objectivePlot(s, sc), m.costPlot(s, sc), m.acquisitionPlot(s, sc)}
	weights := []int{5, 3, 3}
	axis := chart.XLine
	if h < 20 {
		axis, weights = chart.XLabels, []int{4, 3}
		if m.showC {
			plots = plots[:2]
		} else {
			plots = []chart.Plot{plots[0], plots[2]}
		}
	}
	st := chart.Stack{Plots: plots, Weights: weights, XRows: axis}
	if s.Decision != nil {
		st.Cursors = []chart.Cursor{{X: s.Decision.X[sc.key.axis], Color: m.theme.Next}}
	}
	st.Draw(c, m.theme.Style())
}

// xAxis is the shared axis of the slices.
func (m *Model) xAxis(sc *scene) chart.Axis {
	p := m.problem.Parameters[sc.key.axis]
	label := plain.Text(p.Name)
	if p.Unit != "" {
		label += " (" + plain.Text(p.Unit) + ")"
	}
	return chart.Axis{Min: p.Low, Max: p.High, Log: p.Log, Label: label}
}

// objectivePlot shows what is believed of the objective, what was observed and
// the best so far.
func (m *Model) objectivePlot(s *study.Snapshot, sc *scene) chart.Plot {
	th := m.theme
	p := chart.Plot{
		Title: "objective" + sliceNote(m, sc), Hue: th.Objective, X: m.xAxis(sc),
		Y:     chart.Axis{Min: m.extent.yLo, Max: m.extent.yHi}.Pad(0.04),
		Bands: []chart.Band{{Name: "95 %", X: sc.x, Lo: sc.objective.Low, Hi: sc.objective.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
	}
	if sc.truth != nil {
		p.Series = append(p.Series, chart.Series{Name: "true", X: sc.x, Y: sc.truth, Color: th.Truth, Dash: chart.Dashed})
	}
	p.Series = append(p.Series, chart.Series{Name: "model", X: sc.x, Y: sc.objective.Mean, Color: th.Objective, Heavy: true})
	if !math.IsNaN(s.Best) {
		p.Rules = []chart.Rule{{Y: s.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best observed " + chart.Num(s.Best)}}
	}
	p.Points = m.points(s, sc, func(r study.Row) float64 { return r.Y })
	return p
}

// sliceNote says which slice is drawn where there are several parameters.
func sliceNote(m *Model, sc *scene) string {
	if m.problem.Dim() == 1 {
		return ""
	}
	if sc.key.incumbent {
		return ", slice through the incumbent"
	}
	return ", slice through the next point"
}

// costPlot shows what is believed of the cost, and what is left: above that
// line nothing can be afforded.
func (m *Model) costPlot(s *study.Snapshot, sc *scene) chart.Plot {
	th := m.theme
	left := s.Money.Left
	p := chart.Plot{
		Title: "cost, log", Hue: th.Cost, Note: chart.Num(left) + " left", X: m.xAxis(sc),
		Y:     chart.Axis{Min: m.extent.cLo, Max: math.Max(m.extent.cHi, s.Money.Total), Log: true}.Pad(0.04),
		Bands: []chart.Band{{X: sc.x, Lo: sc.cost.Low, Hi: sc.cost.High, Fill: th.CostBand, Edge: th.Cost}},
	}
	if s.Money.Total > 20*m.extent.cHi {
		p.Y = chart.Axis{Min: m.extent.cLo, Max: m.extent.cHi, Log: true}.Pad(0.06)
	}
	if sc.trueC != nil {
		p.Series = append(p.Series, chart.Series{X: sc.x, Y: sc.trueC, Color: th.Truth, Dash: chart.Dashed})
	}
	p.Series = append(p.Series, chart.Series{X: sc.x, Y: sc.cost.Mean, Color: th.Cost, Heavy: true})
	if left > 0 {
		p.Rules = []chart.Rule{{Y: left, Dash: chart.Dotted, Color: th.Exhausted, Label: "left"}}
		p.Hatches = []chart.Hatch{{X0: math.Inf(-1), X1: math.Inf(1), Y0: left, Y1: math.Inf(1), Color: th.Unaffordable}}
	}
	p.Points = m.points(s, sc, func(r study.Row) float64 { return r.Cost })
	return p
}

// acquisitionPlot shows what the policy sees in each point.
func (m *Model) acquisitionPlot(s *study.Snapshot, sc *scene) chart.Plot {
	th := m.theme
	p := chart.Plot{Title: acquisitionTitle(s.Policy), Hue: th.Acquisition, X: m.xAxis(sc), Y: chart.Axis{Min: 0, Max: 1}}
	switch {
	case sc.acquisition != nil:
		lo, hi := chart.Limits(sc.acquisition)
		if s.Policy.Name != "pbgi" && s.Policy.Name != "pbgi-d" && s.Policy.Name != "log-ei" {
			lo = 0
		}
		if s.Decision != nil && !math.IsNaN(s.Decision.Acquisition) {
			hi = math.Max(hi, s.Decision.Acquisition)
		}
		if hi <= lo {
			hi = lo + 1
		}
		p.Y = chart.Axis{Min: lo, Max: hi + 0.08*(hi-lo)}
		p.Series = []chart.Series{{X: sc.x, Y: sc.acquisition, Color: th.Acquisition, Heavy: true}}
		if !sc.final {
			p.Note = "refining"
		}
	case !sc.final:
		p.Note = "computing"
	default:
		p.Note = "none: points are drawn at random"
	}
	if d := s.Decision; d != nil {
		x := d.X[sc.key.axis]
		if d.RunnerUp != nil {
			p.Feet = append(p.Feet, chart.Foot{X: d.RunnerUp.X[sc.key.axis], Shape: chart.UpHollow, Color: th.RunnerUp})
		}
		p.Feet = append(p.Feet, chart.Foot{X: x, Shape: chart.Up, Color: th.Next, Attr: chart.Bold, Label: "next " + chart.Num(x)})
	}
	return p
}

// acquisitionTitle says in words what a policy's curve means.
func acquisitionTitle(p study.Policy) string {
	switch p.Name {
	case "ei":
		return "expected improvement"
	case "log-ei":
		return "log of the expected improvement"
	case "ei-puc":
		return "expected improvement per unit of cost"
	case "ei-puc-cc":
		return "expected improvement per cooled cost"
	case "ei-pc":
		return "expected improvement by expected cost"
	case "pbgi", "pbgi-d":
		return "index: the value worth paying for"
	case "random":
		return "acquisition"
	}
	if p.Steps == 1 {
		return "improvement that still fits the budget"
	}
	return fmt.Sprintf("value of this point and what it leaves room for (%d steps)", p.Steps)
}

// points are the observations as a chart shows them: the initial design, what
// was chosen since, the newest, and one that did not fit.
func (m *Model) points(s *study.Snapshot, sc *scene, y func(study.Row) float64) []chart.Point {
	th := m.theme
	out := make([]chart.Point, 0, len(s.Rows))
	for i, r := range s.Rows {
		p := chart.Point{X: r.X[sc.key.axis], Y: y(r), Shape: chart.Disc, Color: th.Older}
		switch {
		case !r.Counted:
			p.Shape, p.Color, p.Attr, p.Label = chart.Cross, th.Exhausted, chart.Bold, "does not fit"
		case r.Initial:
			p.Shape, p.Color = chart.Circle, th.Initial
		case i == len(s.Rows)-1:
			p.Shape, p.Color, p.Attr = chart.Diamond, th.Newest, chart.Bold
		}
		out = append(out, p)
	}
	return out
}
