package study

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/scenarios"
)

// doubted is the fields an answer is doubted in.
func doubted(t testing.TB, l *Live, a Answer) (fields []string) {
	t.Helper()
	doubts, err := l.Doubts(a)
	testkit.OK(t, err)
	for _, d := range doubts {
		fields = append(fields, d.Field)
		if !(d.Low < d.High) || (d.Typed >= d.Low && d.Typed <= d.High) || !strings.HasPrefix(d.Text, fmt.Sprintf("%s %v", d.Field, d.Typed)) {
			t.Errorf("%+v", d)
		}
	}
	return fields
}

func TestDoubts(t *testing.T) {
	t.Parallel()
	l := newLiveStudy(t, bread, "ei-puc")
	wild := Answer{Value: 1e6, Cost: 9.5}
	for i, y := range []float64{1, 2.5, 0.5} {
		if s := ask(t, l); s.Design != i+1 {
			t.Fatal("no initial point")
		}
		// While fewer than three values are known, nothing is expected; and the
		// initial design, which is not charged, ends no study.
		if got := doubted(t, l, Answer{Value: 1e6, Cost: 1e6}); got != nil {
			t.Errorf("%d values known: doubted %v", i, got)
		}
		tell(t, l, Answer{Value: y, Cost: 1 + float64(i)/4})
	}
	if got := doubted(t, l, Answer{Value: 1e6, Cost: 1}); got != nil {
		t.Errorf("an answer to nothing: doubted %v", got)
	}
	s := ask(t, l)
	e := s.Expected
	elsewhere := scenarios.Point{1.5, 35}
	for name, c := range map[string]struct {
		a    Answer
		want string
	}{
		"as expected":            {Answer{Value: e.Value, Cost: e.Cost}, "[]"},
		"by its line":            {Answer{Ask: s.Line, Value: 1e6, Cost: e.Cost}, "[value]"},
		"within the interval":    {Answer{Value: e.ValueHigh, Cost: e.CostLow}, "[]"},
		"a slip":                 {Answer{Value: -50, Cost: e.Cost}, "[value]"},
		"a slip at another":      {Answer{X: elsewhere, Value: 50, Cost: e.Cost}, "[value]"},
		"a little off, a slip":   {Answer{X: scenarios.Point{s.X[0] + 0.01, s.X[1]}, Moved: true, Value: 50, Cost: e.Cost}, "[value]"},
		"a failure has no value": {Answer{Failed: true, Value: 50, Cost: e.Cost}, "[]"},
		"too dear and too much":  {wild, "[value cost]"},
		"all of it":              {Answer{Value: e.Value, Cost: 1e4}, "[cost cost]"},
		"too cheap":              {Answer{Value: e.Value, Cost: 1e-6}, "[cost]"},
		"what tell refuses":      {Answer{X: scenarios.Point{0, 0}, Value: 1e6, Cost: 1}, "[]"},
		"no cost":                {Answer{Value: 1e6}, "[]"},
		"no number":              {Answer{Value: math.NaN(), Cost: 1e6}, "[]"},
	} {
		if got := fmt.Sprint(doubted(t, l, c.a)); got != c.want {
			t.Errorf("%s: doubted %v, want %v", name, got, c.want)
		}
	}
	doubts, _ := l.Doubts(Answer{Value: 50, Cost: e.Cost})
	if want := fmt.Sprintf("value 50: expected %.3g to %.3g there", doubts[0].Low, doubts[0].High); doubts[0].Text != want {
		t.Errorf("%q, want %q", doubts[0].Text, want)
	}
	if d := doubts[0]; math.Abs(d.Low-e.ValueLow) > 0.05*(e.ValueHigh-e.ValueLow) || math.Abs(d.High-e.ValueHigh) > 0.05*(e.ValueHigh-e.ValueLow) {
		t.Errorf("expected %v to %v, the suggestion said %v to %v", d.Low, d.High, e.ValueLow, e.ValueHigh)
	}
	tell(t, l, Answer{Value: 2.5, Cost: 8})
	ask(t, l)
	doubts, _ = l.Doubts(Answer{Value: 2, Cost: 2.5})
	if len(doubts) != 1 || doubts[0].Text != "cost 2.5: 2 of the budget is left, so that it ends the study" || doubts[0].High != 2 {
		t.Errorf("%+v", doubts)
	}
	if got := doubted(t, l, Answer{Failed: true, Cost: 2.5}); len(got) != 1 {
		t.Errorf("a failure that ends the study: doubted %v", got)
	}
}

// Whether a number is doubted does not depend on the unit it is in, nor on the
// goal's sign.
func TestDoubtsHaveNoUnit(t *testing.T) {
	t.Parallel()
	var want []string
	for _, k := range []float64{1, -1e6, 1e-6} {
		text := strings.Replace(bread, "budget = 10", fmt.Sprintf("budget = %v", 10*math.Abs(k)), 1)
		if k < 0 {
			text += "[objective]\ngoal = \"minimise\"\n"
		}
		l := newLiveStudy(t, text, "ei")
		for _, y := range []float64{1, 2.5, 0.5} {
			ask(t, l)
			tell(t, l, Answer{Value: k * y, Cost: math.Abs(k) * (1 + y)})
		}
		s := ask(t, l)
		var got []string
		for _, y := range []float64{-20, -4, 0, 1, 3, 7, 30} {
			for _, x := range []scenarios.Point{s.X, {1.5, 35}} {
				for _, cost := range []float64{0.01, 1.5, 4, 9.9, 200} {
					got = append(got, fmt.Sprint(doubted(t, l, Answer{X: x, Value: k * y, Cost: math.Abs(k) * cost})))
				}
			}
		}
		if want == nil {
			want = got
			continue
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("times %v: %v, want %v", k, got, want)
		}
	}
}
