package formula

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"farsight/internal/sanitize"
)

// Grammar is the syntax of one kind of expressions. All of them have numbers, names, signs,
// brackets, calls and comparisons in a row (0 < x < 1); formulas are one kind, the braces and
// claims of tours another.
type Grammar struct {
	Name     *regexp.Regexp         // matches a name at the beginning of a text
	Words    []string               // names that are operators, or begin something
	Binary   map[string]int         // how tightly operators bind
	Function func(name string) bool // what can be called
	Advice   map[string]string      // what to write instead of a misplaced operator
	Nodes    int                    // the most an expression may have
}

// Kind is what a node is.
type Kind int

const (
	Number      Kind = iota // Value
	Name                    // Text
	Quoted                  // Text, without its quotes
	Unary                   // Text, the operator, before Args[0]
	Binary                  // Text, the operator, between Args[0] and Args[1]; a < b < c is a < b && b < c
	conditional             // Args[0] ? Args[1] : Args[2]
	let                     // let Text = Args[0]; Args[1]
	Call                    // Text(Args…)
)

// Node is a part of an expression.
type Node struct {
	Kind  Kind
	At    int // the byte at which it begins, or its operator does
	Text  string
	Value float64
	Args  []*Node
}

// maxText bounds the text of one expression; longer ones are a table's work. It also bounds how deep the parser goes.
const maxText = 16 << 10

// token is a word of an expression.
type token struct {
	kind  Kind // Number, Name, Quoted, operator or end
	value string
	at    int
}

const (
	operator Kind = -1 - iota
	end
)

func (t token) is(values ...string) bool {
	return t.kind == operator && slices.Contains(values, t.value)
}

var (
	blanks = regexp.MustCompile(`^(?s:[\s\x0b\x{85}\pZ]|//[^\n]*|/\*.*?\*/)*`)
	digits = regexp.MustCompile(`^(?i:0x[\da-f_]+|0o[0-7_]+|0b[01_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:e[+-]?\d[\d_]*)?)`)
	quoted = regexp.MustCompile("^(?s:\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'|`[^`]*`)")
	signs  = regexp.MustCompile(`^(?:&&|\|\||[=!<>]=|\*\*|[-+*/%^<>!?:;,=(){}\[\]|&])`)
)

// lookalikes are characters that people type for what is written otherwise here.
var lookalikes = map[rune]string{
	'≤': "<=", '≥': ">=", '≠': "!=", '×': "*", '·': "*", '⋅': "*", '÷': "/", '−': "-", '–': "-", '²': "^2", '³': "^3", '√': "sqrt(…)",
	'“': `a straight quote, "`, '”': `a straight quote, "`, '„': `a straight quote, "`, '’': "a straight quote, '", '‘': "a straight quote, '",
}

// Parse reads an expression. The error is a *Error, whose Offset counts bytes.
func Parse(text string, g *Grammar) (tree *Node, err error) {
	if len(text) > maxText {
		return nil, &Error{0, fmt.Sprintf("the expression is longer than %d KiB; measured data belong in a table", maxText>>10)}
	}
	if strings.TrimSpace(text) == "" {
		return nil, &Error{0, "the expression is empty"}
	}
	p := &parser{Grammar: g, text: text}
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
	tree = p.expression(0)
	if p.now.is(";") && strings.TrimSpace(text[p.now.at+1:]) == "" {
		p.next()
	}
	if p.now.kind != end {
		p.unexpected()
	}
	return tree, nil
}

// parser goes down the grammar; a mistake is a panic of an *Error, which Parse catches.
type parser struct {
	*Grammar
	text     string
	at       int // where the token after now begins, or blanks before it
	was, now token
	nodes    int
	open     int // brackets
}

func (p *parser) fail(at int, format string, args ...any) {
	panic(&Error{at, sanitize.Text(fmt.Sprintf(format, args...))})
}

// next continues by a token and returns the one left behind.
func (p *parser) next() token {
	p.at += len(blanks.FindString(p.text[p.at:]))
	rest := p.text[p.at:]
	t := token{end, "", p.at}
	name, number := p.Name.FindString(rest), digits.FindString(rest)
	if rest == "" {
		_, width := utf8.DecodeLastRuneInString(p.text)
		t.at = len(p.text) - width
	} else if number != "" && len(number) >= len(name) {
		t.kind, t.value = Number, number
	} else if t.kind, t.value = Name, name; name != "" {
		if slices.Contains(p.Words, name) {
			t.kind = operator
		}
	} else if t.kind, t.value = Quoted, quoted.FindString(rest); t.value != "" {
	} else if t.kind, t.value = operator, signs.FindString(rest); t.value == "" || strings.HasPrefix(rest, "/*") {
		p.unknown(rest)
	}
	p.at += len(t.value)
	p.was, p.now = p.now, t
	return p.was
}

// unknown says what is wrong with what no token begins with.
func (p *parser) unknown(rest string) {
	r, _ := utf8.DecodeRuneInString(rest)
	switch plain, ok := lookalikes[r]; {
	case ok:
		p.fail(p.at, "%q is not understood: write %s", r, plain)
	case r == '/':
		p.fail(p.at, "the comment is not closed: write */ at its end")
	case strings.ContainsRune("'\"`", r):
		p.fail(p.at, "the text is not closed: a quote is missing")
	}
	p.fail(p.at, "%q is not understood: write numbers, names and operators only, no units", r)
}

