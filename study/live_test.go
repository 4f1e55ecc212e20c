package study

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/study/journal"
)

// bread is a problem that a person measures: two parameters, one whole.
const bread = `
name = "bread"
budget = 10
[[parameter]]
name = "hours"
low = 1
high = 5
[[parameter]]
name = "loaves"
low = 1
high = 40
integer = true
[initial]
points = [[2, 10], [3, 20], [4, 30]]
[policy.b-ms-ei]
effort = "quick"
`

// discard is the paper's rule for what exceeds the budget.
const discard = "overshoot = \"discard\"\n"

// measured adds measurements to the initial design of bread.
func measured(text string) string {
	return strings.Replace(text, "4, 30]]", "4, 30]]\nvalues = [1, 2.5, 0.5]\ncosts = [1, 2, 1.5]", 1)
}

func newLiveStudy(t testing.TB, text, name string) *Live {
	t.Helper()
	q, err := policy.Parse(name)
	testkit.OK(t, err)
	l, err := CreateLive(filepath.Join(liveDir(t), "a.study"), "bread.toml", []byte(text), LiveSettings{Policy: q, Seed: 3})
	testkit.OK(t, err)
	return l
}

// liveDir is a folder where syncing costs nothing, if there is one.
func liveDir(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "live-test-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func reopen(t testing.TB, l *Live) *Live {
	t.Helper()
	again, err := OpenLive(l.Journal().Path(), journal.Settings{})
	testkit.OK(t, err)
	return again
}

func ask(t testing.TB, l *Live) Suggestion {
	t.Helper()
	s, err := l.Ask(context.Background())
	testkit.OK(t, err)
	return s
}

func tell(t testing.TB, l *Live, a Answer) journal.Event {
	t.Helper()
	e, err := l.Tell(l.State().Seq, a)
	testkit.OK(t, err)
	return e
}

func undo(t testing.TB, l *Live) {
	t.Helper()
	if _, err := l.Undo(l.State().Seq); err != nil {
		t.Fatal(err)
	}
}

func skip(t testing.TB, l *Live) {
	t.Helper()
	if _, err := l.Skip(l.State().Seq, "cannot be done"); err != nil {
		t.Fatal(err)
	}
}

func snapshot(t testing.TB, l *Live) Snapshot {
	t.Helper()
	s, err := l.Snapshot()
	testkit.OK(t, err)
	return s
}

