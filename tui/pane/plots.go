package pane

import (
	"fmt"
	"math"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// Gutter is the width of the y axis: one for all charts, so that they stay put.
const Gutter = 7

// Charts draws objective, cost and acquisition over one x axis; where rows
// are few, objective and one of the others.
func Charts(v screen.View, c chart.Canvas, s *study.Snapshot, sc *session.Scene) {
	if sc == nil {
		c.Text(0, 1, "drawing …", v.Theme.MutedInk())
		return
	}
	w, h := c.Size()
	plots := []chart.Plot{ObjectivePlot(v, s, sc), CostPlot(v, s, sc), acquisitionPlot(v, s, sc, w)}
	weights := []int{4, 4, 3}
	axis := chart.XLine
	if h < ThreePlots {
		weights = []int{4, 3}
		if v.Cost {
			plots, weights = plots[:2], []int{1, 1}
		} else {
			plots = []chart.Plot{plots[0], plots[2]}
		}
	}
	if h < 20 {
		axis = chart.XLabels
	}
	for i := range plots {
		plots[i] = veiled(v, plots[i])
		plots[i].Gutter = Gutter
	}
	beside(plots, drawnWords(v.Drawn(sc)), w)
	beside(plots, DoubtWords(sc.Success, sc.Allowed), w)
	st := chart.Stack{Plots: plots, Weights: weights, XRows: axis}
	if s.Decision != nil && onSlice(sc, s.Decision.U) {
		st.Cursors = []chart.Cursor{{X: nextX(v, s, sc), Color: v.Theme.Next}}
	}
	Slices(v, c, st, sc.Key.Axis)
}

// Slices draws charts along a parameter, with the crosshair, and notes where they
// are.
func Slices(v screen.View, c chart.Canvas, st chart.Stack, axis int) {
	w, _ := c.Size()
	noteAxes(v, st.Plots, w)
	st.Cursors = append(st.Cursors, CrossCursor(v, axis)...)
	st.Draw(c, v.Theme.Style())
	if v.Plots != nil {
		v.Plots.Note(axis, screen.NoAxis, st.Rulers(c)...)
	}
	spotCharts(v, c, st)
}

// ThreePlots is the height from which all three charts are drawn.
const ThreePlots = 17

// ParameterAxis is a parameter's axis: numbers, or the names of choices.
func ParameterAxis(p scenarios.Parameter) chart.Axis {
	if p.Categorical() {
		return chart.Named(ParameterLabel(p), p.Choices)
	}
	return chart.Axis{Min: p.Low, Max: p.High, Log: p.Log, Label: ParameterLabel(p)}
}

// ObjectiveAxis is the axis of the objective that all columns share.
func ObjectiveAxis(e session.Extent) chart.Axis {
	lo, hi := e.Objective()
	return chart.Axis{Min: lo, Max: hi}
}

// CostAxis is that of the cost.
func CostAxis(e session.Extent, budget float64) chart.Axis {
	lo, hi := e.Cost(budget)
	a := chart.Axis{Min: lo, Max: hi, Log: true}
	if lo > 0 && hi > lo {
		return a.Pad(markRoom)
	}
	return a
}

// markRoom is the share of an axis beyond its values, so that a mark at the edge
// is whole.
const markRoom = 0.05

// Believed are charts of what is believed of objective and cost along a scene's
// line, with the truth where it is known and the best so far; their y axes are the
// caller's.
func Believed(th theme.Theme, s *study.Snapshot, sc *session.Scene) (objective, cost chart.Plot) {
	x := ParameterAxis(s.Problem.Parameters[sc.Key.Axis])
	objective = chart.Plot{
		Title: "objective" + LowerIsBetter(s.Problem), Hue: th.Objective, X: x,
		Bands:  []chart.Band{{Name: "95 %", X: sc.X, Lo: sc.Objective.Low, Hi: sc.Objective.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
		Series: []chart.Series{{Name: "model", X: sc.X, Y: sc.Objective.Mean, Color: th.Objective, Heavy: true}},
	}
	cost = chart.Plot{
		Title: "cost, log", Hue: th.Cost, X: x,
		Bands:  []chart.Band{{X: sc.X, Lo: sc.Cost.Low, Hi: sc.Cost.High, Fill: th.CostBand, Edge: th.Cost}},
		Series: []chart.Series{{X: sc.X, Y: sc.Cost.Mean, Color: th.Cost, Heavy: true}},
	}
	truth := chart.Series{X: sc.X, Color: th.Truth, Dash: chart.Dotted}
	if truth.Y = sc.TrueC; sc.TrueC != nil {
		cost.Series = append([]chart.Series{truth}, cost.Series...)
	}
	if truth.Name, truth.Y = "true", sc.Truth; sc.Truth != nil {
		objective.Series = append([]chart.Series{truth}, objective.Series...)
	}
	if !math.IsNaN(s.Best) {
		objective.Levels = []chart.Level{{Y: s.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best observed " + chart.Num(s.Best)}}
	}
	Doubts(th, &objective, sc.X, sc.Success, sc.Allowed)
	return objective, cost
}

// ObjectivePlot shows what is believed of the objective, what was observed and
// the best so far.
func ObjectivePlot(v screen.View, s *study.Snapshot, sc *session.Scene) chart.Plot {
	p, _ := Believed(v.Theme, s, sc)
	p.Title += sliceNote(v, s, sc)
	p.Y = ObjectiveAxis(v.SharedExtent())
	if d := v.Drawn(sc); d != nil {
		p.Series = append(drawnSeries(sc, d.Objective, v.Theme, v.Theme.Objective), p.Series...)
	}
	if len(p.Levels) > 0 && brightened(v, s) {
		p.Levels[0].Dash, p.Levels[0].Color = chart.Solid, v.Theme.Newest
	}
	p.Points = Points(v.Theme, s, sc, func(r study.Row) float64 { return r.Y })
	if strays(s, sc) {
		p.Note = "small: off this slice"
	}
	return p
}

// drawnSeries are functions drawn from what is or was believed: thin beside the
// model's mean.
func drawnSeries(sc *session.Scene, drawn [][]float64, th theme.Theme, hue chart.Color) []chart.Series {
	out := make([]chart.Series, len(drawn))
	for k, y := range drawn {
		out[k] = chart.Series{X: sc.X, Y: y, Color: chart.Blend(hue, th.Text, 0.45)}
	}
	return out
}

// drawnWords say what the thin lines are.
func drawnWords(d *session.Draws) string {
	if d == nil || len(d.Objective) == 0 {
		return ""
	}
	return fmt.Sprintf("thin: %d draws of the %s", len(d.Objective), d.Of)
}

// noteAxes says what the axes are made for, beside the first title that leaves
// room; a study has but one step.
func noteAxes(v screen.View, plots []chart.Plot, w int) {
	switch {
	case v.IsLive():
	case v.Whole:
		beside(plots, "axes: whole replay", w)
	default:
		beside(plots, "axes: this step", w)
	}
}

// beside adds words to the note of the first chart that has room for them.
func beside(plots []chart.Plot, words string, w int) {
	for i := range plots {
		p := &plots[i]
		note := words
		if p.Note != "" {
			note = p.Note + "; " + words
		}
		if words != "" && chart.Width(p.Title)+2+chart.Width(note) <= w {
			p.Note = note
			return
		}
	}
}

// CostPlot shows what is believed of the cost, and what is left: above that
// line nothing can be afforded.
func CostPlot(v screen.View, s *study.Snapshot, sc *session.Scene) chart.Plot {
	_, p := Believed(v.Theme, s, sc)
	p.Title, p.Y = costTitle(s), CostAxis(v.SharedExtent(), s.Money.Total)
	if d := v.Drawn(sc); d != nil {
		p.Series = append(drawnSeries(sc, d.Cost, v.Theme, v.Theme.Cost), p.Series...)
	}
	Affordable(v.Theme, &p, s.Money.Left, "left")
	afterTheWay(v.Theme, &p, s.Money.Left, sc)
	p.Points = Points(v.Theme, s, sc, func(r study.Row) float64 { return r.Cost })
	return p
}

// Affordable draws the line of the remaining budget and hatches what is above it.
func Affordable(th theme.Theme, p *chart.Plot, left float64, word string) {
	p.Note = chart.Num(left) + " " + word
	if left <= 0 {
		p.Note = "nothing " + word
	}
	if math.Log(p.Y.Max/math.Max(left, p.Y.Min)) > 0.08*math.Log(p.Y.Max/p.Y.Min) {
		p.Note += "; hatched: too expensive"
		p.Hatches = []chart.Hatch{{X0: math.Inf(-1), X1: math.Inf(1), Y0: math.Max(left, p.Y.Min), Y1: math.Inf(1), Color: th.Unaffordable}}
	}
	if left >= p.Y.Min && left <= p.Y.Max {
		p.Levels = []chart.Level{{Y: left, Dash: chart.Dotted, Color: th.Exhausted, Label: word}}
	}
}

// wayParts is into how many parts of the axis what cannot be reached is cut.
const wayParts = 24

// afterTheWay draws the remaining budget after the movement cost: nothing above that curve is
// affordable.
func afterTheWay(th theme.Theme, p *chart.Plot, left float64, sc *session.Scene) {
	n := len(sc.Way)
	if n < 2 || left <= 0 {
		return
	}
	rest, seen, longest := make([]float64, n), false, 0.0
	for i, way := range sc.Way {
		if rest[i] = left - way; rest[i] < p.Y.Min {
			rest[i] = math.NaN()
		}
		seen, longest = seen || left-way < p.Y.Max, math.Max(longest, way)
	}
	if !seen {
		p.Note = fmt.Sprintf("%s left; the way there takes up to %s of it", chart.Num(left), chart.Num(longest))
		return
	}
	p.Series = append(p.Series, chart.Series{X: sc.X, Y: rest, Color: th.Exhausted, Dash: chart.Dotted})
	p.Hatches = nil
	for k := range wayParts {
		from, to := k*(n-1)/wayParts, (k+1)*(n-1)/wayParts
		if from == to {
			continue
		}
		least := math.Max(left-(sc.Way[from]+sc.Way[to])/2, p.Y.Min)
		p.Hatches = append(p.Hatches, chart.Hatch{X0: sc.X[from], X1: sc.X[to], Y0: least, Y1: math.Inf(1), Color: th.Unaffordable})
	}
	p.Note = chart.Num(left) + " left, less the way there (dotted)"
}

// roughWords say how exact a curve is that ended with its work; "": as it should
// be.
func roughWords(r *session.Rough) string {
	switch {
	case r == nil:
		return ""
	case r.Moved < 0.5: // beyond, no share of the range tells anything
		return fmt.Sprintf("rough: %d points, to about %.0f %%", r.Points, math.Max(1, math.Ceil(100*r.Moved)))
	}
	return fmt.Sprintf("rough: %d points", r.Points)
}

// acquisitionPlot shows what the policy sees in each point.
func acquisitionPlot(v screen.View, s *study.Snapshot, sc *session.Scene, w int) chart.Plot {
	th := v.Theme
	p := chart.Plot{Title: s.ChartTitle(false), Hue: th.Acquisition, X: ParameterAxis(s.Problem.Parameters[sc.Key.Axis])}
	lo, hi := chart.Limits(sc.Acquisition)
	anyScale := s.Policy.Kind().AnyScale
	if s.Decision != nil && !math.IsNaN(s.Decision.Acquisition) {
		hi = math.Max(hi, s.Decision.Acquisition)
	}
	curve := sc.Acquisition
	switch {
	case curve == nil && !sc.Final:
		p.Empty = "computing"
	case curve == nil:
		p.Empty = "none: points are drawn at random"
	case !anyScale && s.Fitted != nil && policy.Negligible(hi, s.Fitted.Objective.Hyper):
		p.Empty, curve = "nothing to gain", nil
	default:
		if !anyScale {
			lo = 0
		}
		if hi <= lo {
			hi = lo + 1
		}
		p.Y = chart.Axis{Min: lo, Max: hi + 0.08*(hi-lo)}
		if p.Note = roughWords(sc.Rough); !sc.Final {
			p.Note = "refining"
		}
	}
	if s.Stop != study.Running && p.Note == "" && p.Empty == "" {
		p.Note = "the run has ended"
	}
	if chart.Width(p.Title)+chart.Width(p.Note)+2 > w {
		p.Title = s.ChartTitle(true)
	}
	if curve != nil {
		p.Series = []chart.Series{{X: sc.X, Y: curve, Color: th.Acquisition, Heavy: true}}
	}
	for _, o := range s.Pending {
		p.Feet = append(p.Feet, chart.Foot{X: o.X[sc.Key.Axis], Shape: chart.MarkPending, Color: th.Next})
	}
	if d := s.Decision; d != nil {
		x := d.X[sc.Key.Axis]
		if r := d.RunnerUp; r != nil && onSlice(sc, r.U) {
			p.Feet = append(p.Feet, chart.Foot{X: r.X[sc.Key.Axis], Shape: chart.MarkCandidate, Color: th.RunnerUp})
		}
		next := chart.Foot{X: x, Shape: chart.MarkNext, Color: th.Next, Attr: chart.Bold, Label: "next " + Word(s.Problem.Parameters[sc.Key.Axis], x)}
		if !onSlice(sc, d.U) {
			next.Label += ", off this slice"
		}
		p.Feet = append(p.Feet, next)
	}
	return p
}

// Points are the observations as a chart shows them: the initial design, what
// was chosen since, the newest, what failed, one that did not fit, and small
// those that lie off the slice.
func Points(th theme.Theme, s *study.Snapshot, sc *session.Scene, y func(study.Row) float64) []chart.Point {
	out := make([]chart.Point, 0, len(s.Rows))
	for i, r := range s.Rows {
		p := chart.Point{X: r.X[sc.Key.Axis], Y: y(r), Shape: chart.MarkChosen, Color: th.Older}
		switch {
		case !r.Counted:
			p.Shape, p.Color, p.Attr, p.Label = chart.MarkLost, th.Exhausted, chart.Bold, "does not fit"
		case r.Failed:
			p.Shape, p.Color = chart.MarkLost, th.Warning
		case i == len(s.Rows)-1 && !r.Initial:
			p.Shape, p.Color, p.Attr = chart.MarkNewest, th.Newest, chart.Bold
		case !onSlice(sc, r.U):
			p.Shape, p.Color = chart.MarkSmall, th.Initial
		case r.Initial:
			p.Shape, p.Color = chart.MarkInitial, th.Initial
		}
		out = append(out, p)
	}
	return out
}

// spotCharts notes where the charts of a column are drawn.
func spotCharts(v screen.View, c chart.Canvas, st chart.Stack) {
	if v.Spots == nil {
		return
	}
	for i, area := range st.Areas(c) {
		v.Spots.Note(partOf(v, st.Plots[i]), area)
	}
}

// partOf is a tour's name for a chart of a column.
func partOf(v screen.View, p chart.Plot) string {
	switch p.Hue {
	case v.Theme.Objective:
		return "objective"
	case v.Theme.Cost:
		return "cost"
	case v.Theme.Acquisition:
		return "acquisition"
	}
	return ""
}

// veiled is a chart, or what is left of it where it must not be seen yet: its
// title and its x axis, and on that what is not hidden itself.
func veiled(v screen.View, p chart.Plot) chart.Plot {
	if !v.Veil.Hides(0, partOf(v, p)) {
		return p
	}
	bare := chart.Plot{Title: p.Title, Hue: p.Hue, X: p.X, Empty: screen.Hidden}
	for _, f := range p.Feet {
		if f.Color == v.Theme.Next && !v.Veil.Hides(0, screen.Choice) {
			bare.Feet = append(bare.Feet, f)
		}
	}
	return bare
}

// costTitle is that of the cost's chart, which says so where the cost follows
// the value.
func costTitle(s *study.Snapshot) string {
	const title = "cost, log"
	sign := s.Problem.Sign()
	f := s.Fitted.Following(sign)
	if f == nil {
		return title
	}
	words := ": expensive where good"
	if sign*f.Beta < 0 {
		words = ": cheap where good"
	}
	return title + words + ", β = " + chart.Num(f.Beta)
}

// nextX is where the next point stands on the slices' axis; while a step is in progress it glides there.
func nextX(v screen.View, s *study.Snapshot, sc *session.Scene) float64 {
	x := s.Decision.X[sc.Key.Axis]
	if from, share, ok := v.Motion(s); ok && from.Decision != nil {
		was := from.Decision.X[sc.Key.Axis]
		x = was + share*(x-was)
	}
	return x
}

// paid is the spent part of the gauge; while a step is animated it grows or shrinks.
func paid(v screen.View, s *study.Snapshot) []float64 {
	now := charged(s)
	from, share, ok := v.Motion(s)
	if !ok {
		return now
	}
	was := charged(from)
	for i := len(was); i < len(now); i++ {
		now[i] *= share
	}
	for i := len(now); i < len(was); i++ {
		now = append(now, was[i]*(1-share))
	}
	return now
}

// charged is what the evaluations that count took, moves included, in order.
func charged(s *study.Snapshot) []float64 {
	var out []float64
	for _, r := range s.Rows {
		if r.Counted && !r.Free && !(r.Initial && !s.Problem.ChargeInitial) {
			out = append(out, r.Taken())
		}
	}
	return out
}

// brightened reports whether the step in progress brings a new best, which flashes once.
func brightened(v screen.View, s *study.Snapshot) bool {
	from, share, ok := v.Motion(s)
	sign := s.Problem.Sign()
	return ok && share < flash && s.Step > from.Step && sign*s.Best > sign*from.Best
}

// flash is the share of a motion for which a new best is bright.
const flash = 0.9
