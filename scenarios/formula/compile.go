package formula

import (
	"errors"
	"fmt"
	"slices"

	"farsight/internal/ast"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

func parseFormula(text string) (ast.Node, error) {
	tree, err := ast.Parse(text, func(name string) bool { _, ok := functions[name]; return ok })
	if at := (*ast.Error)(nil); errors.As(err, &at) {
		return nil, &Error{at.At, sanitize.Text(at.Message)}
	}
	return tree, err
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

func wrong(n ast.Node, format string, args ...any) error {
	return &Error{n.At(), fmt.Sprintf(format, args...)}
}

// expect compiles n, which must be of kind want.
func (c *compiler) expect(n ast.Node, want kind) error {
	got, err := c.compile(n)
	if err != nil {
		return err
	}
	if got != want {
		return wrong(n, "this is %v where %v is needed", got, want)
	}
	return nil
}

func (c *compiler) compile(n ast.Node) (kind, error) {
	switch n := n.(type) {
	case *ast.Integer:
		c.emit(instruction{op: opConstant, constant: float64(n.Value)}, 1)
	case *ast.Float:
		c.emit(instruction{op: opConstant, constant: n.Value}, 1)
	case *ast.Bool:
		c.emit(instruction{op: opConstant, constant: truth(n.Value)}, 1)
		return condition, nil
	case *ast.Identifier:
		return number, c.identifier(n)
	case *ast.Unary:
		return c.unary(n)
	case *ast.Binary:
		return c.binary(n)
	case *ast.Conditional:
		return c.conditional(n)
	case *ast.VariableDeclarator:
		return c.let(n)
	case *ast.Call:
		return number, c.call(n)
	case *ast.String:
		return number, wrong(n, "text has no place in a formula of numbers")
	case *ast.Sequence:
		return number, wrong(n.Nodes[0], "several expressions separated by ';'; write one, after any `let name = …;`")
	default:
		return number, wrong(n, "only numbers, names, arithmetic, comparisons, `c ? a : b`, `let` and functions can be used here")
	}
	return number, nil
}

func (c *compiler) identifier(n *ast.Identifier) error {
	for i := len(c.locals) - 1; i >= 0; i-- { // the innermost wins
		if c.locals[i].name == n.Value {
			c.emit(instruction{op: opLocal, at: c.locals[i].at}, 1)
			return nil
		}
	}
	if i := slices.Index(c.names, n.Value); i >= 0 {
		if names := c.choicesOf(i); names != nil {
			return wrong(n, "%s is a choice, not a number: compare it with a name, as in %s == %q", n.Value, n.Value, names[0])
		}
		c.emit(instruction{op: opVariable, at: i}, 1)
		return nil
	}
	if v, ok := constants[n.Value]; ok {
		c.emit(instruction{op: opConstant, constant: v}, 1)
		return nil
	}
	known := slices.Clone(c.names)
	for _, l := range c.locals {
		known = append(known, l.name)
	}
	for name := range constants {
		known = append(known, name)
	}
	return wrong(n, "there is no name %s%s", mistake.Quote(n.Value), mistake.Suggestion(n.Value, known))
}

func (c *compiler) unary(n *ast.Unary) (kind, error) {
	if n.Operator == "not" || n.Operator == "!" {
		if err := c.expect(n.Node, condition); err != nil {
			return condition, err
		}
		c.emit(instruction{op: opNot}, 0)
		return condition, nil
	}
	if err := c.expect(n.Node, number); err != nil {
		return number, err
	}
	if n.Operator == "-" {
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

func (c *compiler) binary(n *ast.Binary) (kind, error) {
	if op, ok := arithmetic[n.Operator]; ok {
		if err := c.expect(n.Left, number); err != nil {
			return number, err
		}
		if two, ok := n.Right.(*ast.Integer); ok && op == opPower && two.Value == 2 {
			c.emit(instruction{op: opSquare}, 0)
			return number, nil
		}
		if err := c.expect(n.Right, number); err != nil {
			return number, err
		}
		c.emit(instruction{op: op}, -1)
		return number, nil
	}
	if op, ok := comparison[n.Operator]; ok {
		left, right := n.Left, n.Right
		if done, err := c.choice(n, op); done {
			return condition, err
		}
		if n.Operator[0] == '>' { // a > b is b < a
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
	switch n.Operator {
	case "&&", "and": // a ? b : false
		return condition, c.branch(n.Left,
			func() error { return c.expect(n.Right, condition) },
			func() error { c.emit(instruction{op: opConstant, constant: 0}, 1); return nil })
	case "||", "or": // a ? true : b
		return condition, c.branch(n.Left,
			func() error { c.emit(instruction{op: opConstant, constant: 1}, 1); return nil },
			func() error { return c.expect(n.Right, condition) })
	}
	return number, wrong(n, "the operator %q has no place in a formula of numbers", n.Operator)
}

func (c *compiler) conditional(n *ast.Conditional) (kind, error) {
	var result kind
	err := c.branch(n.Cond,
		func() (err error) { result, err = c.compile(n.Exp1); return err },
		func() error { return c.expect(n.Exp2, result) })
	return result, err
}

// branch compiles `if cond { then } else { other }`; both leave one value.
func (c *compiler) branch(cond ast.Node, then, other func() error) error {
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

func (c *compiler) let(n *ast.VariableDeclarator) (kind, error) {
	if _, taken := constants[n.Name]; taken || slices.Contains(c.names, n.Name) {
		return number, wrong(n, "%s already has a meaning; choose another name after `let`", mistake.Quote(n.Name))
	}
	if err := c.expect(n.Value, number); err != nil {
		return number, err
	}
	c.locals = append(c.locals, local{n.Name, c.height - 1})
	result, err := c.compile(n.Expr)
	if err != nil {
		return result, err
	}
	c.locals = c.locals[:len(c.locals)-1]
	c.emit(instruction{op: opDrop}, -1)
	return result, nil
}

func (c *compiler) call(n *ast.Call) error {
	callee, ok := n.Callee.(*ast.Identifier)
	if !ok {
		return wrong(n, "only the listed functions can be called")
	}
	f, ok := functions[callee.Value]
	if !ok {
		return wrong(n, "there is no function %s%s", mistake.Quote(callee.Value), mistake.Suggestion(callee.Value, Functions()))
	}
	if k := len(n.Arguments); k < f.least || k > f.most {
		return wrong(n, "%s takes %s, not %d", callee.Value, arguments(f), k)
	}
	for _, a := range n.Arguments {
		if err := c.expect(a, number); err != nil {
			return err
		}
	}
	c.emit(instruction{op: f.op, at: len(n.Arguments), one: f.one, two: f.two}, 1-len(n.Arguments))
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

// choicesOf are what the i-th variable chooses among; nil for a number.
func (c *compiler) choicesOf(i int) []string {
	if i < len(c.choices) {
		return c.choices[i]
	}
	return nil
}

// choice compiles a comparison of a choice with the name of one; done is false
// for any other comparison.
func (c *compiler) choice(n *ast.Binary, op opcode) (done bool, err error) {
	variable, isName := n.Left.(*ast.Identifier)
	text, isText := n.Right.(*ast.String)
	if !isName || !isText { // "DMF" == solvent
		if variable, isName = n.Right.(*ast.Identifier); isName {
			text, isText = n.Left.(*ast.String)
		}
	}
	if !isName || !isText {
		return c.twoChoices(n, op)
	}
	i := slices.Index(c.names, variable.Value)
	var names []string
	if i >= 0 && !slices.ContainsFunc(c.locals, func(l local) bool { return l.name == variable.Value }) {
		names = c.choicesOf(i)
	}
	switch {
	case names == nil:
		return false, nil
	case op != opEqual && op != opNotEqual:
		return true, wrong(n, "choices have no order: compare %s by == or !=", variable.Value)
	}
	k := slices.Index(names, text.Value)
	if k < 0 {
		return true, wrong(text, "%s is no choice of %s%s", mistake.Quote(text.Value), variable.Value, mistake.Suggestion(text.Value, names))
	}
	c.emit(instruction{op: opVariable, at: i}, 1)
	c.emit(instruction{op: opConstant, constant: float64(k)}, 1)
	c.emit(instruction{op: op}, -1)
	return true, nil
}

// twoChoices compiles a comparison of two choices among the same names, as in
// from_solvent == to_solvent; done is false for any other comparison.
func (c *compiler) twoChoices(n *ast.Binary, op opcode) (done bool, err error) {
	var at [2]int
	for k, side := range []ast.Node{n.Left, n.Right} {
		variable, isName := side.(*ast.Identifier)
		if !isName || slices.ContainsFunc(c.locals, func(l local) bool { return l.name == variable.Value }) {
			return false, nil
		}
		if at[k] = slices.Index(c.names, variable.Value); at[k] < 0 || c.choicesOf(at[k]) == nil {
			return false, nil
		}
	}
	switch {
	case !slices.Equal(c.choicesOf(at[0]), c.choicesOf(at[1])):
		return true, wrong(n, "%s and %s choose among different names", c.names[at[0]], c.names[at[1]])
	case op != opEqual && op != opNotEqual:
		return true, wrong(n, "choices have no order: compare %s by == or !=", c.names[at[0]])
	}
	c.emit(instruction{op: opVariable, at: at[0]}, 1)
	c.emit(instruction{op: opVariable, at: at[1]}, 1)
	c.emit(instruction{op: op}, -1)
	return true, nil
}
