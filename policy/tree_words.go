package policy

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"farsight/acquisition"
)

// treeChart is what the curve Q_N means.
func treeChart(p Policy, _ *Decision, narrow bool) string {
	switch steps := p.Steps(); {
	case steps == 1 && narrow:
		return "improvement that still fits"
	case steps == 1:
		return "improvement that still fits the budget"
	case narrow:
		return fmt.Sprintf("value now and later (%d steps)", steps)
	default:
		return fmt.Sprintf("value of this point and what it leaves room for (%d steps)", steps)
	}
}

// treeWhy says what a point is worth now and later.
func treeWhy(t Telling) string {
	if t.Policy.Steps() == 1 || t.Decision.Tree == nil || len(t.Decision.Tree.Nodes) == 0 {
		return ", where the improvement that still fits the budget is largest"
	}
	root := t.Decision.Tree.Nodes[0]
	now, later := root.Value, root.Subtree-root.Value
	if later <= 0.005*root.Subtree {
		return fmt.Sprintf(": worth %s by itself, and it leaves room for nothing more", t.Number(now))
	}
	if t.Terse {
		return fmt.Sprintf(": worth %s now, %s later", t.Number(now), t.Number(later))
	}
	more := "evaluation"
	if n := t.Policy.Steps() - 1; n > 1 {
		more = plural(n, more)
	}
	return fmt.Sprintf(": worth %s by itself and %s through the %s it leaves room for", t.Number(now), t.Number(later), more)
}

// treeOneStep writes out Q₁ and returns it.
func treeOneStep(t Telling) (lines []string, q1 float64) {
	n, d, e := t.Number, t.Decision, t.Expect
	lines, ei := t.Improvement()
	fits, zeta := 1.0, math.Inf(1)
	left := d.Horizon - e.Way
	switch {
	case left <= 0:
		fits, zeta = 0, math.Inf(-1)
	case e.SdC > 0:
		zeta = (math.Log(left) - e.MuC) / e.SdC
		fits = acquisition.CDF(zeta)
	case e.MuC > math.Log(left):
		fits, zeta = 0, math.Inf(-1)
	}
	whose := "is left"
	if t.Policy.Scheduled() {
		whose = fmt.Sprintf("is the fantasy budget it plans with, of the %s left", n(t.Left))
	}
	lines = append(lines,
		fmt.Sprintf("ζ       = (ln %s − m)/s = %s,  where b = %s %s", t.law("b", "(b − w)"), n(zeta), n(d.Horizon), whose))
	if r := d.Rollout; r != nil {
		lines = append(lines, rolloutNumbers(r, n))
	}
	text, q1 := t.fitting(ei, fits, d.Horizon)
	return append(lines, fmt.Sprintf("Q₁      = %s:  what this point may bring, if it fits", text)), q1
}

// treeNumbers continues from EI to the value of a scenario tree.
func treeNumbers(t Telling) []string {
	n, d := t.Number, t.Decision
	lines, _ := treeOneStep(t)
	if d.Tree == nil || len(d.Tree.Nodes) == 0 || d.Tree.Steps == 1 {
		return lines
	}
	root := d.Tree.Nodes[0]
	return append(lines,
		fmt.Sprintf("%-7s = Q₁(x) + E[ max %s(x' | x, y, z) ],  over the %d nodes of the scenario tree", q(d.Tree.Steps)+"(x)", q(d.Tree.Steps-1), len(d.Tree.Nodes)),
		fmt.Sprintf("        = %s now + %s from what it leaves room for = %s", n(root.Value), n(root.Subtree-root.Value), n(d.Value)))
}

// rolloutNumbers adds up the steps behind a fantasy budget.
func rolloutNumbers(r *Rollout, n func(float64) string) string {
	costs := make([]string, len(r.Steps))
	for i, s := range r.Steps {
		costs[i] = n(s.Cost)
	}
	line := fmt.Sprintf("          at step %d EI-PUC-CC would have paid %s = %s", r.Step, strings.Join(costs, " + "), n(r.Cost()))
	if r.Cost() > r.Left {
		line += fmt.Sprintf(" with %s left", n(r.Left))
	}
	return line
}

// q is Q with the number of steps as its index.
func q(steps int) string {
	out := []rune("Q")
	for _, digit := range strconv.Itoa(steps) {
		out = append(out, '₀'+digit-'0')
	}
	return string(out)
}