// A live study that is opened again for every single step takes the very steps
// of a run that stays in memory: the journal carries all that a policy
// remembers, to the last bit.
func TestLiveIsTheRun(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, c := range []struct {
		problem, policy string
		limit           int
	}{
		{"dropwave", "random", 4}, {"dropwave", "ei-puc-cc", 4}, {"dropwave", "pbgi-d", 8},
		{"dropwave", "3-b-ms-ei", 5}, {"dropwave", "2-b-ms-ei joint=on", 4}, {"dropwave", "3-b-ms-ei-p", 4}, {"myopia", "ei-puc", 0}, {"myopia", "b-ms-ei", 0},
	} {
		t.Run(c.problem+" "+c.policy, func(t *testing.T) {
			const seed = 5
			q, err := policy.Parse(c.policy)
			testkit.OK(t, err)
			if c.problem == "dropwave" && q.Tree() {
				q = q.With("effort", "quick")
			}
			want, err := NewReplay(context.Background(), scenario(t, c.problem, seed), q, Settings{Seed: seed, Limit: c.limit}, nil)
			testkit.OK(t, err)
			text, err := builtin.Text(c.problem, seed)
			testkit.OK(t, err)
			// What a live study keeps of an overshoot is the one thing a run drops.
			text = append([]byte(discard), text...)
			l, err := CreateLive(filepath.Join(liveDir(t), "a.study"), c.problem, text, LiveSettings{Policy: q, Seed: seed})
			testkit.OK(t, err)
			var end EndedError
			for c.limit == 0 || len(l.State().Evaluations) < len(want.Last().Rows) {
				s, err := reopen(t, l).Ask(context.Background())
				if errors.As(err, &end) {
					break
				}
				testkit.OK(t, err)
				l = reopen(t, l)
				if s.Design == 0 { // what is shown of a pending decision is the decision
					d, shown := want.Snapshots[snapshot(t, l).Step].Decision, snapshot(t, l).Decision
					if !same(d.X, shown.X) || d.Expect != shown.Expect || d.Horizon != shown.Horizon || (d.Tree == nil) != (shown.Tree == nil) || !alike(d.Acquisition, shown.Acquisition) {
						t.Errorf("decided %+v, shown %+v", d, shown)
					}
					if d.Tree != nil && (d.Tree.Value != shown.Tree.Value || len(d.Tree.Nodes) != len(shown.Tree.Nodes)) {
						t.Errorf("tree of value %v, shown as %v", d.Tree.Value, shown.Tree.Value)
					}
				}
				e, err := l.Evaluate(context.Background(), s)
				testkit.OK(t, err)
				tell(t, l, Answer{Value: e.Value, Cost: e.Cost})
			}
			a, b := want.Last(), snapshot(t, l)
			if len(a.Rows) != len(b.Rows) {
				t.Fatalf("%d rows in one run, %d live", len(a.Rows), len(b.Rows))
			}
			for i, r := range a.Rows {
				if q := b.Rows[i]; !same(r.X, q.X) || r.Y != q.Y || r.Counted != q.Counted || r.Remaining != q.Remaining || r.Best != q.Best || !alike(r.Acquisition, q.Acquisition) {
					t.Errorf("row %d: %+v, live %+v", i, r, q)
				}
			}
			if a.Evaluations != b.Evaluations || a.Step != b.Step || c.limit == 0 && end.Stop != a.Stop {
				t.Errorf("the run ended %q after %d, live %q, %q after %d", a.Stop, a.Evaluations, end.Stop, b.Stop, b.Evaluations)
			}
		})
	}
}

func alike(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// Telling at the asked point, at a point nearby, at any other, of an initial
// point, and at one that was asked long ago.
func TestLiveTell(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-puc")
	s := ask(t, l)
	if tell(t, l, Answer{X: []float64{3, 20}, Value: 1, Cost: 1}); l.State().Evaluations[0].Design != 2 {
		t.Error("an initial point told out of turn is charged")
	}
	if again := ask(t, l); again.Design != 1 || again.Line == s.Line {
		t.Errorf("after another was told: %+v", again)
	}
	tell(t, l, Answer{X: []float64{2.1, 10}, Moved: true, Value: 2, Cost: 1})
	e := l.State().Evaluations[1]
	if e.Design != 1 || e.Answers == 0 || e.X[0] != 2.1 {
		t.Errorf("told nearby: %+v", e)
	}
	// A point typed in as it was shown is the point that was asked for.
	third := ask(t, l)
	undo(t, l)
	undo(t, l)
	tell(t, l, Answer{X: []float64{3.0000001, 20}, Value: 1, Cost: 1})
	tell(t, l, Answer{X: []float64{2.0000001, 10}, Value: 2, Cost: 1})
	if st := l.State(); st.Spent != 0 || len(st.DesignLeft()) != 1 || third.Design != 3 {
		t.Errorf("initial points told in six figures: %v left, spent %v", st.DesignLeft(), st.Spent)
	}
	tell(t, l, Answer{X: []float64{1.5, 39}, Value: 3, Cost: 4})
	if st := l.State(); st.Spent != 4 || st.Evaluations[2].Design != 0 {
		t.Errorf("told elsewhere: spent %v", st.Spent)
	}
	var stale *journal.StaleError
	if _, err := l.Tell(l.State().Seq, Answer{Ask: s.Line, Value: 1, Cost: 1}); !errors.As(err, &stale) || len(stale.Events) != 9 || !strings.Contains(err.Error(), "told (3, 20)") {
		t.Errorf("an answer to what no longer stands: %v", err)
	}
	for _, c := range []struct {
		a    Answer
		want string
	}{
		{Answer{Value: 1, Cost: 1}, "nothing has been asked"},
		{Answer{X: []float64{2, 2}, Moved: true, Value: 1, Cost: 1}, "nothing has been asked"},
		{Answer{Ask: 99, Value: 1, Cost: 1}, "99"},
		{Answer{Ask: 1, Value: 1, Cost: 1}, "no suggestion"},
		{Answer{X: []float64{2, 2.5}, Value: 1, Cost: 1}, "loaves = 2.5 must be a whole number"},
		{Answer{X: []float64{2, 41}, Value: 1, Cost: 1}, "loaves = 41 is outside"},
		{Answer{X: []float64{2}, Value: 1, Cost: 1}, "2 parameters"},
		{Answer{X: []float64{2, 2}, Value: 1, Cost: 0}, "cost"},
		{Answer{X: []float64{2, 2}, Value: math.Inf(1), Cost: 1}, "value"},
		{Answer{X: []float64{2, 2}, Value: math.NaN(), Cost: 1}, "failed"},
	} {
		if _, err := l.Tell(l.State().Seq, c.a); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.a, err, c.want)
		}
	}
	if n := len(l.State().Evaluations); n != 3 {
		t.Errorf("%d evaluations", n)
	}
}

