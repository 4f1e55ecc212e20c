package formula

import (
	"errors"
	"strings"
	"testing"
)

func TestComparisons(t *testing.T) {
	t.Parallel()
	type side struct {
		text       string
		less, more float64
		strict     bool
	}
	x := []float64{0.7, 0.5}
	for _, c := range []struct {
		text string
		want []side
	}{
		{"x + android <= 1", []side{{"x + android <= 1", 1.2, 1, false}}},
		{" x>0.5 ", []side{{"x > 0.5", 0.5, 0.7, true}}},
		{"0.1 < x<=2*android", []side{{"0.1 < x", 0.1, 0.7, true}, {"x <= 2*android", 0.7, 1, false}}},
		{"android >= x && (x + 1)*2 < 3 and(android < 2)", []side{
			{"android >= x", 0.7, 0.5, false}, {"(x + 1)*2 < 3", 3.4, 3, true}, {"android < 2", 0.5, 2, true}}},
		{"((x < 1) && (android < max(1, 2)))", []side{{"x < 1", 0.7, 1, true}, {"android < max(1, 2)", 0.5, 2, true}}},
	} {
		got, err := Comparisons(c.text, []string{"x", "android"}, nil)
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%s: %v, %v", c.text, got, err)
			continue
		}
		for i, w := range c.want {
			g := got[i]
			if g.Text != w.text || g.Strict != w.strict || g.Less.Eval(x) != w.less || g.More.Eval(x) != w.more {
				t.Errorf("%s: %q, %v < %v, strict %v; want %+v", c.text, g.Text, g.Less.Eval(x), g.More.Eval(x), g.Strict, w)
			}
		}
	}
}

func TestComparisonMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"", 0, "empty"}, {"x + y", 2, "no place here"}, {"x", 0, "no comparison"}, {"x <= ", 4, ""}, {"x == y", 2, "leave that parameter out"},
		{"x < 1 || y < 1", 6, "no place here"}, {"not (x < 1)", 0, "no comparison"}, {"x < z", 4, `no name "z"`}, {"(x < 1) < y", 3, "a condition where a number is needed"},
		{strings.Repeat("x+", maxText) + "x < 1", 0, "longer than 16 KiB"},
	} {
		_, err := Comparisons(c.text, []string{"x", "y"}, nil)
		var at *Error
		if !errors.As(err, &at) || at.Offset != c.offset || !strings.Contains(at.Message, c.want) {
			t.Errorf("%.40q: %v; want character %d and %q", c.text, err, c.offset, c.want)
		}
	}
}

func FuzzComparisons(f *testing.F) {
	for _, s := range []string{"x <= y", "0 < x < 1 && y > 2", "((x<1))and(y<2)", "x<", "µ < 1", "1 < 2 < 3 < 4", "(1 < x) && ((y) > (2))"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		all, err := Comparisons(s, []string{"x", "y"}, nil)
		if at := (*Error)(nil); err != nil && (!errors.As(err, &at) || at.Offset < 0 || at.Offset > len(s)) {
			t.Errorf("%q: error %v with no place in the text", s, err)
		}
		for _, c := range all {
			c.Less.Eval([]float64{0.5, -1})
			c.More.Eval([]float64{0.5, -1})
		}
	})
}
