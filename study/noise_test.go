package study

import (
	"math"
	"os"
	"slices"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
)

// noisyProblem is the example: sin(6x), whose maximum is 1, seen with noise of 0.3.
func noisyProblem(t *testing.T) *scenarios.Problem {
	t.Helper()
	text, err := os.ReadFile("../examples/noisy.toml")
	testkit.OK(t, err)
	p, err := problemfile.Parse("noisy.toml", text, "")
	testkit.OK(t, err)
	return p
}

// A run on noisy values is recommended where the value is truly good, and the belief there is near the truth, while the
// best measured value is luck. Without being told of noise the same policy goes wrong in some run: the figures are of
// these seeds, and the margins wide.
func TestNoisyRunsRecommendWhatIsGood(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	told := noisyProblem(t)
	silent := *told
	silent.Noise.Noisy = false
	const seeds = 20
	end := func(p *scenarios.Problem, q string, seed uint64) (s Snapshot, regret float64) {
		t.Helper()
		r, err := NewReplay(t.Context(), p, policy.Must(q), Settings{Seed: seed}, nil)
		testkit.OK(t, err)
		s = r.Last()
		return s, 1 - s.Truth(s.Offered())
	}
	var mean, before, lucky, off float64
	for seed := uint64(1); seed <= seeds; seed++ {
		s, regret := end(told, "ei-puc", seed)
		if s.Recommended == nil {
			t.Fatal("nothing is recommended of noisy values")
		}
		mean += regret / seeds
		lucky += s.Best / seeds
		off += math.Abs(s.Recommended.Value-s.Truth(s.Recommended.Row)) / seeds
		s, regret = end(&silent, "ei-puc", seed)
		if s.Recommended != nil && !s.Pair().Objective.Noisy() {
			t.Error("something is recommended of exact values")
		}
		before += regret / seeds
	}
	t.Logf("mean regret %.3f, untold %.3f; best measured %.2f; belief off by %.3f", mean, before, lucky, off)
	if mean > 0.07 || mean > before {
		t.Errorf("the recommended point is %.3f below the maximum on average; without noise in the model %.3f", mean, before)
	}
	if lucky < 1.3 || off > 0.1 {
		t.Errorf("best measured %.2f, belief off by %.3f: the example no longer shows what it is for", lucky, off)
	}
}

// noise that is known takes the place of the fitted one, row by row, and the
// recommendation is what the pair believes.
func TestRecommendationIsTheBestBelieved(t *testing.T) {
	t.Parallel()
	p := noisyProblem(t)
	p.Noise = scenarios.Noise{Simulated: 0.3}
	st, err := New(t.Context(), p, policy.Must("ei"), Settings{Seed: 2})
	testkit.OK(t, err)
	x := st.rows[0].X
	for i, v := range []float64{1.2, 0.4} { // one point, measured twice more, well and badly
		testkit.OK(t, st.observe(x, scenarios.Evaluation{Value: v, Cost: 1, Sd: 0.1 + 0.4*float64(i)}))
	}
	testkit.OK(t, st.Decide(t.Context()))
	s := st.Snapshot()
	if s.Recommended == nil || st.situation().Best != s.Pair().Incumbent() || s.Incumbent() != s.Pair().Incumbent() {
		t.Fatalf("recommended %v; policies see %v and %v, the pair %v", s.Recommended, st.situation().Best, s.Incumbent(), s.Pair().Incumbent())
	}
	best, at := math.Inf(-1), -1
	for i, r := range s.Rows {
		if b := s.Objective([]model.Unit{r.U}).Mean[0]; b > best+1e-12 {
			best, at = b, i
		}
	}
	if s.Recommended.Row != at || math.Abs(s.Recommended.Value-best) > 1e-9 {
		t.Errorf("recommended row %d of %v, believed best is row %d of %v", s.Recommended.Row, s.Recommended.Value, at, best)
	}
	if got := st.data().Noise; got[0] != 0 || math.Abs(got[len(got)-2]-0.01) > 1e-15 || math.Abs(got[len(got)-1]-0.25) > 1e-15 {
		t.Errorf("noise %v", got)
	}
	st.problem.Noise.Sd = 0.2
	if got := st.data().Noise; math.Abs(got[0]-0.04) > 1e-15 || math.Abs(got[len(got)-1]-0.25) > 1e-15 {
		t.Errorf("noise %v where the problem has one of 0.2", got)
	}
}

