package tour

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"farsight/internal/sanitize"
)

// expr is a number, a reference, or what is computed of others:
//
//	left.end.best - (left.start.best + 0.1)
//	floor(budget / left.price at (left.next + 0.05))
//
// * and / bind closer than + and -; a point after "at" closer than all of them.
type expr struct {
	op     string // "": a number; "ref"; + - * /; "neg"; or a function
	number float64
	ref    *Ref
	args   []*expr
	at     int // where it starts in its text
}

// Bounds of an expression: far more than anybody reads, and nothing that is
// computed for every frame takes long.
const (
	maxTokens = 200
	maxDepth  = 20
)

// function is what can be called, with how many arguments.
type function struct {
	name, about string
	many        bool // two or more; else one
	of          func(v ...float64) float64
}

var functions = []function{
	{"floor", "the whole number below: how many looks a budget pays", false, func(v ...float64) float64 { return math.Floor(v[0]) }},
	{"ceil", "the whole number above", false, func(v ...float64) float64 { return math.Ceil(v[0]) }},
	{"round", "the nearest whole number", false, func(v ...float64) float64 { return math.Round(v[0]) }},
	{"abs", "without its sign", false, func(v ...float64) float64 { return math.Abs(v[0]) }},
	{"min", "the least of several", true, func(v ...float64) float64 { return slices.Min(v) }},
	{"max", "the greatest of several", true, func(v ...float64) float64 { return slices.Max(v) }},
}

// whole functions bring counts, whatever they are given.
var whole = []string{"floor", "ceil", "round"}

func functionNamed(name string) (function, bool) {
	i := slices.IndexFunc(functions, func(f function) bool { return f.name == name })
	if i < 0 {
		return function{}, false
	}
	return functions[i], true
}

// textError is a mistake in a text, at a byte of it.
type textError struct {
	at  int
	err error
}

func (e textError) Error() string { return e.err.Error() }

func wrongAt(at int, format string, args ...any) error {
	return textError{at, fmt.Errorf(format, args...)}
}

// token is a word of an expression and where it starts.
type token struct {
	text string
	at   int
}

// alone are the characters that need no blanks around them. A - does, for it is
// part of names.
const alone = "()*/+,<>="

// tokens splits an expression; at is where it starts in its text.
func tokens(s string, at int) []token {
	var out []token
	for i := 0; i < len(s); {
		c, width := utf8.DecodeRuneInString(s[i:])
		n := width
		switch {
		case unicode.IsSpace(c):
			i += width
			continue
		case c == '<' || c == '>' || c == '=':
			for i+n < len(s) && s[i+n] == '=' {
				n++
			}
		case c == '-' || strings.ContainsRune(alone, c):
		default:
			for i+n < len(s) {
				c, width := utf8.DecodeRuneInString(s[i+n:])
				if unicode.IsSpace(c) || strings.ContainsRune(alone, c) && !(c == '+' && exponent(s[i:i+n])) {
					break
				}
				n += width
			}
		}
		out = append(out, token{s[i : i+n], at + i})
		i += n
	}
	return out
}

// exponent tells whether a number that starts like this goes on after a sign.
func exponent(s string) bool {
	rest, found := strings.CutSuffix(strings.ToLower(s), "e")
	_, err := strconv.ParseFloat(rest, 64)
	return found && err == nil
}

// reader reads an expression from its tokens.
type reader struct {
	left     []token
	end      int // where the text of the expression ends
	policies []string
	depth    int
}

// parseExpr reads an expression that starts at a byte of its text; policies are
// the names it may refer to.
func parseExpr(s string, at int, policies []string) (*expr, error) {
	list := tokens(s, at)
	if len(list) == 0 {
		return nil, wrongAt(at, "there is nothing between the braces; name what to write, such as {left.best}")
	}
	return parseTokens(list, at+len(s), policies)
}

