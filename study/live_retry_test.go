package study

import (
	"errors"
	"testing"

	"farsight/scenarios"
	"farsight/study/journal"
)

// Somebody else writes after we have looked and before we tell. What has nothing
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
