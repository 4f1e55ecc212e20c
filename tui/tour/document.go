package tour

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"farsight/internal/mistake"
	"farsight/internal/nearest"
	"farsight/internal/plain"
)

// document is a TOML file being read: its values, where they stand, and what is
// wrong with them.
type document struct {
	file     string // harmless
	data     []byte
	places   map[string]int // offset of the value of a field such as scene[2].step
	mistakes mistake.List
}

// readDocument decodes a file. Mistakes of the language itself end it: what
// follows a missing quote cannot be judged.
func readDocument(file string, data []byte) (*document, map[string]any, error) {
	d := &document{file: plain.Text(file), data: data, places: map[string]int{}}
	if !utf8.Valid(data) {
		d.say(-1, "", "is not UTF-8 text")
		return nil, nil, d.mistakes
	}
	if at := tooDeep(data); at >= 0 {
		d.say(at, "", "tables or lists are nested more than %d deep", maxNesting)
		return nil, nil, d.mistakes
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		m := mistake.Mistake{File: d.file, Message: plain.Text(strings.TrimPrefix(err.Error(), "toml: "))}
		var at *toml.DecodeError
		if errors.As(err, &at) {
			m.Line, m.Column = at.Position()
		}
		return nil, nil, mistake.List{m}
	}
	d.place()
	return d, all, nil
}

// maxNesting is far beyond what a tour needs, and keeps a hostile one from
// filling memory: the decoder recurses.
const maxNesting = 20

