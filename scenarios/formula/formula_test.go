package formula

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"farsight/internal/testkit"
)

func TestFormulaValues(t *testing.T) {
	t.Parallel()
	x, y := 0.7, -2.5
	for _, c := range []struct {
		text string
		want float64
	}{
		{"1", 1}, {"-x^2", -x * x}, {"2^-1", 0.5}, {"2^3^2", 512}, {"2**3", 8}, {"1/2", 0.5}, {"7 % 4", 3},
		{"x + y*2 - 3", x + y*2 - 3}, {"(x + y)*2", (x + y) * 2}, {"1e3 + .5 + 0x10", 1016.5}, {"+x", x},
		{"cos(12*x)", math.Cos(12 * x)}, {"atan2(y, x)", math.Atan2(y, x)}, {"pow(x, 3)", math.Pow(x, 3)}, {"mod(y, 2)", math.Mod(y, 2)},
		{"min(x, y, 1)", y}, {"max(x, y, 1)", 1}, {"sum(x, y, 3)", x + y + 3}, {"mean(x, y)", (x + y) / 2},
		{"norm(3, 4)", 5}, {"norm(y)", 2.5}, {"hypot(3, 4)", 5}, {"clamp(y, -1, 1)", -1}, {"sign(y) + sign(0)", -1},
		{"sqrt(2) + cbrt(8) + abs(y)", math.Sqrt2 + 2 + 2.5}, {"ln(x) + log(x) + log2(x) + log10(x) + log1p(x)", 2*math.Log(x) + math.Log2(x) + math.Log10(x) + math.Log1p(x)},
		{"exp(x) + expm1(x) + erf(x)", math.Exp(x) + math.Expm1(x) + math.Erf(x)},
		{"floor(y) + ceil(y) + round(y) + trunc(y)", -3 - 2 - 3 - 2},
		{"sin(pi/2)", 1}, {"tanh(x) + sinh(x) + cosh(x)", math.Tanh(x) + math.Sinh(x) + math.Cosh(x)},
		{"asin(x) + acos(x) + atan(x) + tan(x)", math.Asin(x) + math.Acos(x) + math.Atan(x) + math.Tan(x)},
		{"x > 0 ? 1 : 2", 1}, {"x < 0 ? 1 : 2", 2}, {"x >= 0.7 ? 1 : 2", 1}, {"x <= 0.6 ? 1 : 2", 2}, {"x == y ? 1 : 2", 2}, {"x != y ? 1 : 2", 1},
		{"x > 0 && y > 0 ? 1 : 2", 2}, {"x > 0 or y > 0 ? 1 : 2", 1}, {"not (x > 0) ? 1 : 2", 2}, {"!(y > 0) and true ? 1 : 2", 1},
		{"0 < x < 1 ? 1 : 2", 1}, {"0 < y < 1 ? 1 : 2", 2},
		{"let r = x^2 + y^2; r*r + r", (x*x + y*y) * (x*x + y*y + 1)},
		{"1 + (let r = x; let s = r + 1; s*r) + y", 1 + (x+1)*x + y},
		{"x > 0 ? (let a = 1; a + (y > 0 ? a : 2*a)) : 9", 3},
		{"x // the parameter\n + 1", x + 1},
	} {
		f, err := New(c.text, []string{"x", "y"})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if got := f.Eval([]float64{x, y}); math.Abs(got-c.want) > 1e-15*(1+math.Abs(c.want)) {
			t.Errorf("%s = %v, want %v", c.text, got, c.want)
		}
	}
}

