package formula

import (
	"fmt"
	"math"
)

// Formula is an arithmetic expression of named numbers, compiled once: a flat
// program for a small stack machine. It is immutable, safe for concurrent use
// and its evaluation allocates nothing.
//
// A formula holds numbers and truth values only; expr-lang, whose grammar it
// resembles, would add 5.6 MB to the program.
type Formula struct {
	text  string
	names []string
	code  []instruction
	depth int // greatest stack height
}

// Error is a mistake in the text of a formula.
type Error struct {
	Offset  int // characters before the mistake; bytes in what Parse returns
	Message string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s (character %d)", e.Message, e.Offset+1)
}

// stackDepth is the stack height evaluated without allocation. Height grows
// with nesting and argument counts, so ordinary formulas stay below ten.
const stackDepth = 48

// New compiles text as a function of the named variables. The error is
// a *Error.
func New(text string, names []string) (*Formula, error) { return Choosing(text, names, nil) }

// Choosing is New where some variables are choices: choices[i] are what the
// variable names[i] chooses among, nil for a number. The value of a choice is
// its number 0, 1, …; in the text it can only be compared with a name of one:
// solvent == "DMF" ? 1 : 0.
func Choosing(text string, names []string, choices [][]string) (*Formula, error) {
	c := compiler{names: names, choices: choices}
	if err := read(text, func(tree *Node) error { return c.expect(tree, number) }); err != nil {
		return nil, err
	}
	return &Formula{text: text, names: names, code: c.code, depth: c.deepest}, nil
}

// String is the text the formula was compiled from.
func (f *Formula) String() string { return f.text }

// Uses lists the names the formula speaks of, once for each time it does.
func (f *Formula) Uses() []string {
	var used []string
	for _, in := range f.code {
		if in.op == opVariable {
			used = append(used, f.names[in.at])
		}
	}
	return used
}

type opcode uint8

const (
	opConstant opcode = iota
	opVariable        // x[at]
	opLocal           // a let-variable: the stack at height at
	opDrop            // forget the let-variable below the top
	opAdd
	opSubtract
	opMultiply
	opDivide
	opModulo
	opPower
	opSquare
	opNegate
	opCall1
	opCall2
	opMin // of the top at values; so are the next four
	opMax
	opSum
	opMean
	opNorm
	opClamp
	opLess
	opLessEqual
	opEqual
	opNotEqual
	opNot
	opJump        // to at
	opJumpIfFalse // pops the condition
)

type instruction struct {
	op       opcode
	at       int
	constant float64
	one      func(float64) float64
	two      func(a, b float64) float64
}

// Eval returns the formula's value at x, one number for each name. The value
// may be NaN or infinite: whether that is a mistake is the caller's to say.
func (f *Formula) Eval(x []float64) float64 {
	if len(x) != len(f.names) {
		panic(fmt.Sprintf("formula: one of %d names evaluated with %d numbers", len(f.names), len(x)))
	}
	var stack [stackDepth]float64
	s := stack[:]
	if f.depth > stackDepth {
		s = make([]float64, f.depth)
	}
	top := -1
	for pc := 0; pc < len(f.code); pc++ {
		in := &f.code[pc]
		switch in.op {
		case opConstant:
			top++
			s[top] = in.constant
		case opVariable:
			top++
			s[top] = x[in.at]
		case opLocal:
			top++
			s[top] = s[in.at]
		case opDrop:
			s[top-1] = s[top]
			top--
		case opAdd:
			top--
			s[top] += s[top+1]
		case opSubtract:
			top--
			s[top] -= s[top+1]
		case opMultiply:
			top--
			s[top] *= s[top+1]
		case opDivide:
			top--
			s[top] /= s[top+1]
		case opModulo:
			top--
			s[top] = math.Mod(s[top], s[top+1])
		case opPower:
			top--
			s[top] = math.Pow(s[top], s[top+1])
		case opSquare:
			s[top] *= s[top]
		case opNegate:
			s[top] = -s[top]
		case opCall1:
			s[top] = in.one(s[top])
		case opCall2:
			top--
			s[top] = in.two(s[top], s[top+1])
		case opMin, opMax, opSum, opMean, opNorm, opClamp:
			top -= in.at - 1
			s[top] = reduce(in.op, s[top:top+in.at])
		case opLess:
			top--
			s[top] = truth(s[top] < s[top+1])
		case opLessEqual:
			top--
			s[top] = truth(s[top] <= s[top+1])
		case opEqual:
			top--
			s[top] = truth(s[top] == s[top+1])
		case opNotEqual:
			top--
			s[top] = truth(s[top] != s[top+1])
		case opNot:
			s[top] = 1 - s[top]
		case opJump:
			pc = in.at - 1
		case opJumpIfFalse:
			if s[top] == 0 {
				pc = in.at - 1
			}
			top--
		}
	}
	return s[0]
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// reduce folds the arguments of the functions that take several.
func reduce(op opcode, v []float64) float64 {
	r := v[0]
	switch op {
	case opMin:
		for _, a := range v[1:] {
			r = math.Min(r, a)
		}
	case opMax:
		for _, a := range v[1:] {
			r = math.Max(r, a)
		}
	case opSum, opMean:
		for _, a := range v[1:] {
			r += a
		}
		if op == opMean {
			r /= float64(len(v))
		}
	case opNorm: // ‖v‖₂, without needless overflow
		for _, a := range v[1:] {
			r = math.Hypot(r, a)
		}
		r = math.Abs(r)
	case opClamp: // clamp(x, low, high)
		r = math.Max(v[1], math.Min(v[2], v[0]))
	}
	return r
}
