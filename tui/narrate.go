package tui

import (
	"fmt"
	"math"
	"strings"

	"farsight/internal/plain"
	"farsight/study"
	"farsight/tui/chart"
)

// narrate says in plain words what just happened and what comes next, from the
// snapshot's own numbers.
func narrate(s *study.Snapshot) string {
	var b strings.Builder
	name := s.Policy.Title()
	if s.Step == 0 {
		fmt.Fprintf(&b, "%d points are known", len(s.Rows))
		if !s.Problem.ChargeInitial {
			b.WriteString(", free of charge")
		}
		fmt.Fprintf(&b, "; the best is %s. ", chart.Num(s.Best))
	} else {
		b.WriteString(happened(s, name))
	}
	b.WriteString(follows(s, name))
	return b.String()
}

// happened tells of the last evaluation.
func happened(s *study.Snapshot, name string) string {
	r := s.Rows[len(s.Rows)-1]
	at := point(s, r.X)
	if !r.Counted {
		return fmt.Sprintf("%s chose %s; it cost %s and only %s was left, so it does not count. ", name, at, chart.Num(r.Cost), chart.Num(r.Remaining))
	}
	if r.Failed {
		return fmt.Sprintf("%s paid %s at %s and the evaluation failed: only its cost was learned. ", name, chart.Num(r.Cost), at)
	}
	before := s.Rows[len(s.Rows)-2].Best
	if r.Best != before {
		return fmt.Sprintf("%s paid %s at %s and found %s, better than %s. ", name, chart.Num(r.Cost), at, chart.Num(r.Y), chart.Num(before))
	}
	return fmt.Sprintf("%s paid %s at %s and found %s: the best stays %s, for the best counts, not the sum. ", name, chart.Num(r.Cost), at, chart.Num(r.Y), chart.Num(before))
}

// follows tells of the decision, or why there is none.
func follows(s *study.Snapshot, name string) string {
	left := chart.Num(s.Money.Left)
	switch s.Stop {
	case study.Unaffordable:
		return fmt.Sprintf("The run ends with %d evaluations and a best of %s; %s stays unspent.", s.Evaluations, chart.Num(s.Best), left)
	case study.NothingAffordable:
		return fmt.Sprintf("Nothing worth choosing fits in the %s left: the run ends after %d evaluations with a best of %s.", left, s.Evaluations, chart.Num(s.Best))
	case study.BudgetSpent:
		return fmt.Sprintf("The budget is spent: %d evaluations, best %s.", s.Evaluations, chart.Num(s.Best))
	case study.Limit:
		return fmt.Sprintf("The run ends at its limit of %d evaluations, best %s.", s.Evaluations, chart.Num(s.Best))
	case study.StoppingRule:
		return fmt.Sprintf("No point is worth its price any more: the policy stops, best %s, %s unspent.", chart.Num(s.Best), left)
	}
	d := s.Decision
	if d == nil {
		return ""
	}
	cost := chart.Num(math.Exp(d.Expect.MuC))
	next := fmt.Sprintf("Next: %s, at about %s of the %s left", point(s, d.X), cost, left)
	if d.Fits < 0.995 {
		next += fmt.Sprintf(" (it fits with a chance of %.0f %%)", 100*d.Fits)
	}
	return next + ", " + why(s.Policy) + "."
}

// why says what the policy looks at.
func why(p study.Policy) string {
	switch p.Name {
	case "ei", "log-ei":
		return "where the improvement is expected to be largest, whatever it costs"
	case "ei-puc":
		return "where a coin is expected to buy the most improvement"
	case "ei-puc-cc":
		return "where a coin buys the most, the price mattering less as money runs out"
	case "ei-pc":
		return "where the improvement is largest for its expected price"
	case "pbgi", "pbgi-d":
		return "where the most valuable prize is still worth its price"
	case "random":
		return "drawn at random"
	}
	if p.Steps == 1 {
		return "where the improvement that still fits is largest"
	}
	return fmt.Sprintf("because what it may find and the %s it leaves room for are worth most together", plural(p.Steps-1, "evaluation"))
}

func plural(n int, what string) string {
	if n == 1 {
		return "one " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// point names a point by its parameters.
func point(s *study.Snapshot, x []float64) string {
	if len(x) == 1 {
		return plain.Text(s.Problem.Parameters[0].Name) + " = " + chart.Num(x[0])
	}
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = chart.Num(v)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
