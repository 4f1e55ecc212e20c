package journal

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"farsight/internal/testkit"
)

// next returns the state after e, or why e cannot follow.
func (s State) next(e Event) (State, error) {
	if err := s.check(e); err != nil {
		return s, err
	}
	s = s.clone()
	s.apply(e)
	return s, nil
}

// told1 tells a 1-D evaluation.
func told1(cost float64) Told { return Told{X: []float64{0.5}, Value: 1, Cost: cost} }

func study1(budget float64) Created {
	return Created{Name: "p", Problem: "p", Parameters: []string{"x"}, Policy: "ei", Budget: budget}
}

// run folds bodies after a Created.
func run(t testing.TB, c Created, bodies ...Body) State {
	t.Helper()
	events := []Event{{Seq: 1, Body: c}}
	for i, b := range bodies {
		events = append(events, Event{Seq: i + 2, Body: b})
	}
	s, err := Replay(events)
	testkit.OK(t, err)
	return s
}

func counted(s State) string {
	var b strings.Builder
	for _, e := range s.Evaluations {
		if e.Counted {
			b.WriteByte('+')
		} else {
			b.WriteByte('-')
		}
	}
	return b.String()
}

// An ask stands until something is told; undoing puts it back, and withdraws a
// later one.
func TestPendingAsk(t *testing.T) {
	t.Parallel()
	ask, other := Asked{X: []float64{0.25}}, Asked{X: []float64{0.75}}
	pending := func(bodies ...Body) int {
		s := run(t, study1(10), bodies...)
		if s.Pending == nil {
			return 0
		}
		return s.Pending.Seq
	}
	for _, c := range []struct {
		name string
		want int
		got  int
	}{
		{"asked", 2, pending(ask)},
		{"a note leaves it", 2, pending(ask, Noted{"n"})},
		{"a budget change leaves it", 2, pending(ask, BudgetChanged{1})},
		{"told elsewhere clears it", 0, pending(ask, told1(1))},
		{"undone: it stands again", 2, pending(ask, told1(1), Undone{3})},
		{"undone: the later ask is withdrawn", 2, pending(ask, told1(1), other, Undone{3})},
		{"undone twice", 2, pending(ask, told1(1), told1(2), Undone{4}, Undone{3})},
		{"undone to before any ask", 0, pending(told1(1), ask, Undone{2})},
	} {
		if c.got != c.want {
			t.Errorf("%s: line %d stands, want %d", c.name, c.got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	base := study1(10)
	base.Design = [][]float64{{0.5}}
	initial := told1(1)
	initial.Design = 1
	ask := Asked{X: []float64{0.5}}
	nan, inf := math.NaN(), math.Inf(1)
	with := func(f func(*Told)) Told { d := told1(1); f(&d); return d }
	for _, c := range []struct {
		want   string // part of the error: the field, if one is at fault
		before []Body
		b      Body
	}{
		{"x must have 1 number", nil, with(func(d *Told) { d.X = nil })},
		{"x must have 1 number", nil, Asked{X: []float64{1, 2}}},
		{"x[0] (x) must be a finite", nil, with(func(d *Told) { d.X = []float64{nan} })},
		{"x[0] (x) must be a finite", nil, Asked{X: []float64{inf}}},
		{"value must be a finite", nil, with(func(d *Told) { d.Value = nan })},
		{"value must be a finite", nil, with(func(d *Told) { d.Value = -inf })},
		{"cost must be", nil, told1(0)},
		{"cost must be", nil, told1(-1)},
		{"cost must be", nil, told1(nan)},
		{"cost must be", nil, told1(inf)},
		{"cost must be", nil, Told{X: []float64{0}, Failed: true}},
		{"note must be UTF-8", nil, with(func(d *Told) { d.Note = "\xff" })},
		{"source has", nil, with(func(d *Told) { d.Source = strings.Repeat("a", maxText+1) })},
		{"design is 2", nil, with(func(d *Told) { d.Design = 2 })},
		{"design must not be negative", nil, with(func(d *Told) { d.Design = -1 })},
		{"design point 1 was already told on line 2", []Body{initial}, initial},
		{"answers names line 7", []Body{ask}, with(func(d *Told) { d.Answers = 7 })},
		{"still pending", []Body{ask}, ask},
		{"nothing to undo", nil, Undone{1}},
		{"line 3 must be undone first", []Body{told1(1), told1(1)}, Undone{2}},
		{"line must be", nil, Undone{0}},
		{"delta must be", nil, BudgetChanged{0}},
		{"delta must be", nil, BudgetChanged{nan}},
		{"delta -11 would make the budget -1; it is 10", nil, BudgetChanged{-11}},
		{"only by that", nil, base},
		{"empty", nil, nil},
	} {
		s := run(t, base, c.before...)
		_, err := s.next(Event{Seq: s.Seq + 1, Body: c.b})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%T %v: error %v, want %q", c.b, c.b, err, c.want)
		}
	}
	for field, f := range map[string]func(*Created){
		"parameters":    func(c *Created) { c.Parameters = nil },
		"parameters[1]": func(c *Created) { c.Parameters = []string{"a", "a"} },
		"parameters[0]": func(c *Created) { c.Parameters = []string{""} },
		"problem":       func(c *Created) { c.Problem = "" },
		"budget":        func(c *Created) { c.Budget = 0 },
		"design[0]":     func(c *Created) { c.Design = [][]float64{{1, 2}} },
		"name":          func(c *Created) { c.Name = "\xc0" },
	} {
		c := base
		f(&c)
		_, err := Replay([]Event{{Seq: 1, Body: c}})
		var fe *FieldError
		if !errors.As(err, &fe) || fe.Field != field {
			t.Errorf("%s: error %v", field, err)
		}
	}
	if _, err := Replay([]Event{{Seq: 1, Body: told1(1)}}); err == nil {
		t.Error("a study that was never created was accepted")
	}
}

// genBody draws any event that may follow s.
func genBody(t *rapid.T, s State) Body {
	cost := float64(rapid.IntRange(1, 60).Draw(t, "tenths")) / 10
	x := []float64{rapid.Float64Range(0, 1).Draw(t, "x")}
	switch rapid.IntRange(0, 12).Draw(t, "kind") {
	case 0:
		return BudgetChanged{Delta: cost}
	case 1:
		if s.Budget > cost {
			return BudgetChanged{Delta: -cost}
		}
	case 2:
		if u := s.Undoable(); u > 0 {
			return Undone{u}
		}
	case 3:
		if s.Pending == nil {
			return Asked{X: x}
		}
	case 4:
		return Told{X: x, Cost: cost, Failed: true}
	case 6:
		return Asked{X: x, As: rapid.SampledFrom([]string{"", "b", "c"}).Draw(t, "as"), Held: true}
	case 7:
		if len(s.Asks) > 0 {
			a := rapid.SampledFrom(s.Asks).Draw(t, "ask")
			if rapid.Bool().Draw(t, "told") {
				return Told{X: a.X, Value: 2, Cost: cost, Answers: a.Seq, Design: a.Design, Sd: 0.5}
			}
			return Skipped{Seq: a.Seq, Expired: rapid.Bool().Draw(t, "expired")}
		}
	case 8:
		if len(s.Evaluations) > 0 {
			e := rapid.SampledFrom(s.Evaluations).Draw(t, "amended")
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				return Amended{Line: e.Seq, Value: ref(cost), Cost: ref(cost)}
			case 1:
				return Amended{Line: e.Seq, Failed: ref(true)}
			}
			return Amended{Line: e.Seq, Note: ref("n")}
		}
	case 9:
		return Set{Policy: rapid.SampledFrom([]string{"ei", "random"}).Draw(t, "policy")}
	case 10:
		return Told{X: x, Value: 3, Cost: cost, Free: true}
	case 5:
		if s.Pending != nil {
			return Skipped{Seq: s.Pending.Seq}
		}
	}
	d := Told{X: x, Value: 1, Cost: cost}
	if left := s.DesignLeft(); len(left) > 0 && rapid.Bool().Draw(t, "initial") {
		d.Design = left[0]
	}
	return d
}

// genState draws a history and folds it.
func genState(t *rapid.T) (State, []Event) {
	c := study1(float64(rapid.IntRange(1, 200).Draw(t, "budget")) / 10)
	c.Design = [][]float64{{0.1}, {0.9}}
	c.ChargeInitial = rapid.Bool().Draw(t, "charge")
	c.Overshoot = rapid.SampledFrom([]string{"", Keep}).Draw(t, "overshoot")
	events := []Event{{Seq: 1, Body: c}}
	s, err := Replay(events)
	testkit.OK(t, err)
	for range rapid.IntRange(0, 30).Draw(t, "events") {
		e := Event{Seq: s.Seq + 1, Body: genBody(t, s)}
		s, err = s.next(e)
		testkit.OK(t, err)
		events = append(events, e)
	}
	return s, events
}

// substance leaves out when the last event was.
var substance = append([]cmp.Option{cmpopts.IgnoreFields(State{}, "Seq", "Updated")}, same...)

func TestUndoRestores(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, _ := genState(t)
		b := genBody(t, s)
		switch b.(type) {
		case Told, BudgetChanged, Skipped, Amended, Set:
		default:
			t.Skip("not undoable")
		}
		before := s.clone()
		after, err := s.next(Event{Seq: s.Seq + 1, Body: b})
		testkit.OK(t, err)
		back, err := after.next(Event{Seq: after.Seq + 1, Body: Undone{after.Seq}})
		testkit.OK(t, err)
		if d := cmp.Diff(before, back, substance...); d != "" {
			t.Errorf("undoing %v:\n%s", b, d)
		}
		if d := cmp.Diff(before, s, same...); d != "" {
			t.Errorf("next changed the state it started from:\n%s", d)
		}
	})
}

