// Package pane is drawing that several screens share: a policy's column and its
// charts, a scenario tree, a push, a line of text being typed, words. Panes are
// functions of a View and a canvas.
package pane

import (
	"farsight/tui/screen"
	"farsight/tui/session"
	"fmt"
	"math"
	"strings"

	"farsight/internal/plain"
	"farsight/study"
	"farsight/tui/chart"
)

// Column draws one policy: its name, its money, its charts, its story.
func Column(v screen.View, c chart.Canvas, i int) {
	t := v.Track(i)
	s, sc := v.Shown(i)
	r := c.Rect()
	head, r := r.CutTop(1)
	drawName(v, c.Sub(head), t, s)
	gauge, r := r.CutTop(1)
	Gauge(v, c.Sub(gauge), t.Hue(), s)
	v.Spots.Of(i)
	v.Spots.Note("name", c.Sub(head))
	v.Spots.Note("gauge", c.Sub(gauge))
	if r.H >= statusRows || s == nil {
		var status chart.Rect
		status, r = r.CutTop(1)
		Status(v, c.Sub(status), i)
	}
	if t.Err() != nil {
		c.Paragraph(r, "This policy could not go on: "+plain.Text(t.Err().Error()), chart.Ink{Fg: v.Theme.Warning})
		return
	}
	if s == nil {
		return
	}
	if !v.Captioned {
		var words chart.Rect
		words, r = r.CutBottom(storyRows(r.W, r.H))
		drawStory(v, c.Sub(words), s)
		v.Spots.Note("narration", c.Sub(words))
	}
	Charts(v, c.Sub(r), s, sc)
}

// drawStory tells what happened, in fewer words where there is little room.
func drawStory(v screen.View, c chart.Canvas, s *study.Snapshot) {
	w, h := c.Size()
	story := Narrate(s, false)
	if len(chart.Wrap(story, w)) > h {
		story = Narrate(s, true)
	}
	c.Paragraph(c.Rect(), story, v.Theme.TextInk())
}

// statusRows is the height from which a column has a row for what is being
// computed; lower ones say it in the title.
const statusRows = 22

// NarrationRows is how many rows of words a screen of h rows can spare.
func NarrationRows(h int) int {
	switch {
	case h < 14:
		return 2
	case h < 30:
		return 3
	}
	return 4
}

// storyRows is how many rows of words a column has: enough for the longest
// stories, if that leaves three quarters to the rest. It does not depend on
// the step, so that the charts stay put.
func storyRows(w, h int) int {
	return min(300/max(1, w)+1, max(2, h/4))
}

// drawName is the column's first row: who, how good, how much paid.
func drawName(v screen.View, c chart.Canvas, t *session.Track, s *study.Snapshot) {
	th := v.Theme
	w, _ := c.Size()
	x := c.Spans(0, 0, chart.Span{Text: t.Policy().Title(), Ink: chart.Ink{Fg: th.Policy(t.Hue()), Attr: chart.Bold}})
	sum := ""
	if s != nil {
		sum = fmt.Sprintf("step %d   best %s   %d paid", s.Step, chart.Num(s.Best), s.Evaluations)
	}
	if n := chart.Width(sum); x+2+n <= w {
		c.TextRight(w, 0, sum, th.TextInk())
		w -= n
	}
	for d := t.Policy().Details(); d != ""; {
		if x+2+chart.Width(d)+2 <= w {
			c.Text(x+2, 0, d, th.MutedInk())
			return
		}
		d = d[:max(0, strings.LastIndex(d, ", "))] // with fewer of its parts
	}
}

// Gauge is the budget, cut into what each evaluation cost; before anything
// is known (s is nil) all of it is left.
func Gauge(v screen.View, c chart.Canvas, hue int, s *study.Snapshot) {
	w, _ := c.Size()
	x := c.Text(0, 0, "budget ", v.Theme.MutedInk())
	g := chart.Gauge{Budget: v.Problem().Budget, Fill: v.Theme.Policy(hue), Track: v.Theme.Left}
	if s != nil {
		g.Budget = s.Money.Total
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
	}
	g.Draw(c.Sub(chart.Rect{X: x, W: w - x, H: 1}), v.Theme.Style())
}

// Status is a row for what is being computed, if it takes long enough to
// wonder and nothing further can be shown meanwhile.
func Status(v screen.View, c chart.Canvas, i int) {
	words, share, ok := StatusOf(v, i)
	if !ok {
		return
	}
	th := v.Theme
	w, _ := c.Size()
	x := c.Text(0, 0, words+" ", th.MutedInk())
	if bar := min(24, w-x-6); share >= 0 && bar >= 6 {
		chart.Meter(c, chart.Rect{X: x, W: bar, H: 1}, share, th.Acquisition, th.Left)
		c.Text(x+bar+1, 0, fmt.Sprintf("%.0f %%", 100*share), th.MutedInk())
	}
}

