package tour

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios/formula"
)

// expr is a number, a reference, or what is computed of others:
//
//	left.end.best - (left.start.best + 0.1)
//	floor(budget / left.price at (left.next + 0.05))
//
// * and / bind closer than + and -; a point after "at" closer than all of them.
type expr struct {
	op     string // "": a number; "ref"; + - * /; "neg"; or a function
	number float64
	ref    *Ref
	args   []*expr
	at     int // where it starts in its text
}

// functions are what can be called: of two or more numbers or else of one, a whole number or not;
// docs/tour.md says what each brings.
var functions = map[string]struct {
	many, whole bool
	of          func(v ...float64) float64
}{
	"floor": {false, true, func(v ...float64) float64 { return math.Floor(v[0]) }},
	"ceil":  {false, true, func(v ...float64) float64 { return math.Ceil(v[0]) }},
	"round": {false, true, func(v ...float64) float64 { return math.Round(v[0]) }},
	"abs":   {false, false, func(v ...float64) float64 { return math.Abs(v[0]) }},
	"min":   {true, false, func(v ...float64) float64 { return slices.Min(v) }},
	"max":   {true, false, func(v ...float64) float64 { return slices.Max(v) }},
}

// textError is a mistake in a text, at a byte of it.
type textError struct {
	at  int
	err error
}

func (e textError) Error() string { return e.err.Error() }

func wrongAt(at int, format string, args ...any) error {
	return textError{at, fmt.Errorf(format, args...)}
}

// grammar is what braces and claims are written in. Names hold dashes and points, and policies begin with a digit.
var grammar = &formula.Grammar{
	Name:     regexp.MustCompile(`^[^\s\x0b\x{85}\pZ()*/+,<>=-][^\s\x0b\x{85}\pZ()*/+,<>=]*`),
	Words:    []string{"at"},
	Binary:   map[string]int{">": 20, "<": 20, ">=": 20, "<=": 20, "=": 20, "+": 30, "-": 30, "*": 60, "/": 60, "at": 100},
	Function: func(name string) bool { _, ok := functions[name]; return ok },
	Advice:   map[string]string{"==": "write ="},
	Nodes:    200, // far more than anyone reads, and quick enough to compute for every frame
}

// parseExpr reads an expression that starts at a byte of its text; policies are
// the names it may refer to.
func parseExpr(s string, at int, policies []string) (*expr, error) {
	if strings.TrimSpace(s) == "" {
		return nil, wrongAt(at, "there is nothing between the braces; name what to write, such as {left.best}")
	}
	n, err := formula.Parse(s, grammar)
	if err != nil {
		return nil, moved(err, at)
	}
	return reader{at, policies}.expr(n)
}

// moved is a mistake in an expression that starts at a byte of its text.
func moved(err error, at int) error {
	e := err.(*formula.Error)
	return wrongAt(at+e.Offset, "%s", e.Message)
}

// reader resolves the names of an expression.
type reader struct {
	at       int // where the expression starts
	policies []string
}

func (r reader) expr(n *formula.Node) (*expr, error) {
	e := &expr{op: n.Text, number: n.Value, at: r.at + n.At}
	switch n.Kind {
	case formula.Number:
		e.op = ""
		return e, nil
	case formula.Name:
		return r.reference(n, nil)
	case formula.Unary:
		if n.Text == "+" {
			return r.expr(n.Args[0])
		}
		e.op = "neg"
	case formula.Binary:
		for n.Text == "&&" { // 0 < a < b
			n = n.Args[0]
		}
		switch {
		case n.Text == "at":
			return r.reference(n.Args[0], n)
		case slices.Contains(comparisons, n.Text):
			return nil, wrongAt(r.at+n.At, "%s compares, and belongs into a claim", n.Text)
		}
	case formula.Call:
		switch f, ok := functions[n.Text]; {
		case !ok:
			return nil, wrongAt(e.at, "there is no function %q%s", sanitize.Short(n.Text, 40), suggest(n.Text, []string{"floor", "ceil", "round", "abs", "min", "max"}))
		case f.many && len(n.Args) < 2:
			return nil, wrongAt(e.at, "%s needs two or more, with commas between them", n.Text)
		case !f.many && len(n.Args) != 1:
			return nil, wrongAt(e.at, "%s is of one number, not of %d", n.Text, len(n.Args))
		}
	}
	for _, n := range n.Args {
		a, err := r.expr(n)
		if err == nil {
			err = arithmetic(a)
		}
		if err != nil {
			return nil, err
		}
		e.args = append(e.args, a)
	}
	if n.Kind == formula.Binary {
		e.at = min(e.at, e.args[0].at) // of a sum, where it starts
	}
	return e, nil
}

