package formula

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"unicode/utf8"

	"farsight/internal/mistake"
)

// grammar is the grammar of formulas, from the loosest operator to the tightest. A
// formula depends on its arguments only: it has no text, lists, environment or clock.
var grammar = &Grammar{
	Name:  regexp.MustCompile(`^[\pL_$][\pL\p{Nd}_$]*`),
	Words: []string{"not", "or", "and", "let"},
	Binary: map[string]int{
		"or": 10, "||": 10, "and": 15, "&&": 15, "==": compares, "!=": compares, "<": compares, ">": compares, ">=": compares, "<=": compares,
		"+": 30, "-": 30, "*": 60, "/": 60, "%": 60, "**": 100, "^": 100,
	},
	Function: func(name string) bool { _, ok := functions[name]; return ok },
	Advice: map[string]string{
		"=": "write <= or >= to compare numbers, == to compare a choice with one of its names",
		";": "write one expression, after any `let name = …;`",
		"[": listed, "]": listed, "{": listed, "}": listed, "|": listed, "&": listed,
	},
	Nodes: 10_000,
}

const listed = "only numbers, names, arithmetic, comparisons, `c ? a : b`, `let` and functions can be used here"

// read parses a formula and passes its tree to use; offsets of errors are in
// characters.
func read(text string, use func(*Node) error) error {
	tree, err := Parse(text, grammar)
	if err == nil {
		err = use(tree)
	}
	if at, ok := err.(*Error); ok {
		return &Error{utf8.RuneCountInString(text[:at.Offset]), at.Message}
	}
	return err
}

// kind is the type of a part of a formula. A condition is 1 if it holds, else 0.
type kind bool

const (
	number    kind = false
	condition kind = true
)

func (k kind) String() string {
	if k == condition {
		return "a condition"
	}
	return "a number"
}

// part computes a part of a formula from its arguments and its let-variables.
type part func(x, locals []float64) float64

// compiler turns a tree into closures.
type compiler struct {
	names   []string
	choices [][]string // of those that are choices; may be nil
	locals  []string   // the let-variables in scope; their slots are their indices
	slots   int        // most let-variables in scope at once
	uses    []string   // names that occur, once for each time
}

func wrong(n *Node, format string, args ...any) error {
	return &Error{n.At, fmt.Sprintf(format, args...)}
}

// formula compiles a tree of numbers.
func (c *compiler) formula(tree *Node, text string) (*Formula, error) {
	p, err := c.expect(tree, number)
	if err != nil {
		return nil, err
	}
	return &Formula{text, c.names, c.uses, p, make([]float64, c.slots)}, nil
}

// expect compiles n, which must be of kind want.
func (c *compiler) expect(n *Node, want kind) (part, error) {
	p, got, err := c.compile(n)
	if err == nil && got != want {
		err = wrong(n, "this is %v where %v is needed", got, want)
	}
	return p, err
}

