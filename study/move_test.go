package study

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// driven is a problem of two parameters whose first has to be moved.
const driven = `
name = "driven"
` + twoParameters + `
[objective]
expression = "sin(x) + y*cos(x/3)"
[cost]
expression = "0.5 + 0.1*x"
[move]
price = 0.2
parameters = ["x"]
[initial]
points = [[2, 1.5], [9, 1.2], [5, 1.8]]
`

func between(a, b scenarios.Point) float64 { return 0.2 * math.Abs(a[0]-b[0]) }

// Every evaluation takes its cost and the way from the one before it, the first
// from the last of the initial design; one that does not fit by its way alone
// ends the run. What is planned knows it.
func TestMovesAreCharged(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	for _, name := range []string{"ei", "ei-puc", "ei-pc", "ei-puc-cc", "pbgi-d", "2-b-ms-ei", "far", "random"} {
		r := replayOf(t, parsed(t, driven), name, Settings{Seed: 1})
		end := r.Last()
		spent, moved := 0.0, 0.0
		for i, row := range end.Rows {
			want := 0.0
			if !row.Initial {
				want = between(end.Rows[i-1].X, row.X)
			}
			if math.Abs(row.Move-want) > 1e-12 {
				t.Errorf("%s: row %d moved for %v, want %v", name, i, row.Move, want)
			}
			if row.Counted && !row.Initial {
				spent += row.Cost + row.Move
				moved += row.Move
			}
		}
		if math.Abs(end.Money.Spent-spent) > 1e-9 || math.Abs(end.Money.Moves-moved) > 1e-9 || spent > 12*(1+1e-9) || !(moved > 0) {
			t.Errorf("%s: spent %v, %v of it on moves, want %v and %v", name, end.Money.Spent, end.Money.Moves, spent, moved)
		}
		for _, s := range r.Snapshots {
			if d := s.Decision; d != nil {
				if want := between(s.Rows[len(s.Rows)-1].X, d.X); math.Abs(d.Expect.Way-want) > 1e-9 {
					t.Errorf("%s: the way is expected to cost %v, want %v", name, d.Expect.Way, want)
				}
			}
		}
		if ways := r.Snapshots[0].Ways([]model.Unit{{0, 0.3}, {0.5, 1}}); len(ways) != 2 || math.Abs(ways[0]-1) > 1e-12 || ways[1] != 0 {
			t.Errorf("%s: ways of %v from x = 5", name, ways)
		}
	}
}

// What is known of the way ends a run only where nothing fits: EI / E[c] stays
// near rather than overshoot.
func TestMovesAreForeseen(t *testing.T) {
	t.Parallel()
	p := parsed(t, strings.Replace(driven, "price = 0.2", "price = 3", 1))
	p.Budget = 4 // one unit of x, or a little more
	end := replayOf(t, p, "ei-pc", Settings{Seed: 1}).Last()
	if end.Evaluations < 2 {
		t.Errorf("%d evaluations, %v", end.Evaluations, end.Rows)
	}
	st, err := New(t.Context(), p, policy.Must("ei-pc"), Settings{Seed: 1})
	testkit.OK(t, err)
	// Cheap there, but far: 0.6 and 12 do not fit.
	testkit.OK(t, st.observe(scenarios.Point{1, 1.5}, scenarios.Evaluation{Value: 1, Cost: 0.6}))
	last := st.Snapshot().Rows[3]
	if st.Stopped() != Unaffordable || last.Counted || math.Abs(last.Move-12) > 1e-12 || st.Snapshot().Money.Moves != 0 {
		t.Errorf("stopped %q, row %+v", st.Stopped(), last)
	}
}

