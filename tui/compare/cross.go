package compare

import (
	"math"

	"farsight/internal/sanitize"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// scoreReading is what each policy had found once it had spent so much.
func scoreReading(v screen.View, money float64) screen.Reading {
	out := screen.Reading{Place: "spent " + pane.MoneyWord(v.Problem.Budget, money)}
	if unit := v.Problem.CostUnit; unit != "" {
		out.Brief, out.Place = out.Place, out.Place+" "+sanitize.Text(unit)
	}
	for _, st := range standings(v) {
		t := v.Tracks[st.track]
		row := screen.ReadingRow{Who: st.name, Color: st.color}
		switch step := session.AffordedBy(t, money); {
		case t.Last() < 0 || !t.Done() && step == t.Last() && t.Spent(step) < money:
			row.Items = []screen.Item{{Value: "not that far yet"}}
		default:
			row.Items = scoreItems(v, t, step)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// scoreItems are a policy's numbers at a step.
func scoreItems(v screen.View, t *session.Track, step int) []screen.Item {
	s, p := t.At(step), v.Problem
	items := []screen.Item{{Name: "best", Value: chart.Num(s.Best), Unit: sanitize.Text(p.ValueUnit), Least: bestWidth}}
	if p.Optimum != nil {
		items = append(items, screen.Item{Name: "regret", Value: chart.Num(math.Abs(p.Optimum.Value - s.Best)), Least: bestWidth})
	}
	return append(items, screen.Item{Name: "after", Value: pane.Plural(s.Evaluations, "evaluation")}, screen.Item{Name: "which cost", Value: chart.Num(s.Money.Spent), Least: bestWidth})
}
