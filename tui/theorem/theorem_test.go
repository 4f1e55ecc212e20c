package theorem

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios/theorem1"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// shown is the screen on the built-in problem, with its first run known.
func shown(t testing.TB, w, h int) (*Screen, *screentest.Host) {
	t.Helper()
	s := New()
	return s, screentest.Show(t, screentest.Open(t, "theorem-1"), s, w, h)
}

// typed is what a key asks the screen to handle.
func typed(x *screentest.Host, key string) screen.ActMsg {
	return screen.ActMsg{Act: screen.Find(key, x.Screen.About(x.View).Keys)}
}

// asks fails unless the title asks this.
func asks(t testing.TB, x *screentest.Host, want string) {
	t.Helper()
	if got := x.Screen.About(x.View).Question; got != want {
		t.Errorf("the title asks %q, want %q", got, want)
	}
}

// stands fails unless the title says that we are there.
func stands(t testing.TB, x *screentest.Host, want string) {
	t.Helper()
	if a := x.Screen.About(x.View); !a.Apart || a.Place != want {
		t.Errorf("the title says we are at %q, want %q", a.Place, want)
	}
}

// press handles keys, each with all that follows from it.
func press(x *screentest.Host, keys ...string) {
	for _, k := range keys {
		x.Send(typed(x, k))
	}
}

// The numbers at δ = 0.1, by an independent program.
func TestShowsExactValues(t *testing.T) {
	t.Parallel()
	_, x := shown(t, 160, 48)
	asks(t, x, "part 1, how bad can EI-PUC get?")
	x.Shows("0.158649", "0.398942", "2.51463")
	press(x, "e", "e", "e") // 0.08, 0.06, 0.05
	x.Shows("0.09548", "4.178", "22 of 22 cheap arms")
	press(x, "2")
	asks(t, x, "part 2, how bad can EI get?")
	x.Shows("1.8142", "4.5475")
	press(x, "E", "E", "E", "E", "E", "E", "E") // 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25
	press(x, "e")
	x.Shows("0.93576", "2.3456", "5 of 6 cheap arms")
}

// B-MS-EI makes the other choice in both parts, and its words, its row and its
// line say so; where two arms are too few to see it, it does as the policy does.
func TestPlaysLookingAhead(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 120, 36)
	says := func(want string) {
		t.Helper()
		if !strings.Contains(s.tale(), want) {
			t.Errorf("%q is not in %q", want, s.tale())
		}
	}
	says("EI-PUC takes 11 cheap arms. B-MS-EI plans two ahead: two cheap ones promise 0.0681 together, the expensive one 0.399: it takes the expensive arm.")
	x.Shows("B-MS-EI: the expensive arm", "≥ 1.79")
	press(x, "n")
	says("B-MS-EI bought that one and saw")
	press(x, "2")
	says("EI takes the expensive arm. B-MS-EI plans two ahead: two cheap ones promise 0.613 together, the expensive one 0.399: it takes 11 cheap arms.")
	x.Shows("B-MS-EI: cheap arms", "≥ 2.37")
	press(x, "n", "n")
	says("B-MS-EI paid 0.100 for cheap arm 2")
	press(x, "G")
	if says("B-MS-EI with cheap arms at"); s.run.ahead != 1 || s.numbers.Ahead != s.numbers.Other {
		t.Errorf("it plays like choice %d and expects %v", s.run.ahead, s.numbers.Ahead)
	}
	few := theorem1.Instance{Part: 2, Epsilon: 0.5, Delta: 10}
	n, err := few.Exact()
	testkit.OK(t, err)
	s.t, s.shown, s.run, s.numbers, s.arms = few, few, newRun(few, 1, 1), &n, 0
	says("it takes the expensive arm.")
	if s.choices() != [2]string{"EI, B-MS-EI", "cheap arms"} || s.numbers.Ahead != s.numbers.Policy {
		t.Errorf("where two arms are too few: %q", s.choices())
	}
}

