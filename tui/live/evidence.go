package live

import (
	"fmt"
	"slices"

	"farsight/internal/sanitize"
	"farsight/study"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Large windows also show the best value against the cost spent, how good the predictions were, and
// the posterior along every parameter.

// evidence is what that takes, computed with the models.
type evidence struct {
	value  pane.Foreseen // as kept with each suggestion, before it was measured
	slices []session.Slice
	at     []float64 // problem units: the slices go through it
}

// newEvidence holds predictions against measurements, and cuts slices through
// the point the charts go through.
func newEvidence(live *study.Live, snap *study.Snapshot, key session.SceneKey) *evidence {
	through := session.Through(snap, key)
	e := &evidence{slices: session.Slices(snap, through), at: snap.Problem.FromUnit(through)}
	state, err := journal.Replay(live.Journal().Events())
	if err != nil {
		return e
	}
	for _, m := range state.Evaluations {
		if f := live.Foreseen(m.Answers); f != nil && !m.Failed {
			e.value.Add(f.Value, f.ValueLow, f.ValueHigh, m.Value)
		}
	}
	return e
}

// Size of the screen from which there is evidence, the rows that it takes at
// least and at most, and those that the history keeps.
const (
	evidenceColumns, evidenceRows = 178, 50
	leastEvidence, mostEvidence   = 14, 22
	leastHistory                  = 10
)

// cutEvidence leaves the history the rows it needs and draws the rest full.
func (s *Screen) cutEvidence(v screen.View, c chart.Canvas, r chart.Rect) (history chart.Rect) {
	if w, h := v.BodySize(); w < evidenceColumns || h < evidenceRows || s.evidence == nil || r.H < leastHistory+1+leastEvidence {
		return r
	}
	need := max(leastHistory, len(s.overview.Rows)+3)
	rows := max(leastEvidence, min(mostEvidence, r.H-1-need))
	foot, history := r.CutBottom(rows)
	_, history = history.CutBottom(1)
	left, right := foot.CutLeft((foot.W - 3) / 2)
	_, right = right.CutLeft(3)
	hue := v.Theme.Policy(s.policy.Hue())
	pane.BestPlot(v, pane.Run{Color: hue, Snap: &s.overview}).Draw(c.Sub(left), v.Theme.Style())
	if len(s.evidence.value.Came) == 0 {
		title, rest := right.CutTop(1)
		c.TextIn(title.X, title.Y, title.W, foreseenTitle, chart.Ink{Fg: v.Theme.Objective, Attr: chart.Bold})
		c.Paragraph(rest, "What the policy expects is kept with each of its suggestions, and held here against what was measured.", v.Theme.MutedInk())
		return history
	}
	pane.ForeseenPlot(v, foreseenTitle, v.Theme.Objective, false, []chart.Color{hue}, s.evidence.value).Draw(c.Sub(right), v.Theme.Style())
	return history
}

// cutModels draws what was fitted at the foot of a pane, if there is room beside
// the history.
func (s *Screen) cutModels(v screen.View, c chart.Canvas, r chart.Rect) (rest chart.Rect) {
	rows := pane.ModelRows(s.snap, r.W)
	if rows == 0 || r.H < leastHistory+1+rows {
		return r
	}
	foot, rest := r.CutBottom(rows)
	_, rest = rest.CutBottom(1)
	pane.Models(v, c.Sub(foot), s.snap)
	return rest
}

const foreseenTitle = "measured against foreseen"

// Least width and height of a slice.
const leastSliceWidth, leastSliceRows = 30, 8

// cutSlices draws what is believed along every parameter at the foot of a pane,
// if there are several and there is room.
func (s *Screen) cutSlices(v screen.View, c chart.Canvas, r chart.Rect) (rest chart.Rect) {
	w, h := v.BodySize()
	snap, _ := v.Shown(0)
	if w < evidenceColumns || h < evidenceRows || s.evidence == nil || len(s.evidence.slices) < 2 || snap == nil || snap.Fitted == nil {
		return r
	}
	n := len(s.evidence.slices)
	columns := min(n, max(1, (r.W+2)/(leastSliceWidth+2)))
	rows := min((n+columns-1)/columns, max(1, r.H*2/5/leastSliceRows))
	foot, rest := r.CutBottom(1 + min(r.H*2/5, rows*(leastSliceRows+5)))
	_, rest = rest.CutBottom(1)
	title, foot := foot.CutTop(1)
	words := "objective along every parameter, through " + pane.ThroughWhat(snap, v.SceneKey(snap.Step))
	if hidden := n - rows*columns; hidden > 0 {
		words += "; " + pane.Plural(hidden, "more parameter")
	}
	c.TextIn(title.X, title.Y, title.W, words+pane.LowerIsBetter(s.problem), v.Theme.TitleInk())
	y := s.sliceAxis(snap)
	for i, tile := range pane.Tiles(foot, columns, rows, 2)[:min(n, rows*columns)] {
		s.slicePlot(v, snap, i, y).Draw(c.Sub(tile), v.Theme.Style())
	}
	return rest
}

// sliceAxis holds all slices and measurements.
func (s *Screen) sliceAxis(snap *study.Snapshot) chart.Axis {
	var all [][]float64
	for _, sl := range s.evidence.slices {
		all = append(all, sl.Value.Low, sl.Value.High)
	}
	for _, r := range snap.Rows {
		all = append(all, []float64{r.Y})
	}
	lo, hi := chart.Limits(all...)
	return chart.Axis{Min: lo, Max: hi}.Pad(0.04)
}

// slicePlot is what is believed along one parameter.
func (s *Screen) slicePlot(v screen.View, snap *study.Snapshot, i int, y chart.Axis) chart.Plot {
	th, sl, par := v.Theme, s.evidence.slices[i], s.problem.Parameters[i]
	p := chart.Plot{
		Title: "along " + pane.ParameterLabel(par), Hue: th.Objective, Note: sanitize.Text(pane.ShortSetting(par, s.evidence.at[i])),
		X: pane.ParameterAxis(par), Y: y, XRows: chart.XLabels, Gutter: pane.Gutter,
		Bands:   []chart.Band{{X: sl.X, Lo: sl.Value.Low, Hi: sl.Value.High, Fill: th.ObjectiveBand, Edge: th.Objective}},
		Series:  []chart.Series{{X: sl.X, Y: sl.Value.Mean, Color: th.Objective, Heavy: true}},
		Cursors: []chart.Cursor{{X: s.evidence.at[i], Color: th.Next}},
	}
	p.X.Label = "" // the title names it
	sc := &session.Scene{Key: session.SceneKey{Axis: i}, Through: s.problem.ToUnit(s.evidence.at), Axis: s.problem.Axes()[i]}
	p.Points = pane.Points(v.Theme, snap, sc, func(r study.Row) float64 { return r.Y })
	pane.Doubts(v.Theme, &p, sl.X, sl.Success, sl.Allowed)
	return p
}

// noiseLine is the message about noisy values, long and short: the recommended point, or that the
// data look noisier than the model allows. nil: values are exact.
func (s *Screen) noiseLine(v screen.View) ([]string, chart.Ink) {
	switch {
	case s.snap == nil:
	case s.snap.Recommended != nil:
		r := s.snap.Recommended
		best, at := "believed best "+chart.Num(r.Value), fmt.Sprintf(", evaluation %d", r.Row+1)
		low, high, ok := r.Interval()
		if !ok {
			return []string{best + at + ", no interval yet", best + at}, chart.Ink{Fg: v.Theme.Good}
		}
		sure := chart.Interval(low, high)
		return []string{
			best + at + ", 95 % " + sure + " (" + r.IntervalKind() + ")", best + " (95 % " + sure + ")" + at, best + " (" + sure + ")" + at, best + " (" + sure + ")",
			"believed " + chart.Num(r.Value) + " (" + sure + ")", best,
		}, chart.Ink{Fg: v.Theme.Good}
	case s.snap.NoiseMet:
		return []string{"noisier than the model allows: noisy = true?"}, chart.Ink{Fg: v.Theme.Warning}
	}
	return nil, chart.Ink{}
}

// noisy reports whether values may have a known noise: the problem or an entry declares it. What
// the data imply by themselves moves nothing on the screen.
func (s *Screen) noisy() bool {
	return s.problem.Noise.Declared() || slices.ContainsFunc(s.state.Evaluations, func(e journal.Evaluation) bool { return e.Sd > 0 })
}
