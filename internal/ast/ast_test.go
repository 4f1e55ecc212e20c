package ast

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// shape writes a tree with every bracket.
func shape(n Node) string {
	switch n := n.(type) {
	case *Integer:
		return fmt.Sprint(n.Value)
	case *Float:
		return fmt.Sprint(n.Value)
	case *Bool:
		return fmt.Sprint(n.Value)
	case *Identifier:
		return n.Value
	case *Unary:
		return "(" + n.Operator + " " + shape(n.Node) + ")"
	case *Binary:
		return "(" + shape(n.Left) + " " + n.Operator + " " + shape(n.Right) + ")"
	case *Conditional:
		return "(" + shape(n.Cond) + " ? " + shape(n.Exp1) + " : " + shape(n.Exp2) + ")"
	case *VariableDeclarator:
		return "(let " + n.Name + " = " + shape(n.Value) + "; " + shape(n.Expr) + ")"
	case *Call:
		return shape(n.Callee) + shapes(n.Arguments)
	case *Sequence:
		return "sequence" + shapes(n.Nodes)
	case *String:
		return "text"
	}
	return "other"
}

func shapes(nodes []Node) string {
	parts := make([]string, len(nodes))
	for i, n := range nodes {
		parts[i] = shape(n)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

func known(function string) bool { return function == "min" }

func TestShapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a - b - c":                       "((a - b) - c)",
		"a + b*c^d^e":                     "(a + (b * (c ^ (d ^ e))))",
		"-x^2":                            "(- (x ^ 2))",
		"-x*2":                            "((- x) * 2)",
		"2^-x":                            "(2 ^ (- x))",
		"a or b and c == d":               "(a or (b and (c == d)))",
		"not a and b":                     "((not a) and b)",
		"not a < b":                       "((not a) < b)",
		"0 < x <= 1":                      "((0 < x) && (x <= 1))",
		"a ? b : c ? d : e":               "(a ? b : (c ? d : e))",
		"a ?: b":                          "(a ? a : b)",
		"if a { b } else { c }":           "(a ? b : c)",
		"if a {b} else if c {1} else {2}": "(a ? b : (c ? 1 : 2))",
		"let r = x; let s = r; r*s":       "(let r = x; (let s = r; (r * s)))",
		"x | min(1) | foo()":              "foo(min(x, 1))",
		"min(a, b,)":                      "min(a, b)",
		"a; b;":                           "sequence(a, b)",
		"a not in [1]":                    "(not (a in other))",
		"1_000 + 0x1F + 0b11 + 0o17":      "(((1000 + 31) + 3) + 15)",
		".5 + 2. + 1e-3":                  "((0.5 + 2) + 0.001)",
		"1..3":                            "(1 .. 3)",
		"a // of b\n + /* c */ 1":         "(a + 1)",
		"a.b[0].c(1)":                     "other(1)",
		"foo(#, {k: 1})":                  "foo(other, other)",
		"'it\\'s' + `a`":                  "(text + text)",
		"true ? µ : $x":                   "(true ? µ : $x)",
	} {
		tree, err := Parse(text, known)
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
		"":                               "0 the expression ends too early",
		"x +":                            "2 the expression ends too early",
		"µ + * 2":                        `4 unexpected "*"`,
		"(x":                             "1 the expression ends too early",
		"x y":                            `2 unexpected "y": an operator such as + or * is missing before it`,
		"min(1 2)":                       `6 unexpected "2": an operator such as + or * is missing before it`,
		"min(#)":                         `4 unexpected "#"`,
		"2x":                             `1 "2x" is no number: write a * between a number and a name`,
		"let = 3; 1":                     `4 unexpected "=": write <= or >= to compare numbers, == to compare a choice with one of its names`,
		"x \x01":                         `2 '\x01' is not understood: write numbers, names and operators only, no units`,
		"1 /* no":                        "2 the comment is not closed: write */ at its end",
		"'no":                            "0 the text is not closed: a quote is missing",
		"x.1":                            `1 unexpected ".1": an operator such as + or * is missing before it`,
		"x.(":                            "2 a name is missing after the point",
		"x => 1":                         `2 unexpected "=": write >=`,
		"x ≤ 1":                          `2 '≤' is not understood: write <=`,
		"x < 50,5":                       `6 unexpected ",": write numbers with a decimal point`,
		"1e999*x":                        "4 1e999 is too large a number; write it with a decimal point, below 1e308",
		"99999999999999999999":           "19 99999999999999999999 is too large a number; write it with a decimal point, below 1e308",
		"1e*x":                           `1 "1e" is no number`,
		strings.Repeat("1+", 6000) + "1": "9999 the expression has more than 10000 nodes",
	} {
		_, err := Parse(text, known)
		var at *Error
		if !errors.As(err, &at) {
			t.Errorf("%q: %v, want an *Error", text, err)
		} else if got := fmt.Sprintf("%d %s", at.At, at.Message); got != want {
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
		tree, err := Parse(s, known)
		var at *Error
		if err != nil && (!errors.As(err, &at) || at.At < 0 || at.At > len([]rune(s))) {
			t.Errorf("%q: error %v with no place in the text", s, err)
		}
		if err == nil && shape(tree) == "" {
			t.Errorf("%q has no shape", s)
		}
	})
}
