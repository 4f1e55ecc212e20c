package theorem

import (
	"fmt"
	"strings"

	"farsight/scenarios/theorem1"
	"farsight/tui/chart"
	"farsight/tui/pane"
)

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

// before tells what each arm promises and which the policy will take.
func (s *Screen) before() string {
	t, n := s.shown, chart.Num
	cheap, dear := s.run.scores[0], s.run.scores[1]
	many := fmt.Sprintf("%d cheap ones", t.N())
	if t.N() == 1 {
		many = "a cheap one"
	}
	if t.Part == 1 {
		return fmt.Sprintf("Per unit of cost a cheap arm promises %s/%s = %s and the dear one %s/%s = %s: EI-PUC will take cheap arms, %d of them. Each can bring very little, and after one of them the dear arm is out of reach.",
			n(cheap.EI), n(cheap.Cost), n(cheap.EIPUC), n(dear.EI), n(dear.Cost), n(dear.EIPUC), t.N())
	}
	return fmt.Sprintf("The dear arm promises an improvement of %s, a cheap one %s: EI will take the dear arm, and with it the whole budget. For the same money there are %s, each nearly as promising.", n(dear.EI), n(cheap.EI), many)
}

// during tells of the newest arm of the longer play.
func (s *Screen) during() string {
	t, n := s.shown, chart.Num
	i := 0
	if len(s.run.pulls[1]) > len(s.run.pulls[0]) {
		i = 1
	}
	p := s.run.pulls[i][s.arms-1]
	who := [2]theorem1.Play{t.Policy(), t.Other()}[i].String()
	if i == 1 {
		who = "Whoever takes cheap arms"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s paid %s for cheap arm %d and saw %s: ", who, n(p.Cost), p.Arm, n(p.Value))
	if before := s.run.best(i, s.arms-1); p.Best > before {
		fmt.Fprintf(&b, "the best rises from %s to %s. ", n(before), n(p.Best))
	} else {
		fmt.Fprintf(&b, "the best stays %s, for the best counts, not the sum. ", n(p.Best))
	}
	if i == 0 {
		fmt.Fprintf(&b, "%s is left, and the dear arm costs %s. Who bought that one saw %s.", n(p.Remaining), n(1+t.Delta), n(s.run.pulls[1][0].Value))
	} else {
		fmt.Fprintf(&b, "%s is left. EI spent it all on the dear arm and saw %s.", n(p.Remaining), n(s.run.pulls[0][0].Value))
	}
	return b.String()
}

// after compares the run's end with what is to be expected.
func (s *Screen) after() string {
	t, n := s.shown, chart.Num
	all := s.run.length()
	mine, other := s.run.best(0, all), s.run.best(1, all)
	var b strings.Builder
	fmt.Fprintf(&b, "%v ends at %s, %v at %s", t.Policy(), n(mine), t.Other(), n(other))
	switch {
	case mine > other && s.numbers.Ratio > 1:
		b.WriteString(": this time luck was with the policy.")
	case mine == other:
		b.WriteString(": neither found more than arm 0 has.")
	default:
		b.WriteString(".")
	}
	if s.numbers.Ratio > 1 {
		fmt.Fprintf(&b, " On average %v brings %s times as much, and there is no bound: make ε smaller (e).", t.Other(), figures(s.numbers.Ratio, 3))
	} else {
		fmt.Fprintf(&b, " On average %v brings %s times as much: with so few cheap arms the policy is right. Make ε smaller (e).", t.Other(), figures(s.numbers.Ratio, 3))
	}
	return b.String()
}

// formula writes out the exact values.
func (s *Screen) formula() (title string, lines []string) {
	title = "theorem 1: the expected best value of n arms"
	if s.run == nil {
		return title, []string{"It is still being computed."}
	}
	t, x := s.shown, s.numbers
	cheap, dear := x.Policy, x.Other
	if t.Part == 2 {
		cheap, dear = dear, cheap
	}
	return title, []string{
		"Arm 0 is known to be worth 0, the others are independent normals with mean 0 and sd σ:",
		"V = E[max(0, σZ₁, …, σZₙ)] = σ · integral from 0 to ∞ of (1 − Φ(t)^n) dt",
		"",
		fmt.Sprintf("cheap arms: n = N = floor((1+δ)/ε) = floor(%s/%s) = %d, σ = %s:  V = %s", pane.Number(pane.Round3(t.Budget())), pane.Number(t.Epsilon), x.N, pane.Number(pane.Round3(t.CheapSd())), figures(cheap, 6)),
		fmt.Sprintf("the dear arm: n = 1, σ = 1:  V = 1/√(2π) = %s", figures(dear, 6)),
		"",
		fmt.Sprintf("V(%v)/V(%v) = %s/%s = %s ≤ V*/V", t.Other(), t.Policy(), figures(x.Other, 6), figures(x.Policy, 6), figures(x.Ratio, 6)),
		"As ε → 0 part 1 grows as 1/(ε √(4π ln(1/ε))), part 2 as √(4π ln(1/ε)): without bound.",
		"",
		"Means of simulated runs are given with a 95 % interval.",
		"Convention: " + theorem1.Convention + ".",
	}
}
