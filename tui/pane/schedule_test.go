package pane

import (
	"strings"
	"testing"

	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// Below the gauge of a policy with a fantasy budget stand the base policy's
// steps with what they cost, and what they give; the column beside it has the
// same row, empty, and one without such a policy has none.
func TestRolloutBelowTheGauge(t *testing.T) {
	t.Parallel()
	x := shown(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei schedule=paper"), 160, 48)
	for range 4 {
		s, _ := x.View.Shown(1)
		if s.Decision == nil {
			break
		}
		text := x.Text()
		r := s.Decision.Rollout
		if r == nil {
			t.Fatalf("step %d has no rollout:\n%s", s.Step, text)
		}
		for _, step := range r.Steps {
			if !strings.Contains(text, chart.Num(step.Cost)) {
				t.Errorf("step %d: %s is not there:\n%s", s.Step, chart.Num(step.Cost), text)
			}
		}
		x.Shows("plan", "= "+chart.Num(r.Cost()))
		lines := strings.Split(text, "\n")
		at := make([]int, 0, 2)
		for k, l := range lines {
			for range strings.Count(l, "cost, log") {
				at = append(at, k)
			}
		}
		if len(at) != 2 || at[0] != at[1] {
			t.Errorf("the cost charts begin in rows %v:\n%s", at, text)
		}
		if words := RolloutWords(s); !strings.Contains(words, chart.Num(r.Cost())) || !strings.Contains(words, "plans with "+chart.Num(s.Decision.Horizon)) {
			t.Errorf("told: %s", words)
		}
		if f := strings.Join(Formula(s), "\n"); !strings.Contains(f, "EI-PUC-CC would have paid") {
			t.Errorf("the formula does not say where its budget is from:\n%s", f)
		}
		x.Move(1)
	}
	other := shown(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), 160, 48)
	if strings.Contains(other.Text(), "plan ") {
		t.Errorf("a rollout without a schedule:\n%s", other.Text())
	}
}
