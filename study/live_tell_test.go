package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Another process writes after we have looked and before we tell. What has nothing
// to do with our answer is passed over; what takes its suggestion away is not.
func TestTellRetry(t *testing.T) {
	t.Parallel()
	stale := func(err error) bool { var e *journal.StaleError; return errors.As(err, &e) }
	answered := func(same bool) func(error) bool {
		return func(err error) bool { var e *AnsweredError; return errors.As(err, &e) && e.Same == same }
	}
	none := func(err error) bool { return err == nil }
	tell := func(a Answer) func(t *testing.T, l *Live, s Suggestion) {
		return func(t *testing.T, l *Live, s Suggestion) {
			if a.X == nil {
				a.Ask = s.Line
			}
			if _, err := l.Tell(l.State().Seq, a); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, c := range map[string]struct {
		others func(t *testing.T, l *Live, s Suggestion)
		named  bool // we say which suggestion it is
		at     scenarios.Point
		want   func(error) bool
		heard  int // times that we are told of others
	}{
		"nobody":                       {func(*testing.T, *Live, Suggestion) {}, false, nil, none, 0},
		"a budget":                     {func(t *testing.T, l *Live, _ Suggestion) { _, _ = l.ChangeBudget(l.State().Seq, 1) }, false, nil, none, 1},
		"another point":                {tell(Answer{X: scenarios.Point{1.5, 31}, Value: 3, Cost: 1}), false, scenarios.Point{1.25, 24}, none, 1},
		"another point, ours is asked": {tell(Answer{X: scenarios.Point{1.5, 31}, Value: 3, Cost: 1}), false, nil, stale, 0},
		"skipped":                      {func(t *testing.T, l *Live, s Suggestion) { _, _ = l.Skip(l.State().Seq, "no") }, true, nil, stale, 0},
		"answered":                     {tell(Answer{Value: 2, Cost: 1}), false, nil, stale, 0},
		"answered by the same numbers": {tell(Answer{Value: 2, Cost: 1}), true, nil, answered(true), 0},
		"answered by other numbers":    {tell(Answer{Value: 2.5, Cost: 1}), true, nil, answered(false), 0},
		"answered, ours is elsewhere":  {tell(Answer{Value: 2.5, Cost: 1}), false, scenarios.Point{1.25, 24}, none, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLiveStudy(t, measured(bread), "ei")
			s := ask(t, l)
			other := reopen(t, l)
			a := Answer{Value: 2, Cost: 1}
			if c.named {
				a.Ask = s.Line
			}
			tries, heard := 0, 0
			told, err := l.TellRetry(a, func(a *Answer, suggested scenarios.Point) error {
				if !same(suggested, s.X) {
					t.Errorf("the suggestion is at %v, not %v", suggested, s.X)
				}
				if tries++; tries == 1 {
					c.others(t, other, s)
				}
				a.X = c.at
				return nil
			}, func(Answer) error { return nil }, func(*journal.StaleError) { heard++ })
			if !c.want(err) || heard != c.heard {
				t.Errorf("after %d tries, %d times told of others: %v", tries, heard, err)
			}
			if err == nil && told.Body.(journal.Told).Value != 2 {
				t.Errorf("recorded %v", told)
			}
			if err != nil && len(reopen(t, l).State().Evaluations) != len(other.State().Evaluations) {
				t.Error("something was recorded all the same")
			}
		})
	}
}

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
	again := l.AllPending()
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
	e := l.AllPending()[1].Expected
	if e.Reserved != both[1].Expected.Reserved {
		t.Errorf("taken back: %v reserved, %v at first", e.Reserved, both[1].Expected.Reserved)
	}
	// Left is as much as is reserved and as it should cost: a toss-up, but for the
	// rounding of what is reserved.
	if _, err := l.ChangeBudget(l.State().Seq, e.Reserved+e.Cost-l.State().Remaining()); err != nil {
		t.Fatal(err)
	}
	if now := l.AllPending()[1].Expected; math.Abs(now.FitsIn(l.State().Remaining())-0.5) > 1e-9 {
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

// doubted is the fields an answer is doubted in.
func doubted(t testing.TB, l *Live, a Answer) (fields []string) {
	t.Helper()
	doubts, err := l.Doubts(a)
	testkit.OK(t, err)
	for _, d := range doubts {
		fields = append(fields, d.Field)
		if !(d.low < d.high) || (d.typed >= d.low && d.typed <= d.high) || !strings.HasPrefix(d.Text, fmt.Sprintf("%s %v", d.Field, d.typed)) {
			t.Errorf("%+v", d)
		}
	}
	return fields
}

func TestDoubts(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-puc")
	wild := Answer{Value: 1e6, Cost: 9.5}
	for i, y := range []float64{1, 2.5, 0.5} {
		if s := ask(t, l); s.Design != i+1 {
			t.Fatal("no initial point")
		}
		// While fewer than three values are known, nothing is expected; and the
		// initial design, which is not charged, ends no study.
		if got := doubted(t, l, Answer{Value: 1e6, Cost: 1e6}); got != nil {
			t.Errorf("%d values known: doubted %v", i, got)
		}
		tell(t, l, Answer{Value: y, Cost: 1 + float64(i)/4})
	}
	if got := doubted(t, l, Answer{Value: 1e6, Cost: 1}); got != nil {
		t.Errorf("an answer to nothing: doubted %v", got)
	}
	s := ask(t, l)
	e := s.Expected
	elsewhere := scenarios.Point{1.5, 35}
	for name, c := range map[string]struct {
		a    Answer
		want string
	}{
		"as expected":            {Answer{Value: e.Value, Cost: e.Cost}, "[]"},
		"by its line":            {Answer{Ask: s.Line, Value: 1e6, Cost: e.Cost}, "[value]"},
		"within the interval":    {Answer{Value: e.ValueHigh, Cost: e.CostLow}, "[]"},
		"a slip":                 {Answer{Value: -50, Cost: e.Cost}, "[value]"},
		"a slip at another":      {Answer{X: elsewhere, Value: 50, Cost: e.Cost}, "[value]"},
		"a little off, a slip":   {Answer{X: scenarios.Point{s.X[0] + 0.01, s.X[1]}, Moved: true, Value: 50, Cost: e.Cost}, "[value]"},
		"a failure has no value": {Answer{Failed: true, Value: 50, Cost: e.Cost}, "[]"},
		"too dear and too much":  {wild, "[value cost]"},
		"all of it":              {Answer{Value: e.Value, Cost: 1e4}, "[cost cost]"},
		"too cheap":              {Answer{Value: e.Value, Cost: 1e-6}, "[cost]"},
		"what tell refuses":      {Answer{X: scenarios.Point{0, 0}, Value: 1e6, Cost: 1}, "[]"},
		"no cost":                {Answer{Value: 1e6}, "[]"},
		"no number":              {Answer{Value: math.NaN(), Cost: 1e6}, "[]"},
	} {
		if got := fmt.Sprint(doubted(t, l, c.a)); got != c.want {
			t.Errorf("%s: doubted %v, want %v", name, got, c.want)
		}
	}
	doubts, _ := l.Doubts(Answer{Value: 50, Cost: e.Cost})
	if want := fmt.Sprintf("value 50: expected %.3g to %.3g there", doubts[0].low, doubts[0].high); doubts[0].Text != want {
		t.Errorf("%q, want %q", doubts[0].Text, want)
	}
	if d := doubts[0]; math.Abs(d.low-e.ValueLow) > 0.05*(e.ValueHigh-e.ValueLow) || math.Abs(d.high-e.ValueHigh) > 0.05*(e.ValueHigh-e.ValueLow) {
		t.Errorf("expected %v to %v, the suggestion said %v to %v", d.low, d.high, e.ValueLow, e.ValueHigh)
	}
	tell(t, l, Answer{Value: 2.5, Cost: 8})
	ask(t, l)
	doubts, _ = l.Doubts(Answer{Value: 2, Cost: 2.5})
	if len(doubts) != 1 || doubts[0].Text != "cost 2.5: 2 of the budget is left, so that it ends the study" || doubts[0].high != 2 {
		t.Errorf("%+v", doubts)
	}
	if got := doubted(t, l, Answer{Failed: true, Cost: 2.5}); len(got) != 1 {
		t.Errorf("a failure that ends the study: doubted %v", got)
	}
}

// Whether a number is doubted does not depend on the unit it is in, nor on the
// goal's sign.
func TestDoubtsHaveNoUnit(t *testing.T) {
	t.Parallel()
	var want []string
	for _, k := range []float64{1, -1e6, 1e-6} {
		text := strings.Replace(bread, "budget = 10", fmt.Sprintf("budget = %v", 10*math.Abs(k)), 1)
		if k < 0 {
			text += "[objective]\ngoal = \"minimise\"\n"
		}
		l := newLiveStudy(t, text, "ei")
		for _, y := range []float64{1, 2.5, 0.5} {
			ask(t, l)
			tell(t, l, Answer{Value: k * y, Cost: math.Abs(k) * (1 + y)})
		}
		s := ask(t, l)
		var got []string
		for _, y := range []float64{-20, -4, 0, 1, 3, 7, 30} {
			for _, x := range []scenarios.Point{s.X, {1.5, 35}} {
				for _, cost := range []float64{0.01, 1.5, 4, 9.9, 200} {
					got = append(got, fmt.Sprint(doubted(t, l, Answer{X: x, Value: k * y, Cost: math.Abs(k) * cost})))
				}
			}
		}
		if want == nil {
			want = got
			continue
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("times %v: %v, want %v", k, got, want)
		}
	}
}
