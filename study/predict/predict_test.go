package predict

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
	"farsight/study"
)

func load(t *testing.T, name string) *scenarios.Problem {
	t.Helper()
	p, err := builtin.Load(name, 0)
	testkit.OK(t, err)
	return p
}

// Who marks what a policy chose has that policy's run, to its end: the same rows,
// the same money, the same score.
func TestMarkingAPolicysPointsIsItsRun(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"myopia", "overspend", "cost-learning"} {
		p := load(t, name)
		r, err := study.NewReplay(t.Context(), p, policy.Must("ei-puc"), study.Settings{}, nil)
		testkit.OK(t, err)
		you, err := New(t.Context(), p, study.Settings{})
		testkit.OK(t, err)
		end := r.Last()
		for _, row := range end.Rows {
			if row.Initial {
				continue
			}
			if err := you.Play(t.Context(), row.X); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		snap := you.Snapshot()
		if len(snap.Rows) != len(end.Rows) || snap.Best != end.Best || snap.Money.Left != end.Money.Left || snap.Evaluations != end.Evaluations {
			t.Errorf("%s: %d rows, best %v, left %v; the policy has %d, %v, %v", name, len(snap.Rows), snap.Best, snap.Money.Left, len(end.Rows), end.Best, end.Money.Left)
		}
		for i, row := range snap.Rows {
			if w := end.Rows[i]; !slices.Equal(row.X, w.X) || row.Y != w.Y || row.Cost != w.Cost || row.Counted != w.Counted {
				t.Errorf("%s: row %d is %+v, the policy's %+v", name, i, row, w)
			}
		}
		mine := you.Score("you")
		its, _ := ScoreOf("EI-PUC", r.Snapshots, len(r.Snapshots))
		if math.Abs(mine.Foreseen-its.Foreseen) > 1e-9 || mine.Gain != its.Gain || mine.Over != its.Over {
			t.Errorf("%s: foreseen %v and gained %v, the policy %v and %v", name, mine.Foreseen, mine.Gain, its.Foreseen, its.Gain)
		}
	}
}

// What overshoots ends the game and does not count, and nothing follows; what is no
// point of the problem changes nothing.
func TestRulesOfAGame(t *testing.T) {
	t.Parallel()
	p := load(t, "myopia")
	you, err := New(t.Context(), p, study.Settings{})
	testkit.OK(t, err)
	for _, x := range []scenarios.Point{{1.5}, {math.NaN()}, {}, {0.1, 0.2}} {
		if err := you.Play(t.Context(), x); err == nil || len(you.Turns()) != 0 {
			t.Errorf("%v was played: %v", x, err)
		}
	}
	for _, x := range []float64{0.9, 0.2, 0.8, 0.7} { // 8.9, 1.1, 9 and, of 8.6 left, 9
		if err := you.Play(t.Context(), scenarios.Point{x}); err != nil {
			t.Fatalf("%v: %v", x, err)
		}
	}
	snap, score := you.Snapshot(), you.Score("you")
	if last := snap.Rows[len(snap.Rows)-1]; snap.Stop != study.Unaffordable || last.Counted || score.Over != last.Cost || score.Paid != 3 {
		t.Errorf("it ended by %q with %+v and %+v", snap.Stop, last, score)
	}
	if err := you.Play(t.Context(), scenarios.Point{0.1}); !errors.Is(err, errOver) {
		t.Errorf("after the end: %v", err)
	}
	you.Stop()
	if you.Snapshot().Stop != study.Unaffordable {
		t.Error("stopping after the end changes why it ended")
	}
}

// Whoever has had enough keeps what was found.
func TestStopping(t *testing.T) {
	t.Parallel()
	you, err := New(t.Context(), load(t, "myopia"), study.Settings{})
	testkit.OK(t, err)
	testkit.OK(t, you.Play(t.Context(), scenarios.Point{0.75}))
	you.Stop()
	if s := you.Score("you"); s.Stop != stopped || s.Best < 1.5 || s.Left < 18 {
		t.Errorf("%+v", s)
	}
	if err := you.Play(t.Context(), scenarios.Point{0.8}); !errors.Is(err, errOver) {
		t.Errorf("after stopping: %v", err)
	}
}