// StatusOf says what is being computed for a column that shows all there is of
// it; share is negative where it is not known.
func StatusOf(v screen.View, i int) (words string, share float64, ok bool) {
	t := v.Track(i)
	if t.Done() || t.Err() != nil || v.StepOf(i) < t.Last() {
		return "", 0, false
	}
	what := fmt.Sprintf("deciding step %d", t.Last()+1)
	if t.Last() < 0 {
		what = "deciding the first step"
	}
	progress, slow := t.Progress()
	switch {
	case v.Stopped():
		return what + " was stopped; r goes on", -1, true
	case slow && progress > 0:
		return what, progress, true
	case slow || t.Last() < 0:
		return what + " …", -1, true
	}
	return "", 0, false
}

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
	weights := []int{5, 3, 3}
	axis := chart.XLine
	if h < ThreePlots {
		weights = []int{4, 3}
		if v.Cost {
			plots = plots[:2]
		} else {
			plots = []chart.Plot{plots[0], plots[2]}
		}
	}
	if h < 20 {
		axis = chart.XLabels
	}
	for i := range plots {
		plots[i].Gutter = Gutter
	}
	st := chart.Stack{Plots: plots, Weights: weights, XRows: axis}
	if s.Decision != nil && onSlice(sc, s.Decision.U) {
		st.Cursors = []chart.Cursor{{X: s.Decision.X[sc.Key.Axis], Color: v.Theme.Next}}
	}
	st.Draw(c, v.Theme.Style())
	spotCharts(v, c, st)
}

// ThreePlots is the height from which all three charts are drawn.
const ThreePlots = 17

// xAxis is the shared axis of the slices.
func xAxis(v screen.View, sc *session.Scene) chart.Axis {
	p := v.Problem().Parameters[sc.Key.Axis]
	label := plain.Text(p.Name)
	if p.Unit != "" {
		label += " (" + plain.Text(p.Unit) + ")"
	}
	return chart.Axis{Min: p.Low, Max: p.High, Log: p.Log, Label: label}
}

// ObjectiveAxis is the axis of the objective that all columns share.
func ObjectiveAxis(e session.Extent) chart.Axis {
	lo, hi := e.Objective()
	return chart.Axis{Min: lo, Max: hi}
}

// CostAxis is that of the cost.
func CostAxis(e session.Extent, budget float64) chart.Axis {
	lo, hi := e.Cost(budget)
	return chart.Axis{Min: lo, Max: hi, Log: true}
}

