package chart

import (
	"math"
	"strconv"
)

// Num writes a number to three figures: 0.768, 25.1, 1234, 1.20e-5. Values from 0.001 to 100 000 are
// written out, others with an exponent; NaN is a dash.
func Num(v float64) string { return string(appendNum(nil, v)) }

// appendNum adds Num(v) to b.
func appendNum(b []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, "—"...)
	case math.IsInf(v, 1):
		return append(b, "∞"...)
	case math.IsInf(v, -1):
		return append(b, "-∞"...)
	case v == 0:
		return append(b, '0')
	}
	var tmp [32]byte
	s := strconv.AppendFloat(tmp[:0], v, 'e', 2, 64) // d.dde±xx: rounded once, so 9.996 is 10.0, not 10.00
	e := len(s) - 1
	for s[e] != 'e' {
		e--
	}
	exp, _ := strconv.Atoi(string(s[e+1:]))
	switch {
	case exp >= -3 && exp <= 2:
		return strconv.AppendFloat(b, v, 'f', 2-exp, 64)
	case exp >= 3 && exp <= 4:
		return strconv.AppendFloat(b, v, 'f', 0, 64)
	}
	b = append(b, s[:e+1]...)
	return strconv.AppendInt(b, int64(exp), 10)
}

// Interval writes "1.20 to 3.40".
func Interval(lo, hi float64) string {
	b := appendNum(nil, lo)
	b = append(b, " to "...)
	return string(appendNum(b, hi))
}

// Chance writes a probability as people say it.
func Chance(p float64) string {
	switch {
	case p < 0.001:
		return "<0.1 %"
	case p < 0.0995:
		return strconv.FormatFloat(100*p, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(100*p, 'f', 0, 64) + " %"
}