// The improvement foreseen is what draws of value and price bring on average.
func TestExpectedIsAMean(t *testing.T) {
	t.Parallel()
	p := load(t, "myopia")
	you, err := New(t.Context(), p, study.Settings{})
	testkit.OK(t, err)
	snap := you.Snapshot()
	snap.Money.Left = 9 // of a price near that
	u := p.ToUnit(scenarios.Point{0.75})
	f, c := snap.Objective([]model.Unit{u}), snap.Cost([]model.Unit{u})
	sd, lnSd := (f.High[0]-f.Low[0])/study.BandWidth, math.Log(c.High[0]/c.Low[0])/study.BandWidth
	rng := rand.New(rand.NewPCG(7, 7))
	sum, n := 0.0, 200_000
	for range n {
		y, cost := f.Mean[0]+sd*rng.NormFloat64(), c.Mean[0]*math.Exp(lnSd*rng.NormFloat64())
		if cost <= snap.Money.Left {
			sum += math.Max(0, y-snap.Best)
		}
	}
	if got, want := Expected(&snap, u), sum/float64(n); math.Abs(got-want) > 0.01*want {
		t.Errorf("foreseen %v, the mean of %d draws is %v", got, n, want)
	}
}

// The room plays the mark with the most marks near it, or the one nearest to their
// median or mean, whoever came first.
func TestChoose(t *testing.T) {
	t.Parallel()
	line := &scenarios.Problem{Parameters: []scenarios.Parameter{{Name: "x", Low: 0, High: 10}}}
	plane := &scenarios.Problem{Parameters: []scenarios.Parameter{{Name: "x", Low: 0, High: 1}, {Name: "s", High: 2, Choices: []string{"a", "b", "c"}}}}
	for _, c := range []struct {
		p     *scenarios.Problem
		marks []scenarios.Point
		rule  Rule
		want  scenarios.Point
	}{
		{line, nil, Mode, nil},
		{line, nil, Mean, nil},
		{line, []scenarios.Point{{3}}, Mode, scenarios.Point{3}},
		{line, []scenarios.Point{{1}, {7.2}, {7.0}, {7.4}, {9.9}}, Mode, scenarios.Point{7.2}}, // the middle of the three
		{line, []scenarios.Point{{8}, {2}}, Mode, scenarios.Point{2}},                          // as many: the first by its value
		{line, []scenarios.Point{{1}, {8}, {2}, {8.1}, {4}}, Median, scenarios.Point{4}},
		{line, []scenarios.Point{{1}, {8}, {1.5}, {9.5}, {4.5}, {5.2}, {1.2}}, Median, scenarios.Point{4.5}}, // their mean is 4.4
		{line, []scenarios.Point{{0}, {0.1}, {0.2}, {3}, {10}}, Mean, scenarios.Point{3}},                    // 2.66
		{plane, []scenarios.Point{{0.5, 0}, {0.5, 1}, {0.52, 1}, {0.5, 2}}, Mode, scenarios.Point{0.5, 1}},
		{plane, []scenarios.Point{{0.1, 0}, {0.5, 1}, {0.6, 1}, {0.5, 2}}, Median, scenarios.Point{0.5, 1}},
	} {
		for range 5 {
			marks := slices.Clone(c.marks)
			rand.Shuffle(len(marks), func(i, j int) { marks[i], marks[j] = marks[j], marks[i] })
			if got := Choose(c.p, marks, c.rule); !slices.Equal(got, c.want) {
				t.Errorf("of %v the room plays %v by %v, want %v", marks, got, c.rule, c.want)
			}
		}
	}
}