// ObjectivePlot shows what is believed of the objective, what was observed and
// the best so far.
func ObjectivePlot(v screen.View, s *study.Snapshot, sc *session.Scene) chart.Plot {
	th := v.Theme
	p := chart.Plot{
		Title: "objective" + sliceNote(v, s, sc), Hue: th.Objective, X: xAxis(v, sc),
		Y:     ObjectiveAxis(v.Extent()),
		Bands: []chart.Band{{Name: "95 %", X: sc.X, Lo: sc.Objective.Low, Hi: sc.Objective.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
	}
	if sc.Truth != nil {
		p.Series = append(p.Series, chart.Series{Name: "true", X: sc.X, Y: sc.Truth, Color: th.Truth, Dash: chart.Dashed})
	}
	p.Series = append(p.Series, chart.Series{Name: "model", X: sc.X, Y: sc.Objective.Mean, Color: th.Objective, Heavy: true})
	if !math.IsNaN(s.Best) {
		p.Rules = []chart.Rule{{Y: s.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best observed " + chart.Num(s.Best)}}
	}
	p.Points = Points(v, s, sc, func(r study.Row) float64 { return r.Y })
	if strays(s, sc) {
		p.Note = "small: off this slice"
	}
	return p
}

// CostPlot shows what is believed of the cost, and what is left: above that
// line nothing can be afforded.
func CostPlot(v screen.View, s *study.Snapshot, sc *session.Scene) chart.Plot {
	th := v.Theme
	p := chart.Plot{
		Title: "cost, log", Hue: th.Cost, X: xAxis(v, sc), Y: CostAxis(v.Extent(), s.Money.Total),
		Bands: []chart.Band{{X: sc.X, Lo: sc.Cost.Low, Hi: sc.Cost.High, Fill: th.CostBand, Edge: th.Cost}},
	}
	if sc.TrueC != nil {
		p.Series = append(p.Series, chart.Series{X: sc.X, Y: sc.TrueC, Color: th.Truth, Dash: chart.Dashed})
	}
	p.Series = append(p.Series, chart.Series{X: sc.X, Y: sc.Cost.Mean, Color: th.Cost, Heavy: true})
	Affordable(v, &p, s.Money.Left, "left")
	p.Points = Points(v, s, sc, func(r study.Row) float64 { return r.Cost })
	return p
}

// Affordable draws the line of what is left and hatches what lies above it.
func Affordable(v screen.View, p *chart.Plot, left float64, word string) {
	p.Note = chart.Num(left) + " " + word
	if left <= 0 {
		p.Note = "nothing " + word
	}
	if math.Log(p.Y.Max/math.Max(left, p.Y.Min)) > 0.08*math.Log(p.Y.Max/p.Y.Min) {
		p.Note += "; hatched: too dear"
		p.Hatches = []chart.Hatch{{X0: math.Inf(-1), X1: math.Inf(1), Y0: math.Max(left, p.Y.Min), Y1: math.Inf(1), Color: v.Theme.Unaffordable}}
	}
	if left >= p.Y.Min && left <= p.Y.Max {
		p.Rules = []chart.Rule{{Y: left, Dash: chart.Dotted, Color: v.Theme.Exhausted, Label: word}}
	}
}

// Negligible is the share of the objective's own spread below which an
// improvement is worth nothing: the size of rounding errors.
const Negligible = 1e-9

// acquisitionPlot shows what the policy sees in each point.
func acquisitionPlot(v screen.View, s *study.Snapshot, sc *session.Scene, w int) chart.Plot {
	th := v.Theme
	p := chart.Plot{Title: AcquisitionTitle(s.Policy, false), Hue: th.Acquisition, X: xAxis(v, sc), Y: chart.Axis{Min: 0, Max: 1}}
	lo, hi := chart.Limits(sc.Acquisition)
	anyScale := s.Policy.Name == "pbgi" || s.Policy.Name == "pbgi-d" || s.Policy.Name == "log-ei"
	if s.Decision != nil && !math.IsNaN(s.Decision.Acquisition) {
		hi = math.Max(hi, s.Decision.Acquisition)
	}
	curve := sc.Acquisition
	switch {
	case curve == nil && !sc.Final:
		p.Note = "computing"
	case curve == nil:
		p.Note = "none: points are drawn at random"
	case !anyScale && s.Pair != nil && hi <= Negligible*math.Sqrt(s.Pair.Objective.Hyper().Variance):
		p.Note = "nothing to gain"
		curve = make([]float64, len(sc.X))
	default:
		if !anyScale {
			lo = 0
		}
		if hi <= lo {
			hi = lo + 1
		}
		p.Y = chart.Axis{Min: lo, Max: hi + 0.08*(hi-lo)}
		if !sc.Final {
			p.Note = "refining"
		}
	}
	if s.Stop != study.Running && p.Note == "" {
		p.Note = "the run has ended"
	}
	if chart.Width(p.Title)+chart.Width(p.Note)+2 > w {
		p.Title = AcquisitionTitle(s.Policy, true)
	}
	if s.Policy.Name == "far" && (s.Decision == nil || len(s.Decision.Judged) == 0) {
		p.Title = AcquisitionTitle(study.Policy{Name: "ei-pc"}, true) // its rule where nothing is played out
	}
	if curve != nil {
		p.Series = []chart.Series{{X: sc.X, Y: curve, Color: th.Acquisition, Heavy: true}}
	}
	if d := s.Decision; d != nil {
		x := d.X[sc.Key.Axis]
		if r := d.RunnerUp; r != nil && onSlice(sc, r.U) {
			p.Feet = append(p.Feet, chart.Foot{X: r.X[sc.Key.Axis], Shape: chart.UpHollow, Color: th.RunnerUp})
		}
		next := chart.Foot{X: x, Shape: chart.Up, Color: th.Next, Attr: chart.Bold, Label: "next " + chart.Num(x)}
		if !onSlice(sc, d.U) {
			next.Label += ", off this slice"
		}
		p.Feet = append(p.Feet, next)
	}
	return p
}

// AcquisitionTitle says in words what a policy's curve means; in fewer where it
// is narrow.
func AcquisitionTitle(p study.Policy, narrow bool) string {
	if narrow && p.Lookahead() && p.Steps > 1 {
		return fmt.Sprintf("value now and later (%d steps)", p.Steps)
	}
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
	case "far":
		return "improvement by the end of the budget, played out"
	}
	if p.Steps == 1 {
		return "improvement that still fits the budget"
	}
	return fmt.Sprintf("value of this point and what it leaves room for (%d steps)", p.Steps)
}

// Points are the observations as a chart shows them: the initial design, what
// was chosen since, the newest, what failed, one that did not fit, and small
// those that lie off the slice.
func Points(v screen.View, s *study.Snapshot, sc *session.Scene, y func(study.Row) float64) []chart.Point {
	th := v.Theme
	out := make([]chart.Point, 0, len(s.Rows))
	for i, r := range s.Rows {
		p := chart.Point{X: r.X[sc.Key.Axis], Y: y(r), Shape: chart.Disc, Color: th.Older}
		switch {
		case !r.Counted:
			p.Shape, p.Color, p.Attr, p.Label = chart.Cross, th.Exhausted, chart.Bold, "does not fit"
		case r.Failed:
			p.Shape, p.Color = chart.Cross, th.Warning
		case i == len(s.Rows)-1 && !r.Initial:
			p.Shape, p.Color, p.Attr = chart.Diamond, th.Newest, chart.Bold
		case !onSlice(sc, r.U):
			p.Shape, p.Color = chart.Dot, th.Initial
		case r.Initial:
			p.Shape, p.Color = chart.Circle, th.Initial
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
	parts := map[chart.Color]string{v.Theme.Objective: "objective", v.Theme.Cost: "cost", v.Theme.Acquisition: "acquisition"}
	for i, room := range st.Rooms(c) {
		v.Spots.Note(parts[st.Plots[i].Hue], room)
	}
}
