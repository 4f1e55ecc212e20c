package learn

import (
	_ "embed"

	"farsight/internal/csvfile"
)

//go:embed friedman.csv
var friedman []byte

// Example is a constructed table that needs no file: 200 rows of Friedman's
// first function ("Multivariate adaptive regression splines", 1991),
//
//	y = 10 sin(π x₁x₂) + 20 (x₃ − ½)² + 10 x₄ + 5 x₅ + noise,
//
// with x₁ … x₁₀ uniform over [0, 1] and noise N(0, 1): five features that matter
// and five that do not.
func Example() Table {
	sheet, found := csvfile.Open("friedman.csv", friedman)
	if found == nil {
		var t Table
		if t, found = FromSheet(sheet, "y"); found == nil {
			return t
		}
	}
	panic("learn: " + found.Error()) // a test reads it
}