func TestFormulaMistakes(t *testing.T) {
	t.Parallel()
	for name, fine := range map[string]bool{"x": true, "_1": true, "ε2": true, "": false, "1x": false, "a b": false, "a-": false} {
		if IsName(name) != fine {
			t.Errorf("%q is a name: %v", name, !fine)
		}
	}
	for _, c := range []struct {
		text   string
		offset int
		want   string
	}{
		{"", 0, "empty"}, {"x +", 2, "missing at the end"}, {"x + * 2", 4, `unexpected "*"`}, {"2x", 1, "operator"},
		{"x + speeed", 4, `did you mean "speed"?`}, {"z", 0, "there is x, speed, pi"},
		{"1 + sine(x)", 4, `did you mean "sin"?`}, {"sqrt(x, x)", 0, "one number, not 2"}, {"atan2(x)", 0, "2 numbers, not 1"}, {"min()", 0, "one or more"},
		{"x > 0", 2, "a condition where a number is needed"}, {"x ? 1 : 2", 0, "a number where a condition is needed"}, {"1 + (x > 0)", 7, "a condition where"},
		{"x > 0 ? 1 : x > 2", 14, "a condition where a number"}, {"'a'", 0, "text"}, {"[1, 2]", 0, "only numbers"},
		{"len(x)", 0, "no function"}, {"now()", 0, "no function"}, {"env", 0, "no name"}, {"$env", 0, "no name"},
		{"x | abs()", 2, "only numbers"}, {"x in 1", 2, "operator"}, {"1..3", 2, "operator"}, {"x ?? 1", 3, "missing before it"}, {"x; x", 1, "write one expression"},
		{"let x = 1; x", 4, "already has a meaning"}, {"let pi = 3; x", 4, "already"}, {"nil", 0, "no name"}, {"ε + µ", 0, `"ε"`}, {"x + µ", 4, `"µ"`},
		{"x\x1b[31m", 1, ""}, {"1e999", 0, "too large a number"}, {"::sum(x)", 0, "missing before it"},
		{strings.Repeat("x+", maxText) + "x", 0, "longer than 16 KiB"}, {strings.Repeat("x+", 7000) + "x", -1, "parts"},
	} {
		_, err := New(c.text, []string{"x", "speed"})
		var at *Error
		name := c.text[:min(len(c.text), 30)]
		if !errors.As(err, &at) {
			t.Errorf("%q: error %v, want a *Error", name, err)
			continue
		}
		if !strings.Contains(at.Message, c.want) || c.offset >= 0 && at.Offset != c.offset {
			t.Errorf("%q: character %d: %s; want character %d and %q", name, at.Offset, at.Message, c.offset, c.want)
		}
		if strings.ContainsRune(at.Error(), 0x1b) {
			t.Errorf("%q: the message holds an escape character", name)
		}
	}
}

// Deep nesting compiles and runs on a heap stack; lists of every length fit.
func TestFormulaDepth(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("(1+", 2000) + "x" + strings.Repeat(")", 2000)
	f, err := New(text, []string{"x"})
	testkit.OK(t, err)
	if got := f.Eval([]float64{0.5}); got != 2000.5 {
		t.Errorf("2000 nested sums give %v, want 2000.5", got)
	}
	if _, err := New(strings.Repeat("(", 16000), nil); err == nil {
		t.Error("16000 open brackets are no mistake")
	}
}

