package tomlfile

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Writer writes a TOML document.
type Writer struct{ bytes.Buffer }

// Line writes a line.
func (w *Writer) Line(format string, args ...any) {
	fmt.Fprintf(&w.Buffer, format+"\n", args...)
}

// Text writes a field unless it is empty.
func (w *Writer) Text(name, v string) {
	if v != "" {
		w.Line("%s = %s", name, Quote(v))
	}
}

// Block writes text of several lines.
func (w *Writer) Block(name, v string) {
	if !strings.Contains(v, "\n") {
		w.Text(name, v)
		return
	}
	lines := strings.Split(v, "\n")
	for i, l := range lines {
		q := Quote(l)
		lines[i] = q[1 : len(q)-1]
	}
	w.Line("%s = \"\"\"\n%s\"\"\"", name, strings.Join(lines, "\n"))
}

// Quote writes a basic string, with escapes for whatever prints nothing or
// turns a line around.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Flag writes a field that is true, and leaves out one that is not.
func (w *Writer) Flag(name string, v bool) {
	if v {
		w.Line("%s = true", name)
	}
}

// Set writes a number unless it is 0, which means "not given".
func (w *Writer) Set(name string, v float64) {
	if v != 0 {
		w.Line("%s = %v", name, v)
	}
}

// Number writes a number so that it reads back the same.
func Number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// List writes a list of items, each as show does.
func List[T any](items []T, show func(T) string) string {
	parts := make([]string, len(items))
	for i, v := range items {
		parts[i] = show(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