// arithmetic refuses to compute with words.
func arithmetic(list ...*expr) error {
	for _, e := range list {
		if e.word() {
			return wrongAt(e.at, "%s is a word: nothing can be computed of it", e.ref.What)
		}
	}
	return nil
}

// word reports whether an expression is a word, not a number.
func (e *expr) word() bool {
	return e.op == "ref" && (e.ref.Of == "policy" && slices.Contains(wordy, e.ref.What) || e.ref.Of == "map" && e.ref.What == "rule")
}

// wordy are the quantities that are words.
var wordy = []string{"name", "stop"}

// reference finds what a name refers to; at is the node of the point it is taken at, or nil.
func (r reader) reference(n, at *formula.Node) (*expr, error) {
	if n.Kind != formula.Name {
		return nil, wrongAt(r.at+at.At, "at follows %s", strings.Join(ofPoint, ", "))
	}
	ref, err := parseRef(n.Text, r.policies)
	if err != nil {
		if before, _, dash := strings.Cut(n.Text, "-"); dash && r.knows(before) {
			err = fmt.Errorf("%w; put blanks around -", err)
		}
		return nil, textError{r.at + n.At, err}
	}
	ref.source, ref.at = n.Text, r.at+n.At
	switch point := ref.Of == "policy" && slices.Contains(ofPoint, ref.What); {
	case point && at == nil:
		return nil, wrongAt(ref.at, "%s needs a point: write %s at 0.5", ref.What, n.Text)
	case point:
		if ref.At, err = r.expr(at.Args[1]); err == nil {
			err = arithmetic(ref.At)
		}
	case at != nil:
		return nil, wrongAt(r.at+at.At, "%s is not of a point; at follows %s", ref.What, strings.Join(ofPoint, ", "))
	}
	return &expr{op: "ref", ref: &ref, at: ref.at}, err
}

// knows reports whether a word is a reference by itself.
func (r reader) knows(s string) bool {
	_, err := parseExpr(s, 0, r.policies)
	return err == nil
}

// eval is the expression's value; false: something is not known, or there is no
// such number.
func (e *expr) eval(v Values) (Value, bool) {
	switch e.op {
	case "":
		return Value{Number: e.number, Count: e.number == math.Trunc(e.number) && math.Abs(e.number) < 1e15}, true
	case "ref":
		out, ok := e.ref.eval(v)
		return out, ok && !math.IsNaN(out.Number) && !math.IsInf(out.Number, 0)
	}
	args, numbers := make([]Value, len(e.args)), make([]float64, len(e.args))
	for i, a := range e.args {
		var ok bool
		if args[i], ok = a.eval(v); !ok {
			return Value{}, false
		}
		numbers[i] = args[i].Number
	}
	out := like(args)
	switch e.op {
	case "+":
		out.Number = numbers[0] + numbers[1]
	case "-":
		out.Number = numbers[0] - numbers[1]
	case "*":
		out.Number, out.Digits = numbers[0]*numbers[1], 0
	case "/":
		out.Number, out.Digits, out.Count = numbers[0]/numbers[1], 0, false
	case "neg":
		out.Number = -numbers[0]
	default:
		f := functions[e.op]
		out.Number = f.of(numbers...)
		out.Count = out.Count || f.whole && math.Abs(out.Number) < 1e15
	}
	return out, !math.IsNaN(out.Number) && !math.IsInf(out.Number, 0)
}

// like is written as all of the values are, where they are written alike.
func like(all []Value) Value {
	out := Value{Count: true, Digits: all[0].Digits}
	for _, v := range all {
		out.Count = out.Count && v.Count
		if v.Digits != out.Digits {
			out.Digits = 0
		}
	}
	return out
}
