package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/study/journal"
)

func askFor(t testing.TB, l *Live, o AskOptions) []Suggestion {
	t.Helper()
	s, err := l.AskFor(context.Background(), o)
	testkit.OK(t, err)
	return s
}

func linesOf(all []Suggestion) []int {
	var out []int
	for _, s := range all {
		out = append(out, s.Line)
	}
	return out
}

// distinct wants no two suggestions at one point.
func distinct(t testing.TB, all []Suggestion) {
	t.Helper()
	for i, a := range all {
		for _, b := range all[:i] {
			if readSame(a.X, b.X) {
				t.Errorf("lines %d and %d are both at %v", b.Line, a.Line, a.X)
			}
		}
	}
}

// Whoever asks again gets what they have, and each machine its own.
func TestAskForTheirOwn(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, policy := range []string{"ei-pc", "ei-puc-cc", "pbgi-d", "2-b-ms-ei", "2-b-ms-ei schedule=paper", "p-ms-ei fantasies=8", "far", "random"} {
		l := newLiveStudy(t, measured(bread), policy)
		first := askFor(t, l, AskOptions{Count: 3})
		if got := askFor(t, reopen(t, l), AskOptions{Count: 3}); !slices.Equal(linesOf(got), linesOf(first)) || len(got) != 3 {
			t.Errorf("%s: asked again: %v, want %v", policy, linesOf(got), linesOf(first))
		}
		if s := ask(t, reopen(t, l)); s.Line != first[0].Line {
			t.Errorf("%s: one for whoever asks is line %d, want %d", policy, s.Line, first[0].Line)
		}
		own := askFor(t, reopen(t, l), AskOptions{As: "machine-2"})
		if own[0].As != "machine-2" || slices.Contains(linesOf(first), own[0].Line) {
			t.Errorf("%s: machine-2 got %+v", policy, own[0])
		}
		all := reopen(t, l).AllPending()
		if len(all) != 4 {
			t.Errorf("%s: %d stand", policy, len(all))
		}
		distinct(t, all)
		if e := own[0].Expected; e == nil || !(e.Reserved > 0) || !(e.FitsIn(l.State().Remaining()) >= 0) {
			t.Errorf("%s: expected %+v", policy, e)
		}
		snap := snapshot(t, reopen(t, l)) // views open such a study, too
		if snap.Decision == nil || snap.Stop != Running {
			t.Errorf("%s: decision %v, stop %q", policy, snap.Decision, snap.Stop)
		}
	}
}

// What is out is pendingOutcomes: the next suggestion is not where it would be without,
// and it depends on the journal only.
func TestAskForKnowsWhatIsOut(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, policy := range []string{"ei-pc", "2-b-ms-ei"} {
		alone, beside := newLiveStudy(t, measured(bread), policy), newLiveStudy(t, measured(bread), policy)
		want := ask(t, alone)
		first := askFor(t, beside, AskOptions{As: "a"})[0]
		if !same(first.X, want.X) {
			t.Errorf("%s: the first of several is at %v, alone it is at %v", policy, first.X, want.X)
		}
		second := askFor(t, beside, AskOptions{As: "b"})[0]
		u, v := beside.Problem().ToUnit(first.X), beside.Problem().ToUnit(second.X)
		if d := math.Hypot(u[0]-v[0], u[1]-v[1]); d < 0.05 {
			t.Errorf("%s: %v and %v are measured at once, %v apart", policy, first.X, second.X, d)
		}
	}
}

// What views draw knows what is out, too: there is little to see there.
func TestCurvesKnowWhatIsOut(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, policy := range []string{"ei-pc", "2-b-ms-ei"} {
		l := newLiveStudy(t, measured(bread), policy)
		first := askFor(t, l, AskOptions{As: "a"})[0]
		at := []model.Unit{l.Problem().ToUnit(first.X)}
		snap := snapshot(t, l)
		blind := snap
		blind.pending = nil
		see := func(s Snapshot) float64 {
			if s.Policy.Tree() {
				return s.OneStep(at)[0]
			}
			return s.Acquisition(at)[0]
		}
		if len(snap.Pending) != 1 || !(see(snap) < see(blind)/10) {
			t.Errorf("%s: %v are out, where %v is seen; not knowing it, %v", policy, snap.Pending, see(snap), see(blind))
		}
	}
}

