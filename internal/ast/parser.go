package ast

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// maxNodes bounds a tree: what is larger is data, not a formula.
const maxNodes = 10_000

// binary is how tightly operators bind.
var binary = map[string]int{
	"|": 0, "or": 10, "||": 10, "and": 15, "&&": 15,
	"==": 20, "!=": 20, "<": 20, ">": 20, ">=": 20, "<=": 20, "in": 20, "matches": 20, "contains": 20, "startsWith": 20, "endsWith": 20,
	"..": 25, "+": 30, "-": 30, "*": 60, "/": 60, "%": 60, "**": 100, "^": 100, "??": 500,
}

// unary is the same for operators before something: -x^2 is -(x^2), but not a < b is (not a) < b.
var unary = map[string]int{"not": 50, "!": 50, "-": 90, "+": 90}

// Parse reads a formula. Only the functions that known names are called with
// plain arguments; in those of others anything may stand. The error is an *Error.
func Parse(text string, known func(function string) bool) (tree Node, err error) {
	p := &parser{lexer: lexer{text: []rune(text)}, known: known}
	defer func() {
		if r := recover(); r != nil {
			mistake, ours := r.(*Error)
			if !ours {
				panic(r)
			}
			tree, err = nil, mistake
		}
	}()
	p.next()
	tree = p.sequence()
	if p.now.kind != end {
		p.unexpected()
	}
	return tree, nil
}

// parser goes down the grammar; a mistake is a panic of an *Error, which Parse
// catches.
type parser struct {
	lexer   lexer
	now     token
	known   func(string) bool
	nodes   int
	foreign int // calls of unknown functions around here
}

func (p *parser) fail(at int, format string, args ...any) {
	panic(&Error{at, fmt.Sprintf(format, args...)})
}

func (p *parser) unexpected() {
	if p.now.kind == end {
		p.fail(p.now.at, "the expression ends too early")
	}
	p.fail(p.now.at, "unexpected %q%s", p.now.value, p.advice())
}

// advice is what to write instead of the present token, where it is known.
func (p *parser) advice() string {
	after := p.lexer.peek(0)
	switch {
	case p.now.is("=") && (after == '<' || after == '>'):
		return fmt.Sprintf(": write %c=", after)
	case p.now.is("="):
		return ": write <= or >= to compare numbers, == to compare a choice with one of its names"
	case p.now.is(",") && digit(after) && p.now.at > 0 && digit(p.lexer.text[p.now.at-1]):
		return ": write numbers with a decimal point"
	case p.now.kind == name || p.now.kind == number:
		return ": an operator such as + or * is missing before it"
	}
	return ""
}

func (p *parser) next() token {
	was := p.now
	t, err := p.lexer.next()
	if err != nil {
		panic(err)
	}
	p.now = t
	return was
}

func (p *parser) expect(value string) token {
	if !p.now.is(value) {
		p.unexpected()
	}
	return p.next()
}

func (p *parser) expectName() token {
	if p.now.kind != name {
		p.unexpected()
	}
	return p.next()
}

// node counts a node of the tree.
func (p *parser) node(n Node) Node {
	if p.nodes++; p.nodes > maxNodes {
		p.fail(n.At(), "the expression has more than %d nodes", maxNodes)
	}
	return n
}

func (p *parser) sequence() Node {
	nodes := []Node{p.expression(0)}
	for p.now.is(";") {
		if p.next(); p.now.kind == end {
			break
		}
		nodes = append(nodes, p.expression(0))
	}
	if len(nodes) == 1 {
		return nodes[0]
	}
	return p.node(&Sequence{place(nodes[0].At()), nodes})
}

// expression reads operators that bind at least so tightly.
func (p *parser) expression(least int) Node {
	switch {
	case least == 0 && p.now.is("let"):
		return p.let()
	case least == 0 && p.now.is("if"):
		return p.choice()
	}
	left := p.primary()
	for p.now.kind == operator {
		op, negated := p.now, p.now.is("not")
		if negated { // x not in y
			ahead := p.lexer
			suffix, err := ahead.next()
			if err != nil || !suffix.is("in", "matches", "contains", "startsWith", "endsWith") {
				break
			}
			op = suffix
		}
		tight, ok := binary[op.value]
		if !ok || tight < least {
			break
		}
		if negated {
			p.next()
		}
		p.next()
		switch op.value {
		case "|":
			left = p.call(p.expectName(), left)
		case "<", "<=", ">", ">=":
			left = p.comparison(left, op, tight)
		case "^", "**": // from the right
			left = p.node(&Binary{place(op.at), op.value, left, p.expression(tight)})
		default:
			left = p.node(&Binary{place(op.at), op.value, left, p.expression(tight + 1)})
		}
		if negated {
			left = p.node(&Unary{place(op.at), "not", left})
		}
	}
	for least == 0 && p.now.is("?") {
		at := p.next().at
		then := left // a ?: b
		if !p.now.is(":") {
			then = p.expression(0)
		}
		p.expect(":")
		left = p.node(&Conditional{place(at), left, then, p.expression(0)})
	}
	return left
}