// The oracle counts in exact rational arithmetic; all amounts are tenths, so
// that no comparison is closer than the tolerance.
func TestCountingAgainstExactArithmetic(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, _ := genState(t)
		tenths := func(v float64) *big.Rat { return big.NewRat(int64(math.Round(v*10)), 10) }
		spent, good := new(big.Rat), new(big.Rat)
		budget := tenths(s.Budget)
		for _, i := range s.InOrder() {
			e := s.Evaluations[i]
			after := new(big.Rat).Add(spent, tenths(e.Cost))
			free := e.Free || e.Design > 0 && !s.Created.ChargeInitial
			want := free || e.Failed || s.Created.Overshoot == Keep || after.Cmp(budget) <= 0
			if e.Counted != want {
				t.Fatalf("evaluation %d of cost %v, budget %v: counted %v", i, e.Cost, s.Budget, e.Counted)
			}
			if want && !free {
				spent = after
				if !e.Failed && s.Created.Overshoot == "" {
					good.Add(good, tenths(e.Cost))
				}
			}
		}
		exact, _ := spent.Float64()
		if math.Abs(s.Spent-exact) > 1e-15*exact {
			t.Errorf("spent %v, exactly %v", s.Spent, exact)
		}
		if good.Cmp(budget) > 0 {
			t.Errorf("successful evaluations counted for %v of %v", good, budget)
		}
	})
}

// What is written and read again is the same state.
func TestReplayOfWrittenLines(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s, events := genState(t)
		prev := noSum
		var again []Event
		for _, e := range events {
			b, err := encode(e, prev)
			testkit.OK(t, err)
			rec, err := decode(b[:len(b)-1])
			testkit.OK(t, err)
			prev = rec.sum
			again = append(again, rec.event)
		}
		r, err := Replay(again)
		testkit.OK(t, err)
		if d := cmp.Diff(s, r, same...); d != "" {
			t.Error(d)
		}
	})
}

// Small costs beside a large one are not lost.
func TestLedgerCompensates(t *testing.T) {
	t.Parallel()
	var l Ledger
	for _, z := range []float64{1, 1e100, 1, -1e100} {
		l.Add(z)
	}
	if l.total() != 2 || !l.Affords(1, 3) || l.Affords(1.001, 3) {
		t.Errorf("1 and 1 are %v", l.total())
	}
}
