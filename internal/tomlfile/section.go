package tomlfile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// Section is one table of the document being read. Asking for a field is what
// makes it known; whatever was never asked for is a mistake in the end. A
// section that is absent answers every question with "not given".
type Section struct {
	*Document
	Path  string // "" at the top, else with a final dot: "parameter[2]."
	Entry *Entry // nil: absent
	known []string
}

// Name is a field's full name for messages, harmless.
func (s *Section) Name(field string) string { return sanitize.Short(s.Path+field, 60) }

// Given reports whether the section is in the file.
func (s *Section) Given() bool { return s.Entry != nil }

// Field asks for a field; nil if it is not given.
func (s *Section) Field(name string) *Entry {
	if !slices.Contains(s.known, name) {
		s.known = append(s.known, name)
	}
	if s.Entry == nil {
		return nil
	}
	return s.Entry.Table[name]
}

// Knows declares fields that this reading ignores.
func (s *Section) Knows(names ...string) {
	for _, name := range names {
		s.Field(name)
	}
}

// Known lists the fields that were asked for.
func (s *Section) Known() []string { return s.known }

// Unknown lists the fields that were not read.
func (s *Section) Unknown() []string {
	if s.Entry == nil {
		return nil
	}
	var unknown []string
	for _, name := range s.Entry.Names {
		if !slices.Contains(s.known, name) {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// Has asks whether a field is given.
func (s *Section) Has(name string) bool { return s.Field(name) != nil }

// Wrong records a mistake about a field: at its value if it is given, else
// where its section starts.
func (s *Section) Wrong(field, format string, args ...any) {
	at := 0
	if s.Entry != nil {
		at = s.Entry.At
		if e := s.Entry.Table[field]; e != nil {
			at = e.At
		}
	}
	s.Say(at, s.Name(field), format, args...)
}

// describe names a TOML kind in plain words.
func describe(e *Entry) string {
	switch e.kind {
	case unstable.Table:
		return "a table"
	case unstable.Array:
		return "a list"
	case unstable.String:
		return "text"
	case unstable.Bool:
		return fmt.Sprint(e.Truth)
	case unstable.Integer, unstable.Float:
		return fmt.Sprintf("the number %v", e.number)
	}
	return "a date or time"
}

func (s *Section) TypeMistake(name, want string, e *Entry) {
	s.Say(e.At, s.Name(name), "needs %s, not %s", want, describe(e))
}

// Text reads one line of text, made harmless.
func (s *Section) Text(name string) string { return sanitize.Text(s.RawText(name)) }

// Block reads text of several lines, made harmless.
func (s *Section) Block(name string) string {
	return strings.TrimSpace(sanitize.Block(s.RawText(name)))
}

func (s *Section) RawText(name string) string {
	e := s.Field(name)
	if e == nil {
		return ""
	}
	if e.kind != unstable.String {
		s.TypeMistake(name, "text in quotes", e)
		return ""
	}
	return e.Text
}

// Number reads a finite number.
func (s *Section) Number(name string) (float64, bool) {
	e := s.Field(name)
	if e == nil {
		return 0, false
	}
	return s.NumberOf(name, e)
}

// NumberOf reads a finite number from an entry that is called name in messages.
func (s *Section) NumberOf(name string, e *Entry) (float64, bool) {
	if e.kind != unstable.Integer && e.kind != unstable.Float {
		s.TypeMistake(name, "a number", e)
		return 0, false
	}
	if math.IsNaN(e.number) || math.IsInf(e.number, 0) {
		s.Say(e.At, s.Name(name), "needs a finite number, not %v", e.number)
		return 0, false
	}
	return e.number, true
}

// Whole reads a whole number between low and high.
func (s *Section) Whole(name string, low, high int) (int, bool) {
	v, ok := s.Number(name)
	if !ok {
		return 0, false
	}
	if v != math.Trunc(v) || v < float64(low) || v > float64(high) {
		s.Wrong(name, "needs a whole number from %d to %d, not %v", low, high, v)
		return 0, false
	}
	return int(v), true
}

// Positive reads a number above 0.
func (s *Section) Positive(name string) (float64, bool) {
	v, ok := s.Number(name)
	if ok && v <= 0 {
		s.Wrong(name, "needs a number above 0, not %v", v)
		return 0, false
	}
	return v, ok
}

func (s *Section) Flag(name string) bool {
	e := s.Field(name)
	if e == nil {
		return false
	}
	if e.kind != unstable.Bool {
		s.TypeMistake(name, "true or false", e)
		return false
	}
	return e.Truth
}

// Choice reads one of a few words; "" if it is not given or wrong.
func (s *Section) Choice(name string, options ...string) string {
	if !s.Has(name) {
		return ""
	}
	v := s.RawText(name)
	if slices.Contains(options, v) {
		return v
	}
	if s.Field(name).kind == unstable.String {
		s.Wrong(name, "%s is not known%s", mistake.Quote(v), mistake.Suggestion(v, options))
	}
	return ""
}

// Numbers reads a list of finite numbers; entries hold their places.
func (s *Section) Numbers(name string) ([]float64, []*Entry) {
	e := s.Field(name)
	if e == nil {
		return nil, nil
	}
	return s.NumbersOf(name, e)
}

func (s *Section) NumbersOf(name string, e *Entry) ([]float64, []*Entry) {
	if e.kind != unstable.Array {
		s.TypeMistake(name, "a list of numbers in brackets", e)
		return nil, nil
	}
	v, ok := make([]float64, len(e.Items)), true
	for i, item := range e.Items {
		var fine bool
		v[i], fine = s.NumberOf(fmt.Sprintf("%s[%d]", name, i+1), item)
		ok = ok && fine
	}
	if !ok {
		return nil, nil
	}
	return v, e.Items
}

// Texts reads a list of texts as written; ok is false if it is not given or
// Wrong.
func (s *Section) Texts(name string) (items []*Entry, ok bool) {
	e := s.Field(name)
	if e == nil {
		return nil, false
	}
	if e.kind != unstable.Array {
		s.TypeMistake(name, "a list of texts in brackets", e)
		return nil, false
	}
	for i, item := range e.Items {
		if item.kind != unstable.String {
			s.TypeMistake(fmt.Sprintf("%s[%d]", name, i+1), "text in quotes", item)
			return nil, false
		}
	}
	return e.Items, true
}

// Section reads a sub-table.
func (s *Section) Section(name string) *Section {
	e := s.Field(name)
	if e != nil && e.kind != unstable.Table {
		s.TypeMistake(name, fmt.Sprintf("a table: a line [%s%s], then its fields", s.Path, name), e)
		e = nil
	}
	return s.open(s.Path+name+".", e)
}

// Tables reads a list of tables.
func (s *Section) Tables(name string) []*Section {
	e := s.Field(name)
	if e == nil {
		return nil
	}
	list := e.Items
	if e.kind != unstable.Array {
		s.TypeMistake(name, fmt.Sprintf("one or more tables: a line [[%s%s]], then its fields", s.Path, name), e)
		return nil
	}
	var out []*Section
	for i, item := range list {
		field := fmt.Sprintf("%s[%d]", name, i+1)
		if item.kind != unstable.Table {
			s.TypeMistake(field, "a table", item)
			continue
		}
		out = append(out, s.open(s.Path+field+".", item))
	}
	return out
}
