package journal

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"farsight/internal/testkit"
)

// standing lists the lines of the asks that stand.
func pendingLines(s State) []int {
	var lines []int
	for _, a := range s.Asks {
		lines = append(lines, a.Seq)
	}
	return lines
}

func ask1(as string, held bool) Asked { return Asked{X: []float64{0.5}, As: as, Held: held} }

func answer1(line int) Told { return Told{X: []float64{0.5}, Value: 1, Cost: 1, Answers: line} }

// What is held, or somebody's, stands until it is answered itself.
func TestHeldAsksStand(t *testing.T) {
	t.Parallel()
	three := []Body{ask1("", false), ask1("b", false), ask1("", true)} // lines 2, 3, 4
	for name, c := range map[string]struct {
		then    []Body
		want    []int
		pending int
	}{
		"nothing":                  {nil, []int{2, 3, 4}, 2},
		"another point is told":    {[]Body{told1(1)}, []int{3, 4}, 4},
		"one is answered":          {[]Body{answer1(3)}, []int{2, 4}, 2},
		"the first is answered":    {[]Body{answer1(2)}, []int{3, 4}, 4},
		"one is skipped":           {[]Body{Skipped{Seq: 4}}, []int{2, 3}, 2},
		"the budget changes":       {[]Body{BudgetChanged{Delta: 1}}, []int{2, 3, 4}, 2},
		"a remark":                 {[]Body{Noted{Text: "n"}}, []int{2, 3, 4}, 2},
		"the policy is set":        {[]Body{Set{Policy: "ei"}}, []int{3, 4}, 4},
		"undone":                   {[]Body{answer1(3), Undone{Seq: 5}}, []int{2, 3, 4}, 2},
		"undone, asked meanwhile":  {[]Body{told1(1), ask1("c", false), Undone{Seq: 5}}, []int{2, 3, 4, 6}, 2},
		"undone, loose meanwhile":  {[]Body{answer1(2), ask1("", false), Undone{Seq: 5}}, []int{2, 3, 4}, 2},
		"a note on an entry":       {[]Body{told1(1), ask1("", false), Amended{Line: 5, Note: ref("n")}}, []int{3, 4, 6}, 4},
		"a correction of an entry": {[]Body{told1(1), ask1("", true), Amended{Line: 5, Cost: ref(2.0)}}, []int{3, 4, 6}, 4},
	} {
		bodies := append(slices.Clone(three), c.then...)
		if name == "undone, loose meanwhile" || name == "a note on an entry" {
			bodies[2] = ask1("d", true) // else the loose one of line 6 may not be asked
			if name == "a note on an entry" {
				c.pending = 6
			}
		}
		s := run(t, study1(100), bodies...)
		if !slices.Equal(pendingLines(s), c.want) {
			t.Errorf("%s: lines %v stand, want %v", name, pendingLines(s), c.want)
		}
		line := 0
		if s.Pending != nil {
			line = s.Pending.Seq
		}
		if line != c.pending {
			t.Errorf("%s: line %d is pending, want %d", name, line, c.pending)
		}
	}
}

