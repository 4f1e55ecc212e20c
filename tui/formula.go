package tui

import (
	"fmt"
	"math"
	"strconv"

	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
)

// drawFormula shows what the present screen has to say in symbols.
func (m *Model) drawFormula(c chart.Canvas) {
	w, h := c.Size()
	width := min(w, screen.BoxWidth) - 4
	title, lines := "the formula, with this step's numbers in it", m.formulas(width)
	if f := m.about().Formula; f != nil {
		var text []string
		title, text = f()
		lines = m.spans(nil, text, width)
	}
	body := pane.Box(m.theme, c, title, min(len(lines), h-4))
	_, bh := body.Size()
	for y, l := range lines {
		if y == bh-1 && len(lines) > bh {
			l.Text = "… more on a larger window"
		}
		if y < bh {
			body.Spans(0, y, l)
		}
	}
}

// formulas are the acquisitions with this step's numbers in them: of the
// policies side by side, or of the focused one.
func (m *Model) formulas(width int) []chart.Span {
	shown := m.s.Visible()
	if len(shown) > 1 && !m.about().SideBySide {
		shown = []int{m.s.Focused()}
	}
	var lines []chart.Span
	for n, i := range shown {
		if n > 0 {
			lines = append(lines, chart.Span{})
		}
		t := m.s.Tracks[i]
		lines = append(lines, chart.Span{Text: t.Policy().Title(), Ink: chart.Ink{Fg: m.theme.Policy(t.Hue()), Attr: chart.Bold}})
		text := []string{"It is still deciding."}
		if s, _ := m.s.Shown(i); s != nil {
			text = formula(s)
		}
		lines = m.spans(lines, text, width)
	}
	return lines
}

// spans adds lines of text, broken where they are too long.
func (m *Model) spans(lines []chart.Span, text []string, width int) []chart.Span {
	for _, l := range text {
		for _, part := range wrapIndented(l, width) {
			lines = append(lines, chart.Span{Text: part, Ink: m.theme.TextInk()})
		}
	}
	return lines
}

// wrapIndented breaks a line that is too long, keeping its indent.
func wrapIndented(l string, w int) []string {
	if chart.Width(l) <= w {
		return []string{l}
	}
	parts := chart.Wrap(l, w-4)
	for i := range parts[1:] {
		parts[i+1] = "    " + parts[i+1]
	}
	return parts
}

// density and distribution of the standard normal.
func normalPDF(u float64) float64 { return math.Exp(-u*u/2) / math.Sqrt(2*math.Pi) }
func normalCDF(u float64) float64 { return 0.5 * math.Erfc(-u/math.Sqrt2) }

// improvement is EI = σ(φ(u) + uΦ(u)), u = (μ − best)/σ, to the three figures a
// screen shows while u > −20; below that a screen shows 0.
func improvement(mean, sd, best float64) float64 {
	u := (mean - best) / sd
	return math.Max(0, sd*(normalPDF(u)+u*normalCDF(u)))
}

