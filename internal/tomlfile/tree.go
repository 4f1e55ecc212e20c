package tomlfile

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// Entry is a value of a TOML document with its place in the text. The usual decoders stop at the
// first value of a wrong type and lose the places of the others; here all mistakes are reported at
// once, each with its place.
type Entry struct {
	kind   unstable.Kind // Table, Array, String, Bool, Float, Integer, or a date
	Key    int           // offset of its key
	At     int           // offset of the value; of the key for tables and arrays
	raw    string        // a string as written, quotes included
	Text   string        // String
	number float64       // Float, Integer
	Truth  bool          // Bool
	Items  []*Entry      // Array
	Names  []string      // Table: keys in the order of the file
	Table  map[string]*Entry
}

// IsText reports whether the value is a string.
func (e *Entry) IsText() bool { return e.kind == unstable.String }

// IsFlag reports whether the value is true or false.
func (e *Entry) IsFlag() bool { return e.kind == unstable.Bool }

// IsTable reports whether the value is a table.
func (e *Entry) IsTable() bool { return e.kind == unstable.Table }

// IsList reports whether the value is an array.
func (e *Entry) IsList() bool { return e.kind == unstable.Array }

func newTable(at int) *Entry {
	return &Entry{kind: unstable.Table, Key: at, At: at, Table: map[string]*Entry{}}
}

// child returns the table's entry of that name, made by make if absent.
func (e *Entry) child(name string, make func() *Entry) *Entry {
	c, ok := e.Table[name]
	if !ok {
		c = make()
		e.Table[name] = c
		e.Names = append(e.Names, name)
	}
	return c
}

// parseTree reads a document. Mistakes of the language itself end it: what
// follows a missing quote cannot be judged.
func parseTree(file string, data []byte, nesting int) (*Entry, mistake.List) {
	if at := tooDeep(data, nesting); at >= 0 {
		line, column := mistake.Place(data, at)
		return nil, mistake.List{{File: sanitize.Text(file), Line: line, Column: column, Message: fmt.Sprintf("tables or lists are nested more than %d deep", nesting)}}
	}
	var whole map[string]any
	if err := toml.Unmarshal(data, &whole); err != nil { // also finds keys defined twice
		return nil, mistake.List{syntaxMistake(file, data, err)}
	}
	root := newTable(0)
	current := root
	p := &unstable.Parser{}
	p.Reset(data)
	for p.NextExpression() {
		switch n := p.Expression(); n.Kind {
		case unstable.KeyValue:
			put(p, current, n)
		case unstable.Table, unstable.ArrayTable:
			current = descend(root, n)
		}
	}
	return root, nil
}