// The simulated noise depends on the seed and the evaluation's number only; it
// has the size it is said to have.
func TestSimulatedNoise(t *testing.T) {
	t.Parallel()
	p := noisyProblem(t)
	sum, squares := 0.0, 0.0
	const n = 2000
	for i := range n {
		e := simulated(p, 5, i, scenarios.Evaluation{Value: 1, Cost: 2})
		if again := simulated(p, 5, i, scenarios.Evaluation{Value: 1, Cost: 2}); again != e || e.Cost != 2 {
			t.Fatalf("%v, and again %v", e, again)
		}
		sum += (e.Value - 1) / n
		squares += (e.Value - 1) * (e.Value - 1) / n
	}
	if sd := math.Sqrt(squares); math.Abs(sum) > 0.03 || sd < 0.28 || sd > 0.32 {
		t.Errorf("mean %v, sd %v, want 0 and 0.3", sum, sd)
	}
}

// A live study of a noisy problem takes the steps of its replay, and says the
// same at the end.
func TestNoisyLiveIsTheReplay(t *testing.T) {
	t.Parallel()
	p := noisyProblem(t)
	text, err := problemfile.Format(p)
	testkit.OK(t, err)
	r, err := NewReplay(t.Context(), p, policy.Must("ei-puc"), Settings{Seed: 3, Limit: 5}, nil)
	testkit.OK(t, err)
	l, err := CreateLive(t.TempDir()+"/noisy.study", "noisy.toml", text, LiveSettings{Policy: policy.Must("ei-puc"), Seed: 3})
	testkit.OK(t, err)
	last := r.Last()
	for range last.Rows {
		s, err := l.Ask(t.Context())
		testkit.OK(t, err)
		e, err := l.Evaluate(t.Context(), s)
		testkit.OK(t, err)
		if _, err := l.Tell(l.State().Seq, Answer{Value: e.Value, Cost: e.Cost}); err != nil {
			t.Fatal(err)
		}
	}
	now, err := l.Overview()
	testkit.OK(t, err)
	for i, row := range last.Rows {
		if !slices.Equal(row.X, now.Rows[i].X) || row.Y != now.Rows[i].Y {
			t.Fatalf("row %d: %v %v, live %v %v", i, row.X, row.Y, now.Rows[i].X, now.Rows[i].Y)
		}
	}
	got, err := l.Recommended(t.Context())
	testkit.OK(t, err)
	if want := last.Recommended; got == nil || got.Row != want.Row || math.Abs(got.Value-want.Value) > 1e-6 {
		t.Errorf("recommended %v, by the replay %v", got, want)
	}
	// Asking once more records the models: what is rebuilt from the record is the same.
	if _, err := l.Ask(t.Context()); err != nil {
		t.Fatal(err)
	}
	again, err := l.Recommended(t.Context())
	if err != nil || again == nil || got.Row != again.Row || got.Value != again.Value || !sameInterval(got, again) {
		t.Errorf("recommended %v, after asking %v (%v)", got, again, err)
	}
}

