package formula

import (
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"farsight/internal/mistake"
)

// grammar is what formulas are written in, from the loosest operator to the tightest: a formula reaches nothing but its
// arguments, for there is no text, no list, no environment and no clock in it.
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

// read parses a formula and gives what use makes of it, with the places of mistakes in characters.
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

// kind is what a part of a formula stands for.
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

// compiler turns the tree into instructions, keeping the stack height that
// each will find.
type compiler struct {
	names   []string
	choices [][]string // of those that are choices; may be nil
	locals  []local
	code    []instruction
	height  int
	deepest int
}

// local is a let-variable and the stack height it lives at.
type local struct {
	name string
	at   int
}

// emit appends an instruction that changes the height by grow, and returns its
// place.
func (c *compiler) emit(in instruction, grow int) int {
	c.code = append(c.code, in)
	c.height += grow
	c.deepest = max(c.deepest, c.height)
	return len(c.code) - 1
}

func wrong(n *Node, format string, args ...any) error {
	return &Error{n.At, fmt.Sprintf(format, args...)}
}

// expect compiles n, which must be of kind want.
func (c *compiler) expect(n *Node, want kind) error {
	got, err := c.compile(n)
	if err != nil {
		return err
	}
	if got != want {
		return wrong(n, "this is %v where %v is needed", got, want)
	}
	return nil
}

func (c *compiler) compile(n *Node) (kind, error) {
	switch n.Kind {
	case Number:
		c.emit(instruction{op: opConstant, constant: n.Value}, 1)
		return number, nil
	case Name:
		return c.identifier(n)
	case Unary:
		return c.unary(n)
	case Binary:
		return c.binary(n)
	case Conditional:
		return c.conditional(n)
	case Let:
		return c.let(n)
	case Call:
		return number, c.call(n)
	}
	return number, wrong(n, "text has no place in a formula of numbers")
}

func (c *compiler) identifier(n *Node) (kind, error) {
	for i := len(c.locals) - 1; i >= 0; i-- { // the innermost wins
		if c.locals[i].name == n.Text {
			c.emit(instruction{op: opLocal, at: c.locals[i].at}, 1)
			return number, nil
		}
	}
	if i := slices.Index(c.names, n.Text); i >= 0 {
		if _, names := c.chosen(n); names != nil {
			return number, wrong(n, "%s is a choice, not a number: compare it with a name, as in %s == %q", n.Text, n.Text, names[0])
		}
		c.emit(instruction{op: opVariable, at: i}, 1)
		return number, nil
	}
	if v, ok := constants[n.Text]; ok {
		c.emit(instruction{op: opConstant, constant: v}, 1)
		return number, nil
	}
	if n.Text == "true" || n.Text == "false" {
		c.emit(instruction{op: opConstant, constant: truth(n.Text == "true")}, 1)
		return condition, nil
	}
	known := slices.Clone(c.names)
	for _, l := range c.locals {
		known = append(known, l.name)
	}
	for name := range constants {
		known = append(known, name)
	}
	return number, wrong(n, "there is no name %s%s", mistake.Quote(n.Text), mistake.Suggestion(n.Text, known))
}

func (c *compiler) unary(n *Node) (kind, error) {
	if n.Text == "not" || n.Text == "!" {
		if err := c.expect(n.Args[0], condition); err != nil {
			return condition, err
		}
		c.emit(instruction{op: opNot}, 0)
		return condition, nil
	}
	if err := c.expect(n.Args[0], number); err != nil {
		return number, err
	}
	if n.Text == "-" {
		c.emit(instruction{op: opNegate}, 0)
	}
	return number, nil
}

var arithmetic = map[string]opcode{
	"+": opAdd, "-": opSubtract, "*": opMultiply, "/": opDivide, "%": opModulo, "^": opPower, "**": opPower,
}

var comparison = map[string]opcode{
	"<": opLess, "<=": opLessEqual, ">": opLess, ">=": opLessEqual, "==": opEqual, "!=": opNotEqual,
}

