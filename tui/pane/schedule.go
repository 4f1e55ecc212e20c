package pane

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/policy"
	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
)

// Where a policy plans with a fantasy budget, the rollout that gives it is drawn
// below the gauge: the base policy's steps, as wide as they would cost.

// scheduleRows is the height from which a column has rows for these.
const scheduleRows = 14

// rowsBelow is how many rows a column has below its gauge, for a plan and for a
// price: as many as any beside it needs, so that like stands beside like.
func rowsBelow(v screen.View, i int) int {
	beside := []int{i}
	if shown := v.SideBySide(); slices.Contains(shown, i) && screen.Columns(v.W) > 1 {
		beside = shown
	}
	most := 0
	for _, k := range beside {
		rows := 0
		for _, has := range []bool{v.Tracks[k].Policy().Scheduled(), v.Tracks[k].Policy().Priced()} {
			if has {
				rows++
			}
		}
		most = max(most, rows)
	}
	return most
}

// Schedule draws the rollout behind a decision's fantasy budget below the gauge.
func Schedule(v screen.View, c chart.Canvas, s *study.Snapshot) {
	if s == nil || s.Decision == nil || s.Decision.Rollout == nil {
		return
	}
	w, _ := c.Size()
	r := s.Decision.Rollout
	x := c.Text(0, 0, "plan   ", v.Theme.MutedInk())
	strip := chart.Strip{
		Gauge: gauge(v, 0, s), From: math.Max(0, s.Money.Total-r.Left), Parts: stepCosts(r),
		Words: scheduleWords(s, r), Color: v.Theme.Next,
	}
	strip.Draw(c.Sub(chart.Rect{X: x, W: w - x, H: 1}), v.Theme.Style())
}

func stepCosts(r *policy.Rollout) []float64 {
	out := make([]float64, len(r.Steps))
	for i, s := range r.Steps {
		out[i] = s.Cost
	}
	return out
}

// scheduleWords say what the steps give, in ever fewer words.
func scheduleWords(s *study.Snapshot, r *policy.Rollout) []string {
	sum := chart.Num(r.Cost())
	steps := fmt.Sprintf("%s of EI-PUC-CC", Plural(len(r.Steps), "imagined step"))
	switch {
	case r.Cost() > r.Left:
		return []string{"= " + sum + ", more than is left: " + steps, "= " + sum + ", more than is left", "= " + sum}
	case r.Step < s.Step:
		since := fmt.Sprintf(" at step %d, %s of it left", r.Step, chart.Num(s.Decision.Horizon))
		return []string{"= " + sum + since + ": " + steps, "= " + sum + since, "= " + sum}
	}
	return []string{"= " + sum + ": " + steps, "= " + sum + " to plan with", "= " + sum}
}

// RolloutWords tell the base policy's steps and what they give; "" where nothing
// is planned with but what is left.
func RolloutWords(s *study.Snapshot) string {
	if s == nil || s.Decision == nil || s.Decision.Rollout == nil {
		return ""
	}
	r := s.Decision.Rollout
	parts := make([]string, len(r.Steps))
	for i, step := range r.Steps {
		parts[i] = fmt.Sprintf("%s at %s", chart.Num(step.Cost), pointWords(s, scenarios.Point(s.Problem.Nearest(step.X)), true))
	}
	out := fmt.Sprintf("EI-PUC-CC would pay %s: %s", strings.Join(parts, ", "), chart.Num(r.Cost()))
	if r.Cost() > r.Left {
		out += ", more than the " + chart.Num(r.Left) + " left"
	}
	if r.Step < s.Step {
		out += fmt.Sprintf(" (played at step %d)", r.Step)
	}
	return out + fmt.Sprintf(". It plans with %s.", chart.Num(s.Decision.Horizon))
}