// Replicates that differ make a live study a noisy one, and what an ask has
// recorded of that is what is shown after it.
func TestReplicatesMakeALiveStudyNoisy(t *testing.T) {
	t.Parallel()
	l, err := CreateLive(t.TempDir()+"/lab.study", "lab.toml", []byte(manual), LiveSettings{Policy: policy.Must("ei-puc")})
	testkit.OK(t, err)
	tell := func(x, y float64) {
		t.Helper()
		if _, err := l.Tell(l.State().Seq, Answer{X: scenarios.Point{x}, Value: y, Cost: 1}); err != nil {
			t.Fatal(err)
		}
	}
	recommended := func() *Recommendation {
		t.Helper()
		r, err := l.Recommended(t.Context())
		testkit.OK(t, err)
		return r
	}
	tell(0.1, 1)
	tell(0.5, 2)
	tell(0.9, 0)
	if r := recommended(); r != nil {
		t.Fatalf("exact values: recommended %+v", r)
	}
	tell(0.5, 0.5)
	before := recommended()
	if before == nil || !(before.Value < 2) {
		t.Fatalf("values that differ: recommended %+v", before)
	}
	if _, err := l.Ask(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after := recommended(); after == nil || after.Row != before.Row || after.Value != before.Value || !sameInterval(after, before) {
		t.Errorf("recommended %+v, after asking %+v", before, after)
	}
}

// The functions of a simulation are exact and its measurements are not: measured
// twice, a point gives two values, one truth apart from their noises, and the run
// is judged by that.
func TestSimulationsOfNoisyProblems(t *testing.T) {
	t.Parallel()
	p := noisyProblem(t)
	p.Budget = 2
	first, err := New(t.Context(), p, policy.Must("random"), Settings{Seed: 1})
	testkit.OK(t, err)
	testkit.OK(t, first.fit(t.Context()))
	w, err := newDrawn(p, first.pair, 7, nil)
	testkit.OK(t, err)
	v := w.source()
	v.noise = 0.3
	x := scenarios.Point{0.31}
	var truth [2]float64
	for i := range truth {
		e, err := v.Evaluate(t.Context(), x)
		testkit.OK(t, err)
		noise := addNoise(0.3, 7, i, scenarios.Evaluation{}).Value
		if truth[i] = e.Value - noise; noise == 0 {
			t.Error("a measurement has no noise")
		}
	}
	if math.Abs(truth[0]-truth[1]) > 1e-3 {
		t.Errorf("the truth at %v is %v and then %v", x, truth[0], truth[1])
	}
	if addNoise(0.3, 7, 0, scenarios.Evaluation{}) == addNoise(0.3, 8, 0, scenarios.Evaluation{}) {
		t.Error("two draws have the same noise")
	}

	// A run that sees one other point, far below by bad luck or not, offers one of
	// its own, and is judged by the truth there.
	copied := *p
	copied.Source, copied.Noise.Simulated = v, 0
	copied.Initial = scenarios.Initial{X: []scenarios.Point{x, {0.8}}, Value: []float64{9, -9}, Cost: []float64{1, 1}}
	st, err := New(t.Context(), &copied, policy.Must("random"), Settings{Seed: 1})
	testkit.OK(t, err)
	got, err := judged(t.Context(), v, st)
	if err != nil || math.Abs(got-truth[0]) > 1e-3 {
		t.Errorf("judged by %v (%v), the truth where 9 was measured is %v", got, err, truth[0])
	}
}

func sameInterval(a, b *Recommendation) bool {
	lowA, highA, okA := a.Interval()
	lowB, highB, okB := b.Interval()
	return lowA == lowB && highA == highB && okA == okB
}

// After a single value of unknown noise nothing is known of how far off it is, and
// no copy of it changes that; another value does, and where the noise is known it
// is what the interval is made of.
func TestRecommendedInterval(t *testing.T) {
	t.Parallel()
	begin := func(text string) (tell func(x, y float64) *Recommendation) {
		t.Helper()
		l, err := CreateLive(t.TempDir()+"/lab.study", "lab.toml", []byte(text), LiveSettings{Policy: policy.Must("ei-puc")})
		testkit.OK(t, err)
		return func(x, y float64) *Recommendation {
			t.Helper()
			if _, err := l.Tell(l.State().Seq, Answer{X: scenarios.Point{x}, Value: y, Cost: 1}); err != nil {
				t.Fatal(err)
			}
			r, err := l.Recommended(t.Context())
			if err != nil || r == nil {
				t.Fatalf("recommended %v, %v", r, err)
			}
			return r
		}
	}
	for _, goal := range []string{"maximise", "minimise"} {
		tell := begin(manual + "[objective]\nnoisy = true\ngoal = \"" + goal + "\"\n")
		for range 3 {
			if low, high, ok := tell(0.2, 41.5).Interval(); !ok || low != -41.5 || high != 124.5 {
				t.Errorf("%s: of one value it is said that it lies from %v to %v", goal, low, high)
			}
		}
		r := tell(0.2, 41.9)
		low, high, ok := r.Interval()
		if !ok || !(low < 41.5 && high > 41.9) || low > r.Value || high < r.Value {
			t.Errorf("%s: two values at one point: %v from %v to %v, %v", goal, r.Value, low, high, ok)
		}
		more := tell(0.2, 41.9)
		if a, b, _ := more.Interval(); math.Abs(a-low) > 1e-9*low || math.Abs(b-high) > 1e-9*high {
			t.Errorf("%s: a copy changed %v to %v into %v to %v", goal, low, high, a, b)
		}
	}
	tell := begin(manual + "[objective]\nsd = 0.5\n")
	if low, high, ok := tell(0.2, 41.5).Interval(); !ok || math.Abs(low-(41.5-z95*0.5)) > 1e-6 || math.Abs(high-(41.5+z95*0.5)) > 1e-6 {
		t.Errorf("one value of known noise: from %v to %v, %v", low, high, ok)
	}
}