func parseTokens(list []token, end int, policies []string) (*expr, error) {
	if len(list) > maxTokens {
		return nil, wrongAt(list[0].at, "is longer than %d words; say it in parts", maxTokens)
	}
	r := &reader{left: list, end: end, policies: policies}
	e, err := r.sum()
	if err != nil {
		return nil, err
	}
	if len(r.left) > 0 {
		t := r.left[0]
		switch {
		case t.text == ")":
			return nil, wrongAt(t.at, "a ) without its (")
		case t.text == ",":
			return nil, wrongAt(t.at, "a comma belongs into min(a, b) or max(a, b)")
		case strings.ContainsAny(t.text, "<>="):
			return nil, wrongAt(t.at, "%s compares, and belongs into a claim", t.text)
		}
		return nil, wrongAt(t.at, "%q is not understood here; put + - * or / before it", sanitize.Short(t.text, 40))
	}
	return e, nil
}

// next is the next token's text, "" at the end.
func (r *reader) next() string {
	if len(r.left) == 0 {
		return ""
	}
	return r.left[0].text
}

// place is where the next token starts.
func (r *reader) place() int {
	if len(r.left) == 0 {
		return r.end
	}
	return r.left[0].at
}

// sum reads products with + or - between them.
func (r *reader) sum() (*expr, error) { return r.chain([]string{"+", "-"}, r.product) }

// product reads factors with * or / between them.
func (r *reader) product() (*expr, error) { return r.chain([]string{"*", "/"}, r.factor) }

func (r *reader) chain(ops []string, part func() (*expr, error)) (*expr, error) {
	e, err := part()
	for err == nil && slices.Contains(ops, r.next()) {
		op := r.left[0].text
		r.left = r.left[1:]
		var b *expr
		if b, err = part(); err == nil {
			if err = arithmetic(e, b); err == nil {
				e = &expr{op: op, args: []*expr{e, b}, at: e.at}
			}
		}
	}
	return e, err
}

// arithmetic refuses to compute with words.
func arithmetic(list ...*expr) error {
	for _, e := range list {
		if e.word() {
			return wrongAt(e.at, "%s is a word: nothing can be computed of it", e.ref.What)
		}
	}
	return nil
}

// word tells whether an expression stands for a word, not a number.
func (e *expr) word() bool {
	return e.op == "ref" && (e.ref.Of == "policy" && slices.Contains(wordy, e.ref.What) || e.ref.Of == "map" && e.ref.What == "rule")
}

// wordy are the quantities that are words.
var wordy = []string{"name", "stop"}

// factor reads a number, a reference, a call, or something in parentheses.
func (r *reader) factor() (*expr, error) {
	if r.depth++; r.depth > maxDepth {
		return nil, wrongAt(r.place(), "parentheses are nested more than %d deep", maxDepth)
	}
	defer func() { r.depth-- }()
	at := r.place()
	switch t := r.next(); {
	case t == "":
		return nil, wrongAt(at, "something is missing at the end")
	case t == "(":
		r.left = r.left[1:]
		return r.closed(at)
	case t == "-":
		r.left = r.left[1:]
		e, err := r.factor()
		if err == nil {
			err = arithmetic(e)
		}
		return &expr{op: "neg", args: []*expr{e}, at: at}, err
	case strings.ContainsAny(t[:1], alone):
		return nil, wrongAt(at, "something is missing before %s", t)
	}
	t := r.left[0]
	r.left = r.left[1:]
	if f, ok := functionNamed(t.text); ok {
		return r.call(f, t)
	}
	if v, ok := number(t.text); ok {
		return &expr{number: v, at: at}, nil
	}
	return r.reference(t)
}

// number reads a finite number.
func number(s string) (float64, bool) {
	if !strings.ContainsAny(s[:1], "0123456789.") {
		return 0, false // such as inf
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0)
}

// closed reads what stands in parentheses, after the first of them.
func (r *reader) closed(open int) (*expr, error) {
	e, err := r.sum()
	if err != nil {
		return nil, err
	}
	if r.next() != ")" {
		if r.next() == "" {
			return nil, wrongAt(open, "a ( is never closed with a )")
		}
		return nil, wrongAt(r.place(), "%q is not understood here; put + - * or / before it, or a )", sanitize.Short(r.next(), 40))
	}
	r.left = r.left[1:]
	e.at = open
	return e, nil
}