// tooDeep returns the offset of the bracket or of the dotted key that goes too
// deep, or −1. Brackets are counted without regard to quotes: so many more open
// than closed ones in a caption would be as odd.
func tooDeep(data []byte) int {
	depth := 0
	for i, c := range data {
		switch c {
		case '[', '{':
			if depth++; depth > maxNesting {
				return i
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	p := &unstable.Parser{}
	for p.Reset(data); p.NextExpression(); {
		if at := longKey(p.Expression()); at >= 0 {
			return at
		}
	}
	return -1
}

// longKey is the offset of a dotted key of too many parts at or below n, or −1.
func longKey(n *unstable.Node) int {
	parts := 0
	for it := n.Children(); it.Next(); {
		c := it.Node()
		if c.Kind != unstable.Key {
			if at := longKey(c); at >= 0 {
				return at
			}
		} else if parts++; parts > maxNesting {
			return int(c.Raw.Offset)
		}
	}
	return -1
}

// place notes where each field of the file and of its [[scene]] tables stands.
func (d *document) place() {
	p := &unstable.Parser{}
	p.Reset(d.data)
	prefix, counts := "", map[string]int{}
	for p.NextExpression() {
		n := p.Expression()
		var names []string
		at := 0
		for keys := n.Key(); keys.Next(); {
			if names = append(names, string(keys.Node().Data)); len(names) == 1 {
				at = int(keys.Node().Raw.Offset)
			}
		}
		name := strings.Join(names, ".")
		switch n.Kind {
		case unstable.KeyValue:
			d.places[prefix+name] = valueAt(n.Value(), at)
		case unstable.ArrayTable:
			counts[name]++
			prefix = fmt.Sprintf("%s[%d].", name, counts[name])
			d.places[strings.TrimSuffix(prefix, ".")] = at
		case unstable.Table:
			prefix = name + "."
			d.places[name] = at
		}
	}
}

// valueAt is where a value starts: of a list its first item, of what has no
// place of its own its key.
func valueAt(n *unstable.Node, key int) int {
	if n.Kind == unstable.Array {
		if it := n.Children(); it.Next() {
			return valueAt(it.Node(), key)
		}
	}
	if n.Raw.Length > 0 {
		return int(n.Raw.Offset)
	}
	return key
}

// say records a mistake at an offset; −1: of the file as a whole.
func (d *document) say(at int, field, format string, args ...any) {
	m := mistake.Mistake{File: d.file, Field: plain.Short(field, 60), Message: fmt.Sprintf(format, args...)}
	if at >= 0 {
		before := string(d.data[:min(at, len(d.data))])
		start := strings.LastIndexByte(before, '\n') + 1
		m.Line, m.Column = strings.Count(before, "\n")+1, utf8.RuneCountInString(before[start:])+1
	}
	d.mistakes = append(d.mistakes, m)
}

// err is all that is wrong, in the order of the file; nil if nothing is.
func (d *document) err() error {
	if len(d.mistakes) == 0 {
		return nil
	}
	sort.SliceStable(d.mistakes, func(i, j int) bool {
		a, b := d.mistakes[i], d.mistakes[j]
		return a.Line < b.Line || a.Line == b.Line && a.Column < b.Column
	})
	return d.mistakes
}

// table is one table of the document. Asking for a field makes it known; what
// was never asked for is a mistake in the end.
type table struct {
	*document
	path  string // "" at the top, else with a final dot
	m     map[string]any
	known []string
}

func (t *table) field(name string) (any, bool) {
	t.known = append(t.known, name)
	v, ok := t.m[name]
	return v, ok
}

func (t *table) has(name string) bool {
	_, ok := t.field(name)
	return ok
}

// wrong records a mistake about a field: at its value, or where its table
// starts if it is not given.
func (t *table) wrong(name, format string, args ...any) {
	t.say(t.at(name), t.path+name, format, args...)
}

func (t *table) at(name string) int {
	if at, ok := t.places[t.path+name]; ok {
		return at
	}
	if at, ok := t.places[strings.TrimSuffix(t.path, ".")]; ok {
		return at
	}
	return 0
}

// close reports the fields nobody asked for.
func (t *table) close() {
	for name := range t.m {
		if slices.Contains(t.known, name) {
			continue
		}
		hint := "; known here: " + strings.Join(sortedUnique(t.known), ", ")
		if near, ok := nearest.Name(name, t.known); ok {
			hint = fmt.Sprintf("; did you mean %s?", near)
		}
		t.wrong(name, "unknown field%s", hint)
	}
}

func sortedUnique(names []string) []string {
	out := slices.Clone(names)
	slices.Sort(out)
	return slices.Compact(out)
}

// text reads harmless text; line breaks within a paragraph are blanks.
func (t *table) text(name string) string {
	v, ok := t.field(name)
	if !ok {
		return ""
	}
	s, ok := v.(string)
	if !ok {
		t.wrong(name, "needs text in quotes, not %s", describe(v))
		return ""
	}
	paragraphs := strings.Split(strings.TrimSpace(plain.Block(s)), "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(paragraphs, "\n")
}

// number reads a number from lo to hi.
func (t *table) number(name string, lo, hi float64) (float64, bool) {
	v, ok := t.field(name)
	if !ok {
		return 0, false
	}
	var f float64
	switch v := v.(type) {
	case int64:
		f = float64(v)
	case float64:
		f = v
	default:
		t.wrong(name, "needs a number, not %s", describe(v))
		return 0, false
	}
	if !(f >= lo && f <= hi) {
		t.wrong(name, "needs a number from %v to %v, not %v", lo, hi, f)
		return 0, false
	}
	return f, true
}

// whole reads a whole number from lo to hi.
func (t *table) whole(name string, lo, hi int) (int, bool) {
	f, ok := t.number(name, float64(lo), float64(hi))
	if ok && f != math.Trunc(f) {
		t.wrong(name, "needs a whole number, not %v", f)
		return 0, false
	}
	return int(f), ok
}

// wholeOrEnd reads a whole number, or the word "end" as End.
func (t *table) wholeOrEnd(name string, hi, absent int) int {
	v, ok := t.field(name)
	if !ok {
		return absent
	}
	if word, ok := v.(string); ok {
		if word != "end" {
			t.wrong(name, "needs a whole number or \"end\", not %q", plain.Short(word, 40))
		}
		return End
	}
	n, _ := t.whole(name, 0, hi)
	return n
}

// choice reads one of a few words.
func (t *table) choice(name, absent string, options ...string) string {
	v, ok := t.field(name)
	if !ok {
		return absent
	}
	word, ok := v.(string)
	if !ok {
		t.wrong(name, "needs text in quotes, not %s", describe(v))
		return absent
	}
	if !slices.Contains(options, word) {
		t.wrong(name, "%q is not known%s", plain.Short(word, 40), suggest(word, options))
		return absent
	}
	return word
}

// texts reads a text or a list of texts.
func (t *table) texts(name string) []string {
	v, ok := t.field(name)
	if !ok {
		return nil
	}
	if s, ok := v.(string); ok {
		return []string{plain.Text(s)}
	}
	list, ok := v.([]any)
	if !ok {
		t.wrong(name, "needs a list of texts in brackets, not %s", describe(v))
		return nil
	}
	var out []string
	for _, item := range list {
		s, ok := item.(string)
		if !ok {
			t.wrong(name, "needs texts in quotes, not %s", describe(item))
			return nil
		}
		out = append(out, plain.Text(s))
	}
	return out
}

// suggest names the nearest option, or all of them.
func suggest(typed string, options []string) string {
	if near, ok := nearest.Name(typed, options); ok {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	if len(options) == 0 {
		return ""
	}
	return "; there is " + strings.Join(options, ", ")
}

// describe names a value in plain words.
func describe(v any) string {
	switch v := v.(type) {
	case string:
		return "text"
	case bool:
		return fmt.Sprint(v)
	case int64, float64:
		return fmt.Sprintf("the number %v", v)
	case []any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}
