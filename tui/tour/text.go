package tour

import (
	"strings"
	"unicode"
)

// Text is words with references in braces, to be filled with what was computed:
//
//	"It ends at {right.end.best}, {right.end.best - left.end.best} better."
type Text struct {
	Origin
	source string
	pieces []piece
}

// piece is some words, or an expression.
type piece struct {
	words string
	expr  *expr
}

// parseText reads a text; policies are the names it may refer to.
func parseText(s string, policies []string) (Text, error) {
	t := Text{source: s}
	for rest := s; rest != ""; {
		at := len(s) - len(rest)
		words, after, found := strings.Cut(rest, "{")
		if words != "" {
			t.pieces = append(t.pieces, piece{words: words})
		}
		if !found {
			break
		}
		inner, next, closed := strings.Cut(after, "}")
		if !closed {
			return Text{}, wrongAt(at+len(words), "a { is never closed with a }")
		}
		e, err := parseExpr(inner, at+len(words)+1, policies)
		if err != nil {
			return Text{}, err
		}
		t.pieces = append(t.pieces, piece{expr: e})
		rest = next
	}
	return t, nil
}

// Empty reports whether there is no text.
func (t Text) Empty() bool { return len(t.pieces) == 0 }

// words is how many words the text has once it is filled.
func (t Text) words() int {
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

// unknown replaces what has not been computed yet.
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