func TestRatioCurve(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 160, 48)
	curve := s.curves[0.1]
	if curve == nil || len(curve.inverse) != ratioPoints {
		t.Fatal("no curve for δ = 0.1")
	}
	if lo, hi := curve.inverse[0], curve.inverse[ratioPoints-1]; math.Abs(lo-1/0.9) > 1e-9 || math.Abs(hi-1e4) > 1e-6 {
		t.Errorf("the curve runs from 1/ε = %v to %v, want 1.11 to 10000", lo, hi)
	}
	// Without bound: part 1 grows almost as 1/ε, part 2 as the root of its logarithm.
	for part, want := range []float64{900, 9} {
		if r := curve.ratio[part][ratioPoints-1]; r < want {
			t.Errorf("part %d: ratio %v at ε = 1e-4, want above %v", part+1, r, want)
		}
	}
	press(x, "2", "e")
	if len(s.curves) != 1 {
		t.Errorf("%d curves computed: one serves both parts and all ε", len(s.curves))
	}
	press(x, "d")
	if s.curves[0.08] == nil {
		t.Error("no curve for the new δ")
	}
}

func TestStepsArmByArm(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"1", "2"} {
		s, x := shown(t, 120, 36)
		press(x, key)
		if s.run.length() != 11 {
			t.Fatalf("part %s: a run of %d arms, want 11", key, s.run.length())
		}
		press(x, "n", "n", "n")
		if s.arms != 3 {
			t.Errorf("part %s: three keys measured %d arms", key, s.arms)
		}
		cheap := 0
		if key == "2" {
			cheap = 1 // the other choice
		}
		if s.measured(theorem1.ArmCheap) != 3 || s.measured(theorem1.ArmExpensive) != 1 {
			t.Errorf("part %s: %d cheap and %d expensive arms are shown as measured, want 3 and 1", key, s.measured(theorem1.ArmCheap), s.measured(theorem1.ArmExpensive))
		}
		best := 0.0
		for k, p := range s.run.pulls[cheap][:3] {
			best = math.Max(best, p.Value)
			if got := s.run.best(cheap, k+1); got != best {
				t.Errorf("part %s: best after %d arms %v, want %v", key, k+1, got, best)
			}
		}
		press(x, "left", "p")
		if s.arms != 1 {
			t.Errorf("part %s: %d arms after two steps back", key, s.arms)
		}
		stands(t, x, "run 1, 1 of 11 arms measured")
	}
}

// The average holds every run once, however often its end is visited.
func TestCountsRunsOnce(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 120, 36)
	press(x, "G", "left", "right", "g", "G")
	if s.tally.runs != 1 {
		t.Fatalf("%d runs counted after one", s.tally.runs)
	}
	first := s.run.best(0, 11)
	if mean, se := s.tally.mean(0); mean != first || !math.IsNaN(se) {
		t.Errorf("mean %v ± %v after a run that ended at %v", mean, se, first)
	}
	press(x, "right") // past the end: the next run
	if s.run.number != 2 || s.arms != 0 {
		t.Fatalf("run %d, arm %d after the end of run 1", s.run.number, s.arms)
	}
	press(x, "G")
	second := s.run.best(0, 11)
	if mean, _ := s.tally.mean(0); mean != (first+second)/2 {
		t.Errorf("mean of two runs %v, want %v", mean, (first+second)/2)
	}
	press(x, "e")
	if s.tally.runs != 0 {
		t.Error("runs at another ε still count")
	}
}

// Ten thousand runs agree with the exact values to four standard errors, and
// their tally is that of the batches.
func TestManyRuns(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 160, 48)
	press(x, "m")
	if s.tally.runs != ManyRuns || s.jobLeft != 0 {
		t.Fatalf("%d runs made, %d left", s.tally.runs, s.jobLeft)
	}
	for i, want := range [2]float64{s.numbers.Policy, s.numbers.Other} {
		if mean, se := s.tally.mean(i); math.Abs(mean-want) > 4*se || !(se > 0) {
			t.Errorf("play %d: mean %v ± %v, exactly %v", i, mean, se, want)
		}
	}
	x.Shows("mean of 10000")
	for range 3000 { // run after run
		s.tally.add([2]float64{})
		s.history.note(&s.tally)
	}
	if n := len(s.history.runs); n < 15 || n > 100 || s.history.runs[n-1] != ManyRuns+3000 {
		t.Errorf("%d points show how the mean settled", n)
	}
}

