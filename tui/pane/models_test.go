package pane

import (
	"strings"
	"testing"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// The table and the words say what the processes have, each number under its
// name, and how many lengthscales there are more where not all have room.
func TestModelsTellWhatWasFitted(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "dropwave"} {
		x := shown(t, screentest.Open(t, name, "ei"), 160, 48)
		s, _ := x.View.Shown(0)
		m := study.ModelsOf(s.Problem, s.Fitted)
		table := drawnModels(x, s, 60)
		rows := strings.Split(table, "\n")
		if len(rows) != ModelRows(s, 60) {
			t.Fatalf("%s: %d rows, want %d:\n%s", name, len(rows), ModelRows(s, 60), table)
		}
		words := strings.Join(ModelWords(s), "\n")
		for k, p := range []*study.Process{m.Objective, m.LogCost} {
			want := []string{chart.Num(p.Mean), chart.Num(p.Sd), chart.Num(p.Noise), chart.Num(*p.LogLikelihood)}
			for _, l := range p.Lengthscales {
				want = append(want, chart.Num(l))
			}
			at := 1 + k*(ModelRows(s, 60)-1)/2
			text := strings.Join(rows[at:at+(ModelRows(s, 60)-1)/2], " ")
			for _, number := range want {
				if !strings.Contains(text, number) || !strings.Contains(words, number) {
					t.Errorf("%s: %s is missing:\n%s\n%s", name, number, table, words)
				}
			}
		}
		if fixed := strings.HasPrefix(table, "fixed"); fixed != m.Objective.Fixed {
			t.Errorf("%s: fixed %v:\n%s", name, m.Objective.Fixed, table)
		}
		for w := range 60 {
			if text := drawnModels(x, s, w); strings.Contains(text, "…") {
				t.Fatalf("%s, %d cells: something is cut:\n%s", name, w, text)
			}
		}
	}
	x := shown(t, screentest.Open(t, "dropwave", "ei"), 160, 48)
	of, _ := x.View.Shown(0)
	s := &study.Snapshot{}
	*s = *of
	p := &study.Process{Lengthscales: []float64{0.25, 0.5}}
	for w, want := range map[int]string{60: "x1 0.250, x2 0.500", 18: "x1 0.250, x2 0.500", 17: "of 2 parameters"} {
		if got := lengthscales(s, p, w); got != want {
			t.Errorf("in %d cells: %q, want %q", w, got, want)
		}
	}
	s.Problem = &scenarios.Problem{Parameters: append([]scenarios.Parameter{{Name: "x0"}}, s.Problem.Parameters...)}
	p.Lengthscales = append(p.Lengthscales, 2)
	if got := lengthscales(s, p, 20); got != "x0 0.250 and 2 more" {
		t.Errorf("in 20 cells: %q", got)
	}
	if ModelRows(s, 20) != 0 || ModelRows(nil, 100) != 0 {
		t.Error("a table where there is no room for it, or nothing to tell")
	}
}

func drawnModels(x *screentest.Host, s *study.Snapshot, w int) string {
	c := chart.New(w, ModelRows(s, 60), x.View.Terminal)
	Models(x.View, c, s)
	return c.Plain()
}
