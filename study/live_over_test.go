package study

import (
	"context"
	"errors"
	"slices"
	"testing"

	"farsight/study/journal"
)

// What was paid for counts: an overshoot is kept and teaches, the study is over
// its budget and ends asking, until the last entry is taken back or the budget
// is extended.
func TestLiveOvershootIsKept(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei-puc")
	first := ask(t, l)
	tell(t, l, Answer{Value: 9, Cost: 10.5})
	var end EndedError
	if _, err := l.Ask(context.Background()); !errors.As(err, &end) || end.Stop != OverBudget {
		t.Fatalf("after an overshoot: %v", err)
	}
	if over := l.State().Over(); over != 0.5 {
		t.Errorf("over by %v", over)
	}
	s := snapshot(t, reopen(t, l))
	if last := s.Rows[3]; !last.Counted || s.Best != 9 || s.BestRow != 3 || s.Stop != OverBudget || s.Money.Left != 0 || s.Money.Spent != 10.5 || s.Evaluations != 1 {
		t.Errorf("%+v, best %v, stop %q, %+v", last, s.Best, s.Stop, s.Money)
	}
	if n := s.Pair().Objective.Len(); n != 4 {
		t.Errorf("the models know %d evaluations", n)
	}
	undo(t, l)
	if again := ask(t, l); again.Line != first.Line || l.State().Over() != 0 {
		t.Errorf("taken back: %+v, %v over", again, l.State().Over())
	}
	tell(t, l, Answer{Value: 9, Cost: 10.5})
	if _, err := l.ChangeBudget(l.State().Seq, 0.5); err != nil {
		t.Fatal(err)
	}
	if o, err := l.Overview(); err != nil || o.Stop != BudgetSpent {
		t.Errorf("extended by what was over: %q, %v", o.Stop, err)
	}
	if _, err := l.ChangeBudget(l.State().Seq, 5); err != nil {
		t.Fatal(err)
	}
	if s := ask(t, l); s.Expected == nil || s.Design != 0 {
		t.Errorf("extended: %+v", s)
	}
}

// The rule is the study's, from its first line on; a study made before there
// was a choice has the paper's.
func TestLiveOvershootRule(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{bread: journal.Keep, "overshoot = \"keep\"\n" + bread: journal.Keep, discard + bread: ""} {
		l := newLiveStudy(t, text, "ei")
		if got := l.State().Created.Overshoot; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What was measured before is known and not charged, and is no step of the
// policy's.
func TestLiveFreeEvaluations(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "pbgi-d")
	if _, err := l.Journal().Append(l.State().Seq, journal.Told{X: []float64{1.5, 35}, Value: 3, Cost: 40, Free: true, Source: "past.csv"}); err != nil {
		t.Fatal(err)
	}
	s := snapshot(t, reopen(t, l))
	if s.Money.Left != 10 || s.Best != 3 || s.Evaluations != 0 || s.Step != 0 || s.Stop != Running || !s.Rows[3].Initial || s.Pair().Objective.Len() != 4 {
		t.Errorf("%+v, best %v, %d evaluations, step %d", s.Money, s.Best, s.Evaluations, s.Step)
	}
	if x := ask(t, l).X; slices.Equal(x, []float64{1.5, 35}) {
		t.Errorf("asked for %v again", x)
	}
}
