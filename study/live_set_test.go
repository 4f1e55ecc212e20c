package study

import (
	"context"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

func set(t testing.TB, l *Live, c Change) {
	t.Helper()
	if _, err := l.Set(l.State().Seq, c); err != nil {
		t.Fatal(err)
	}
}

// After a change of policy a study goes on as one that had the policy from the
// start and the same evaluations, told by people; what was decided before stays.
func TestLiveSetPolicy(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, name := range []string{"ei-puc", "pbgi-d", "2-b-ms-ei"} {
		l, other := newLiveStudy(t, measured(bread), "random"), newLiveStudy(t, measured(bread), name)
		for range 3 {
			s := ask(t, l)
			tell(t, l, Answer{Value: 2, Cost: 1})
			tell(t, other, Answer{X: s.X, Value: 2, Cost: 1})
		}
		before := ask(t, l)
		set(t, l, Change{Policy: name, Reason: "enough of chance"})
		if _, ok := l.Pending(); ok || l.Policy().Name == "random" {
			t.Errorf("still %s", l.Policy())
		}
		s, want := ask(t, reopen(t, l)), ask(t, other)
		if !same(s.X, want.X) || *s.Expected != *want.Expected || s.Policy != want.Policy {
			t.Errorf("%s: %+v, want %+v", name, s, want)
		}
		l = reopen(t, l)
		if d := snapshot(t, l).Decision; !same(d.X, s.X) {
			t.Errorf("shown %v", d.X)
		}
		undo(t, l)
		if s := ask(t, l); s.Line != before.Line || l.Policy().Name != "random" {
			t.Errorf("taken back: %+v", s)
		}
	}
}

// Bounds may be narrowed: what lies outside stays, is paid, teaches nothing and
// is not the best; nothing outside is asked for.
func TestLiveSetBounds(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-puc")
	ask(t, l)
	tell(t, l, Answer{Value: 1, Cost: 1})
	best := tell(t, l, Answer{X: []float64{4.9, 39}, Value: 9, Cost: 2})
	tell(t, l, Answer{X: []float64{3, 20}, Value: 2, Cost: 2})
	narrow := strings.Replace(strings.Replace(bread, "high = 5", "high = 3.5\nscale = \"log\"", 1), ", [4, 30]]", "]", 1)
	set(t, l, Change{Problem: narrow})
	s := snapshot(t, reopen(t, l))
	if !s.Rows[1].Outside || s.Rows[0].Outside || s.Best != 2 || s.Money.Spent != 2 || s.Evaluations != 1 || s.Pair().Objective.Len() != 2 {
		t.Errorf("%+v, best %v, %+v", s.Rows[1], s.Best, s.Money)
	}
	// The third initial point lies outside now; [2, 10] and [3, 20] were told.
	for range 4 {
		p := ask(t, l)
		if p.Design != 0 || l.Problem().CheckPoint(p.X) != nil || p.X[0] > 3.5 {
			t.Errorf("%+v", p)
		}
		tell(t, l, Answer{Value: p.X[0], Cost: 1})
	}
	if _, err := l.Tell(l.State().Seq, Answer{X: []float64{4, 20}, Value: 1, Cost: 1}); err == nil {
		t.Error("told outside")
	}
	for range 4 {
		undo(t, l)
	}
	undo(t, l)
	if s := snapshot(t, l); s.Best != 9 || s.Rows[1].Outside || s.Pair().Objective.Len() != 3 || l.State().Evaluations[1].Seq != best.Seq {
		t.Errorf("taken back: best %v", s.Best)
	}
	// Nothing inside is known: points are spread, as at the start.
	set(t, l, Change{Problem: strings.Replace(strings.Replace(bread, "low = 1", "low = 4.95", 1), "[initial]\npoints = [[2, 10], [3, 20], [4, 30]]", "", 1)})
	if p := ask(t, l); p.Why == "" || p.X[0] < 4.95 || snapshot(t, l).Fitted != nil {
		t.Errorf("with nothing inside: %+v", p)
	}
}

func TestLiveSetRefuses(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei")
	for want, c := range map[string]Change{
		"nothing is set":            {Reason: "x"},
		"eix":                       {Policy: "eix"},
		"its parameters are h":      {Problem: strings.Replace(bread, `"hours"`, `"h"`, 1)},
		"another goal":              {Problem: bread + "[objective]\ngoal = \"minimise\"\n"},
		"bread.toml:3:10: budget":   {Problem: strings.Replace(bread, "budget = 10", "budget = -1", 1)},
		"initial.points[1]: hours ": {Problem: strings.Replace(bread, "low = 1", "low = 2.5", 1)},
	} {
		if _, err := l.Set(l.State().Seq, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want …%s", err, want)
		}
	}
	held, err := l.AskFor(context.Background(), AskOptions{As: "machine"})
	testkit.OK(t, err)
	x := held[0].X
	p := *l.Problem()
	p.Parameters = append([]scenarios.Parameter(nil), p.Parameters...)
	p.Initial = scenarios.Initial{}
	if mid := (p.Parameters[0].Low + p.Parameters[0].High) / 2; x[0] < mid {
		p.Parameters[0].Low = x[0] + 0.01
	} else {
		p.Parameters[0].High = x[0] - 0.01
	}
	text := formatted(t, &p)
	if _, err := l.Set(l.State().Seq, Change{Problem: text}); err == nil || !strings.Contains(err.Error(), "tell or skip it first") {
		t.Errorf("while a point outside is out: %v", err)
	}
	if notes, err := l.Unchanged(strings.Replace("charge-initial = true\n"+text, "budget = 10", "budget = 12", 1)); err != nil || len(notes) != 3 || !strings.Contains(notes[0], "the budget stays 10") {
		t.Errorf("%q, %v", notes, err)
	}
}

func formatted(t testing.TB, p *scenarios.Problem) string {
	t.Helper()
	text, err := problemfile.Format(p)
	testkit.OK(t, err)
	return string(text)
}