// The initial design is handed out point by point, each to one machine.
func TestAskForDesign(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-pc")
	a, b := askFor(t, l, AskOptions{As: "a", Count: 2}), askFor(t, l, AskOptions{As: "b"})
	if a[0].Design != 1 || a[1].Design != 2 || b[0].Design != 3 {
		t.Errorf("a measures %d and %d, b %d", a[0].Design, a[1].Design, b[0].Design)
	}
	// While nothing is known, what is left is points that nobody looks at.
	c := askFor(t, l, AskOptions{As: "c", Count: 2})
	distinct(t, l.AllPending())
	if c[0].Design != 0 || c[0].Why == "" {
		t.Errorf("c measures %+v", c[0])
	}
	// The last of the design may be told first.
	tell(t, l, Answer{Ask: b[0].Line, Value: 1, Cost: 1})
	tell(t, l, Answer{As: "a", X: a[1].X, Value: 2, Cost: 1})
	if left := l.State().DesignLeft(); !slices.Equal(left, []int{1}) {
		t.Errorf("left of the design: %v", left)
	}
	if _, err := l.AskFor(context.Background(), AskOptions{As: "b"}); err != nil {
		t.Errorf("with a value told, the policy chooses: %v", err)
	}
}

// What is out is paid for in advance. Where that leaves nothing, the study waits
// and has not ended.
func TestAskForReserves(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, strings.Replace(measured(bread), "budget = 10", "budget = 4", 1), "ei-pc")
	all, err := l.AskFor(context.Background(), AskOptions{Count: 9})
	var wait *WaitError
	if !errors.As(err, &wait) || len(all) == 0 || len(all) != wait.out || wait.left != 4 || !(wait.cost > 0) {
		t.Fatalf("%d suggestions, %v", len(all), err)
	}
	if want := "of the 4 left"; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "tell or skip one") {
		t.Errorf("%v", err)
	}
	if o, err := l.Overview(); err != nil || o.Stop != Running {
		t.Errorf("the study says that it has ended: %q, %v", o.Stop, err)
	}
	if _, err := l.AskFor(context.Background(), AskOptions{As: "b"}); !errors.As(err, &wait) {
		t.Errorf("b: %v", err)
	}
	for _, s := range all[1:] {
		tell(t, l, Answer{Ask: s.Line, Value: 1, Cost: 0.7}) // cheaper than expected
	}
	if _, err := l.AskFor(context.Background(), AskOptions{As: "b"}); err != nil {
		t.Errorf("once they were cheap: %v", err)
	}
	tell(t, l, Answer{Ask: all[0].Line, Value: 1, Cost: 4 - l.State().Spent})
	var end EndedError
	if _, err := l.AskFor(context.Background(), AskOptions{As: "c"}); !errors.As(err, &end) || end.Stop != BudgetSpent {
		t.Errorf("at the end: %v", err)
	}
}

// It is clear which suggestion an answer is about, or it is refused.
func TestTellWhich(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei-pc")
	common := askFor(t, l, AskOptions{Count: 2})
	own := askFor(t, l, AskOptions{As: "m", Count: 2})
	lone := askFor(t, l, AskOptions{As: "n"})
	before := l.State().Seq
	refused := func(a Answer, words ...string) {
		t.Helper()
		_, err := l.Tell(l.State().Seq, a)
		var which *journal.WhichError
		if !errors.As(err, &which) {
			t.Errorf("%+v: %v", a, err)
			return
		}
		for _, w := range words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%+v: %q does not say %q", a, err, w)
			}
		}
	}
	refused(Answer{Value: 1, Cost: 1}, fmt.Sprintf("line %d and line %d", common[0].Line, common[1].Line), "--ask LINE")
	refused(Answer{As: "m", Value: 1, Cost: 1}, fmt.Sprintf("line %d (m) and line %d (m)", own[0].Line, own[1].Line))
	refused(Answer{As: "nobody", Value: 1, Cost: 1}, "nobody", "(n)")
	refused(Answer{As: "n", X: own[0].X, Value: 1, Cost: 1}, "--moved")
	if l.State().Seq != before {
		t.Fatal("something was written")
	}
	answers := func(a Answer, line int) {
		t.Helper()
		told := tell(t, l, a).Body.(journal.Told)
		if told.Answers != line {
			t.Errorf("%+v answers line %d, want %d", a, told.Answers, line)
		}
	}
	answers(Answer{As: "n", Value: 1, Cost: 0.1}, lone[0].Line)
	answers(Answer{X: own[1].X, Value: 1, Cost: 0.1}, own[1].Line) // the point says whose it is
	answers(Answer{As: "m", Value: 1, Cost: 0.1}, own[0].Line)     // only one is left
	answers(Answer{Ask: common[1].Line, Value: 1, Cost: 0.1}, common[1].Line)
	answers(Answer{Moved: true, X: []float64{1.5, 3}, Value: 1, Cost: 0.1}, common[0].Line)
	if n := len(l.AllPending()); n != 0 {
		t.Errorf("%d still stand", n)
	}
	var answered *AnsweredError
	if _, err := l.Tell(l.State().Seq, Answer{Ask: own[0].Line, Value: 1, Cost: 0.1}); !errors.As(err, &answered) || !answered.Same {
		t.Errorf("told again: %v", err)
	}
	askFor(t, l, AskOptions{As: "n"})
	refused(Answer{Value: 1, Cost: 1}, "in common", "(n)")
}

