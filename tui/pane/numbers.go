package pane

import (
	"strconv"
	"strings"
)

// Number writes v so that it reads back as the same number.
func Number(v float64) string {
	s := strconv.FormatFloat(v+0, 'g', -1, 64)
	return strings.ReplaceAll(strings.ReplaceAll(s, "e-0", "e-"), "e+0", "e")
}

// Round3 keeps three figures.
func Round3(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64) // it was just written
	return v
}
