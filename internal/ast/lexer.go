package ast

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

type kind int

const (
	end kind = iota
	operator
	name
	number
	text
)

// token is a word of a formula.
type token struct {
	kind  kind
	value string
	at    int
}

func (t token) is(values ...string) bool {
	return t.kind == operator && slices.Contains(values, t.value)
}

// words are operators that look like names.
var words = []string{"not", "in", "or", "and", "matches", "contains", "startsWith", "endsWith", "let", "if", "else"}

var pairs = []string{"&&", "||", "==", "!=", "<=", ">=", "**", "??", "?.", "..", "::"}

const singles = "+-*/%^<>!?:;,.#|=&()[]{}"

func letter(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) }
func alnum(r rune) bool  { return letter(r) || unicode.IsDigit(r) }
func digit(r rune) bool  { return '0' <= r && r <= '9' }

// lexer cuts a text into tokens.
type lexer struct {
	text []rune
	at   int
}

// peek is the rune so many places on; 0 beyond the end.
func (l *lexer) peek(n int) rune {
	if l.at+n < len(l.text) {
		return l.text[l.at+n]
	}
	return 0
}

func (l *lexer) next() (token, error) {
	if err := l.blanks(); err != nil {
		return token{}, err
	}
	start, r := l.at, l.peek(0)
	cut := func(k kind) token { return token{k, string(l.text[start:l.at]), start} }
	switch {
	case start == len(l.text):
		return token{end, "", max(start-1, 0)}, nil
	case digit(r) || r == '.' && digit(l.peek(1)):
		if err := l.number(); err != nil {
			return token{}, err
		}
		return cut(number), nil
	case r == '\'' || r == '"' || r == '`':
		for l.at++; l.at < len(l.text); l.at++ {
			switch c := l.text[l.at]; {
			case c == r:
				l.at++
				return cut(text), nil
			case c == '\\' && r != '`':
				l.at++
			}
		}
		return token{}, &Error{start, "the text is not closed: a quote is missing"}
	case alnum(r):
		for alnum(l.peek(0)) {
			l.at++
		}
		t := cut(name)
		if slices.Contains(words, t.value) {
			t.kind = operator
		}
		return t, nil
	case slices.Contains(pairs, string([]rune{r, l.peek(1)})):
		l.at += 2
		return cut(operator), nil
	case strings.ContainsRune(singles, r):
		l.at++
		return cut(operator), nil
	}
	if plain, ok := lookalikes[r]; ok {
		return token{}, &Error{start, fmt.Sprintf("%q is not understood: write %s", r, plain)}
	}
	return token{}, &Error{start, fmt.Sprintf("%q is not understood: write numbers, names and operators only, no units", r)}
}

// lookalikes are characters that people type for what is written otherwise here.
var lookalikes = map[rune]string{
	'≤': "<=", '≥': ">=", '≠': "!=", '×': "*", '·': "*", '⋅': "*", '÷': "/", '−': "-", '–': "-", '²': "^2", '³': "^3", '√': "sqrt(…)",
	'“': `a straight quote, "`, '”': `a straight quote, "`, '„': `a straight quote, "`, '’': "a straight quote, '", '‘': "a straight quote, '",
}

// blanks skips white space and comments.
func (l *lexer) blanks() error {
	for {
		switch r := l.peek(0); {
		case l.at < len(l.text) && unicode.IsSpace(r):
			l.at++
		case r == '/' && l.peek(1) == '/':
			for l.at < len(l.text) && l.text[l.at] != '\n' {
				l.at++
			}
		case r == '/' && l.peek(1) == '*':
			start := l.at
			for l.at += 2; l.peek(0) != '*' || l.peek(1) != '/'; l.at++ {
				if l.at >= len(l.text) {
					return &Error{start, "the comment is not closed: write */ at its end"}
				}
			}
			l.at += 2
		default:
			return nil
		}
	}
}

// number runs over 12, 1_000, 0x1f, .5, 2., 1e-3; but 1..3 is a range.
func (l *lexer) number() error {
	start, digits := l.at, "0123456789_"
	if l.peek(0) == '0' {
		if d, ok := map[rune]string{'x': "0123456789abcdef_", 'o': "01234567_", 'b': "01_"}[unicode.ToLower(l.peek(1))]; ok {
			digits = d
			l.at += 2
		}
	}
	run := func() {
		for r := l.peek(0); r != 0 && strings.ContainsRune(digits, unicode.ToLower(r)); r = l.peek(0) {
			l.at++
		}
	}
	run()
	if l.peek(0) == '.' && l.peek(1) != '.' {
		l.at++
		run()
	}
	if unicode.ToLower(l.peek(0)) == 'e' && l.peek(0) < 128 {
		l.at++
		if r := l.peek(0); r == '+' || r == '-' {
			l.at++
		}
		run()
	}
	if alnum(l.peek(0)) {
		return &Error{l.at, fmt.Sprintf("%q is no number: write a * between a number and a name", string(l.text[start:l.at+1]))}
	}
	return nil
}

// unquoted is the text between quotes: a backslash stands before what is meant
// as it is, but between back quotes.
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