func (c *compiler) binary(n *Node) (kind, error) {
	if op, ok := arithmetic[n.Text]; ok {
		if err := c.expect(n.Args[0], number); err != nil {
			return number, err
		}
		if n.Args[1].Kind == Number && op == opPower && n.Args[1].Value == 2 {
			c.emit(instruction{op: opSquare}, 0)
			return number, nil
		}
		if err := c.expect(n.Args[1], number); err != nil {
			return number, err
		}
		c.emit(instruction{op: op}, -1)
		return number, nil
	}
	if op, ok := comparison[n.Text]; ok {
		left, right := n.Args[0], n.Args[1]
		if done, err := c.choice(n, op); done {
			return condition, err
		}
		if n.Text[0] == '>' { // a > b is b < a
			left, right = right, left
		}
		if err := c.expect(left, number); err != nil {
			return condition, err
		}
		if err := c.expect(right, number); err != nil {
			return condition, err
		}
		c.emit(instruction{op: op}, -1)
		return condition, nil
	}
	switch n.Text {
	case "&&", "and": // a ? b : false
		return condition, c.branch(n.Args[0],
			func() error { return c.expect(n.Args[1], condition) },
			func() error { c.emit(instruction{op: opConstant, constant: 0}, 1); return nil })
	case "||", "or": // a ? true : b
		return condition, c.branch(n.Args[0],
			func() error { c.emit(instruction{op: opConstant, constant: 1}, 1); return nil },
			func() error { return c.expect(n.Args[1], condition) })
	}
	panic("formula: no operator " + n.Text)
}

func (c *compiler) conditional(n *Node) (kind, error) {
	var result kind
	err := c.branch(n.Args[0],
		func() (err error) { result, err = c.compile(n.Args[1]); return err },
		func() error { return c.expect(n.Args[2], result) })
	return result, err
}

// branch compiles `if cond { then } else { other }`; both leave one value.
func (c *compiler) branch(cond *Node, then, other func() error) error {
	if err := c.expect(cond, condition); err != nil {
		return err
	}
	jumpToOther := c.emit(instruction{op: opJumpIfFalse}, -1)
	if err := then(); err != nil {
		return err
	}
	jumpToEnd := c.emit(instruction{op: opJump}, -1) // the other branch starts as low as this one did
	c.code[jumpToOther].at = len(c.code)
	if err := other(); err != nil {
		return err
	}
	c.code[jumpToEnd].at = len(c.code)
	return nil
}

func (c *compiler) let(n *Node) (kind, error) {
	if _, taken := constants[n.Text]; taken || slices.Contains(c.names, n.Text) {
		return number, wrong(n, "%s already has a meaning; choose another name after `let`", mistake.Quote(n.Text))
	}
	if err := c.expect(n.Args[0], number); err != nil {
		return number, err
	}
	c.locals = append(c.locals, local{n.Text, c.height - 1})
	result, err := c.compile(n.Args[1])
	if err != nil {
		return result, err
	}
	c.locals = c.locals[:len(c.locals)-1]
	c.emit(instruction{op: opDrop}, -1)
	return result, nil
}

func (c *compiler) call(n *Node) error {
	f, ok := functions[n.Text]
	if !ok {
		return wrong(n, "there is no function %s%s", mistake.Quote(n.Text), mistake.Suggestion(n.Text, Functions()))
	}
	if k := len(n.Args); k < f.least || k > f.most {
		return wrong(n, "%s takes %s, not %d", n.Text, arguments(f), k)
	}
	for _, a := range n.Args {
		if err := c.expect(a, number); err != nil {
			return err
		}
	}
	c.emit(instruction{op: f.op, at: len(n.Args), one: f.one, two: f.two}, 1-len(n.Args))
	return nil
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

// chosen is the variable that a name stands for and what it chooses among; nil: it is no choice.
func (c *compiler) chosen(n *Node) (at int, names []string) {
	at = slices.Index(c.names, n.Text)
	if n.Kind != Name || at < 0 || at >= len(c.choices) || slices.ContainsFunc(c.locals, func(l local) bool { return l.name == n.Text }) {
		return at, nil
	}
	return at, c.choices[at]
}

// choice compiles a comparison of a choice with the name of one, or with a choice among the same names, as in
// from_solvent == to_solvent; done is false for any other comparison.
func (c *compiler) choice(n *Node, op opcode) (done bool, err error) {
	left, right := n.Args[0], n.Args[1]
	if left.Kind == Quoted { // "DMF" == solvent
		left, right = right, left
	}
	i, names := c.chosen(left)
	other, others := c.chosen(right)
	switch {
	case names == nil || right.Kind != Quoted && others == nil:
		return false, nil
	case others != nil && !slices.Equal(names, others):
		return true, wrong(n, "%s and %s choose among different names", left.Text, right.Text)
	case op != opEqual && op != opNotEqual:
		return true, wrong(n, "choices have no order: compare %s by == or !=", left.Text)
	}
	c.emit(instruction{op: opVariable, at: i}, 1)
	if others != nil {
		c.emit(instruction{op: opVariable, at: other}, 1)
	} else if k := slices.Index(names, right.Text); k >= 0 {
		c.emit(instruction{op: opConstant, constant: float64(k)}, 1)
	} else {
		return true, wrong(right, "%s is no choice of %s%s", mistake.Quote(right.Text), left.Text, mistake.Suggestion(right.Text, names))
	}
	c.emit(instruction{op: op}, -1)
	return true, nil
}