// expectAll compiles several parts of one kind.
func (c *compiler) expectAll(nodes []*Node, want kind) ([]part, error) {
	parts := make([]part, len(nodes))
	for i, n := range nodes {
		var err error
		if parts[i], err = c.expect(n, want); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func constant(v float64) part { return func(_, _ []float64) float64 { return v } }

// variable returns the part of the i-th name.
func (c *compiler) variable(i int) part {
	c.uses = append(c.uses, c.names[i])
	return func(x, _ []float64) float64 { return x[i] }
}

func (c *compiler) compile(n *Node) (part, kind, error) {
	switch n.Kind {
	case Number:
		return constant(n.Value), number, nil
	case Name:
		return c.identifier(n)
	case Unary:
		return c.unary(n)
	case Binary:
		return c.binary(n)
	case conditional:
		return c.conditional(n)
	case let:
		return c.let(n)
	case Call:
		p, err := c.call(n)
		return p, number, err
	}
	return nil, number, wrong(n, "text has no place in a formula of numbers")
}

func (c *compiler) identifier(n *Node) (part, kind, error) {
	if i := slices.Index(c.locals, n.Text); i >= 0 {
		for k, name := range c.locals {
			if name == n.Text {
				i = k // the innermost wins
			}
		}
		return func(_, locals []float64) float64 { return locals[i] }, number, nil
	}
	if i := slices.Index(c.names, n.Text); i >= 0 {
		if _, names := c.chosen(n); names != nil {
			return nil, number, wrong(n, "%s is a choice, not a number: compare it with a name, as in %s == %q", n.Text, n.Text, names[0])
		}
		return c.variable(i), number, nil
	}
	if v, ok := constants[n.Text]; ok {
		return constant(v), number, nil
	}
	if n.Text == "true" || n.Text == "false" {
		return constant(truth(n.Text == "true")), condition, nil
	}
	known := slices.Concat(c.names, c.locals)
	for name := range constants {
		known = append(known, name)
	}
	return nil, number, wrong(n, "there is no name %s%s", mistake.Quote(n.Text), mistake.Suggestion(n.Text, known))
}

func (c *compiler) unary(n *Node) (part, kind, error) {
	if n.Text == "not" || n.Text == "!" {
		a, err := c.expect(n.Args[0], condition)
		return func(x, locals []float64) float64 { return 1 - a(x, locals) }, condition, err
	}
	a, err := c.expect(n.Args[0], number)
	if n.Text == "-" {
		return func(x, locals []float64) float64 { return -a(x, locals) }, number, err
	}
	return a, number, err
}

func (c *compiler) binary(n *Node) (part, kind, error) {
	want, result := number, number
	switch n.Text {
	case "&&", "and", "||", "or":
		want, result = condition, condition
	case "<", "<=", ">", ">=", "==", "!=":
		result = condition
		if p, err := c.choice(n); p != nil || err != nil {
			return p, condition, err
		}
	}
	args, err := c.expectAll(n.Args, want)
	if err != nil {
		return nil, result, err
	}
	return join(n, args[0], args[1]), result, nil
}

// join returns the part of a binary operator.
func join(n *Node, a, b part) part {
	switch n.Text {
	case "+":
		return func(x, locals []float64) float64 { return a(x, locals) + b(x, locals) }
	case "-":
		return func(x, locals []float64) float64 { return a(x, locals) - b(x, locals) }
	case "*":
		return func(x, locals []float64) float64 { return a(x, locals) * b(x, locals) }
	case "/":
		return func(x, locals []float64) float64 { return a(x, locals) / b(x, locals) }
	case "%":
		return func(x, locals []float64) float64 { return math.Mod(a(x, locals), b(x, locals)) }
	case "^", "**":
		if n.Args[1].Kind == Number && n.Args[1].Value == 2 {
			return func(x, locals []float64) float64 { v := a(x, locals); return v * v }
		}
		return func(x, locals []float64) float64 { return math.Pow(a(x, locals), b(x, locals)) }
	case "<":
		return func(x, locals []float64) float64 { return truth(a(x, locals) < b(x, locals)) }
	case "<=":
		return func(x, locals []float64) float64 { return truth(a(x, locals) <= b(x, locals)) }
	case ">":
		return func(x, locals []float64) float64 { return truth(a(x, locals) > b(x, locals)) }
	case ">=":
		return func(x, locals []float64) float64 { return truth(a(x, locals) >= b(x, locals)) }
	case "==":
		return func(x, locals []float64) float64 { return truth(a(x, locals) == b(x, locals)) }
	case "!=":
		return func(x, locals []float64) float64 { return truth(a(x, locals) != b(x, locals)) }
	case "&&", "and":
		return func(x, locals []float64) float64 { return truth(a(x, locals) != 0 && b(x, locals) != 0) }
	case "||", "or":
		return func(x, locals []float64) float64 { return truth(a(x, locals) != 0 || b(x, locals) != 0) }
	}
	panic("formula: no operator " + n.Text)
}

func (c *compiler) conditional(n *Node) (part, kind, error) {
	cond, err := c.expect(n.Args[0], condition)
	if err != nil {
		return nil, number, err
	}
	then, result, err := c.compile(n.Args[1])
	if err != nil {
		return nil, result, err
	}
	other, err := c.expect(n.Args[2], result)
	return func(x, locals []float64) float64 {
		if cond(x, locals) != 0 {
			return then(x, locals)
		}
		return other(x, locals)
	}, result, err
}

func (c *compiler) let(n *Node) (part, kind, error) {
	if _, taken := constants[n.Text]; taken || slices.Contains(c.names, n.Text) {
		return nil, number, wrong(n, "%s already has a meaning; choose another name after `let`", mistake.Quote(n.Text))
	}
	value, err := c.expect(n.Args[0], number)
	if err != nil {
		return nil, number, err
	}
	slot := len(c.locals)
	c.locals = append(c.locals, n.Text)
	c.slots = max(c.slots, len(c.locals))
	in, result, err := c.compile(n.Args[1])
	c.locals = c.locals[:slot]
	return func(x, locals []float64) float64 {
		locals[slot] = value(x, locals)
		return in(x, locals)
	}, result, err
}

func (c *compiler) call(n *Node) (part, error) {
	f, ok := functions[n.Text]
	if !ok {
		return nil, wrong(n, "there is no function %s%s", mistake.Quote(n.Text), mistake.Suggestion(n.Text, Functions()))
	}
	if k := len(n.Args); k < f.least || k > f.most {
		return nil, wrong(n, "%s takes %s, not %d", n.Text, arguments(f), k)
	}
	args, err := c.expectAll(n.Args, number)
	if err != nil {
		return nil, err
	}
	switch {
	case f.one != nil:
		a, one := args[0], f.one
		return func(x, locals []float64) float64 { return one(a(x, locals)) }, nil
	case f.three != nil:
		three := f.three
		return func(x, locals []float64) float64 {
			return three(args[0](x, locals), args[1](x, locals), args[2](x, locals))
		}, nil
	}
	two, end := f.two, f.end
	return func(x, locals []float64) float64 {
		r := args[0](x, locals)
		for _, a := range args[1:] {
			r = two(r, a(x, locals))
		}
		if end != nil {
			r = end(r, len(args))
		}
		return r
	}, nil
}

func arguments(f function) string {
	switch {
	case f.most == anyNumber:
		return "one or more numbers"
	case f.least == 1:
		return "one number"
	}
	return fmt.Sprintf("%d numbers", f.least)
}

// chosen returns the variable of a name and its choices; nil: it has none.
func (c *compiler) chosen(n *Node) (at int, names []string) {
	at = slices.Index(c.names, n.Text)
	if n.Kind != Name || at < 0 || at >= len(c.choices) || slices.Contains(c.locals, n.Text) {
		return at, nil
	}
	return at, c.choices[at]
}

// choice compiles a comparison of a choice with a name, or with a choice among the
// same names, as in from_solvent == to_solvent; nil for any other comparison.
func (c *compiler) choice(n *Node) (part, error) {
	left, right := n.Args[0], n.Args[1]
	if left.Kind == Quoted { // "DMF" == solvent
		left, right = right, left
	}
	i, names := c.chosen(left)
	other, others := c.chosen(right)
	switch {
	case names == nil || right.Kind != Quoted && others == nil:
		return nil, nil
	case others != nil && !slices.Equal(names, others):
		return nil, wrong(n, "%s and %s choose among different names", left.Text, right.Text)
	case n.Text != "==" && n.Text != "!=":
		return nil, wrong(n, "choices have no order: compare %s by == or !=", left.Text)
	case others != nil:
		return join(n, c.variable(i), c.variable(other)), nil
	}
	k := slices.Index(names, right.Text)
	if k < 0 {
		return nil, wrong(right, "%s is no choice of %s%s", mistake.Quote(right.Text), left.Text, mistake.Suggestion(right.Text, names))
	}
	return join(n, c.variable(i), constant(float64(k))), nil
}