// comparison reads a < b < c.
func (p *parser) comparison(left Node, op token, tight int) Node {
	var all Node
	for {
		right := p.expression(tight + 1)
		one := p.node(&Binary{place(op.at), op.value, left, right})
		if all == nil {
			all = one
		} else {
			all = p.node(&Binary{place(op.at), "&&", all, one})
		}
		if !p.now.is("<", "<=", ">", ">=") {
			return all
		}
		left, op = right, p.next()
	}
}

func (p *parser) let() Node {
	p.next()
	variable := p.expectName()
	p.expect("=")
	value := p.expression(0)
	p.expect(";")
	return p.node(&VariableDeclarator{place(variable.at), variable.value, value, p.sequence()})
}

// choice reads if c { a } else { b }.
func (p *parser) choice() Node {
	at := p.next().at
	block := func() Node {
		p.expect("{")
		n := p.sequence()
		p.expect("}")
		return n
	}
	cond := p.expression(0)
	then := block()
	p.expect("else")
	if p.now.is("if") {
		return p.node(&Conditional{place(at), cond, then, p.choice()})
	}
	return p.node(&Conditional{place(at), cond, then, block()})
}

func (p *parser) primary() Node {
	t := p.now
	if tight, ok := unary[t.value]; ok && t.kind == operator {
		p.next()
		return p.postfix(p.node(&Unary{place(t.at), t.value, p.expression(tight)}))
	}
	switch {
	case t.is("("):
		p.next()
		n := p.sequence()
		p.expect(")")
		return p.postfix(n)
	case t.is("["):
		p.next()
		p.list("]", func() { p.expression(0) })
		return p.postfix(p.node(&Other{place(t.at)}))
	case t.is("{"):
		p.next()
		p.list("}", func() {
			p.expression(0)
			p.expect(":")
			p.expression(0)
		})
		return p.postfix(p.node(&Other{place(t.at)}))
	case t.is("#") && p.foreign > 0:
		p.next()
		return p.postfix(p.node(&Other{place(t.at)}))
	case t.is("::"):
		p.next()
		at := p.now.at
		p.call(p.expectName())
		return p.postfix(p.node(&Other{place(at)}))
	case t.kind == number:
		p.next()
		return p.number(t)
	case t.kind == text:
		p.next()
		return p.postfix(p.node(&String{place(t.at), unquoted(t.value)}))
	case t.kind == name:
		p.next()
		switch {
		case t.value == "true" || t.value == "false":
			return p.node(&Bool{place(t.at), t.value == "true"})
		case t.value == "nil":
			return p.node(&Other{place(t.at)})
		case p.now.is("("):
			return p.postfix(p.call(t))
		}
		return p.postfix(p.node(&Identifier{place(t.at), t.value}))
	}
	p.unexpected()
	return nil
}

func (p *parser) number(t token) Node {
	digits := strings.ReplaceAll(strings.ToLower(t.value), "_", "")
	last := t.at + len([]rune(t.value)) - 1
	based := len(digits) > 1 && digits[0] == '0' && strings.ContainsRune("xob", rune(digits[1]))
	if !based && strings.ContainsAny(digits, ".e") {
		v, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			p.fail(last, "%s", noNumber(t.value, err))
		}
		return p.node(&Float{place(t.at), v})
	}
	base := 10
	if based {
		base = 0
	}
	v, err := strconv.ParseInt(digits, base, 0)
	if err != nil {
		p.fail(last, "%s", noNumber(t.value, err))
	}
	return p.node(&Integer{place(t.at), int(v)})
}

// noNumber says what is wrong with what looks like a number.
func noNumber(text string, err error) string {
	if errors.Is(err, strconv.ErrRange) {
		return fmt.Sprintf("%s is too large a number; write it with a decimal point, below 1e308", text)
	}
	return fmt.Sprintf("%q is no number", text)
}

// call reads the arguments of a function; a pipe's left side comes first.
func (p *parser) call(function token, arguments ...Node) Node {
	callee := p.node(&Identifier{place(function.at), function.value})
	if !p.known(function.value) {
		p.foreign++
		defer func() { p.foreign-- }()
	}
	return p.node(&Call{place(function.at), callee, p.arguments(arguments)})
}

func (p *parser) arguments(arguments []Node) []Node {
	p.expect("(")
	p.list(")", func() { arguments = append(arguments, p.expression(0)) })
	return arguments
}

// list reads things separated by commas, a last one allowed, and what closes them.
func (p *parser) list(closing string, one func()) {
	for first := true; !p.now.is(closing); first = false {
		if !first {
			if p.expect(","); p.now.is(closing) {
				break
			}
		}
		one()
	}
	p.next()
}

// postfix reads members, calls of members and slices.
func (p *parser) postfix(n Node) Node {
	for {
		switch at := p.now.at; {
		case p.now.is(".", "?."):
			if p.next(); p.now.is("[") {
				continue
			}
			at = p.now.at
			if p.now.kind != name && (p.now.kind != operator || !letter([]rune(p.now.value)[0])) {
				p.fail(at, "a name is missing after the point")
			}
			p.next()
			n = p.node(&Other{place(at)})
			if p.now.is("(") {
				n = p.node(&Call{place(at), n, p.arguments(nil)})
			}
		case p.now.is("["):
			p.next()
			for !p.now.is("]") {
				if p.now.is(":") {
					p.next()
				} else {
					p.expression(0)
				}
			}
			p.next()
			n = p.node(&Other{place(at)})
		default:
			return n
		}
	}
}
