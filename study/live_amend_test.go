package study

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/study/journal"
)

func amend(t testing.TB, l *Live, m journal.Amended) journal.Event {
	t.Helper()
	e, err := l.Amend(l.State().Seq, m)
	testkit.OK(t, err)
	return e
}

// After an amendment a study goes on as if the right number had been told at
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