// A live study charges moves as a run does, keeps them apart from what is told,
// and finds them again in its journal.
func TestLiveMoves(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	for _, name := range []string{"ei-pc", "2-b-ms-ei schedule=paper"} {
		l := newLiveStudy(t, driven, name)
		p := parsed(t, driven)
		run := replayOf(t, p, name, Settings{Seed: 3})
		var at scenarios.Point
		for i := range 6 {
			l = reopen(t, l)
			s := ask(t, l)
			e, err := p.Source.Evaluate(t.Context(), s.X)
			testkit.OK(t, err)
			if s.Design == 0 {
				if want := between(at, s.X); math.Abs(s.Expected.Move-want) > 1e-9 {
					t.Errorf("%s: the move to %v is said to cost %v, want %v", name, s.X, s.Expected.Move, want)
				}
				if d := snapshot(t, l).Decision; d == nil || math.Abs(d.Expect.Way-s.Expected.Move) > 1e-12 {
					t.Errorf("%s: views show another way: %+v", name, d)
				}
			}
			tell(t, l, Answer{Value: e.Value, Cost: e.Cost})
			at = s.X
			row := run.Last().Rows[i]
			if got := l.State().Evaluations[i]; !slices.Equal([]float64(row.X), got.X) || math.Abs(row.Move-got.Move) > 1e-12 || got.Cost != row.Cost {
				t.Errorf("%s: evaluation %d is %v, the run's %+v", name, i, got.Told, row)
			}
		}
		over, err := l.Overview()
		testkit.OK(t, err)
		if left := run.Snapshots[3].Money.Left; over.Money.Left != left || reopen(t, l).State().Remaining() != left {
			t.Errorf("%s: %v left, in the run %v", name, over.Money.Left, left)
		}
		// Undone, the way is not paid, and the next one begins where it began.
		moved := l.State().Evaluations[5].Move
		undo(t, l)
		if over, _ = l.Overview(); math.Abs(over.Money.Left-run.Snapshots[2].Money.Left) > 1e-12 {
			t.Errorf("%s: %v left after undo, in the run %v", name, over.Money.Left, run.Snapshots[2].Money.Left)
		}
		if e := tell(t, l, Answer{Value: 1, Cost: 1}); e.Body.(journal.Told).Move != moved {
			t.Errorf("%s: told again, the move is %v, not %v", name, e.Body, moved)
		}
	}
}

// Several suggestions are a route: the order in which they are told changes
// neither what each move cost nor what comes next.
func TestMovesOfSeveral(t *testing.T) {
	t.Parallel()
	text := strings.Replace(driven, "[5, 1.8]]", "[5, 1.8]]\nvalues = [1, 2.5, 0.5]\ncosts = [1, 2, 1.5]", 1)
	var first []float64
	var next scenarios.Point
	for _, order := range [][]int{{0, 1, 2}, {2, 0, 1}, {1, 2, 0}} {
		l := newLiveStudy(t, text, "ei-pc")
		all := askFor(t, l, AskOptions{Count: 3})
		at, reserved := scenarios.Point{5, 1.8}, 0.0
		for _, s := range all {
			if want := between(at, s.X); math.Abs(s.Expected.Move-want) > 1e-9 {
				t.Errorf("the move to %v is said to cost %v, want %v", s.X, s.Expected.Move, want)
			}
			if math.Abs(s.Expected.Reserved-reserved) > 1e-4 { // each is expected by a fit of its own
				t.Errorf("reserved %v, want %v", s.Expected.Reserved, reserved)
			}
			reserved += s.Expected.CostMean + s.Expected.Move
			at = s.X
		}
		for _, k := range order {
			tell(t, reopen(t, l), Answer{Ask: all[k].Line, Value: float64(k), Cost: 1})
		}
		l = reopen(t, l)
		moves := make([]float64, 3)
		for _, e := range l.State().Evaluations[3:] {
			moves[slices.IndexFunc(all, func(s Suggestion) bool { return s.Line == e.Answers })] = e.Move
		}
		following := ask(t, l)
		if first == nil {
			first, next = moves, following.X
		}
		if !slices.Equal(moves, first) || !slices.Equal(following.X, next) {
			t.Errorf("told in the order %v: moves %v, want %v; then %v, want %v", order, moves, first, following.X, next)
		}
	}
}

// A cost that fits ends the study if its move does not: that is asked about
// first, and what is no price is refused.
func TestMoveBeyondTheBudget(t *testing.T) {
	t.Parallel()
	text := strings.Replace(driven, "[5, 1.8]]", "[5, 1.8]]\nvalues = [1, 2.5, 0.5]\ncosts = [1, 2, 1.5]", 1)
	text = strings.Replace(text, "price = 0.2\nparameters = [\"x\"]", `formula = "3*abs(to_x - from_x)"`, 1)
	l := newLiveStudy(t, text, "ei-pc")
	a := Answer{X: scenarios.Point{0.5, 1.5}, Value: 1, Cost: 1}
	doubts, err := l.Doubts(a)
	if err != nil || !slices.ContainsFunc(doubts, func(d Doubt) bool { return d.Ends && strings.Contains(d.Text, "13.5 for the move") }) {
		t.Errorf("doubts %+v, %v", doubts, err)
	}
	tell(t, l, a)
	if s := l.State(); s.Over() == 0 || s.Evaluations[3].Move != 13.5 {
		t.Errorf("over by %v: %v", s.Over(), s.Evaluations[3])
	}
	if _, err := l.Ask(t.Context()); !errors.As(err, &EndedError{}) {
		t.Errorf("asked: %v", err)
	}
}
