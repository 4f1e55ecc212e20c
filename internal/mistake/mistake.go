// Package mistake describes what is wrong with a file: where, in which field, and how to correct
// it, in text that is safe to print. It also reads the text of files written by people, whose first
// mistakes concern the file as a whole.
package mistake

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"farsight/internal/sanitize"
)

// Mistake is one thing to correct in a file.
type Mistake struct {
	File    string `json:"file"`            // as it was named, made harmless
	Line    int    `json:"line"`            // 1-based; 0: the file as a whole
	Column  int    `json:"column"`          // 1-based, in characters; 0: the line as a whole
	Field   string `json:"field,omitempty"` // such as parameter[2].low; "": none
	Message string `json:"message"`         // what is wrong and how to correct it
}

// String is file:line:column: field: message, as compilers print it.
func (m Mistake) String() string {
	var b strings.Builder
	b.WriteString(m.File)
	if m.Line > 0 {
		fmt.Fprintf(&b, ":%d", m.Line)
		if m.Column > 0 {
			fmt.Fprintf(&b, ":%d", m.Column)
		}
	}
	b.WriteString(": ")
	if m.Field != "" {
		b.WriteString(m.Field)
		b.WriteString(": ")
	}
	b.WriteString(m.Message)
	return b.String()
}

// List is all the mistakes found in a file, in its order. It is the error that
// readers of files return.
type List []Mistake

func (m List) Error() string {
	lines := make([]string, len(m))
	for i := range m {
		lines[i] = m[i].String()
	}
	return strings.Join(lines, "\n")
}

// InOrder sorts by place; mistakes about the whole file come last.
func (m List) InOrder() List {
	line := func(m Mistake) int { return cmp.Or(m.Line, math.MaxInt) }
	slices.SortStableFunc(m, func(a, b Mistake) int {
		return cmp.Or(cmp.Compare(line(a), line(b)), cmp.Compare(a.Column, b.Column))
	})
	return m
}

// OfFile is a mistake about a file as a whole.
func OfFile(file, format string, args ...any) List {
	return List{{File: sanitize.Text(file), Message: fmt.Sprintf(format, args...)}}
}

// Place turns a byte offset into a line and a column counted in characters.
func Place(data []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(data))
	before := string(data[:offset])
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}
