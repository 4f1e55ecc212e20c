package scenarios

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"farsight/internal/nearest"
	"farsight/internal/plain"
)

// reader collects the mistakes of one document.
type reader struct {
	file     string // harmless
	data     []byte
	mistakes Mistakes
	sections []*section
}

// say records a mistake at a byte offset.
func (r *reader) say(at int, field, format string, args ...any) {
	line, column := place(r.data, at)
	r.mistakes = append(r.mistakes, Mistake{r.file, line, column, field, fmt.Sprintf(format, args...)})
}

// section is one table of the document being read. Asking for a field is what
// makes it known; whatever was never asked for is a mistake in the end. A
// section that is absent answers every question with "not given".
type section struct {
	*reader
	path  string // "" at the top, else with a final dot: "parameter[2]."
	entry *entry // nil: absent
	known []string
}

func (r *reader) open(path string, e *entry) *section {
	s := &section{reader: r, path: path, entry: e}
	r.sections = append(r.sections, s)
	return s
}

// close reports the fields that nobody asked for. The first section opened is
// the top of the file: a field of its own found elsewhere is named as such,
// because a line after [table] belongs to that table, which surprises.
func (r *reader) close() {
	top := r.sections[0]
	for _, s := range r.sections {
		if s.entry == nil {
			continue
		}
		for _, name := range s.entry.names {
			if slices.Contains(s.known, name) {
				continue
			}
			hint := ""
			if near, ok := nearest.Name(name, s.known); ok {
				hint = fmt.Sprintf("; did you mean %s?", near)
			} else if s != top && slices.Contains(top.known, name) {
				hint = fmt.Sprintf("; write %s at the top of the file, before the first [table]", name)
			} else if len(s.known) > 0 {
				hint = "; known here: " + strings.Join(s.known, ", ")
			}
			r.say(s.entry.table[name].key, s.name(name), "unknown field%s", hint)
		}
	}
}

// name is a field's full name for messages, harmless.
func (s *section) name(field string) string { return plain.Short(s.path+field, 60) }

// given tells whether the section stands in the file.
func (s *section) given() bool { return s.entry != nil }

// field asks for a field; nil if it is not given.
func (s *section) field(name string) *entry {
	if !slices.Contains(s.known, name) {
		s.known = append(s.known, name)
	}
	if s.entry == nil {
		return nil
	}
	return s.entry.table[name]
}

// knows makes fields known that this reading has no use for.
func (s *section) knows(names ...string) {
	for _, name := range names {
		s.field(name)
	}
}

// has asks whether a field is given.
func (s *section) has(name string) bool { return s.field(name) != nil }

// wrong records a mistake about a field: at its value if it is given, else
// where its section starts.
func (s *section) wrong(field, format string, args ...any) {
	at := 0
	if s.entry != nil {
		at = s.entry.at
		if e := s.entry.table[field]; e != nil {
			at = e.at
		}
	}
	s.say(at, s.name(field), format, args...)
}

// describe names a TOML kind in plain words.
func describe(e *entry) string {
	switch e.kind {
	case unstable.Table:
		return "a table"
	case unstable.Array:
		return "a list"
	case unstable.String:
		return "text"
	case unstable.Bool:
		return fmt.Sprint(e.truth)
	case unstable.Integer, unstable.Float:
		return fmt.Sprintf("the number %v", e.num)
	}
	return "a date or time"
}

func (s *section) typeMistake(name, want string, e *entry) {
	s.say(e.at, s.name(name), "needs %s, not %s", want, describe(e))
}

// text reads one line of text, made harmless.
func (s *section) text(name string) string { return plain.Text(s.rawText(name)) }

// block reads text of several lines, made harmless.
func (s *section) block(name string) string {
	return strings.TrimSpace(plain.Block(s.rawText(name)))
}

func (s *section) rawText(name string) string {
	e := s.field(name)
	if e == nil {
		return ""
	}
	if e.kind != unstable.String {
		s.typeMistake(name, "text in quotes", e)
		return ""
	}
	return e.text
}

// number reads a finite number.
func (s *section) number(name string) (float64, bool) {
	e := s.field(name)
	if e == nil {
		return 0, false
	}
	return s.numberOf(name, e)
}

