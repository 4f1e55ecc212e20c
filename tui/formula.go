package tui

import (
	"fmt"
	"math"

	"farsight/study"
	"farsight/tui/chart"
)

// formulator is implemented by screens with a formula of their own.
type formulator interface {
	formula(m *Model) (title string, lines []string)
}

// drawFormula shows the acquisition of the focused policy with this step's
// numbers in it.
func (m *Model) drawFormula(c chart.Canvas) {
	title, lines := m.formula()
	body := m.box(c, title, len(lines))
	w, _ := body.Size()
	for y, l := range lines {
		body.TextIn(0, y, w, l, m.theme.TextInk())
	}
}

// formula is what the present screen has to say in symbols.
func (m *Model) formula() (title string, lines []string) {
	if f, ok := m.screens[m.current].(formulator); ok {
		return f.formula(m)
	}
	if len(m.tracks) > 0 {
		if s, _ := m.shown(m.focused()); s != nil {
			return s.Policy.Title() + ": what it maximises, and what that is at the next point", formula(s)
		}
	}
	return "formula", []string{"The policy is still deciding."}
}

// formula writes out a policy's acquisition at its decision.
func formula(s *study.Snapshot) []string {
	d := s.Decision
	if d == nil {
		return []string{"The run has ended (" + string(s.Stop) + "): there is no next point."}
	}
	n := chart.Num
	e := d.Expect
	best := s.Problem.Sign() * s.Best
	u := (e.MuF - best) / e.SdF
	lines := []string{
		fmt.Sprintf("at %s: objective μ = %s, σ = %s; log-cost m = %s, s = %s; best f* = %s", point(s, d.X), n(e.MuF), n(e.SdF), n(e.MuC), n(e.SdC), n(best)),
		"",
		fmt.Sprintf("EI = σ(φ(u) + uΦ(u)),  u = (μ − f*)/σ = %s", n(u)),
	}
	value := n(d.Acquisition)
	switch s.Policy.Name {
	case "ei":
		return append(lines, "EI = "+value)
	case "log-ei":
		return append(lines, "ln EI = "+value)
	case "ei-puc":
		return append(lines, "EI-PUC = EI · E[1/c] = EI · exp(−m + s²/2) = "+value, "E[1/c] rewards not knowing the cost.")
	case "ei-puc-cc":
		nu := s.Money.Left / s.Money.Total
		return append(lines, fmt.Sprintf("EI-PUC-CC = EI · exp(−νm + ν²s²/2),  ν = left/initial = %s/%s = %s", n(s.Money.Left), n(s.Money.Total), n(nu)), "          = "+value)
	case "ei-pc":
		return append(lines, "EI / E[c] = EI · exp(−m − s²/2) = "+value, "Dividing by E[c] punishes not knowing the cost.")
	case "pbgi", "pbgi-d":
		return append(lines[:2], fmt.Sprintf("g with EI(x; g) = λ E[c],  λ = %s", n(d.Lambda)), "g = "+value)
	case "random":
		return append(lines[:1], "", "Drawn uniformly: there is nothing to maximise.")
	}
	zeta := math.Inf(1)
	if e.SdC > 0 {
		zeta = (math.Log(d.Horizon) - e.MuC) / e.SdC
	}
	lines = append(lines,
		fmt.Sprintf("Q₁ = EI · Φ(ζ),  ζ = (ln b − m)/s = %s with b = %s", n(zeta), n(d.Horizon)),
		"Q_N(x) = Q₁(x) + E[ max_x' Q_N−1(x' | x, y, z) ]", "")
	if d.Tree != nil && len(d.Tree.Nodes) > 0 {
		root := d.Tree.Nodes[0]
		lines = append(lines,
			fmt.Sprintf("N = %d, %d nodes:  Q_N = %s now + %s from what it leaves room for = %s", d.Tree.Steps, len(d.Tree.Nodes), n(root.Value), n(root.Subtree-root.Value), value))
	}
	if !math.IsNaN(s.Money.Fantasy) {
		lines = append(lines, fmt.Sprintf("planned with a fantasy budget of %s of the %s left", n(s.Money.Fantasy), n(s.Money.Left)))
	}
	return lines
}