// Several goroutines may use one Live: they ask for one point, and every answer
// lands once.
func TestLiveTogether(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei-puc")
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 5 {
				_, err := l.Ask(context.Background())
				var stale *journal.StaleError
				if err == nil {
					_, err = l.Tell(l.State().Seq, Answer{X: []float64{1, float64(i + 1)}, Value: 1, Cost: 0.01})
				}
				if err != nil && !errors.As(err, &stale) {
					t.Error(err)
				}
				if _, err := l.Poll(); err != nil {
					t.Error(err)
				}
				if _, err := l.Snapshot(); err != nil {
					t.Error(err)
				}
				l.AllowCommands()
			}
		})
	}
	wg.Wait()
	told := 0
	for _, e := range l.Journal().Events() {
		if _, ok := e.Body.(journal.Told); ok {
			told++
		}
	}
	if n := len(l.State().Evaluations); n != told {
		t.Errorf("%d evaluations, %d told", n, told)
	}
}

// A journal whose first line contradicts itself is refused.
func TestLiveOtherParameters(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	path := filepath.Join(liveDir(t), "a.study")
	c := journal.Created{Name: "bread", Problem: bread, Parameters: []string{"hours"}, Policy: "ei", Budget: 10}
	if _, err := journal.Create(path, c, journal.Settings{}); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenLive(path, journal.Settings{}); err == nil || !strings.Contains(err.Error(), "loaves") {
		t.Errorf("%v", err)
	}
}