func TestManyRunsCanBeStopped(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 80, 24)
	cmd := x.Tell(typed(x, "m"))
	stands(t, x, "simulating 0 %, esc stops")
	cmd = x.Tell(cmd())
	made := s.tally.runs
	if made == 0 || s.jobLeft == 0 {
		t.Fatalf("%d runs after a batch, %d left", made, s.jobLeft)
	}
	x.Tell(typed(x, "esc"))
	x.Drain(cmd)
	if s.tally.runs != made || s.jobLeft != 0 {
		t.Errorf("a batch that ended after the stop was counted: %d runs, then %d", made, s.tally.runs)
	}
}

func TestSlide(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		v    float64
		by   int
		want float64
	}{
		{0.1, -1, 0.08}, {0.1, 1, 0.12}, {0.07, -1, 0.06}, {0.07, 1, 0.08},
		{1e-4, -1, 1e-4}, {0.9, 1, 0.9}, {1e-6, -1, 1e-6}, {1e-6, 1, 1e-4}, {0.99, 1, 0.99}, {0.99, -1, 0.9},
	} {
		if got := slide(epsilonValues, c.v, c.by); got != c.want {
			t.Errorf("from %v by %d: %v, want %v", c.v, c.by, got, c.want)
		}
	}
	for _, v := range epsilonValues {
		if err := (theorem1.Instance{Part: 1, Epsilon: v, Delta: 0.1}).Check(); err != nil {
			t.Error(err)
		}
	}
	for _, v := range deltaValues {
		if err := (theorem1.Instance{Part: 2, Epsilon: 0.1, Delta: v}).Check(); err != nil {
			t.Error(err)
		}
	}
}

func TestPlays(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 100, 30)
	press(x, " ")
	for range 2 * s.run.length() {
		x.Send(tickMsg{s.tick})
	}
	if s.run.number != 2 || s.tally.runs != 1 {
		t.Errorf("play is at run %d with %d counted, want run 2 with 1", s.run.number, s.tally.runs)
	}
	press(x, " ")
	at := s.arms
	x.Tell(tickMsg{s.tick})
	if s.arms != at {
		t.Error("a paused run went on")
	}
}

// A tour shows some arms, or all, and has many runs simulated, once.
func TestShow(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 120, 36)
	if r, ok := s.Result(); !ok || r.Runs != 0 || r.Busy || !math.IsNaN(r.Mean[0]) || r.Exact.N != 11 || r.Of.Epsilon != 0.1 {
		t.Errorf("at first %+v is known (%v)", r, ok)
	}
	cmd := x.Tell(ShowMsg{Arms: 4})
	if r, _ := s.Result(); s.arms != 4 || !r.Busy {
		t.Errorf("%d arms, %+v", s.arms, r)
	}
	if again := x.Tell(ShowMsg{Arms: -1}); again != nil || s.arms != 11 {
		t.Errorf("%d arms of 11; runs are simulated twice: %v", s.arms, again != nil)
	}
	x.Drain(cmd)
	r, _ := s.Result()
	if r.Runs != ManyRuns || r.Busy || math.Abs(r.Mean[0]-r.Exact.Policy) > 0.01 || math.Abs(r.Mean[1]-r.Exact.Other) > 0.03 {
		t.Errorf("%+v", r)
	}
	x.Tell(typed(x, "e"))
	if _, ok := s.Result(); ok {
		t.Error("values of the old ε pass for those of the new one")
	}
	if x.Tell(ShowMsg{Arms: 1}) != nil {
		t.Error("runs are simulated before anything is known")
	}
}

// Drawing notes where the parts are for whoever asks, and changes nothing.
func TestDrawOnlyReads(t *testing.T) {
	t.Parallel()
	s, x := shown(t, 120, 36)
	press(x, "n", "n")
	text, before := x.Text(), *s
	x.View.W, x.View.H, x.View.Spots = 62, 20, screen.NewSpots()
	x.Text()
	var parts []string
	for _, p := range x.View.Spots.Found {
		parts = append(parts, p.Part)
	}
	if got := strings.Join(parts, " "); got != "arms arms sliders ratio run table tale" {
		t.Errorf("noted %s", got)
	}
	x.View.W, x.View.H, x.View.Spots = 120, 36, nil
	if after := *s; x.Text() != text || !reflect.DeepEqual(after, before) {
		t.Errorf("drawing for a small window changed the screen:\n%s\nbefore:\n%s", x.Text(), text)
	}
}
