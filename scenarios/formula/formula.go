// Package formula parses arithmetic expressions of named numbers and compiles them to closures.
package formula

import (
	"fmt"
	"sync"
)

// Formula is an arithmetic expression of named numbers, compiled once to closures. It
// is immutable and safe for concurrent use, and its evaluation allocates nothing.
//
// A formula holds numbers and truth values only; expr-lang, whose grammar it
// resembles, would add 5.6 MB to the program.
type Formula struct {
	text   string
	names  []string
	uses   []string
	value  part
	locals []float64 // zeros, one for each let-variable in scope at once
}

// Error is a mistake in the text of a formula.
type Error struct {
	Offset  int // characters before the mistake; bytes in what Parse returns
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s (character %d)", e.Message, e.Offset+1)
}

// New compiles text as a function of the named variables. The error is
// a *Error.
func New(text string, names []string) (*Formula, error) { return Choosing(text, names, nil) }

// Choosing is New with variables that are choices: choices[i] are the names that the
// variable names[i] chooses among, nil for a number. The value of a choice is its
// number 0, 1, …; in the text it can only be compared with a name:
// solvent == "DMF" ? 1 : 0.
func Choosing(text string, names []string, choices [][]string) (f *Formula, err error) {
	c := compiler{names: names, choices: choices}
	err = read(text, func(tree *Node) (err error) {
		f, err = c.formula(tree, text)
		return err
	})
	return f, err
}

// String returns the text the formula was compiled from.
func (f *Formula) String() string { return f.text }

// Uses lists the names that occur in the formula, once for each time.
func (f *Formula) Uses() []string { return f.uses }

// scratch holds the arguments and let-variables of an evaluation: what is passed to
// closures escapes, and the caller's arguments must not.
var scratch = sync.Pool{New: func() any { return new([]float64) }}

// Eval returns the formula's value at x, one number for each name. The value
// may be NaN or infinite.
func (f *Formula) Eval(x []float64) float64 {
	if len(x) != len(f.names) {
		panic(fmt.Sprintf("formula: one of %d names evaluated with %d numbers", len(f.names), len(x)))
	}
	s := scratch.Get().(*[]float64)
	*s = append(append((*s)[:0], x...), f.locals...)
	v := f.value((*s)[:len(x)], (*s)[len(x):])
	scratch.Put(s)
	return v
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