// With nothing but failures the study continues, at points away from them; the
// first success lets the policy take over.
func TestLiveFailures(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	l := newLiveStudy(t, bread, "b-ms-ei")
	if s := snapshot(t, l); s.Fitted != nil || s.Decision != nil || !math.IsNaN(s.Best) || s.Stop != Running {
		t.Errorf("before anything: %+v", s)
	}
	for range 3 {
		ask(t, l)
		tell(t, l, Answer{Failed: true, Cost: 3})
	}
	if st := l.State(); st.Spent != 0 {
		t.Errorf("failed initial points were charged %v", st.Spent)
	}
	var seen [][]float64
	for range 2 {
		s := ask(t, l)
		if s.Design != 0 || s.Expected != nil || s.Why == "" {
			t.Errorf("%+v", s)
		}
		if err := checkTold(l.Problem(), s.X); err != nil {
			t.Error(err)
		}
		if again := ask(t, reopen(t, l)); !same(again.X, s.X) || again.Why != s.Why {
			t.Errorf("asked again: %+v, %+v", s, again)
		}
		if slices.ContainsFunc(seen, func(x []float64) bool { return same(x, s.X) }) {
			t.Errorf("%v again", s.X)
		}
		seen = append(seen, s.X)
		tell(t, l, Answer{Failed: true, Cost: 2})
	}
	if s := snapshot(t, l); s.Fitted != nil || s.Money.Spent != 4 || s.Evaluations != 2 || !s.Rows[4].Failed || !s.Rows[4].Counted {
		t.Errorf("after failures: %+v", s.Money)
	}
	ask(t, l)
	tell(t, l, Answer{Value: 1, Cost: 1})
	s := ask(t, l)
	if s.Expected == nil {
		t.Errorf("after a success: %+v", s)
	}
	// A failure that costs more than is left is charged all the same: it was paid.
	tell(t, l, Answer{Failed: true, Cost: 8})
	if s := snapshot(t, l); s.Money.Spent != 13 || s.Money.Left != 0 || s.Stop != OverBudget {
		t.Errorf("a dear failure: %+v, stop %q", s.Money, s.Stop)
	}
}

// Undo is a true inverse: what follows is as if the undone had never been.
func TestLiveUndo(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, policy := range []string{"2-b-ms-ei", "pbgi-d"} {
		l := newLiveStudy(t, measured(bread), policy)
		first := ask(t, l)
		tell(t, l, Answer{Value: 2.6, Cost: 1.5})
		second := ask(t, l)
		tell(t, l, Answer{Value: 2.7, Cost: 1})
		third := ask(t, l)
		undo(t, l)
		if s := ask(t, l); s.Line != second.Line {
			t.Errorf("%s: after undo %+v, want %+v", policy, s, second)
		}
		undo(t, l)
		if s := ask(t, l); s.Line != first.Line {
			t.Errorf("%s: after two undos %+v, want %+v", policy, s, first)
		}
		skip(t, l)
		ask(t, l)
		tell(t, l, Answer{Value: -1, Cost: 3}) // another past, taken back as well
		ask(t, l)
		undo(t, l)
		undo(t, l)
		l = reopen(t, l)
		tell(t, l, Answer{Value: 2.6, Cost: 1.5})
		if s := ask(t, l); !same(s.X, second.X) || *s.Expected != *second.Expected {
			t.Errorf("%s: told again, %+v, want %+v", policy, s, second)
		}
		tell(t, l, Answer{Value: 2.7, Cost: 1})
		if s := ask(t, l); !same(s.X, third.X) || *s.Expected != *third.Expected {
			t.Errorf("%s: told again, %+v, want %+v", policy, s, third)
		}
	}
	l := newLiveStudy(t, bread, "ei")
	if _, err := l.Undo(l.State().Seq); err == nil {
		t.Error("undid nothing")
	}
}

// What is skipped is not suggested again, nor what is near it.
func TestLiveSkip(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, policy := range []string{"random", "ei-puc", "2-b-ms-ei"} {
		l := newLiveStudy(t, bread, policy)
		if _, err := l.Skip(l.State().Seq, ""); err == nil {
			t.Error("skipped nothing")
		}
		ask(t, l)
		skip(t, l)
		if s := ask(t, l); s.Design != 2 {
			t.Errorf("after the first initial point was skipped: %+v", s)
		}
		tell(t, l, Answer{Value: 1, Cost: 1})
		ask(t, l)
		tell(t, l, Answer{Value: 2, Cost: 1})
		var skipped [][]float64
		p := l.Problem()
		for i := range 6 {
			s := ask(t, l)
			if again := ask(t, reopen(t, l)); !same(again.X, s.X) {
				t.Errorf("%s: asked again %v, then %v", policy, s.X, again.X)
			}
			u := p.ToUnit(s.X)
			for _, k := range skipped {
				v := p.ToUnit(k)
				if math.Hypot(u[0]-v[0], u[1]-v[1]) < skipRadius {
					t.Errorf("%s: %v is near %v, which was skipped", policy, s.X, k)
				}
			}
			if i == 0 && s.Why != "" || i > 0 && policy != "random" && s.Why == "" && s.Expected == nil {
				t.Errorf("%s: suggestion %d: %+v", policy, i, s)
			}
			skipped = append(skipped, s.X)
			skip(t, l)
		}
		undo(t, l)
		if s := ask(t, l); !same(s.X, skipped[5]) {
			t.Errorf("%s: undoing a skip gives %v, want %v", policy, s.X, skipped[5])
		}
	}
}

