package tour

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Text is words with references in braces, to be filled with what was computed:
//
//	"It ends at {right.end.best}, {right.end.best - left.end.best} better."
type Text struct {
	source string
	pieces []piece
}

// piece is some words, or an expression.
type piece struct {
	words string
	expr  *expr
}

// expr is a term, or two of them joined by + - * or /.
type expr struct {
	A  Term
	Op string // "": A alone
	B  Term
}

// Term is a number or a reference.
type Term struct {
	Number float64
	Ref    *Ref // nil: the number
}

// textError is a mistake in a text, about a part of it.
type textError struct {
	part string
	err  error
}

func (e textError) Error() string { return e.err.Error() }

// parseText reads a text; policies are the names it may refer to.
func parseText(s string, policies []string) (Text, error) {
	t := Text{source: s}
	for rest := s; rest != ""; {
		words, after, found := strings.Cut(rest, "{")
		if words != "" {
			t.pieces = append(t.pieces, piece{words: words})
		}
		if !found {
			break
		}
		inner, next, closed := strings.Cut(after, "}")
		if !closed {
			return Text{}, textError{"{", errors.New("a { is never closed with a }")}
		}
		e, err := parseExpr(inner, policies)
		if err != nil {
			return Text{}, textError{"{" + inner, err}
		}
		t.pieces = append(t.pieces, piece{expr: &e})
		rest = next
	}
	return t, nil
}

// parseExpr reads TERM or TERM OP TERM; a term is NUMBER, REF or REF at TERM.
func parseExpr(s string, policies []string) (expr, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return expr{}, errors.New("there is nothing between the braces; name what to write, such as {left.best}")
	}
	var e expr
	var err error
	for i, w := range words {
		if i == 0 || !slices.Contains([]string{"+", "-", "*", "/"}, w) {
			continue
		}
		if e.A, err = parseTerm(words[:i], policies); err != nil {
			return e, err
		}
		e.Op = w
		e.B, err = parseTerm(words[i+1:], policies)
		return e, err
	}
	e.A, err = parseTerm(words, policies)
	return e, err
}

func parseTerm(words []string, policies []string) (Term, error) {
	if len(words) == 0 {
		return Term{}, errors.New("something is missing after + - * or /")
	}
	if v, err := strconv.ParseFloat(words[0], 64); err == nil && len(words) == 1 {
		return Term{Number: v}, nil
	}
	r, err := parseRef(words[0], policies)
	if err != nil {
		return Term{}, err
	}
	rest := words[1:]
	switch {
	case r.Of == "policy" && ofPoint(r.What):
		if len(rest) < 2 || rest[0] != "at" {
			return Term{}, fmt.Errorf("%s needs a point: write %s at 0.5", r.What, words[0])
		}
		at, err := parseTerm(rest[1:], policies)
		if err != nil {
			return Term{}, err
		}
		r.At = &at
	case len(rest) > 0:
		return Term{}, fmt.Errorf("%q is not understood after %s; put blanks around + - * and /", strings.Join(rest, " "), words[0])
	}
	return Term{Ref: &r}, nil
}

func (t Term) eval(v Values) (Value, bool) {
	if t.Ref == nil {
		return Value{Number: t.Number}, true
	}
	return t.Ref.eval(v)
}

// eval is the expression's value; false: something is not known yet.
func (e expr) eval(v Values) (Value, bool) {
	a, ok := e.A.eval(v)
	if !ok || e.Op == "" {
		return a, ok
	}
	b, ok := e.B.eval(v)
	if !ok {
		return b, false
	}
	switch e.Op {
	case "+":
		a.Number += b.Number
	case "-":
		a.Number -= b.Number
	case "*":
		a.Number *= b.Number
	case "/":
		a.Number /= b.Number
	}
	a.Count = a.Count && b.Count && e.Op != "/"
	a.Given, a.Digits = false, 0
	return a, true
}

// Empty tells whether there is no text.
func (t Text) Empty() bool { return len(t.pieces) == 0 }

// Source is the text as written, references and all.
func (t Text) Source() string { return t.source }

// Words is how many words the text has once it is filled.
func (t Text) Words() int {
	n := 0
	for _, p := range t.pieces {
		if p.expr != nil {
			n++
			continue
		}
		for _, w := range strings.Fields(p.words) {
			if strings.ContainsFunc(w, unicode.IsLetter) || strings.ContainsFunc(w, unicode.IsDigit) {
				n++
			}
		}
	}
	return n
}

// unknown stands for what has not been computed yet.
const unknown = "…"

// Fill writes the text with the values in it; complete is false where some are
// not known yet.
func (t Text) Fill(v Values, number func(float64) string) (text string, complete bool) {
	var b strings.Builder
	complete = true
	for _, p := range t.pieces {
		if p.expr == nil {
			b.WriteString(p.words)
			continue
		}
		value, ok := p.expr.eval(v)
		if !ok {
			b.WriteString(unknown)
			complete = false
			continue
		}
		b.WriteString(value.write(number))
	}
	return b.String(), complete
}

// Claim is something a scene says that numbers can confirm: two expressions and
// > < >= <= or =.
type Claim struct {
	Source string
	a, b   expr
	op     string
	word   string // of "=" with a word on the right
}

var comparisons = []string{">", "<", ">=", "<=", "="}

func parseClaim(s string, policies []string) (Claim, error) {
	words := strings.Fields(s)
	i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(comparisons, w) })
	if i < 1 || i == len(words)-1 {
		return Claim{}, fmt.Errorf("a claim is two quantities with > < >= <= or = between them, such as right.end.best > left.end.best")
	}
	c := Claim{Source: s, op: words[i]}
	var err error
	if c.a, err = parseExpr(strings.Join(words[:i], " "), policies); err != nil {
		return c, err
	}
	right := strings.Join(words[i+1:], " ")
	if c.op == "=" && !strings.ContainsAny(right, ".0123456789") {
		c.word = right
		return c, nil
	}
	c.b, err = parseExpr(right, policies)
	return c, err
}

// Check tells whether a claim holds; known is false while it cannot be told.
func (c Claim) Check(v Values) (holds, known bool) {
	a, ok := c.a.eval(v)
	if !ok {
		return false, false
	}
	if c.word != "" {
		return a.Word == c.word, true
	}
	b, ok := c.b.eval(v)
	if !ok {
		return false, false
	}
	switch c.op {
	case ">":
		return a.Number > b.Number, true
	case "<":
		return a.Number < b.Number, true
	case ">=":
		return a.Number >= b.Number, true
	case "<=":
		return a.Number <= b.Number, true
	}
	return a.Number == b.Number, true
}
