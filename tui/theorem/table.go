package theorem

import (
	"fmt"
	"math"
	"strconv"
	"strings"

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

// tale says in plain words what happens on the screen, from the run's own
// numbers.
func (s *Screen) tale() string {
	switch {
	case s.arms == 0:
		return s.before()
	case s.arms >= s.run.length():
		return s.after()
	}
	return s.during()
}

// before describes what each arm promises, which one the policy will take and which one B-MS-EI.
func (s *Screen) before() string {
	t, n := s.shown, chart.Num
	cheap, expensive := s.run.scores[0], s.run.scores[1]
	var b strings.Builder
	if t.Part == 1 {
		fmt.Fprintf(&b, "Per unit of cost a cheap arm promises %s, the expensive one %s: EI-PUC takes ", n(cheap.EIPUC), n(expensive.EIPUC))
	} else {
		fmt.Fprintf(&b, "The expensive arm promises an improvement of %s, a cheap one %s: EI takes ", n(expensive.EI), n(cheap.EI))
	}
	first, _ := t.First(t.Policy())
	b.WriteString(s.paid(first))
	if t.N() < theorem1.LookAhead {
		fmt.Fprintf(&b, ". The budget pays no second arm: B-MS-EI sees what EI sees, and takes %s.", s.ahead())
	} else {
		fmt.Fprintf(&b, ". B-MS-EI plans two ahead: two cheap ones promise %s together, the expensive one %s: it takes %s.", n(t.Promise(theorem1.ArmCheap)), n(t.Promise(theorem1.ArmExpensive)), s.ahead())
	}
	return b.String()
}

// during describes the newest arm of the longer play.
func (s *Screen) during() string {
	t, n := s.shown, chart.Num
	i := 0
	if len(s.run.pulls[1]) > len(s.run.pulls[0]) {
		i = 1
	}
	p := s.run.pulls[i][s.arms-1]
	who := [2]string{t.Policy().String(), "A policy that takes cheap arms"}[i]
	if i == s.run.ahead && i == 1 {
		who = theorem1.PlayAhead.String()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s paid %s for cheap arm %d and saw %s: ", who, n(p.Cost), p.Arm, n(p.Value))
	if before := s.run.best(i, s.arms-1); p.Best > before {
		fmt.Fprintf(&b, "the best rises from %s to %s. ", n(before), n(p.Best))
	} else {
		fmt.Fprintf(&b, "the best stays %s: the best counts, not the sum. ", n(p.Best))
	}
	if i == 0 {
		fmt.Fprintf(&b, "%s is left, and the expensive arm costs %s. %s bought that one and saw %s.", n(p.Remaining), n(1+t.Delta), s.rival(), n(s.run.pulls[1][0].Value))
	} else {
		fmt.Fprintf(&b, "%s is left. EI spent it all on the expensive arm and saw %s.", n(p.Remaining), n(s.run.pulls[0][0].Value))
	}
	return b.String()
}

// after compares the run's end with the expectation.
func (s *Screen) after() string {
	t, n := s.shown, chart.Num
	all := s.run.length()
	mine, other := s.run.best(0, all), s.run.best(1, all)
	var b strings.Builder
	fmt.Fprintf(&b, "%v ends at %s, %s at %s", t.Policy(), n(mine), strings.Replace(s.choices()[1], ":", " with", 1), n(other))
	switch {
	case mine > other && s.numbers.Ratio > 1:
		b.WriteString(": this time luck was with the policy.")
	case mine == other:
		b.WriteString(": neither found more than arm 0 has.")
	default:
		b.WriteString(".")
	}
	if s.numbers.Ratio > 1 {
		fmt.Fprintf(&b, " On average %v bring%s %s times as much, and there is no bound: make ε smaller (e).", t.Other(), third(t), figures(s.numbers.Ratio, 3))
	} else {
		fmt.Fprintf(&b, " On average %v bring%s %s times as much: with so few cheap arms the policy is right. Make ε smaller (e).", t.Other(), third(t), figures(s.numbers.Ratio, 3))
	}
	return b.String()
}

// third is the ending of what the other choice does: one arm brings, several
// bring.
func third(t theorem1.Instance) string {
	if t.Other() == theorem1.PlayExpensive {
		return "s"
	}
	return ""
}

// paid names the arms of a class that the budget pays.
func (s *Screen) paid(class theorem1.ArmClass) string {
	switch n := s.shown.N(); {
	case class == theorem1.ArmExpensive:
		return "the expensive arm"
	case n == 1:
		return "a cheap arm"
	default:
		return fmt.Sprintf("%d cheap arms", n)
	}
}

// ahead names the arms that B-MS-EI takes.
func (s *Screen) ahead() string {
	class, _ := s.shown.First(theorem1.PlayAhead)
	return s.paid(class)
}

// rival is who makes the other choice.
func (s *Screen) rival() string {
	if s.run.ahead == 1 {
		return theorem1.PlayAhead.String()
	}
	return "Another policy"
}

// bound writes out the bound below the ratio.
func (s *Screen) bound() string {
	b := figures(s.numbers.Bound, 4)
	if s.shown.Part == 1 {
		return fmt.Sprintf("It is at least 1/(ε √(4π ln(N+1))) = %s, which has no bound as ε → 0.", b)
	}
	return fmt.Sprintf("It is at least (1 − ε) √(2 ln N/ln 2) = %s, which has no bound as ε → 0.", b)
}

// formula writes out the exact values.
func (s *Screen) formula() (title string, lines []string) {
	title = "theorem 1: the expected best value of n arms"
	if s.run == nil {
		return title, []string{"It is still being computed."}
	}
	t, x := s.shown, s.numbers
	cheap, expensive := x.Policy, x.Other
	if t.Part == 2 {
		cheap, expensive = expensive, cheap
	}
	return title, []string{
		"Arm 0 is known to be worth 0, the others are independent normals with mean 0 and sd σ:",
		"V = E[max(0, σZ₁, …, σZₙ)] = σ · integral from 0 to ∞ of (1 − Φ(t)^n) dt",
		"",
		fmt.Sprintf("cheap arms: n = N = floor((1+δ)/ε) = floor(%s/%s) = %d, σ = %s:  V = %s", pane.Number(pane.Round3(t.Budget())), pane.Number(t.Epsilon), x.N, pane.Number(pane.Round3(t.CheapSd())), figures(cheap, 6)),
		fmt.Sprintf("the expensive arm: n = 1, σ = 1:  V = 1/√(2π) = %s", figures(expensive, 6)),
		"",
		fmt.Sprintf("V(%v)/V(%v) = %s/%s = %s ≤ V*/V", t.Other(), t.Policy(), figures(x.Other, 6), figures(x.Policy, 6), figures(x.Ratio, 6)),
		s.bound(),
		"",
		fmt.Sprintf("B-MS-EI with N = %d: cheap arms promise E[max(0, σZ₁, σZ₂)] = %s, the expensive one %s; it takes %s:  V = %s", theorem1.LookAhead, figures(t.Promise(theorem1.ArmCheap), 4), figures(t.Promise(theorem1.ArmExpensive), 4), s.ahead(), figures(x.Ahead, 6)),
		"",
		"Means of simulated runs are given with a 95 % interval.",
		"Convention: " + theorem1.Convention + ".",
	}
}
