package theorem

import (
	"fmt"
	"math"
	"strconv"

	"farsight/scenarios/theorem1"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// z95 is the half-width of a 95 % interval in standard errors.
const z95 = 1.96

// drawTable sets the exact values beside this run and the average of the runs
// so far; in larger windows also how the average came about.
func (s *Screen) drawTable(v screen.View, c chart.Canvas) {
	th, hues := v.Theme, s.hues(v)
	w, h := c.Size()
	digits := 4
	if w >= 52 {
		digits = 6
	}
	head := "no run yet"
	if s.tally.runs > 0 {
		head = fmt.Sprintf("mean of %d", s.tally.runs)
	}
	used := chart.Table{
		Columns: []chart.Column{{Title: "value", Min: 12, Max: 15}, {Title: "exact", Right: true, Min: digits + 2},
			{Title: head, Right: true, Min: 13}, {Title: "this run", Right: true}}, // the last goes first where there is no space
		Rows:     s.tableRows(digits),
		Selected: -1,
		Inks:     []chart.Ink{{Fg: hues[0]}, {Fg: hues[1]}, {Fg: th.Acquisition, Attr: chart.Bold}, th.MutedInk()},
	}.Draw(c, th.Style()) + 1
	_, r := c.Rect().CutTop(used)
	if s.jobLeft > 0 {
		var line chart.Rect
		line, r = r.CutTop(1)
		s.drawProgress(v, c.Sub(line))
	}
	_, r = r.CutTop(1)
	words := "Convention: " + theorem1.Convention + "."
	if rows := len(chart.Wrap(words, w)); h >= used+10+rows {
		var below chart.Rect
		below, r = r.CutBottom(rows + 1)
		s.drawHistory(v, c.Sub(r))
		_, r = below.CutTop(1)
	}
	if r.H >= 2 {
		c.Paragraph(r, words, th.MutedInk())
	}
}

// tableRows are the values of the policy, of the other choice, how many times
// better that is, and the bound below it.
func (s *Screen) tableRows(digits int) [][]string {
	n := s.numbers
	names := s.choices()
	if s.run.ahead == 1 {
		names[1] = theorem1.PlayAhead.String() // the run's legend says what it took
	}
	var mean [2]float64
	var rows [][]string
	for i, v := range [2]float64{n.Policy, n.Other} {
		var se float64
		mean[i], se = s.tally.mean(i)
		average := figures(mean[i], 3)
		if s.tally.runs > 1 {
			average += " ± " + figures(z95*se, 2)
		}
		rows = append(rows, []string{names[i], figures(v, digits), average, figures(s.run.best(i, s.arms), 3)})
	}
	times := []string{"times better", figures(n.Ratio, digits), "-"}
	if mean[0] > 0 {
		times[2] = figures(mean[1]/mean[0], 3)
	}
	return append(rows, times, []string{"its bound", "≥ " + figures(n.Bound, 3)})
}

// drawProgress shows how far the many runs are.
func (s *Screen) drawProgress(v screen.View, c chart.Canvas) {
	th := v.Theme
	w, _ := c.Size()
	done := ManyRuns - s.jobLeft
	x := c.Text(0, 0, "simulating ", th.MutedInk())
	note := fmt.Sprintf(" %d of %d, esc stops", done, ManyRuns)
	pane.Progress(c, x, 0, w-x-c.Width(note), float64(done)/ManyRuns, th.Next, th.Left)
	c.TextRight(w, 0, note, th.MutedInk())
}

// drawHistory shows how the averages approach the exact values.
func (s *Screen) drawHistory(v screen.View, c chart.Canvas) {
	th, hues := v.Theme, s.hues(v)
	most := max(100, float64(s.tally.runs))
	top := max(s.numbers.Policy, s.numbers.Other)
	_, high := chart.Limits(s.history.mean[0], s.history.mean[1])
	p := chart.Plot{
		Title: "mean of the runs so far", Hue: th.Objective, XRows: chart.XLine,
		X: chart.Axis{Min: 1, Max: most, Log: true, Label: "runs"},
		Y: chart.Axis{Min: 0, Max: max(1.4*top, min(1.1*high, 2.5*top))},
	}
	for i, v := range [2]float64{s.numbers.Policy, s.numbers.Other} {
		p.Levels = append(p.Levels, chart.Level{Y: v, Dash: chart.Dotted, Color: hues[i], Label: "exact"})
		p.Series = append(p.Series, chart.Series{X: s.history.runs, Y: s.history.mean[i], Color: hues[i], Heavy: true})
		if k := len(s.history.runs) - 1; k >= 0 {
			p.Points = append(p.Points, chart.Point{X: s.history.runs[k], Y: s.history.mean[i][k], Shape: chart.MarkMean, Color: hues[i]})
		}
	}
	if s.tally.runs == 0 {
		p.Empty, p.Levels = "space plays runs, m many: then their mean is here", nil
	}
	p.Draw(c, th.Style())
}

// figures writes v to n figures, trailing zeros kept, so that columns line up.
func figures(v float64, n int) string {
	if math.IsNaN(v) {
		return "-"
	}
	if a := math.Abs(v); a >= 1e-3 && a < 1e6 {
		return strconv.FormatFloat(v, 'f', max(0, n-1-int(math.Floor(math.Log10(a)))), 64)
	}
	return strconv.FormatFloat(v, 'g', n, 64)
}
