package policy

import (
	"fmt"
	"math"

	"farsight/acquisition"
	"farsight/model"
)

// Telling is a decision to be put into words, with the caller's way to write numbers
// and points.
type Telling struct {
	Policy   Policy
	Decision Decision
	Expect   model.Moments // of the objective and of ln c at the point
	Best     float64       // f*
	Left     float64
	Total    float64
	Minimise bool // the problem's own sign is the other one
	Terse    bool // there is little room

	Number func(v float64) string
	Point  func(u model.Unit) string

	tilt float64 // by which power of the cost the improvement is weighed
}

// models are the first lines of a formula: where, and what the models say
// there.
func (t Telling) models() []string {
	n, e := t.Number, t.Expect
	sign := ""
	if t.Minimise {
		sign = " (of the objective with its sign changed: it is minimised)"
	}
	lines := []string{
		fmt.Sprintf("at %s, the best being f* = %s%s", t.Point(t.Decision.U), n(t.Best), sign),
		fmt.Sprintf("the models say  μ = %s, σ = %s for the objective,  m = %s, s = %s for ln cost", n(e.MuF), n(e.SdF), n(e.MuC), n(e.SdC)),
	}
	if e.Way > 0 {
		lines = append(lines, fmt.Sprintf("w       = %s:  what the way there costs, beside the cost c", n(e.Way)))
	}
	return lines
}

// law is how a closed form is written where the way is free, or where it costs w.
func (t Telling) law(free, way string) string {
	if t.Expect.Way > 0 {
		return way
	}
	return free
}

// Improvement writes out the expected improvement, EI, and returns it; where
// evaluations have failed it is that of one that succeeds, times the chance of
// that.
func (t Telling) Improvement() (lines []string, ei float64) {
	e := t.Expect
	lines = t.models()
	if shift := t.tilt * e.Cov; shift != 0 {
		e.MuF -= shift
		lines = append(lines, fmt.Sprintf("cost follows value, covariance %s: below, μ is less by as much times the power of the cost, %s", t.Number(e.Cov), t.Number(e.MuF)))
	}
	ei = acquisition.EI(e.MuF, e.SdF, t.Best)
	lines = append(lines,
		fmt.Sprintf("u       = (μ − f*)/σ = %s", t.Number((e.MuF-t.Best)/e.SdF)),
		fmt.Sprintf("EI      = σ (φ(u) + u Φ(u)) = %s", t.Number(ei)))
	if w := t.weight(); w != 1 {
		lines = append(lines, fmt.Sprintf("        · w, the chance of success: %s · %s = %s", t.Number(ei), t.Number(w), t.Number(ei*w)))
		ei *= w
	}
	return lines, ei
}

// tilted is t for a closed form that is the mean of improvement times c^(−power):
// where the cost follows the value that moves the mean.
func (t Telling) tilted(power float64) Telling {
	if t.Expect.Way == 0 {
		t.tilt = power
	}
	return t
}

// fitting writes out Q₁, the improvement that fits what is left, as a product of
// EI and the chance to fit, or where the cost follows the value as the mean it is.
func (t Telling) fitting(ei, chance, left float64) (text string, q1 float64) {
	n, e := t.Number, t.Expect
	if e.Cov == 0 || e.SdC == 0 {
		return fmt.Sprintf("EI · Φ(ζ) = %s · %s = %s", n(ei), n(chance), n(ei*chance)), ei * chance
	}
	q1 = acquisition.NewQ1(t.Best, left).Value(e)
	return fmt.Sprintf("E[(f − f*)⁺ · 1(c ≤ b)] = %s, by the correlation %s of value and ln cost here (EI · Φ(ζ) = %s without)", n(q1), n(e.Cov/(e.SdF*e.SdC)), n(ei*chance)), q1
}

// weight is how much the point counts.
func (t Telling) weight() float64 { return math.Exp(t.Expect.LnW) }

// Times writes out a closed form EI · factor, by its name and its law.
func (t Telling) Times(name, law string, factor float64, words string) []string {
	lines, ei := t.Improvement()
	return append(lines, fmt.Sprintf("%-7s = EI · %s = %s · %s = %s", name, law, t.Number(ei), t.Number(factor), t.Number(ei*factor)), words)
}

// expectedCost is E[c] = exp(m + s²/2), and what the way there costs.
func expectedCost(e model.Moments) float64 { return e.Way + math.Exp(e.MuC+e.SdC*e.SdC/2) }

// said returns a constant text.
func said(words string) func(Telling) string { return func(Telling) string { return words } }

// titled is a chart's title that is always the same.
func titled(title string) func(Policy, *Decision, bool) string {
	return func(Policy, *Decision, bool) string { return title }
}

// plural writes a number of things.
func plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
