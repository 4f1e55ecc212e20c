package model

import (
	"errors"
	"fmt"
	"math"
)

// ErrNoData is returned when there is nothing to fit to.
var ErrNoData = errors.New("no data: at least one evaluated point is needed")

// Unit is a point of the unit cube, where everything is modelled. A point in a problem's own units
// has another type, which package scenarios converts.
type Unit []float64

// Units takes rows of numbers, such as a file's, for points of the unit cube.
func Units(rows [][]float64) []Unit {
	out := make([]Unit, len(rows))
	for i, row := range rows {
		out[i] = row
	}
	return out
}

// boxTolerance forgives the rounding of points mapped to the unit cube.
const boxTolerance = 1e-9

// checkInputs returns the common dimension of x, or an error naming the row
// and the coordinate at fault.
func checkInputs(x []Unit) (int, error) {
	if len(x) == 0 {
		return 0, ErrNoData
	}
	d := len(x[0])
	if d == 0 {
		return 0, errors.New("row 0, field x: a point needs at least one coordinate")
	}
	for i, row := range x {
		if len(row) != d {
			return 0, fmt.Errorf("row %d, field x: has %d coordinates where row 0 has %d", i, len(row), d)
		}
		for j, v := range row {
			if math.IsNaN(v) || v < -boxTolerance || v > 1+boxTolerance {
				return 0, fmt.Errorf("row %d, field x[%d] = %v: outside the unit cube [0, 1]", i, j, v)
			}
		}
	}
	return d, nil
}

// checkOutputs names the first row whose output is not a finite number.
func checkOutputs(y []float64, n int, field string) error {
	if len(y) != n {
		return fmt.Errorf("field %s: has %d values for %d points", field, len(y), n)
	}
	for i, v := range y {
		if err := CheckOutput(v); err != nil {
			return fmt.Errorf("row %d, field %s = %v: %w", i, field, v, err)
		}
	}
	return nil
}

// flatten copies the rows of x into one row-major slice.
func flatten(x []Unit, d int) []float64 {
	out := make([]float64, 0, len(x)*d)
	for _, row := range x {
		out = append(out, row...)
	}
	return out
}

// constantTolerance is the spread, relative to the size of the values, below
// which outputs count as constant: it is rounding, not information.
const constantTolerance = 1e-13

// Standardisation returns the sample mean and the n−1 standard deviation of y;
// the scale is 1 for one point or constant data.
func Standardisation(y []float64) (mean, scale float64) {
	n := float64(len(y))
	largest := 0.0
	for _, v := range y {
		mean += v / n
		largest = math.Max(largest, math.Abs(v))
	}
	ss := 0.0
	for _, v := range y {
		// Divided first, so that values near 1e±200 neither over- nor underflow.
		r := (v - mean) / math.Max(largest, math.SmallestNonzeroFloat64)
		ss += r * r
	}
	scale = largest * math.Sqrt(ss/(n-1))
	if len(y) < 2 || !(scale > constantTolerance*largest) || scale < 1e-150 {
		return mean, 1
	}
	return mean, scale
}