// call reads a function's arguments.
func (r *reader) call(f function, name token) (*expr, error) {
	open := r.place()
	if r.next() != "(" {
		return nil, wrongAt(name.at, "%s needs what it is of in parentheses: %s(…)", f.name, f.name)
	}
	e := &expr{op: f.name, at: name.at}
	for r.next() == "(" || r.next() == "," {
		r.left = r.left[1:]
		a, err := r.sum()
		if err == nil {
			err = arithmetic(a)
		}
		if err != nil {
			return nil, err
		}
		e.args = append(e.args, a)
	}
	switch {
	case r.next() == "":
		return nil, wrongAt(open, "a ( is never closed with a )")
	case r.next() != ")":
		return nil, wrongAt(r.place(), "%q is not understood here; put + - * or / before it", sanitize.Short(r.next(), 40))
	case f.many && len(e.args) < 2:
		return nil, wrongAt(name.at, "%s needs two or more, with commas between them", f.name)
	case !f.many && len(e.args) != 1:
		return nil, wrongAt(name.at, "%s is of one number, not of %d", f.name, len(e.args))
	}
	r.left = r.left[1:]
	return e, nil
}

// reference reads what a name refers to, and the point of a function of points.
func (r *reader) reference(t token) (*expr, error) {
	ref, err := parseRef(t.text, r.policies)
	if err != nil {
		if i := strings.IndexByte(t.text, '-'); i > 0 && len(r.left) == 0 && r.knows(t.text[:i]) {
			err = fmt.Errorf("%w; put blanks around -", err)
		}
		return nil, textError{t.at, err}
	}
	ref.source, ref.at = t.text, t.at
	e := &expr{op: "ref", ref: &ref, at: t.at}
	switch point := ref.Of == "policy" && ofPoint(ref.What); {
	case point && r.next() != "at":
		return nil, wrongAt(t.at, "%s needs a point: write %s at 0.5", ref.What, t.text)
	case point:
		r.left = r.left[1:]
		if r.next() == "" {
			return nil, wrongAt(t.at, "%s needs a point: write %s at 0.5", ref.What, t.text)
		}
		if ref.At, err = r.factor(); err == nil {
			err = arithmetic(ref.At)
		}
		return e, err
	case r.next() == "at":
		return nil, wrongAt(r.place(), "%s is not of a point; at follows %s", ref.What, strings.Join(names(OfPoint), ", "))
	}
	return e, nil
}

// knows tells whether a word stands for something by itself.
func (r *reader) knows(s string) bool {
	_, isNumber := number(s)
	_, err := parseRef(s, r.policies)
	return isNumber || err == nil
}

// eval is the expression's value; false: something is not known, or there is no
// such number.
func (e *expr) eval(v Values) (Value, bool) {
	switch e.op {
	case "":
		return Value{Number: e.number, Count: e.number == math.Trunc(e.number) && math.Abs(e.number) < 1e15}, true
	case "ref":
		out, ok := e.ref.eval(v)
		return out, ok && !math.IsNaN(out.Number) && !math.IsInf(out.Number, 0)
	}
	args, numbers := make([]Value, len(e.args)), make([]float64, len(e.args))
	for i, a := range e.args {
		var ok bool
		if args[i], ok = a.eval(v); !ok {
			return Value{}, false
		}
		numbers[i] = args[i].Number
	}
	out := like(args)
	switch e.op {
	case "+":
		out.Number = numbers[0] + numbers[1]
	case "-":
		out.Number = numbers[0] - numbers[1]
	case "*":
		out.Number, out.Digits = numbers[0]*numbers[1], 0
	case "/":
		out.Number, out.Digits, out.Count = numbers[0]/numbers[1], 0, false
	case "neg":
		out.Number = -numbers[0]
	default:
		f, _ := functionNamed(e.op)
		out.Number = f.of(numbers...)
		out.Count = out.Count || slices.Contains(whole, e.op) && math.Abs(out.Number) < 1e15
	}
	return out, !math.IsNaN(out.Number) && !math.IsInf(out.Number, 0)
}

// like is written as all of the values are, where they are written alike.
func like(all []Value) Value {
	out := Value{Count: true, Digits: all[0].Digits}
	for _, v := range all {
		out.Count = out.Count && v.Count
		if v.Digits != out.Digits {
			out.Digits = 0
		}
	}
	return out
}
