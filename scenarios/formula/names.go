package formula

import (
	"math"
	"slices"
	"unicode"
)

// function is a function that a formula may call: of one number, of three, or of
// several that are folded by two and completed by end, if that is not nil.
type function struct {
	least, most int // number of arguments
	one         func(float64) float64
	two         func(a, b float64) float64
	end         func(r float64, n int) float64
	three       func(a, b, c float64) float64
}

// anyNumber is the largest number of arguments of functions that take several.
const anyNumber = 1 << 10

func single(f func(float64) float64) function { return function{least: 1, most: 1, one: f} }

func double(f func(a, b float64) float64) function { return function{least: 2, most: 2, two: f} }

func folded(f func(a, b float64) float64, end func(r float64, n int) float64) function {
	return function{least: 1, most: anyNumber, two: f, end: end}
}

func add(a, b float64) float64 { return a + b }

// norm is ‖v‖₂, without needless overflow.
var norm = folded(math.Hypot, func(r float64, _ int) float64 { return math.Abs(r) })

var functions = map[string]function{
	"abs": single(math.Abs), "sign": single(sign), "sqrt": single(math.Sqrt), "cbrt": single(math.Cbrt),
	"exp": single(math.Exp), "expm1": single(math.Expm1), "log": single(math.Log), "ln": single(math.Log),
	"log2": single(math.Log2), "log10": single(math.Log10), "log1p": single(math.Log1p),
	"sin": single(math.Sin), "cos": single(math.Cos), "tan": single(math.Tan),
	"asin": single(math.Asin), "acos": single(math.Acos), "atan": single(math.Atan),
	"sinh": single(math.Sinh), "cosh": single(math.Cosh), "tanh": single(math.Tanh), "erf": single(math.Erf),
	"floor": single(math.Floor), "ceil": single(math.Ceil), "round": single(math.Round), "trunc": single(math.Trunc),
	"atan2": double(math.Atan2), "pow": double(math.Pow), "mod": double(math.Mod),
	"min": folded(math.Min, nil), "max": folded(math.Max, nil), "norm": norm, "hypot": norm, "sum": folded(add, nil),
	"mean":  folded(add, func(r float64, n int) float64 { return r / float64(n) }),
	"clamp": {least: 3, most: 3, three: func(v, low, high float64) float64 { return math.Max(low, math.Min(high, v)) }},
}

// constants are names with a fixed value; a parameter may not take them.
var constants = map[string]float64{"pi": math.Pi}

// keywords belong to the grammar, or did; a parameter may not take them.
var keywords = []string{
	"true", "false", "nil", "let", "if", "else", "not", "and", "or", "in", "matches", "contains", "startsWith", "endsWith",
}

// Functions lists the functions a formula may call, sorted.
func Functions() []string {
	names := make([]string, 0, len(functions))
	for name := range functions {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return v // ±0, NaN
}

// IsName reports whether expressions and placeholders can use a name.
func IsName(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// Reserved reports whether a name has a meaning of its own in formulas.
func Reserved(name string) bool {
	return slices.Contains(keywords, name) || constants[name] != 0
}
