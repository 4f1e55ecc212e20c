package study

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/scenarios/problemfile"
)

// replayOf runs a policy on a built-in problem.
func replayOf(t testing.TB, p *scenarios.Problem, name string, s Settings) Replay {
	t.Helper()
	q, err := policy.Parse(name)
	testkit.OK(t, err)
	r, err := NewReplay(context.Background(), p, q, s, nil)
	testkit.OK(t, err)
	return r
}

func scenario(t testing.TB, name string, seed uint64) *scenarios.Problem {
	t.Helper()
	p, err := builtin.Load(name, seed)
	testkit.OK(t, err)
	return p
}

// chosen are the points after the initial design, counted or not.
func chosen(s Snapshot) (x, cost []float64) {
	for _, r := range s.Rows {
		if !r.Initial {
			x, cost = append(x, r.X[0]), append(cost, r.Cost)
		}
	}
	return x, cost
}

// The numbers are docs/scenarios.md's, found by an independent program on a grid of
// 201 points; 0.03 allows for the grid.
func TestMyopiaIsAsInThePaper(t *testing.T) {
	t.Parallel()
	p := scenario(t, "myopia", 0)
	puc := replayOf(t, p, "ei-puc", Settings{}).Last()
	x, cost := chosen(puc)
	if len(x) != 5 || puc.Evaluations != 4 || puc.Stop != Unaffordable || puc.Rows[len(puc.Rows)-1].Counted {
		t.Errorf("EI-PUC: %d rows, %d evaluations, stopped %q", len(x), puc.Evaluations, puc.Stop)
	}
	for i, want := range []float64{0.255, 0.000, 0.995, 0.825} {
		if math.Abs(x[i]-want) > 0.03 {
			t.Errorf("EI-PUC evaluation %d at %v, want %v", i+1, x[i], want)
		}
	}
	if cost[0] >= 2 || cost[1] >= 2 || puc.Best > 1.40 {
		t.Errorf("EI-PUC: first costs %v, best %v", cost[:2], puc.Best)
	}
	ahead := replayOf(t, p, "b-ms-ei", Settings{}).Last()
	x, _ = chosen(ahead)
	if len(x) != 3 || ahead.Evaluations != 3 || ahead.Stop != NothingAffordable {
		t.Fatalf("B-MS-EI: %d rows, %d evaluations, stopped %q", len(x), ahead.Evaluations, ahead.Stop)
	}
	for i, want := range []float64{0.850, 0.800, 0.745} {
		if math.Abs(x[i]-want) > 0.03 {
			t.Errorf("B-MS-EI evaluation %d at %v, want %v", i+1, x[i], want)
		}
	}
	if ahead.Best < 1.50 {
		t.Errorf("B-MS-EI ends at %v", ahead.Best)
	}
}

// Nothing is typed in: the mirrored problem gives the mirrored points.
func TestMirroredMyopiaMirrors(t *testing.T) {
	t.Parallel()
	text, err := builtin.Text("myopia", 0)
	testkit.OK(t, err)
	mirrored := strings.NewReplacer("(x - ", "((1 - x) - ", "7.5*x", "7.5*(1 - x)",
		"[[0.06], [0.18], [0.34], [0.44], [0.54], [0.91]]", "[[0.94], [0.82], [0.66], [0.56], [0.46], [0.09]]",
		`name = "myopia"`, `name = "mirrored"`).Replace(string(text))
	file := filepath.Join(t.TempDir(), "mirrored.toml")
	testkit.OK(t, os.WriteFile(file, []byte(mirrored), 0o600))
	m, err := problemfile.Load(file)
	testkit.OK(t, err)
	for _, policy := range []string{"ei-puc", "b-ms-ei"} {
		a, _ := chosen(replayOf(t, scenario(t, "myopia", 0), policy, Settings{}).Last())
		b, _ := chosen(replayOf(t, m, policy, Settings{}).Last())
		if len(a) != len(b) {
			t.Fatalf("%s: %v, mirrored %v", policy, a, b)
		}
		for i := range a {
			if math.Abs(a[i]-(1-b[i])) > 0.01 {
				t.Errorf("%s: evaluation %d at %v, mirrored at %v", policy, i+1, a[i], b[i])
			}
		}
	}
}

// docs/scenarios.md: EI spends 8.98 of 9.7 at once and ends at 0.256.
func TestOverspendIsEIsFailure(t *testing.T) {
	t.Parallel()
	p := scenario(t, "overspend", 0)
	ei := replayOf(t, p, "ei", Settings{}).Last()
	if ei.Evaluations != 1 || ei.Best >= 0.3 {
		t.Errorf("EI: %d evaluations, best %v", ei.Evaluations, ei.Best)
	}
	for _, policy := range []string{"ei-puc", "b-ms-ei"} {
		if s := replayOf(t, p, policy, Settings{}).Last(); s.Best < 1.2 {
			t.Errorf("%s ends at %v", policy, s.Best)
		}
	}
}

