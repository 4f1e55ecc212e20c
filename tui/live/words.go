package live

import (
	"fmt"
	"strings"

	"farsight/internal/sanitize"
	"farsight/study/journal"
	"farsight/tui/chart"
	"farsight/tui/pane"
)

// standing is "12 evaluations, 8.40 of 20.0 left".
func (s *Screen) standing() string {
	if over := s.state.Over(); over > 0 {
		return fmt.Sprintf("%s, %s over the budget of %s", countEvaluations(s.overview.Evaluations), chart.Num(over), amount(s.state.Budget, s.problem.CostUnit))
	}
	return fmt.Sprintf("%s, %s of %s left", countEvaluations(s.overview.Evaluations), chart.Num(s.state.Remaining()), amount(s.state.Budget, s.problem.CostUnit))
}

func countEvaluations(n int) string {
	if n == 1 {
		return "1 evaluation"
	}
	return fmt.Sprintf("%d evaluations", n)
}

// amount is a number with its unit.
func amount(v float64, unit string) string {
	if unit == "" {
		return chart.Num(v)
	}
	return chart.Num(v) + " " + sanitize.Text(unit)
}

// summary says what others did, the last thing in full.
func (s *Screen) summary(events []journal.Event) string {
	var done []journal.Event
	for _, e := range events {
		if notable(e) {
			done = append(done, e)
		}
	}
	if len(done) == 0 {
		return "a suggestion was asked for"
	}
	text := s.describe(done[len(done)-1].Body)
	if n := len(done) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more before it)", n)
	}
	return text
}

// describe says in words what a line of the study holds.
func (s *Screen) describe(b journal.Body) string {
	switch b := b.(type) {
	case journal.Told:
		at := s.pointWords(b.X)
		if b.Failed {
			return fmt.Sprintf("%s failed at a cost of %s", at, amount(b.Cost, s.problem.CostUnit))
		}
		return fmt.Sprintf("%s gave %s at a cost of %s", at, amount(b.Value, s.problem.ValueUnit), amount(b.Cost, s.problem.CostUnit))
	case journal.Undone:
		if b.Seq >= 1 && b.Seq <= len(s.events) {
			if _, again := s.events[b.Seq-1].Body.(journal.Undone); !again {
				return "taken back: " + s.describe(s.events[b.Seq-1].Body)
			}
		}
	case journal.Skipped:
		return "the suggestion was skipped"
	case journal.BudgetChanged:
		if b.Delta > 0 {
			return "the budget was extended by " + amount(b.Delta, s.problem.CostUnit)
		}
		return "the budget was reduced by " + amount(-b.Delta, s.problem.CostUnit)
	}
	return sanitize.Text(b.String())
}

// mostNamed is how many parameters of a point are named.
const mostNamed = 4

// pointWords names a point: "hours 3.54 h, loaves 1".
func (s *Screen) pointWords(x []float64) string {
	return pane.PointWords(s.problem.Parameters, x, mostNamed)
}

// dense writes intervals in fewer signs: "1.2–3.4".
func dense(s string) string { return strings.ReplaceAll(s, " to ", "–") }