func (s *section) numberOf(name string, e *entry) (float64, bool) {
	if e.kind != unstable.Integer && e.kind != unstable.Float {
		s.typeMistake(name, "a number", e)
		return 0, false
	}
	if math.IsNaN(e.num) || math.IsInf(e.num, 0) {
		s.say(e.at, s.name(name), "needs a finite number, not %v", e.num)
		return 0, false
	}
	return e.num, true
}

// whole reads a whole number between low and high.
func (s *section) whole(name string, low, high int) (int, bool) {
	v, ok := s.number(name)
	if !ok {
		return 0, false
	}
	if v != math.Trunc(v) || v < float64(low) || v > float64(high) {
		s.wrong(name, "needs a whole number from %d to %d, not %v", low, high, v)
		return 0, false
	}
	return int(v), true
}

// positive reads a number above 0.
func (s *section) positive(name string) (float64, bool) {
	v, ok := s.number(name)
	if ok && v <= 0 {
		s.wrong(name, "needs a number above 0, not %v", v)
		return 0, false
	}
	return v, ok
}

func (s *section) flag(name string) bool {
	e := s.field(name)
	if e == nil {
		return false
	}
	if e.kind != unstable.Bool {
		s.typeMistake(name, "true or false", e)
		return false
	}
	return e.truth
}

// choice reads one of a few words; "" if it is not given or wrong.
func (s *section) choice(name string, options ...string) string {
	if !s.has(name) {
		return ""
	}
	v := s.rawText(name)
	if slices.Contains(options, v) {
		return v
	}
	if s.field(name).kind == unstable.String {
		s.wrong(name, "%s is not known%s", quote(v), suggestion(v, options))
	}
	return ""
}

// numbers reads a list of finite numbers; entries hold their places.
func (s *section) numbers(name string) ([]float64, []*entry) {
	e := s.field(name)
	if e == nil {
		return nil, nil
	}
	return s.numbersOf(name, e)
}

func (s *section) numbersOf(name string, e *entry) ([]float64, []*entry) {
	if e.kind != unstable.Array {
		s.typeMistake(name, "a list of numbers in brackets", e)
		return nil, nil
	}
	v, ok := make([]float64, len(e.items)), true
	for i, item := range e.items {
		var fine bool
		v[i], fine = s.numberOf(fmt.Sprintf("%s[%d]", name, i+1), item)
		ok = ok && fine
	}
	if !ok {
		return nil, nil
	}
	return v, e.items
}

// texts reads a list of texts as written; ok is false if it is not given or
// wrong.
func (s *section) texts(name string) (items []*entry, ok bool) {
	e := s.field(name)
	if e == nil {
		return nil, false
	}
	if e.kind != unstable.Array {
		s.typeMistake(name, "a list of texts in brackets", e)
		return nil, false
	}
	for i, item := range e.items {
		if item.kind != unstable.String {
			s.typeMistake(fmt.Sprintf("%s[%d]", name, i+1), "text in quotes", item)
			return nil, false
		}
	}
	return e.items, true
}

// section reads a sub-table.
func (s *section) section(name string) *section {
	e := s.field(name)
	if e != nil && e.kind != unstable.Table {
		s.typeMistake(name, fmt.Sprintf("a table: a line [%s%s], then its fields", s.path, name), e)
		e = nil
	}
	return s.open(s.path+name+".", e)
}

// tables reads a list of tables.
func (s *section) tables(name string) []*section {
	e := s.field(name)
	if e == nil {
		return nil
	}
	list := e.items
	if e.kind != unstable.Array {
		s.typeMistake(name, fmt.Sprintf("one or more tables: a line [[%s%s]], then its fields", s.path, name), e)
		return nil
	}
	var out []*section
	for i, item := range list {
		field := fmt.Sprintf("%s[%d]", name, i+1)
		if item.kind != unstable.Table {
			s.typeMistake(field, "a table", item)
			continue
		}
		out = append(out, s.open(s.path+field+".", item))
	}
	return out
}

// formula compiles the expression in a field, and reports its mistakes at
// their own place inside the text.
func (s *section) formula(name string, names []string) *Formula {
	e := s.field(name)
	if e == nil {
		return nil
	}
	if e.kind != unstable.String {
		s.typeMistake(name, `an expression in quotes, such as "x^2"`, e)
		return nil
	}
	f, err := NewFormula(e.text, names)
	if err != nil {
		at, _ := err.(*FormulaError) // NewFormula returns no other
		s.say(e.within(at.Offset), s.name(name), "%s", at.Message)
		return nil
	}
	return f
}