// A suggestion that nobody answers in time is given up by whoever asks next. Its
// point is as good as before, and its answer may still come.
func TestExpires(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-pc")
	clock := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	at := func(d time.Duration) *Live {
		t.Helper()
		again, err := OpenLive(l.Journal().Path(), journal.Settings{Now: func() time.Time { return clock.Add(d) }})
		testkit.OK(t, err)
		return again
	}
	first := askFor(t, at(0), AskOptions{As: "a", Expires: 2 * time.Hour})[0]
	if first.Expires != clock.Add(2*time.Hour+time.Millisecond) || first.Design != 1 {
		t.Errorf("%+v", first)
	}
	if s := askFor(t, at(2*time.Hour), AskOptions{As: "a"})[0]; s.Line != first.Line {
		t.Errorf("within its time line %d became line %d", first.Line, s.Line)
	}
	l = at(3 * time.Hour)
	next := askFor(t, l, AskOptions{As: "b"})[0]
	if next.Design != 1 {
		t.Errorf("the expired point 1 of the design is not asked for again, but %d", next.Design)
	}
	if k := l.State().Skips; len(k) != 1 || !k[0].Expired || k[0].Ask.Seq != first.Line {
		t.Errorf("skips %+v", k)
	}
	// Both measure it: the first to come is the point of the design, the other one
	// more measurement, and neither is charged.
	tell(t, l, Answer{Ask: next.Line, Value: 1, Cost: 2})
	late := tell(t, l, Answer{Ask: first.Line, Value: 1.1, Cost: 2}).Body.(journal.Told)
	if late.Answers != first.Line || late.Design != 0 || !late.Free || l.State().Spent != 0 {
		t.Errorf("the late answer: %+v, spent %v", late, l.State().Spent)
	}
	// An undo means what a person did, not what the clock did.
	own := askFor(t, l, AskOptions{As: "a", Expires: time.Minute})[0]
	l = at(5 * time.Hour)
	askFor(t, l, AskOptions{As: "b"})
	n := len(l.State().Evaluations)
	undo(t, l)
	if len(l.State().Evaluations) != n-1 {
		t.Errorf("after the undo there are %d evaluations of %d", len(l.State().Evaluations), n)
	}
	if _, ok := l.State().Answerable(own.Line); !ok {
		t.Error("the expired suggestion cannot be answered any more")
	}
}

// Skipping one leaves the others, and keeps away from it.
func TestSkipOneOfSeveral(t *testing.T) {
	t.Parallel()
	for _, policy := range []string{"ei-pc", "random"} {
		l := newLiveStudy(t, measured(bread), policy)
		all := askFor(t, l, AskOptions{Count: 3})
		if _, err := l.SkipAsk(l.State().Seq, all[1].Line, "clogged"); err != nil {
			t.Fatal(err)
		}
		tell(t, l, Answer{Ask: all[2].Line, Value: 1, Cost: 0.5})
		again := askFor(t, l, AskOptions{Count: 3})
		if again[0].Line != all[0].Line {
			t.Errorf("%s: line %d no longer stands", policy, all[0].Line)
		}
		p := l.Problem()
		for _, s := range again[1:] {
			for _, old := range all {
				u, v := p.ToUnit(s.X), p.ToUnit(old.X)
				if d := math.Hypot(u[0]-v[0], u[1]-v[1]); d < skipRadius && old.Line == all[1].Line || d == 0 {
					t.Errorf("%s: line %d at %v is that of line %d", policy, s.Line, s.X, old.Line)
				}
			}
		}
		if _, err := l.SkipAsk(l.State().Seq, all[1].Line, ""); err == nil {
			t.Errorf("%s: skipped twice", policy)
		}
	}
}

// On a grid no point is handed out twice, and when none is left the study waits.
func TestAskForSmallGrid(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	text := `
name = "switch"
budget = 100
[[parameter]]
name = "setting"
low = 1
high = 5
integer = true
[initial]
points = [[1], [5]]
values = [0, 1]
costs = [1, 1]
`
	for _, policy := range []string{"ei-pc", "random", "2-b-ms-ei"} {
		l := newLiveStudy(t, text, policy)
		all, err := l.AskFor(context.Background(), AskOptions{Count: 6})
		var wait *WaitError
		if !errors.As(err, &wait) || len(all) < 3 || len(all) > 5 {
			t.Errorf("%s: %d of 5 settings, %v", policy, len(all), err)
		}
		distinct(t, all)
	}
}
