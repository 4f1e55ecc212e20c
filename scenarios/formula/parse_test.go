package formula

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

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
	case Conditional:
		return "(" + args[0] + " ? " + args[1] + " : " + args[2] + ")"
	case Let:
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
		"":                               "0 the expression is empty",
		"x +":                            "2 something is missing at the end",
		"µ + * 2":                        `5 unexpected "*": something is missing before it`,
		"(x":                             "0 a ( is never closed with a )",
		"x)":                             `1 unexpected ")": it has no ( before it`,
		"min(x, + )":                     `9 unexpected ")": something is missing before it`,
		"min(1, x":                       "3 a ( is never closed with a )",
		"x y":                            `2 unexpected "y": an operator such as + or * is missing before it`,
		"min(1 2)":                       `6 unexpected "2": an operator such as + or * is missing before it`,
		"sin x":                          `4 unexpected "x": write sin(…)`,
		"x, 2":                           `1 unexpected ",": a comma stands between the arguments of a function`,
		"x; x":                           "1 unexpected \";\": write one expression, after any `let name = …;`",
		"2x":                             `1 unexpected "x": an operator such as + or * is missing before it`,
		"let = 3; 1":                     `4 unexpected "=": write <= or >= to compare numbers, == to compare a choice with one of its names`,
		"x \x01":                         `2 '\x01' is not understood: write numbers, names and operators only, no units`,
		"1 /* no":                        "2 the comment is not closed: write */ at its end",
		"'no":                            "0 the text is not closed: a quote is missing",
		"x.y":                            `1 '.' is not understood: write numbers, names and operators only, no units`,
		"x[0]":                           `1 unexpected "[": ` + listed,
		"x => 1":                         `2 unexpected "=": write >=`,
		"x ≤ 1":                          `2 '≤' is not understood: write <=`,
		"x < 50,5":                       `6 unexpected ",": write numbers with a decimal point`,
		"1e999*x":                        "0 1e999 is too large a number; write it with a decimal point, below 1e308",
		strings.Repeat("1+", 6000) + "1": "9999 the expression has more than 10000 parts",
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