// tooDeep returns the offset of the bracket or the key that goes too deep, or
// −1. Brackets are counted without regard to quotes: so many more open than
// closed ones in a text would be as odd.
func tooDeep(data []byte, nesting int) int {
	depth := 0
	for i, c := range data {
		switch c {
		case '[', '{':
			if depth++; depth > nesting {
				return i
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	p := &unstable.Parser{}
	for p.Reset(data); p.NextExpression(); {
		if n := longKey(p.Expression(), nesting); n != nil {
			return int(n.Raw.Offset)
		}
	}
	return -1
}

// longKey finds a dotted key of too many parts at or below n; nil if none.
func longKey(n *unstable.Node, nesting int) *unstable.Node {
	parts := 0
	for it := n.Children(); it.Next(); {
		c := it.Node()
		if c.Kind == unstable.Key {
			parts++
		} else if found := longKey(c, nesting); found != nil {
			return found
		}
		if parts > nesting {
			return c
		}
	}
	return nil
}

// characters turns a column in bytes into one in characters.
func characters(data []byte, line, column int) int {
	for ; line > 1; line-- {
		data = data[strings.IndexByte(string(data), '\n')+1:]
	}
	return utf8.RuneCount(data[:min(max(column-1, 0), len(data))]) + 1
}

// put stores a key and its value, making the tables of a dotted key.
func put(p *unstable.Parser, t *Entry, n *unstable.Node) {
	keys := n.Key()
	for keys.Next() {
		k := keys.Node()
		name, at := string(k.Data), int(k.Raw.Offset)
		if keys.IsLast() {
			t.child(name, func() *Entry { return value(p, n.Value(), at) })
			return
		}
		t = t.child(name, func() *Entry { return newTable(at) })
	}
}

// descend finds or makes the table that a [header] or [[header]] opens.
func descend(t *Entry, n *unstable.Node) *Entry {
	keys := n.Key()
	for keys.Next() {
		k := keys.Node()
		name, at := string(k.Data), int(k.Raw.Offset)
		if keys.IsLast() && n.Kind == unstable.ArrayTable {
			list := t.child(name, func() *Entry { return &Entry{kind: unstable.Array, Key: at, At: at} })
			list.Items = append(list.Items, newTable(at))
			return list.Items[len(list.Items)-1]
		}
		t = t.child(name, func() *Entry { return newTable(at) })
		if t.kind == unstable.Array && len(t.Items) > 0 { // [a.b] under the last [[a]]
			t = t.Items[len(t.Items)-1]
		}
	}
	return t
}

func value(p *unstable.Parser, n *unstable.Node, key int) *Entry {
	e := &Entry{kind: n.Kind, Key: key, At: key}
	if n.Raw.Length > 0 {
		e.At = int(n.Raw.Offset)
	}
	switch n.Kind {
	case unstable.InlineTable:
		t := newTable(e.At)
		t.Key = key
		for it := n.Children(); it.Next(); {
			put(p, t, it.Node())
		}
		return t
	case unstable.Array: // arrays carry no place of their own: the first item's will do
		for it := n.Children(); it.Next(); {
			item := value(p, it.Node(), key)
			if len(e.Items) == 0 {
				e.At = item.At
			}
			e.Items = append(e.Items, item)
		}
	case unstable.String:
		e.Text, e.raw = string(n.Data), string(p.Raw(n.Raw))
	case unstable.Bool:
		e.Truth = string(n.Data) == "true"
	case unstable.Integer:
		e.number = integer(string(n.Data))
	case unstable.Float:
		e.number = float(string(n.Data))
	}
	return e
}

// Within returns the offset in the document of a string's n-th character,
// undoing quotes and escapes.
func (e *Entry) Within(n int) int {
	quotes := 1
	if strings.HasPrefix(e.raw, `"""`) || strings.HasPrefix(e.raw, "'''") {
		quotes = 3
	}
	i := min(quotes, len(e.raw))
	body := strings.TrimSuffix(e.raw, e.raw[:i])
	if quotes == 3 { // a line break right after the quotes is not part of the text
		if strings.HasPrefix(body[i:], "\r\n") {
			i += 2
		} else if strings.HasPrefix(body[i:], "\n") {
			i++
		}
	}
	for i < len(body) {
		width := 0
		if e.raw[0] == '"' && body[i] == '\\' {
			if rest := strings.TrimLeft(body[i+1:], " \t\r"); strings.HasPrefix(rest, "\n") {
				i = len(body) - len(strings.TrimLeft(rest, " \t\r\n")) // a line joined to the next one
				continue
			}
			width = escapeWidth(body[i:])
		} else {
			_, width = utf8.DecodeRuneInString(body[i:])
		}
		if n == 0 {
			break
		}
		n--
		i += width
	}
	return e.At + min(i, len(e.raw))
}

// escapeWidth is the length of an escape such as \n, \x41 or \u00b5.
func escapeWidth(s string) int {
	if len(s) < 2 {
		return len(s)
	}
	width := 2
	switch s[1] {
	case 'x':
		width = 4
	case 'u':
		width = 6
	case 'U':
		width = 10
	}
	return min(width, len(s))
}

// integer reads a number of the document, which was decoded before and is well formed.
func integer(s string) float64 {
	v, _ := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 0, 64)
	return float64(v)
}

func float(s string) float64 {
	if strings.HasSuffix(s, "nan") { // which may have a sign
		return math.NaN()
	}
	v, _ := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	return v
}
