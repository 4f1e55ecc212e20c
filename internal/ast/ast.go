// Package ast reads formulas as trees: numbers, names, arithmetic, comparisons,
// conditions, let, calls. What has no place in a formula but may be typed into
// one (text, lists, members) is read too, so that a mistake is told where it is.
//
// The grammar is that of expr-lang, from loosest to tightest:
//
//	let n = a; b    if c { a } else { b }    c ? a : b
//	a | f(b)        f(a, b)
//	or ||    and &&    == != < <= > >= in …    ..    + -    * / %    - + (signs)    ^ **    ??
package ast

// Node is a part of a formula.
type Node interface {
	// At is the number of characters (not bytes) before it: before its operator,
	// if it has one.
	At() int
}

type place int

func (p place) At() int { return int(p) }

type (
	// Integer is a number without point and exponent.
	Integer struct {
		place
		Value int
	}
	// Float is any other number.
	Float struct {
		place
		Value float64
	}
	// Bool is true or false.
	Bool struct {
		place
		Value bool
	}
	// Identifier is a name.
	Identifier struct {
		place
		Value string
	}
	// Unary is not, !, - or + before something.
	Unary struct {
		place
		Operator string
		Node     Node
	}
	// Binary is an operator between two; 0 < x < 1 is 0 < x && x < 1.
	Binary struct {
		place
		Operator    string
		Left, Right Node
	}
	// Conditional is c ? a : b.
	Conditional struct {
		place
		Cond, Exp1, Exp2 Node
	}
	// VariableDeclarator is let Name = Value; Expr.
	VariableDeclarator struct {
		place
		Name        string
		Value, Expr Node
	}
	// Call is a call; a pipe's left side is its first argument.
	Call struct {
		place
		Callee    Node
		Arguments []Node
	}
	// Sequence is several expressions, separated by semicolons.
	Sequence struct {
		place
		Nodes []Node
	}
	// String is quoted text, without its quotes.
	String struct {
		place
		Value string
	}
	// Other is what formulas have no use for: lists, members, nil.
	Other struct{ place }
)

// Error is a mistake that leaves no tree.
type Error struct {
	At      int // characters before it
	Message string
}

func (e *Error) Error() string { return e.Message }
