package study

import (
	"context"
	"errors"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

func set(t testing.TB, l *Live, c Change) {
	t.Helper()
	if _, err := l.Set(l.State().Seq, c); err != nil {
		t.Fatal(err)
	}
}

// After a change of policy a study continues as one that had the policy from the
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

func amend(t testing.TB, l *Live, m journal.Amended) journal.Event {
	t.Helper()
	e, err := l.Amend(l.State().Seq, m)
	testkit.OK(t, err)
	return e
}

// After an amendment a study continues as if the right number had been told at
// once, but for what was decided before, which stays.
func TestLiveAmend(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, name := range []string{"ei-puc", "pbgi-d", "2-b-ms-ei"} {
		wrong, right := newLiveStudy(t, measured(bread), name), newLiveStudy(t, measured(bread), name)
		ask(t, wrong)
		told := tell(t, wrong, Answer{Value: 26, Cost: 4})
		pending := ask(t, wrong)
		ask(t, right)
		tell(t, right, Answer{Value: 2.6, Cost: 1.5})

		value, cost := 2.6, 1.5
		amended := amend(t, wrong, journal.Amended{Line: told.Seq, Value: &value, Cost: &cost})
		if _, ok := wrong.Pending(); ok {
			t.Error("what was suggested on a wrong number still stands")
		}
		if e := wrong.State().Evaluations[3]; e.Value != 2.6 || e.Cost != 1.5 || len(e.Amended) != 1 || e.Amended[0] != amended.Seq {
			t.Errorf("%+v", e)
		}
		a, b := snapshot(t, reopen(t, wrong)), snapshot(t, right)
		if a.Best != 2.6 || a.Money.Spent != b.Money.Spent || a.Pair().Objective.Target(3) != b.Pair().Objective.Target(3) || a.Rows[3].Acquisition != b.Rows[3].Acquisition {
			t.Errorf("%s: best %v, %+v, row %+v", name, a.Best, a.Money, a.Rows[3])
		}
		if s, r := ask(t, wrong), ask(t, right); !same(s.X, r.X) || *s.Expected != *r.Expected {
			t.Errorf("%s: amended, it asks for %v; told at once, for %v", name, s.X, r.X)
		}
		undo(t, wrong)
		if s := ask(t, wrong); s.Line != pending.Line || wrong.State().Evaluations[3].Value != 26 || len(wrong.State().Evaluations[3].Amended) != 0 {
			t.Errorf("%s: taken back: %+v", name, s)
		}
	}
}

func TestLiveAmendRefuses(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei")
	asked := ask(t, l)
	told := tell(t, l, Answer{Value: 3, Cost: 1})
	undone := tell(t, l, Answer{X: []float64{1, 1}, Value: 3, Cost: 1})
	undo(t, l)
	note, huge, zero, sd, failed := "x", 1e300, 0.0, 0.1, true
	changed := amend(t, l, journal.Amended{Line: told.Seq, Note: &note})
	seq := l.State().Seq
	for want, m := range map[string]journal.Amended{
		"line 1 holds no evaluation; it says: created":              {Line: 1, Note: &note},
		"line 5 holds a suggestion; the evaluation that answers it": {Line: asked.Line, Note: &note},
		"was undone":                          {Line: undone.Seq, Note: &note},
		"but an amendment of line 6":          {Line: changed.Seq, Note: &note},
		"the study has 9 lines":               {Line: 99, Note: &note},
		"value 1e+300":                        {Line: told.Seq, Value: &huge},
		"cost must be a finite number above":  {Line: told.Seq, Cost: &zero},
		"an amendment changes something":      {Line: told.Seq},
		"given although the evaluation faile": {Line: told.Seq, Failed: &failed, Sd: &sd},
	} {
		if _, err := l.Amend(seq, m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want …%s", m, err, want)
		}
	}
	if l.State().Seq != seq {
		t.Error("something was written")
	}
}

const lab = `budget = 20
constraints = ["t + p <= 130"]
[[parameter]]
name = "t"
low = 20
high = 100
[[parameter]]
name = "p"
low = 1
high = 40
scale = "log"
[objective]
goal = "minimise"
[cost]
unit = "h"
[initial]
points = [[30, 2], [90, 20]]
`

// Bounds and priors are others afterwards, and everything else is as it was.
func TestEditText(t *testing.T) {
	t.Parallel()
	p, err := problemfile.Parse("lab.toml", []byte(lab), "")
	testkit.OK(t, err)
	text, err := Edit{Bounds: map[int][2]float64{1: {2, 60}}, Priors: "dimension-scaled"}.Text(p)
	testkit.OK(t, err)
	q, err := problemfile.Parse("lab.toml", []byte(text), "")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if a, b := q.Parameters[0], q.Parameters[1]; a.Low != 20 || a.High != 100 || b.Low != 2 || b.High != 60 || !b.Log {
		t.Errorf("parameters %+v %+v", a, b)
	}
	if q.Objective.Priors != model.DimensionScaled || q.Cost.Priors != model.DimensionScaled || !q.Minimise || q.CostUnit != "h" || q.Region == nil || len(q.Initial.X) != 0 {
		t.Errorf("the rest: %s", text)
	}
	if p.Parameters[1].Low != 1 || len(p.Initial.X) != 2 {
		t.Error("the problem itself was changed")
	}
}

func TestEditTextRefuses(t *testing.T) {
	t.Parallel()
	myopia, err := builtin.Load("myopia", 0)
	testkit.OK(t, err)
	if _, err := (Edit{Priors: "paper"}).Text(myopia); !errors.Is(err, errPriorsFixed) || !PriorsFixed(myopia) {
		t.Errorf("priors of fixed processes: %v", err)
	}
	if _, err := (Edit{Priors: "pepper"}).Text(myopia); err == nil || !strings.Contains(err.Error(), "paper") {
		t.Errorf("unknown priors: %v", err)
	}
}