func TestFormulaIsSafeAndAllocatesNothing(t *testing.T) {
	f, err := New("let r = norm(x, y); (1 + cos(12*r))/(0.5*r^2 + 2) + min(x, y, r)", []string{"x", "y"})
	testkit.OK(t, err)
	x := []float64{0.3, 0.4}
	if n := testing.AllocsPerRun(100, func() { f.Eval(x) }); n != 0 {
		t.Errorf("an evaluation allocates %v times", n)
	}
	want := f.Eval(x)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if got := f.Eval([]float64{0.3, 0.4}); got != want {
					t.Errorf("concurrent evaluation gives %v, want %v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

// No text makes the compiler panic or hang, and what compiles evaluates.
func FuzzFormula(f *testing.F) {
	for _, s := range []string{"x", "let a = x; a ? 1 : 2", "min(x, y) > 0 && true ? x : y", "((((", "x[1:2]", "sum(x, #)", "a?.b?.c", "x |", "b'1'", "not in", "1..", "//", "{}.x()"} {
		f.Add(s)
	}
	for _, s := range []string{
		strings.Repeat("(", 5000) + "x", strings.Repeat("-", 10_000) + "x", strings.Repeat("1+", 6000) + "x", strings.Repeat("x ? ", 2000) + "1", strings.Repeat("x^", 2000) + "x",
		"1e308*x - 1e308*y", "5e-324/x", "1e154^2", "0/0 + x", "x % 5e-324", "1e999", "0x", "\x1b[2J", strings.Repeat("let a = x; ", 500) + "a", "min(" + strings.Repeat("x,", 3000) + "y)",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		testkit.RunBounded(t, func(context.Context) {
			g, err := New(s, []string{"x", "y"})
			if err != nil {
				var at *Error
				if !errors.As(err, &at) || at.Offset < 0 || at.Offset > len(s) {
					t.Errorf("%q: error %v with no place in the text", s, err)
				}
				return
			}
			g.Eval([]float64{0.5, -1})
			g.Eval([]float64{1e308, -5e-324})
		})
	})
}

// A choice is compared with the names of choices, and with nothing else.
func TestFormulaChoices(t *testing.T) {
	t.Parallel()
	names, choices := []string{"x", "solvent"}, [][]string{nil, {"THF", "DMF", "it's"}}
	for text, want := range map[string]float64{
		`solvent == "DMF" ? x : 0`: 0.7, `"THF" == solvent ? x : 0`: 0, `solvent != 'THF' ? 1 : 2`: 1, "solvent == `DMF` ? 1 : 2": 1,
		`solvent == "it's" or solvent == 'it\'s' ? 1 : 2`: 2, `let best = solvent == "DMF" ? 3 : 4; best*x`: 2.1,
	} {
		f, err := Choosing(text, names, choices)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := f.Eval([]float64{0.7, 1}); math.Abs(got-want) > 1e-15 {
			t.Errorf("%s = %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"solvent + 1": "solvent is a choice, not a number", `solvent == "DMSO" ? 1 : 2`: `there is THF, DMF`, `solvent < "DMF" ? 1 : 2`: "choices have no order",
		"solvent == 1 ? 1 : 2": "solvent is a choice", `x == "DMF" ? 1 : 2`: "text has no place", `"a" == "b" ? 1 : 2`: "text has no place",
	} {
		if _, err := Choosing(text, names, choices); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

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

// shape writes a tree with every bracket.
func shape(n *Node) string {
	args := make([]string, len(n.Args))
	for i, a := range n.Args {
		args[i] = shape(a)
	}
	switch n.Kind {
	case Number:
		return fmt.Sprint(n.Value)
	case Name:
		return n.Text
	case Unary:
		return "(" + n.Text + " " + args[0] + ")"
	case Binary:
		return "(" + args[0] + " " + n.Text + " " + args[1] + ")"
	case conditional:
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
	case let:
		return "(let " + n.Text + " = " + args[0] + "; " + args[1] + ")"
	case Call:
		return n.Text + "(" + strings.Join(args, ", ") + ")"
	}
	return "text"
}

func TestShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a - b - c":                  "((a - b) - c)",
		"a + b*c^d^e":                "(a + (b * (c ^ (d ^ e))))",
		"-x^2":                       "(- (x ^ 2))",
		"-x*2":                       "((- x) * 2)",
		"2^-x":                       "(2 ^ (- x))",
		"a or b and c == d":          "(a or (b and (c == d)))",
		"not a and b":                "((not a) and b)",
		"not a < b":                  "((not a) < b)",
		"0 < x <= 1":                 "((0 < x) && (x <= 1))",
		"a ? b : c ? d : e":          "(a ? b : (c ? d : e))",
		"let r = x; let s = r; r*s":  "(let r = x; (let s = r; (r * s)))",
		"min(a, b,)":                 "min(a, b)",
		"1_000 + 0x1F + 0b11 + 0o17": "(((1000 + 31) + 3) + 15)",
		".5 + 2. + 1e-3":             "((0.5 + 2) + 0.001)",
		"a // of b\n + /* c */ 1":    "(a + 1)",
		"'it\\'s' + `a`":             "(text + text)",
		"true ? µ : $x":              "(true ? µ : $x)",
	} {
		tree, err := Parse(text, grammar)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := shape(tree); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

func TestMistakesHaveTheirPlace(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"µ + * 2":    `5 unexpected "*": something is missing before it`,
		"(x":         "0 a ( is never closed with a )",
		"x)":         `1 unexpected ")": it has no ( before it`,
		"min(x, + )": `9 unexpected ")": something is missing before it`,
		"min(1, x":   "3 a ( is never closed with a )",
		"min(1 2)":   `6 unexpected "2": an operator such as + or * is missing before it`,
		"sin x":      `4 unexpected "x": write sin(…)`,
		"x, 2":       `1 unexpected ",": arguments of a function are separated by a comma`,
		"let = 3; 1": `4 unexpected "=": write <= or >= to compare numbers, == to compare a choice with one of its names`,
		"1 /* no":    "2 the comment is not closed: write */ at its end",
		"'no":        "0 the text is not closed: a quote is missing",
		"x.y":        `1 '.' is not understood: write numbers, names and operators only, no units`,
		"x[0]":       `1 unexpected "[": ` + listed,
		"x => 1":     `2 unexpected "=": write >=`,
		"x ≤ 1":      `2 '≤' is not understood: write <=`,
		"x < 50,5":   `6 unexpected ",": write numbers with a decimal point`,
	} {
		_, err := Parse(text, grammar)
		var at *Error
		if !errors.As(err, &at) {
			t.Errorf("%q: %v, want an *Error", text, err)
		} else if got := fmt.Sprintf("%d %s", at.Offset, at.Message); got != want {
			t.Errorf("%.20q: %s, want %s", text, got, want)
		}
	}
}

// No text brings the parser down, and a mistake lies in the text.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"x", "let a = x; a ? 1 : 2", "((((", "x[1:2]", "sum(x, #)", "a?.b?.[c]", "x |", "not in", "1..", "//", "{}.x()", "'\\", "0x", "/*/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tree, err := Parse(s, grammar)
		var at *Error
		if err != nil && (!errors.As(err, &at) || at.Offset < 0 || at.Offset > len(s)) {
			t.Errorf("%q: error %v with no place in the text", s, err)
		}
		if err == nil && shape(tree) == "" {
			t.Errorf("%q has no shape", s)
		}
	})
}