// Marks are counted in equal parts, the ends included, and choices one by one.
func TestCounts(t *testing.T) {
	t.Parallel()
	par := scenarios.Parameter{Low: 1, High: 100, Log: true}
	if got := Counts(par, 0, []scenarios.Point{{1}, {9.9}, {10.1}, {100}}, 2); !slices.Equal(got, []int{2, 2}) {
		t.Errorf("%v", got)
	}
	choice := scenarios.Parameter{High: 2, Choices: []string{"a", "b", "c"}}
	if got := Counts(choice, 0, []scenarios.Point{{0}, {2}, {2}}, 40); !slices.Equal(got, []int{1, 0, 2}) {
		t.Errorf("%v", got)
	}
}

// A account pays by the rules of studies: the same marks end with the same best and
// as much left.
func TestPurse(t *testing.T) {
	t.Parallel()
	p := load(t, "myopia")
	you, err := New(t.Context(), p, study.Settings{})
	testkit.OK(t, err)
	first := you.Snapshot()
	u := NewAccount(&first)
	for _, x := range []float64{0.9, 0.2, 0.8, 0.7} {
		testkit.OK(t, you.Play(t.Context(), scenarios.Point{x}))
		e, err := p.Source.Evaluate(t.Context(), scenarios.Point{x})
		testkit.OK(t, err)
		u = u.Pay(p, scenarios.Point{x}, e)
	}
	s := you.Score("you")
	if u.Best != s.Best || math.Abs(u.Left-s.Left) > 1e-9 || len(u.Spent) != s.Paid || u.Over != s.Over {
		t.Errorf("%+v, the run %+v", u, s)
	}
	if v := u.Pay(p, scenarios.Point{0.1}, scenarios.Evaluation{Value: 9, Cost: 0.1}); v.Best != u.Best || v.Left != u.Left {
		t.Errorf("after its end it pays: %+v", v)
	}
}

// The end is told kindly and truly: who is ahead, how it ended, what was luck.
func TestWords(t *testing.T) {
	t.Parallel()
	number := func(v float64) string { return strings.TrimRight(strings.TrimRight(formatted(v), "0"), ".") }
	you := Score{Name: "you", You: true, Best: 2, Gain: 1, Foreseen: 0.4, Paid: 2, Stop: study.BudgetSpent}
	a, b := Score{Name: "A", Best: 3, Gain: 2, Foreseen: 1}, Score{Name: "B", Best: 1}
	for _, c := range []struct {
		scores []Score
		sign   float64
		want   []string
	}{
		{[]Score{you, a, b}, 1, []string{"You end at 2, behind A (3), ahead of B (1).", "Your evaluations promised 0.4 of improvement, by the model, and brought 1: 0.6 of it was luck", "One game says little"}},
		{[]Score{you, a, b}, -1, []string{"You end at 2, behind B (1), ahead of A (3)."}},
		{[]Score{you, b}, 1, []string{"ahead of B (1). Well chosen."}},
		{[]Score{{Name: "the room", You: true, Best: 2, Paid: 1, Gain: 1, Foreseen: 2, Stop: study.Unaffordable, Over: 9, Left: 4}, {Name: "A", Best: 2}}, 1,
			[]string{"The room ends at 2, level with A.", "cost 9 when 4 was left: it does not count", "Its evaluations promised 2", "luck took 1"}},
		{[]Score{{Name: "you", You: true, Best: math.NaN(), Gain: math.NaN(), Stop: stopped, Left: 4}, a}, 1, []string{"You found nothing this time.", "stopped with 4 unspent"}},
	} {
		got := strings.Join(Words(c.scores, c.sign, "p", number), "\n")
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("no %q in\n%s", w, got)
			}
		}
	}
	if r := Ranked([]Score{{Name: "n", Best: math.NaN()}, b, a, you}, 1); r[0].Name != "A" || r[3].Name != "n" {
		t.Errorf("ranked %v", r)
	}
}

func formatted(v float64) string {
	n := int(math.Round(v * 100))
	return string(rune('0'+n/100)) + "." + string(rune('0'+n/10%10)) + string(rune('0'+n%10))
}
