package tui

import (
	"farsight/tui/session"
	"fmt"
	"math"
	"strings"

	"farsight/internal/plain"
	"farsight/study"
	"farsight/tui/chart"
)

// drawColumn draws one policy: its name, its money, its charts, its story.
func (m *Model) drawColumn(c chart.Canvas, i int) {
	t := m.s.Tracks[i]
	s, sc := m.s.Shown(i)
	r := c.Rect()
	head, r := r.CutTop(1)
	m.drawName(c.Sub(head), t, s)
	gauge, r := r.CutTop(1)
	m.drawGauge(c.Sub(gauge), t.Hue(), s)
	m.spotting(i)
	m.spot("name", c.Sub(head))
	m.spot("gauge", c.Sub(gauge))
	if r.H >= statusRows || s == nil {
		var status chart.Rect
		status, r = r.CutTop(1)
		m.drawStatus(c.Sub(status), i)
	}
	if t.Err() != nil {
		c.Paragraph(r, "This policy could not go on: "+plain.Text(t.Err().Error()), chart.Ink{Fg: m.theme.Warning})
		return
	}
	if s == nil {
		return
	}
	if !m.captioned {
		var words chart.Rect
		words, r = r.CutBottom(storyRows(r.W, r.H))
		m.drawStory(c.Sub(words), s)
		m.spot("narration", c.Sub(words))
	}
	m.drawCharts(c.Sub(r), s, sc)
}

// drawStory tells what happened, in fewer words where there is little room.
func (m *Model) drawStory(c chart.Canvas, s *study.Snapshot) {
	w, h := c.Size()
	story := narrate(s, false)
	if len(chart.Wrap(story, w)) > h {
		story = narrate(s, true)
	}
	c.Paragraph(c.Rect(), story, m.theme.TextInk())
}

// statusRows is the height from which a column has a row for what is being
// computed; lower ones say it in the title.
const statusRows = 22