// Every policy runs on a problem whose models are fitted, obeys its budget and
// gives the same bits whatever GOMAXPROCS.
func TestRunsAreDeterministic(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	p := scenario(t, "dropwave", 3)
	for _, policy := range []string{"random", "ei", "log-ei", "ei-puc", "ei-puc-cc", "ei-pc", "ei-pes", "pbgi", "pbgi-d", "2-b-ms-ei", "3-b-ms-ei-p", "p-ms-ei fantasies=8"} {
		var last [2]Snapshot
		for i, procs := range []int{1, 2} {
			old := runtime.GOMAXPROCS(procs)
			last[i] = replayOf(t, p, policy, Settings{Seed: 7, Limit: 4}).Last()
			runtime.GOMAXPROCS(old)
		}
		if len(last[0].Rows) != len(last[1].Rows) {
			t.Fatalf("%s: %d rows with one processor, %d with two", policy, len(last[0].Rows), len(last[1].Rows))
		}
		for i, r := range last[0].Rows {
			if r.X[0] != last[1].Rows[i].X[0] || r.X[1] != last[1].Rows[i].X[1] {
				t.Errorf("%s: row %d at %v with one processor, %v with two", policy, i, r.X, last[1].Rows[i].X)
			}
		}
		if s := last[0]; s.Stop != Limit && s.Stop != StoppingRule || s.Money.Spent > s.Money.Total*(1+1e-9) {
			t.Errorf("%s: stopped %q with %v of %v spent", policy, s.Stop, s.Money.Spent, s.Money.Total)
		}
	}
}

// An uncounted evaluation leaves everything as it was.
func TestOvershootDoesNotCount(t *testing.T) {
	t.Parallel()
	s, err := New(context.Background(), scenario(t, "myopia", 0), policy.Must("ei"), Settings{})
	testkit.OK(t, err)
	before := s.Snapshot()
	testkit.OK(t, s.observe([]float64{0.5}, scenarios.Evaluation{Value: 100, Cost: 27.4}))
	after := s.Snapshot()
	if after.Best != before.Best || after.Money.Left != before.Money.Left || after.Evaluations != 0 || after.Stop != Unaffordable || len(after.Rows) != len(before.Rows)+1 {
		t.Errorf("before %+v, after %+v", before.Money, after.Money)
	}
	if err := s.observe([]float64{0.5}, scenarios.Evaluation{Value: 1, Cost: 1}); err == nil {
		t.Error("a run that has ended took another evaluation")
	}
}

func TestBadEvaluationsAreRefused(t *testing.T) {
	t.Parallel()
	s, err := New(context.Background(), scenario(t, "myopia", 0), policy.Must("ei"), Settings{})
	testkit.OK(t, err)
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		x    []float64
		e    scenarios.Evaluation
		want string
	}{
		{[]float64{0.5}, scenarios.Evaluation{Value: inf, Cost: 1}, "value"},
		{[]float64{0.5}, scenarios.Evaluation{Value: 1, Cost: 0}, "cost"},
		{[]float64{0.5}, scenarios.Evaluation{Value: 1, Cost: -1}, "cost"},
		{[]float64{0.5}, scenarios.Evaluation{Value: 1, Cost: nan}, "cost"},
		{[]float64{0.5}, scenarios.Evaluation{Value: 1, Cost: inf}, "cost"},
		{[]float64{1.5}, scenarios.Evaluation{Value: 1, Cost: 1}, "x = 1.5"},
		{[]float64{nan}, scenarios.Evaluation{Value: 1, Cost: 1}, "x = NaN"},
		{[]float64{0.5, 0.5}, scenarios.Evaluation{Value: 1, Cost: 1}, "parameters"},
	} {
		if err := s.observe(c.x, c.e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v at %v: error %v, want it to name %q", c.e, c.x, err, c.want)
		}
	}
	if n := len(s.Snapshot().Rows); n != 6 {
		t.Errorf("refused evaluations left %d rows", n)
	}
}

// With scheduling on, what is left of a fantasy budget may buy nothing long
// before the true budget is spent: the run must continue.
func TestScheduledRunsUseTheWholeBudget(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := scenario(t, "dropwave", 1)
	copied := *p
	copied.Budget = 15
	for _, schedule := range []string{"paper", "reference"} {
		r, err := NewReplay(context.Background(), &copied, policy.Must("b-ms-ei-p steps=3 schedule="+schedule+" effort=quick"), Settings{Seed: 1}, nil)
		testkit.OK(t, err)
		s := r.Last()
		if s.Stop == NothingAffordable && s.Money.Left > 0.3 || s.Stop == Limit {
			t.Errorf("%s: stopped %q with %v of %v left", schedule, s.Stop, s.Money.Left, s.Money.Total)
		}
		refills, played, spent := 0, (*policy.Rollout)(nil), 0.0
		for _, at := range r.Snapshots {
			if at.Money.Refilled {
				refills++
			}
			if d := at.Decision; d != nil && d.Rollout != nil {
				if d.Rollout != played {
					played, spent = d.Rollout, at.Money.Spent
				}
				want := math.Min(played.Budget()-(at.Money.Spent-spent), at.Money.Left)
				if len(played.Steps) != 3 || !d.Refilled && played.Step == at.Step || math.Abs(d.Horizon-want) > 1e-9 {
					t.Errorf("%s, step %d: planned with %v, the rollout of step %d gives %v: %+v", schedule, at.Step, d.Horizon, played.Step, want, played)
				}
			}
			if at.Money.Fantasy > at.Money.Left*(1+1e-9) {
				t.Errorf("%s: fantasy budget %v of %v left", schedule, at.Money.Fantasy, at.Money.Left)
			}
		}
		if refills < 2 || played == nil {
			t.Errorf("%s: the fantasy budget was drawn %d times", schedule, refills)
		}
	}
}