// unexpected refuses the present token, and says what to write instead where it is known.
func (p *parser) unexpected() {
	t, after := p.now, p.text[p.at:]
	advice, known := p.Advice[t.value]
	switch {
	case t.kind == end:
		p.fail(t.at, "something is missing at the end")
	case t.is("=") && (strings.HasPrefix(after, "<") || strings.HasPrefix(after, ">")):
		advice = "write " + after[:1] + "="
	case t.is(",") && digits.MatchString(after) && t.at > 0 && digits.MatchString(p.text[t.at-1:]):
		advice = "write numbers with a decimal point"
	case t.is("<", ">") && p.was.is("="):
		advice = "write " + t.value + "="
	case t.kind == operator && known:
	case t.is(","):
		advice = "arguments of a function are separated by a comma"
	case t.is(")") && p.open == 0:
		advice = "it has no ( before it"
	case t.kind == operator && (p.was.kind == operator || p.was == token{}):
		advice = "something is missing before it"
	case p.was.kind == Name && p.Function(p.was.value):
		advice = fmt.Sprintf("write %s(…)", p.was.value)
	case t.kind != operator:
		advice = "an operator such as + or * is missing before it"
	default:
		advice = "it has no place in a formula of numbers"
	}
	p.fail(t.at, "unexpected %q: %s", t.value, advice)
}

func (p *parser) expect(value string) token {
	if !p.now.is(value) {
		p.unexpected()
	}
	return p.next()
}

// closing reads the ) of an open (.
func (p *parser) closing(open int) {
	if p.now.kind == end {
		p.fail(open, "a ( is never closed with a )")
	}
	p.expect(")")
	p.open--
}

func (p *parser) node(k Kind, at int, text string, args ...*Node) *Node {
	if p.nodes++; p.nodes > p.Nodes {
		p.fail(at, "the expression has more than %d parts", p.Nodes)
	}
	return &Node{Kind: k, At: at, Text: text, Args: args}
}

// compares is how tightly comparisons bind, in every grammar.
const compares = 20

// expression reads operators that bind at least so tightly.
func (p *parser) expression(least int) *Node {
	if least == 0 && p.now.is("let") {
		p.next()
		if p.now.kind != Name {
			p.unexpected()
		}
		name := p.next()
		p.expect("=")
		value := p.expression(0)
		p.expect(";")
		return p.node(let, name.at, name.value, value, p.expression(0))
	}
	left := p.primary()
	for p.now.kind == operator {
		tight, ok := p.Binary[p.now.value]
		if !ok || tight < least {
			break
		}
		op := p.next()
		switch {
		case tight == compares:
			left = p.comparison(left, op)
		case op.is("^", "**"): // from the right
			left = p.node(Binary, op.at, op.value, left, p.expression(tight))
		default:
			left = p.node(Binary, op.at, op.value, left, p.expression(tight+1))
		}
	}
	for least == 0 && p.now.is("?") {
		at := p.next().at
		then := p.expression(0)
		p.expect(":")
		left = p.node(conditional, at, "?", left, then, p.expression(0))
	}
	return left
}

// comparison reads what follows a comparison's operator: b, or b < c.
func (p *parser) comparison(left *Node, op token) *Node {
	var all *Node
	for {
		right := p.expression(compares + 1)
		one := p.node(Binary, op.at, op.value, left, right)
		if all == nil {
			all = one
		} else {
			all = p.node(Binary, op.at, "&&", all, one)
		}
		if p.now.kind != operator || p.Binary[p.now.value] != compares {
			return all
		}
		left, op = right, p.next()
	}
}

// unary is how tightly operators before something bind: -x^2 is -(x^2), but not a < b is (not a) < b.
var unary = map[string]int{"not": 50, "!": 50, "-": 90, "+": 90}

func (p *parser) primary() *Node {
	t := p.now
	tight, sign := unary[t.value]
	switch {
	case sign && t.kind == operator:
		p.next()
		return p.node(Unary, t.at, t.value, p.expression(tight))
	case t.is("("):
		p.next()
		p.open++
		n := p.expression(0)
		p.closing(t.at)
		return n
	case t.kind == Number:
		p.next()
		return p.number(t)
	case t.kind == Quoted:
		p.next()
		return p.node(Quoted, t.at, unquoted(t.value))
	case t.kind == Name:
		if p.next(); p.now.is("(") {
			return p.call(t)
		}
		return p.node(Name, t.at, t.value)
	}
	p.unexpected()
	return nil
}

// call reads a function's arguments, a comma after the last of them allowed.
func (p *parser) call(function token) *Node {
	open := p.next().at
	p.open++
	n := p.node(Call, function.at, function.value)
	for !p.now.is(")") {
		n.Args = append(n.Args, p.expression(0))
		if !p.now.is(",") {
			break
		}
		p.next()
	}
	p.closing(open)
	return n
}

func (p *parser) number(t token) *Node {
	n := p.node(Number, t.at, t.value)
	plain := strings.ReplaceAll(t.value, "_", "")
	var err error
	if len(plain) > 1 && strings.ContainsAny(plain[1:2], "xXoObB") {
		var v int64
		v, err = strconv.ParseInt(plain, 0, 64)
		n.Value = float64(v)
	} else {
		n.Value, err = strconv.ParseFloat(plain, 64)
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		p.fail(t.at, "%s is too large a number; write it with a decimal point, below 1e308", t.value)
	case err != nil:
		p.fail(t.at, "%q is no number", t.value)
	}
	return n
}

// unquoted is the text between quotes: a backslash escapes the next character, except between back
// quotes.
func unquoted(quoted string) string {
	inner := quoted[1 : len(quoted)-1]
	if quoted[0] == '`' {
		return inner
	}
	var b strings.Builder
	escaped := false
	for _, r := range inner {
		if escaped = r == '\\' && !escaped; !escaped {
			b.WriteRune(r)
		}
	}
	return b.String()
}