// formula writes out a policy's acquisition at its decision.
func formula(s *study.Snapshot) []string {
	d := s.Decision
	if d == nil {
		return []string{"Nothing: the run has ended (" + string(s.Stop) + ")."}
	}
	n := chart.Num
	e := d.Expect
	best := s.Problem.Sign() * s.Best
	known := ""
	if s.Problem.Sign() < 0 {
		known = " (of the objective with its sign changed: it is minimised)"
	}
	lines := []string{
		fmt.Sprintf("at %s, the best being f* = %s%s", pane.Point(s, d.X), n(best), known),
		fmt.Sprintf("the models say  μ = %s, σ = %s for the objective,  m = %s, s = %s for ln cost", n(e.MuF), n(e.SdF), n(e.MuC), n(e.SdC)),
	}
	if s.Policy.Name == "random" {
		return []string{"Nothing: the point is drawn uniformly from the box."}
	}
	if s.Policy.Name == "pbgi" || s.Policy.Name == "pbgi-d" {
		cost := math.Exp(e.MuC + e.SdC*e.SdC/2)
		above := improvement(e.MuF, e.SdF, d.Acquisition)
		return append(lines,
			fmt.Sprintf("E[c]    = exp(m + s²/2) = %s", n(cost)),
			fmt.Sprintf("g: the prize at which EI(x; g) = p E[c]:  %s = %s · %s", n(above), n(above/cost), n(cost)),
			fmt.Sprintf("g       = %s", n(d.Acquisition)),
			fmt.Sprintf("p is λ = %s in the units of the initial design's values and costs", n(d.Lambda)))
	}
	ei := improvement(e.MuF, e.SdF, best)
	lines = append(lines,
		fmt.Sprintf("u       = (μ − f*)/σ = %s", n((e.MuF-best)/e.SdF)),
		fmt.Sprintf("EI      = σ (φ(u) + u Φ(u)) = %s", n(ei)))
	// with ends a closed form EI · factor.
	with := func(name, law string, factor float64, words string) []string {
		return append(lines, fmt.Sprintf("%-7s = EI · %s = %s · %s = %s", name, law, n(ei), n(factor), n(ei*factor)), words)
	}
	switch s.Policy.Name {
	case "ei":
		return lines
	case "log-ei":
		return append(lines, "ln EI   = "+n(d.Acquisition))
	case "ei-puc":
		return with("EI-PUC", "E[1/c] = EI · exp(−m + s²/2)", math.Exp(-e.MuC+e.SdC*e.SdC/2), "E[1/c] rewards a cost that is not known.")
	case "ei-puc-cc":
		nu := s.Money.Left / s.Money.Total
		return with("EI-PUC-CC", fmt.Sprintf("exp(−νm + ν²s²/2) with ν = left/budget = %s", n(nu)), math.Exp(-nu*e.MuC+nu*nu*e.SdC*e.SdC/2), "As the money runs out the price matters less.")
	case "far":
		if len(d.Judged) > 0 {
			return append(lines, playoutFormula(s)...)
		}
		return with("EI/E[c]", "exp(−m − s²/2)", math.Exp(-e.MuC-e.SdC*e.SdC/2), "FAR's rule while many evaluations fit the budget.")
	case "ei-pc":
		return with("EI/E[c]", "exp(−m − s²/2)", math.Exp(-e.MuC-e.SdC*e.SdC/2), "Dividing by E[c] punishes a cost that is not known.")
	}
	return append(lines, treeFormula(s, ei)...)
}

// playoutFormula goes on with what playouts say.
func playoutFormula(s *study.Snapshot) []string {
	n, judged := chart.Num, s.Decision.Judged
	by := map[float64]string{0: "by Q₁", 1: "by Q₁ per expected cost"}
	lines := []string{fmt.Sprintf("V       = %s:  mean improvement by the end of the budget, over %s played out,", n(judged[0].Value), pane.Plural(judged[0].Playouts, "fantasy run")),
		"          going on " + by[judged[0].Cooling] + " among candidates"}
	if len(judged) > 1 {
		x := s.Problem.FromUnit(judged[1].Root)
		lines = append(lines, fmt.Sprintf("          the next best of %d judged is %s with V = %s", len(judged), pane.Point(s, x), n(judged[1].Value)))
	}
	return lines
}

// treeFormula goes on with what a scenario tree makes of EI.
func treeFormula(s *study.Snapshot, ei float64) []string {
	n, d, e := chart.Num, s.Decision, s.Decision.Expect
	fits, zeta := 1.0, math.Inf(1)
	switch {
	case e.SdC > 0:
		zeta = (math.Log(d.Horizon) - e.MuC) / e.SdC
		fits = normalCDF(zeta)
	case e.MuC > math.Log(d.Horizon):
		fits, zeta = 0, math.Inf(-1)
	}
	whose := "is left"
	if !math.IsNaN(s.Money.Fantasy) {
		whose = fmt.Sprintf("is the fantasy budget it plans with, of the %s left", n(s.Money.Left))
	}
	lines := []string{
		fmt.Sprintf("ζ       = (ln b − m)/s = %s,  where b = %s %s", n(zeta), n(d.Horizon), whose),
		fmt.Sprintf("Q₁      = EI · Φ(ζ) = %s · %s = %s:  what this point may bring, if it fits", n(ei), n(fits), n(ei*fits)),
	}
	if d.Tree == nil || len(d.Tree.Nodes) == 0 || d.Tree.Steps == 1 {
		return lines
	}
	root := d.Tree.Nodes[0]
	return append(lines,
		fmt.Sprintf("%-7s = Q₁(x) + E[ max %s(x' | x, y, z) ],  over the %d nodes of the scenario tree", q(d.Tree.Steps)+"(x)", q(d.Tree.Steps-1), len(d.Tree.Nodes)),
		fmt.Sprintf("        = %s now + %s from what it leaves room for = %s", n(root.Value), n(root.Subtree-root.Value), n(d.Acquisition)))
}

// q is Q with the number of steps as its index.
func q(steps int) string {
	out := []rune("Q")
	for _, digit := range strconv.Itoa(steps) {
		out = append(out, '₀'+digit-'0')
	}
	return string(out)
}