// narrationRows is how many rows of words a screen of h rows can spare.
func narrationRows(h int) int {
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
func (m *Model) drawName(c chart.Canvas, t *session.Track, s *study.Snapshot) {
	th := m.theme
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

// drawGauge is the budget, cut into what each evaluation cost; before anything
// is known (s is nil) all of it is left.
func (m *Model) drawGauge(c chart.Canvas, hue int, s *study.Snapshot) {
	w, _ := c.Size()
	x := c.Text(0, 0, "budget ", m.theme.MutedInk())
	g := chart.Gauge{Budget: m.s.Problem.Budget, Fill: m.theme.Policy(hue), Track: m.theme.Left}
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
	g.Draw(c.Sub(chart.Rect{X: x, W: w - x, H: 1}), m.theme.Style())
}

// drawStatus is a row for what is being computed, if it takes long enough to
// wonder and nothing further can be shown meanwhile.
func (m *Model) drawStatus(c chart.Canvas, i int) {
	words, share, ok := m.status(i)
	if !ok {
		return
	}
	th := m.theme
	w, _ := c.Size()
	x := c.Text(0, 0, words+" ", th.MutedInk())
	if bar := min(24, w-x-6); share >= 0 && bar >= 6 {
		chart.Meter(c, chart.Rect{X: x, W: bar, H: 1}, share, th.Acquisition, th.Left)
		c.Text(x+bar+1, 0, fmt.Sprintf("%.0f %%", 100*share), th.MutedInk())
	}
}

// status says what is being computed for a column that shows all there is of
// it; share is negative where it is not known.
func (m *Model) status(i int) (words string, share float64, ok bool) {
	t := m.s.Tracks[i]
	if t.Done() || t.Err() != nil || m.s.StepOf(i) < t.Last() {
		return "", 0, false
	}
	what := fmt.Sprintf("deciding step %d", t.Last()+1)
	if t.Last() < 0 {
		what = "deciding the first step"
	}
	progress, slow := t.Progress()
	switch {
	case m.s.Stopped:
		return what + " was stopped; r goes on", -1, true
	case slow && progress > 0:
		return what, progress, true
	case slow || t.Last() < 0:
		return what + " …", -1, true
	}
	return "", 0, false
}

// gutter is the width of the y axis: one for all charts, so that they stay put.
const gutter = 7

// drawCharts draws objective, cost and acquisition over one x axis; where rows
// are few, objective and one of the others.
func (m *Model) drawCharts(c chart.Canvas, s *study.Snapshot, sc *session.Scene) {
	if sc == nil {
		c.Text(0, 1, "drawing …", m.theme.MutedInk())
		return
	}
	w, h := c.Size()
	plots := []chart.Plot{m.objectivePlot(s, sc), m.costPlot(s, sc), m.acquisitionPlot(s, sc, w)}
	weights := []int{5, 3, 3}
	axis := chart.XLine
	if h < threePlots {
		weights = []int{4, 3}
		if m.showC {
			plots = plots[:2]
		} else {
			plots = []chart.Plot{plots[0], plots[2]}
		}
	}
	if h < 20 {
		axis = chart.XLabels
	}
	for i := range plots {
		plots[i].Gutter = gutter
	}
	st := chart.Stack{Plots: plots, Weights: weights, XRows: axis}
	if s.Decision != nil && onSlice(sc, s.Decision.U) {
		st.Cursors = []chart.Cursor{{X: s.Decision.X[sc.Key.Axis], Color: m.theme.Next}}
	}
	st.Draw(c, m.theme.Style())
	m.spotCharts(c, st)
}

// threePlots is the height from which all three charts are drawn.
const threePlots = 17

// xAxis is the shared axis of the slices.
func (m *Model) xAxis(sc *session.Scene) chart.Axis {
	p := m.s.Problem.Parameters[sc.Key.Axis]
	label := plain.Text(p.Name)
	if p.Unit != "" {
		label += " (" + plain.Text(p.Unit) + ")"
	}
	return chart.Axis{Min: p.Low, Max: p.High, Log: p.Log, Label: label}
}

// objectiveAxis is the axis of the objective that all columns share.
func objectiveAxis(e session.Extent) chart.Axis {
	lo, hi := e.Objective()
	return chart.Axis{Min: lo, Max: hi}
}

// costAxis is that of the cost.
func costAxis(e session.Extent, budget float64) chart.Axis {
	lo, hi := e.Cost(budget)
	return chart.Axis{Min: lo, Max: hi, Log: true}
}

// objectivePlot shows what is believed of the objective, what was observed and
// the best so far.
func (m *Model) objectivePlot(s *study.Snapshot, sc *session.Scene) chart.Plot {
	th := m.theme
	p := chart.Plot{
		Title: "objective" + sliceNote(m, s, sc), Hue: th.Objective, X: m.xAxis(sc),
		Y:     objectiveAxis(m.s.Extent),
		Bands: []chart.Band{{Name: "95 %", X: sc.X, Lo: sc.Objective.Low, Hi: sc.Objective.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
	}
	if sc.Truth != nil {
		p.Series = append(p.Series, chart.Series{Name: "true", X: sc.X, Y: sc.Truth, Color: th.Truth, Dash: chart.Dashed})
	}
	p.Series = append(p.Series, chart.Series{Name: "model", X: sc.X, Y: sc.Objective.Mean, Color: th.Objective, Heavy: true})
	if !math.IsNaN(s.Best) {
		p.Rules = []chart.Rule{{Y: s.Best, Dash: chart.Dashed, Color: th.Incumbent, Label: "best observed " + chart.Num(s.Best)}}
	}
	p.Points = m.points(s, sc, func(r study.Row) float64 { return r.Y })
	if strays(s, sc) {
		p.Note = "small: off this slice"
	}
	return p
}

// costPlot shows what is believed of the cost, and what is left: above that
// line nothing can be afforded.
func (m *Model) costPlot(s *study.Snapshot, sc *session.Scene) chart.Plot {
	th := m.theme
	p := chart.Plot{
		Title: "cost, log", Hue: th.Cost, X: m.xAxis(sc), Y: costAxis(m.s.Extent, s.Money.Total),
		Bands: []chart.Band{{X: sc.X, Lo: sc.Cost.Low, Hi: sc.Cost.High, Fill: th.CostBand, Edge: th.Cost}},
	}
	if sc.TrueC != nil {
		p.Series = append(p.Series, chart.Series{X: sc.X, Y: sc.TrueC, Color: th.Truth, Dash: chart.Dashed})
	}
	p.Series = append(p.Series, chart.Series{X: sc.X, Y: sc.Cost.Mean, Color: th.Cost, Heavy: true})
	m.affordable(&p, s.Money.Left, "left")
	p.Points = m.points(s, sc, func(r study.Row) float64 { return r.Cost })
	return p
}

// affordable draws the line of what is left and hatches what lies above it.
func (m *Model) affordable(p *chart.Plot, left float64, word string) {
	p.Note = chart.Num(left) + " " + word
	if left <= 0 {
		p.Note = "nothing " + word
	}
	if math.Log(p.Y.Max/math.Max(left, p.Y.Min)) > 0.08*math.Log(p.Y.Max/p.Y.Min) {
		p.Note += "; hatched: too dear"
		p.Hatches = []chart.Hatch{{X0: math.Inf(-1), X1: math.Inf(1), Y0: math.Max(left, p.Y.Min), Y1: math.Inf(1), Color: m.theme.Unaffordable}}
	}
	if left >= p.Y.Min && left <= p.Y.Max {
		p.Rules = []chart.Rule{{Y: left, Dash: chart.Dotted, Color: m.theme.Exhausted, Label: word}}
	}
}

// negligible is the share of the objective's own spread below which an
// improvement is worth nothing: the size of rounding errors.
const negligible = 1e-9

// acquisitionPlot shows what the policy sees in each point.
func (m *Model) acquisitionPlot(s *study.Snapshot, sc *session.Scene, w int) chart.Plot {
	th := m.theme
	p := chart.Plot{Title: acquisitionTitle(s.Policy, false), Hue: th.Acquisition, X: m.xAxis(sc), Y: chart.Axis{Min: 0, Max: 1}}
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
	case !anyScale && s.Pair != nil && hi <= negligible*math.Sqrt(s.Pair.Objective.Hyper().Variance):
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
		p.Title = acquisitionTitle(s.Policy, true)
	}
	if s.Policy.Name == "far" && (s.Decision == nil || len(s.Decision.Judged) == 0) {
		p.Title = acquisitionTitle(study.Policy{Name: "ei-pc"}, true) // its rule where nothing is played out
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

// acquisitionTitle says in words what a policy's curve means; in fewer where it
// is narrow.
func acquisitionTitle(p study.Policy, narrow bool) string {
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

// points are the observations as a chart shows them: the initial design, what
// was chosen since, the newest, what failed, one that did not fit, and small
// those that lie off the slice.
func (m *Model) points(s *study.Snapshot, sc *session.Scene, y func(study.Row) float64) []chart.Point {
	th := m.theme
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