func TestLiveSkippedEverywhere(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	text := `
name = "coin"
budget = 10
[[parameter]]
name = "side"
low = 0
high = 1
integer = true
[objective]
noisy = true # or there were nothing to ask
[initial]
points = [[0], [1]]
values = [1, 2]
costs = [1, 1]
`
	l := newLiveStudy(t, text, "ei")
	ask(t, l)
	skip(t, l)
	ask(t, l)
	skip(t, l)
	if _, err := l.Ask(context.Background()); err == nil || !strings.Contains(err.Error(), "skip") {
		t.Errorf("with both sides skipped: %v", err)
	}
}

// The journal and the run never disagree on what was spent and what counts,
// whether the initial design is charged or not.
func TestLiveBudgetAgrees(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	dir := liveDir(t)
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		text := bread
		if rapid.Bool().Draw(t, "charge") {
			text = "charge-initial = true\n" + text
		}
		if rapid.Bool().Draw(t, "measured") {
			text = measured(text)
		}
		if rapid.Bool().Draw(t, "discard") {
			text = discard + text
		}
		l, err := CreateLive(filepath.Join(dir, "a"+string(rune('a'+n%26))+".study"), "bread.toml", []byte(text), LiveSettings{Policy: policy.Must("random")})
		testkit.OK(t, err)
		defer os.Remove(l.Journal().Path())
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			seq := l.State().Seq
			cost := rapid.SampledFrom([]float64{0.1, 0.5, 1, 3, 7}).Draw(t, "cost")
			x := []float64{2, float64(rapid.IntRange(1, 40).Draw(t, "loaves"))}
			switch rapid.IntRange(0, 8).Draw(t, "what") {
			case 6:
				if told := l.State().Evaluations; len(told) > 0 {
					line := rapid.SampledFrom(told).Draw(t, "told").Seq
					_, err = l.Amend(seq, journal.Amended{Line: line, Cost: &cost})
				}
			case 7:
				_, err = l.Import(seq, []journal.Told{{X: x, Value: 1, Cost: cost, Free: rapid.Bool().Draw(t, "free")}, {X: x, Value: 2, Cost: cost}})
			case 8:
				_, err = l.Set(seq, Change{Policy: rapid.SampledFrom([]string{"ei", "random"}).Draw(t, "policy")})
			case 0:
				_, err = l.Ask(context.Background())
			case 1:
				_, err = l.Tell(seq, Answer{X: x, Value: 1, Cost: cost})
			case 2:
				_, err = l.Tell(seq, Answer{X: x, Failed: true, Cost: cost})
			case 3:
				_, err = l.Tell(seq, Answer{Value: 2, Cost: cost})
			case 4:
				_, err = l.ChangeBudget(seq, cost-2)
			case 5:
				_, err = l.Undo(seq)
			}
			_ = err // refusals change nothing, and are tested elsewhere
		}
		st := l.State()
		now, err := l.now()
		testkit.OK(t, err)
		r, err := now.run()
		testkit.OK(t, err)
		if r.budget.Spent() != st.Spent || r.budget.Total != st.Budget || r.budget.Left() != st.Remaining() {
			t.Fatalf("spent %v of %v, the journal says %v of %v", r.budget.Spent(), r.budget.Total, st.Spent, st.Budget)
		}
		for i, e := range st.Evaluations {
			if row := r.rows[i]; row.Counted != e.Counted || row.Failed != e.Failed || row.Initial != (e.Design > 0 || e.Free) || row.Free != e.Free {
				t.Fatalf("row %d: %+v, the journal says %+v", i, row, e)
			}
		}
	})
}

