package formula

import (
	"math"
	"slices"
	"unicode"
)

// function is one name a formula may call: one of op (several arguments), one
// and two is set.
type function struct {
	least, most int // number of arguments
	op          opcode
	one         func(float64) float64
	two         func(a, b float64) float64
}

// anyNumber stands for "as many arguments as you like".
const anyNumber = 1 << 10

var functions = map[string]function{
	"abs": {1, 1, opCall1, math.Abs, nil}, "sign": {1, 1, opCall1, sign, nil},
	"sqrt": {1, 1, opCall1, math.Sqrt, nil}, "cbrt": {1, 1, opCall1, math.Cbrt, nil},
	"exp": {1, 1, opCall1, math.Exp, nil}, "expm1": {1, 1, opCall1, math.Expm1, nil},
	"log": {1, 1, opCall1, math.Log, nil}, "ln": {1, 1, opCall1, math.Log, nil},
	"log2": {1, 1, opCall1, math.Log2, nil}, "log10": {1, 1, opCall1, math.Log10, nil},
	"log1p": {1, 1, opCall1, math.Log1p, nil},
	"sin":   {1, 1, opCall1, math.Sin, nil}, "cos": {1, 1, opCall1, math.Cos, nil}, "tan": {1, 1, opCall1, math.Tan, nil},
	"asin": {1, 1, opCall1, math.Asin, nil}, "acos": {1, 1, opCall1, math.Acos, nil}, "atan": {1, 1, opCall1, math.Atan, nil},
	"sinh": {1, 1, opCall1, math.Sinh, nil}, "cosh": {1, 1, opCall1, math.Cosh, nil}, "tanh": {1, 1, opCall1, math.Tanh, nil},
	"erf":   {1, 1, opCall1, math.Erf, nil},
	"floor": {1, 1, opCall1, math.Floor, nil}, "ceil": {1, 1, opCall1, math.Ceil, nil},
	"round": {1, 1, opCall1, math.Round, nil}, "trunc": {1, 1, opCall1, math.Trunc, nil},
	"atan2": {2, 2, opCall2, nil, math.Atan2}, "pow": {2, 2, opCall2, nil, math.Pow}, "mod": {2, 2, opCall2, nil, math.Mod},
	"min": {1, anyNumber, opMin, nil, nil}, "max": {1, anyNumber, opMax, nil, nil},
	"sum": {1, anyNumber, opSum, nil, nil}, "mean": {1, anyNumber, opMean, nil, nil},
	"norm": {1, anyNumber, opNorm, nil, nil}, "hypot": {1, anyNumber, opNorm, nil, nil},
	"clamp": {3, 3, opClamp, nil, nil},
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

// IsName tells names that expressions and placeholders can use.
func IsName(s string) bool {
	for i, r := range s {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return false
		}
	}
	return s != ""
}

// Reserved tells names that mean something of their own in formulas.
func Reserved(name string) bool {
	return slices.Contains(keywords, name) || constants[name] != 0
}
