package tour

import (
	"fmt"
	"unicode"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/internal/tomlfile"
)

// Origin is a place in the tour's file.
type Origin struct {
	file, field string
	place       func(at int) (line, column int) // of a byte of the text; nil: not known
}

// mistake says what is wrong with it.
func (o Origin) mistake(format string, args ...any) mistake.Mistake {
	return o.mistakeAt(0, fmt.Sprintf(format, args...))
}

// MistakeAt says what is wrong with a reference in it.
func (o Origin) MistakeAt(r Ref, format string, args ...any) mistake.Mistake {
	return o.mistakeAt(r.at, fmt.Sprintf(format, args...))
}

func (o Origin) mistakeAt(at int, message string) mistake.Mistake {
	m := mistake.Mistake{File: o.file, Field: o.field, Message: message}
	if o.place != nil {
		m.Line, m.Column = o.place(at)
	}
	return m
}

// origin is the place of a field's text, or of one in a list: e is its entry, text what was made of
// it.
func (t table) origin(name string, e *tomlfile.Entry, text string) Origin {
	data := t.Data
	return Origin{t.File, t.Name(name), func(at int) (int, int) { return mistake.Place(data, within(e, text, at)) }}
}

// within is the byte of the document that a byte of a text was made of: blanks
// may have become fewer, and what was not harmless something else.
func within(e *tomlfile.Entry, text string, at int) int {
	if !e.IsText() || sanitize.Block(e.Text) != e.Text {
		return e.At
	}
	solid := 0 // characters before it that are no blanks
	for _, c := range text[:min(at, len(text))] {
		if !unicode.IsSpace(c) {
			solid++
		}
	}
	characters := []rune(e.Text)
	for i, c := range characters {
		if unicode.IsSpace(c) {
			continue
		}
		if solid == 0 {
			return e.Within(i)
		}
		solid--
	}
	return e.Within(len(characters))
}