// A problem's files are found wherever the study is kept, and still after both
// were moved together.
func TestLiveFolders(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(root, name)
		testkit.OK(t, os.MkdirAll(filepath.Dir(file), 0o755))
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o644))
	}
	text := `
budget = 10
[[parameter]]
name = "x"
low = 0
high = 1
[table]
file = "past.csv"
objective = "y"
cost = "z"
[initial]
points = [[0.5]]
`
	write("lab/problems/v1.2.toml", text)
	write("lab/problems/past.csv", "x,y,z\n0,1,1\n0.5,2,1\n1,1,2\n")
	for _, study := range []string{"lab/problems/a.study", "lab/a.study", "lab/studies/deep/a.study"} {
		file := filepath.Join(root, study)
		testkit.OK(t, os.MkdirAll(filepath.Dir(file), 0o755))
		l, err := CreateLive(file, filepath.Join(root, "lab/problems/v1.2.toml"), []byte(text), LiveSettings{Policy: policy.Must("ei"), Dir: filepath.Join(root, "lab/problems")})
		if err != nil {
			t.Fatalf("%s: %v", study, err)
		}
		if name := reopen(t, l).Problem().Name; name != "v1.2" {
			t.Errorf("%s: the problem is now called %q", study, name)
		}
	}
	moved := filepath.Join(root, "moved")
	testkit.OK(t, os.Rename(filepath.Join(root, "lab"), moved))
	for _, study := range []string{"problems/a.study", "a.study", "studies/deep/a.study"} {
		l, err := OpenLive(filepath.Join(moved, study), journal.Settings{})
		if err != nil {
			t.Fatalf("%s, moved: %v", study, err)
		}
		if e, err := l.Evaluate(context.Background(), ask(t, l)); err != nil || math.Abs(e.Value-2) > 0.1 {
			t.Errorf("%s: %+v, %v", study, e, err)
		}
	}
	alone := filepath.Join(root, "alone.study")
	testkit.OK(t, os.Rename(filepath.Join(moved, "a.study"), alone))
	if _, err := OpenLive(alone, journal.Settings{}); err == nil || !strings.Contains(err.Error(), filepath.Join(root, "problems")) || !strings.Contains(err.Error(), "past.csv") {
		t.Errorf("without its table: %v", err)
	}
}

// Where line 1 is lost, the problem's file brings the study back.
func TestSalvageLive(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, measured(bread), "ei")
	ask(t, l)
	tell(t, l, Answer{Value: 1, Cost: 1})
	path := l.Journal().Path()
	b, err := os.ReadFile(path)
	testkit.OK(t, err)
	b[50] ^= 1
	testkit.OK(t, os.WriteFile(path, b, 0o644))
	if _, err := OpenLive(path, journal.Settings{}); err == nil {
		t.Fatal("a damaged study opened")
	}
	if _, err := SalvageLive(path, "", nil, LiveSettings{}); err == nil {
		t.Fatal("salvaged without its first line")
	}
	out, err := SalvageLive(path, "bread.toml", []byte(measured(bread)), LiveSettings{Policy: policy.Must("ei"), Seed: 3})
	if err != nil || out.Kept != 6 || out.Original == "" {
		t.Errorf("%+v, %v", out, err)
	}
	if s := snapshot(t, reopen(t, l)); len(s.Rows) != 4 || s.Policy.Name != "ei" {
		t.Errorf("%d rows", len(s.Rows))
	}
}
