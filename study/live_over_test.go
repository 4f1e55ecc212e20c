package study

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/study/journal"
)

// What was paid for counts: an overshoot is kept and teaches, the study is over
// its budget and ends asking, until the last entry is taken back or the budget
// is extended.
func TestLiveOvershootIsKept(t *testing.T) {
	testkit.SkipEmulated(t)
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

// What was measured before is known and not charged, and is no step of the
// policy's.
func TestLiveFreeEvaluations(t *testing.T) {
	testkit.SkipEmulated(t)
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

// What is out is judged against what is left now, not against what was left when
// it was asked for: after another one's overshoot, and after the budget was cut.
func TestWhatIsOutFitsWhatIsLeftNow(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei-puc")
	both := askFor(t, l, AskOptions{Count: 2})
	if e := both[1].Expected; !(e.Reserved > 0) || !(e.FitsIn(l.State().Remaining()) > 0.99) {
		t.Fatalf("at first: %+v", e)
	}
	tell(t, l, Answer{Ask: both[0].Line, Value: 9, Cost: 25})
	l = reopen(t, l)
	again := l.Standing()
	if len(again) != 1 || again[0].Line != both[1].Line {
		t.Fatalf("standing: %+v", again)
	}
	if e := again[0].Expected; e.Reserved != 0 || e.FitsIn(l.State().Remaining()) != 0 {
		t.Errorf("nothing is left: fits with %v, %v reserved for what is no longer out", e.FitsIn(l.State().Remaining()), e.Reserved)
	}
	if d := snapshotAt(t, l, both[1].Line).Decision; d == nil || d.Fits != 0 {
		t.Errorf("in a view: %+v", d)
	}
	undo(t, l)
	e := l.Standing()[1].Expected
	if e.Reserved != both[1].Expected.Reserved {
		t.Errorf("taken back: %v reserved, %v at first", e.Reserved, both[1].Expected.Reserved)
	}
	// Left is as much as is reserved and as it should cost: a toss-up, but for the
	// rounding of what is reserved.
	if _, err := l.ChangeBudget(l.State().Seq, e.Reserved+e.Cost-l.State().Remaining()); err != nil {
		t.Fatal(err)
	}
	if now := l.Standing()[1].Expected; math.Abs(now.FitsIn(l.State().Remaining())-0.5) > 1e-9 {
		t.Errorf("with %v left at an expected cost of %v it fits with %v", l.State().Remaining()-now.Reserved, now.Cost, now.FitsIn(l.State().Remaining()))
	}
	if d := snapshotAt(t, l, both[1].Line).Decision; math.Abs(d.Fits-0.5) > 1e-9 {
		t.Errorf("in a view it fits with %v", d.Fits)
	}
}

func snapshotAt(t *testing.T, l *Live, line int) Snapshot {
	t.Helper()
	s, err := l.SnapshotAt(context.Background(), line)
	testkit.OK(t, err)
	return s
}