// Only one suggestion that is nobody's stands at a time, and no point of the
// initial design is asked for twice.
func TestAsksRefused(t *testing.T) {
	t.Parallel()
	c := study1(100)
	c.Design = [][]float64{{0.5}}
	first := ask1("b", false)
	first.Design = 1
	again := ask1("c", false)
	again.Design = 1
	s := run(t, c, first, ask1("", false))
	for name, b := range map[string]Body{
		"a second loose one":     ask1("", false),
		"a design point again":   again,
		"an answer to no ask":    answer1(1),
		"a skip of what is none": Skipped{Seq: 1},
	} {
		if _, err := s.next(Event{Seq: 4, Body: b}); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// An expired suggestion is open again, for its point and for its answer.
func TestExpired(t *testing.T) {
	t.Parallel()
	c := study1(100)
	c.Design = [][]float64{{0.5}}
	a := Asked{X: []float64{0.5}, Design: 1, As: "b", Expires: time.Unix(1, 0).UTC()}
	s := run(t, c, a, Skipped{Seq: 2, Expired: true})
	if len(s.Asks) != 0 || len(s.DesignLeft()) != 1 || len(s.Skips) != 1 || !s.Skips[0].Expired {
		t.Errorf("asks %v, design left %v, skips %v", s.Asks, s.DesignLeft(), s.Skips)
	}
	late := Event{Seq: 4, Body: Told{X: []float64{0.5}, Value: 1, Cost: 1, Answers: 2, Design: 1}}
	s, err := s.next(late)
	testkit.OK(t, err)
	late.Seq, late.Body = 5, answer1(2)
	if _, err := s.next(late); err == nil {
		t.Error("it was answered twice")
	}
}

func TestAmend(t *testing.T) {
	t.Parallel()
	s := run(t, study1(3), told1(2), told1(2), Amended{Line: 2, Value: ref(7.0), Cost: ref(0.5)}, Amended{Line: 2, Note: ref("n")})
	e := s.Evaluations[0]
	if e.Value != 7 || e.Cost != 0.5 || e.Note != "n" || !slices.Equal(e.Amended, []int{4, 5}) || s.Spent != 2.5 || counted(s) != "++" {
		t.Errorf("%+v, spent %v, %s", e, s.Spent, counted(s))
	}
	s, err := s.next(Event{Seq: 6, Body: Undone{Seq: 5}})
	testkit.OK(t, err)
	s, err = s.next(Event{Seq: 7, Body: Undone{Seq: 4}})
	if e := s.Evaluations[0]; err != nil || e.Value != 1 || e.Cost != 2 || e.Note != "" || len(e.Amended) != 0 || counted(s) != "+-" {
		t.Errorf("undone: %+v, %s, %v", e, counted(s), err)
	}
	failed := run(t, study1(3), told1(2), Amended{Line: 2, Failed: ref(true)})
	if e := failed.Evaluations[0]; !e.Failed || e.Value == e.Value {
		t.Errorf("amended to failed: %+v", e)
	}
	for field, b := range map[string]Body{
		"line":  Amended{Line: 1, Note: ref("n")},
		"cost":  Amended{Line: 2, Cost: ref(-1.0)},
		"value": Amended{Line: 2, Failed: ref(false)},
		"sd":    Amended{Line: 2, Sd: ref(1.0)},
	} {
		var fe *FieldError
		if _, err := failed.next(Event{Seq: 4, Body: b}); !errors.As(err, &fe) || fe.Field != field {
			t.Errorf("%v: %v", b, err)
		}
	}
	if _, err := failed.next(Event{Seq: 4, Body: Amended{Line: 2}}); err == nil {
		t.Error("an amendment of nothing was accepted")
	}
}

// Where what was paid for is kept, it counts beyond the budget, too; what is free
// is never charged.
func TestKeptOvershoot(t *testing.T) {
	t.Parallel()
	c := study1(3)
	c.Overshoot = Keep
	free := told1(50)
	free.Free = true
	s := run(t, c, free, told1(2), told1(2))
	if counted(s) != "+++" || s.Spent != 4 || s.Remaining() != 0 || s.Over() != 1 {
		t.Errorf("%s, spent %v, %v left, %v over", counted(s), s.Spent, s.Remaining(), s.Over())
	}
	if s := run(t, study1(3), told1(2), told1(2)); counted(s) != "+-" || s.Over() != 0 {
		t.Errorf("the paper's rule: %s, %v over", counted(s), s.Over())
	}
	c.Overshoot = "sometimes"
	if _, err := Replay([]Event{{Seq: 1, Body: c}}); err == nil {
		t.Error("an unknown rule was accepted")
	}
}

// Several events are acknowledged together, or none is.
func TestAppendAll(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j := whole(t, path)
	before, text := j.State().Seq, string(readBytes(t, path))
	if _, err := j.AppendAll(before, told2(1), Told{X: []float64{1}, Cost: 1}); err == nil || !strings.Contains(err.Error(), "event 2 of 2") {
		t.Errorf("a wrong second event: %v", err)
	}
	if string(readBytes(t, path)) != text || j.State().Seq != before {
		t.Fatal("something was written")
	}
	events, err := j.AppendAll(before, told2(1), told2(2), Noted{Text: "n"})
	if err != nil || len(events) != 3 || events[2].Seq != before+3 {
		t.Fatalf("%v, %v", events, err)
	}
	if again := mustOpen(t, path); again.State().Seq != before+3 || len(again.Notices()) != 0 {
		t.Errorf("read again: %v", again.State().Seq)
	}
}

func told2(cost float64) Told { return Told{X: []float64{1, 2}, Value: 1, Cost: cost, Free: true} }

// Answers to held asks count in the order of the asks, whatever order they come
// in: the same ones fit, and the sum has the same bits.
func TestHeldAsksCountInOrder(t *testing.T) {
	t.Parallel()
	costs := []float64{0.1, 0.7, 0.30000000000000004, 2}
	run := func(order ...int) State {
		bodies := []Body{ask1("a", false), ask1("", true), ask1("c", false), ask1("a", false)} // lines 2 to 5
		for _, i := range order {
			a := answer1(2 + i)
			a.Cost = costs[i]
			bodies = append(bodies, a)
		}
		return run(t, study1(1.5), bodies...)
	}
	want := run(0, 1, 2, 3)
	for _, order := range [][]int{{3, 2, 1, 0}, {1, 3, 0, 2}, {2, 0, 3, 1}} {
		got := run(order...)
		if got.Spent != want.Spent {
			t.Errorf("told as %v: %v is spent, want %v", order, got.Spent, want.Spent)
		}
		for k, i := range got.InOrder() {
			e := got.Evaluations[i]
			if w := want.Evaluations[k]; e.Answers != w.Answers || e.Counted != w.Counted || e.Cost != w.Cost {
				t.Errorf("told as %v: number %d answers %d for %v, counted %v; want %+v", order, k, e.Answers, e.Cost, e.Counted, w)
			}
		}
	}
}

// A skipped suggestion is dropped and remembered, a skipped initial point is
// not asked again, and undo brings both back.
func TestSkip(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	c := study()
	c.Dir = "../problems"
	j, err := Create(path, c, Settings{Now: clock()})
	testkit.OK(t, err)
	if got := j.State().Created.Dir; got != c.Dir {
		t.Errorf("dir %q", got)
	}
	for i, b := range []Body{
		Asked{X: []float64{1, 200}, Design: 1},
		Skipped{Seq: 2, Reason: "no oven"},
		Asked{X: []float64{2, 220}, Design: 2},
	} {
		if _, err := j.Append(i+1, b); err != nil {
			t.Fatal(err)
		}
	}
	before := j.State()
	if left := before.DesignLeft(); !slices.Equal(left, []int{2}) {
		t.Errorf("initial points left: %v", left)
	}
	if k := before.Skips; len(k) != 1 || k[0].Seq != 3 || k[0].Ask.Design != 1 || k[0].Reason != "no oven" || before.Pending.Seq != 4 {
		t.Errorf("skips %+v, pending %+v", k, before.Pending)
	}

	var fe *FieldError
	for _, seq := range []int{2, 3, 9} { // skipped already, not an ask, not there
		if _, err := j.Append(4, Skipped{Seq: seq}); !errors.As(err, &fe) || fe.Field != "line" {
			t.Errorf("skipping line %d: %v", seq, err)
		}
	}
	if _, err := j.Append(4, Skipped{Seq: 4}); err != nil {
		t.Fatal(err)
	}
	if s := j.State(); s.Pending != nil || len(s.Skips) != 2 || s.Undoable() != 5 || s.Spent != 0 {
		t.Errorf("after a second skip: %+v", s)
	}
	if _, err := j.Append(5, Undone{Seq: 5}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(before, j.State(), substance...); d != "" {
		t.Errorf("undoing a skip: %s", d)
	}

	// What was skipped can still be measured.
	if _, err := j.Append(6, Told{X: []float64{1, 200}, Value: 1, Cost: 1, Design: 1}); err != nil {
		t.Fatal(err)
	}
	if left := j.State().DesignLeft(); !slices.Equal(left, []int{2}) {
		t.Errorf("initial points left: %v", left)
	}
	again := mustOpen(t, path)
	if d := cmp.Diff(j.State(), again.State(), same...); d != "" {
		t.Errorf("read back: %s", d)
	}
}

// A move is charged beside the cost, found again, undone with its evaluation,
// and written in a version of its own; without one nothing is said of it.
func TestMoveIsCharged(t *testing.T) {
	t.Parallel()
	path := newPath(t)
	j, err := Create(path, study(), Settings{Now: clock()})
	testkit.OK(t, err)
	for _, told := range []Told{
		{X: []float64{1, 200}, Value: 1, Cost: 2},
		{X: []float64{2, 210}, Value: 3, Cost: 2, Move: 0.75},
		{X: []float64{2, 220}, Cost: 1, Move: 0.5, Failed: true},
	} {
		if _, err := j.Append(j.State().Seq, told); err != nil {
			t.Fatal(err)
		}
	}
	j = mustOpen(t, path)
	if s := j.State(); s.Spent != 6.25 || s.Evaluations[1].Move != 0.75 || s.Evaluations[1].Cost != 2 {
		t.Errorf("spent %v: %+v", s.Spent, s.Evaluations[1])
	}
	if text := j.State().Evaluations[1].Told.String(); !strings.Contains(text, "cost 2, move 0.75") {
		t.Errorf("told as %q", text)
	}
	lines := bytes.Split(readBytes(t, path), []byte("\n"))
	for i, want := range []string{`{"v":1,"n":2,`, `{"v":3,"n":3,`, `{"v":3,"n":4,`} {
		if line := string(lines[i+1]); !strings.HasPrefix(line, want) || (i == 0) == strings.Contains(line, "move") {
			t.Errorf("line %d is %s", i+2, line)
		}
	}
	if _, err := j.Append(j.State().Seq, Undone{Seq: 4}); err != nil {
		t.Fatal(err)
	}
	if s := mustOpen(t, path).State(); s.Spent != 4.75 {
		t.Errorf("undone, %v is spent", s.Spent)
	}
	// A cost that fits does not count if its move does not.
	left := j.State().Remaining()
	if _, err := j.Append(j.State().Seq, Told{X: []float64{1, 200}, Value: 1, Cost: left, Move: 0.01}); err != nil {
		t.Fatal(err)
	}
	if s := j.State(); s.Evaluations[2].Counted || s.Spent != 4.75 {
		t.Errorf("counted beyond the budget: %+v", s.Evaluations[2])
	}
	for _, bad := range []Told{{Move: -1}, {Move: math.NaN()}, {Move: math.Inf(1)}, {Move: 1, Free: true}} {
		bad.X, bad.Value, bad.Cost = []float64{1, 200}, 1, 1
		var field *FieldError
		if _, err := j.Append(j.State().Seq, bad); !errors.As(err, &field) || field.Field != "move" {
			t.Errorf("a move of %v: %v", bad.Move, err)
		}
	}
	// A study whose problem has a price of moves says so on its first line.
	c := study()
	if c.Moves = true; c.version() != 3 {
		t.Errorf("version %d", c.version())
	}
}
