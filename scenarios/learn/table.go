package learn

import (
	"fmt"
	"math"
	"slices"

	"farsight/internal/mistake"
)

// Table is a table of numbers: features and a target to be predicted.
type Table struct {
	Features []string    // their names
	Columns  [][]float64 // Columns[j][i] is feature j of row i
	Target   string
	Y        []float64 // the target, row by row
}

// Rows is the number of rows.
func (t Table) Rows() int { return len(t.Y) }

// row copies the features of row i into dst, which has one element each.
func (t Table) row(dst []float64, i int) {
	for j, column := range t.Columns {
		dst[j] = column[i]
	}
}

// pick is the table of some of the rows.
func (t Table) pick(rows []int) Table {
	part := t
	choose := func(from []float64) []float64 {
		to := make([]float64, len(rows))
		for k, i := range rows {
			to[k] = from[i]
		}
		return to
	}
	part.Y = choose(t.Y)
	part.Columns = make([][]float64, len(t.Columns))
	for j, column := range t.Columns {
		part.Columns[j] = choose(column)
	}
	return part
}

// shape reports what makes a table unusable for any learner.
func (t Table) shape() error {
	switch {
	case len(t.Y) == 0:
		return fmt.Errorf("the table has no rows")
	case len(t.Columns) == 0:
		return fmt.Errorf("the table has no column but the target; add at least one feature")
	case len(t.Y) > maxTableRows:
		return fmt.Errorf("the table has %d rows; at most %d are used", len(t.Y), maxTableRows)
	case len(t.Features) != len(t.Columns):
		return fmt.Errorf("the table names %d features but has %d", len(t.Features), len(t.Columns))
	}
	for j := -1; j < len(t.Columns); j++ {
		column := t.column(j)
		if len(column) != len(t.Y) {
			return fmt.Errorf("column %s has %d rows but the target has %d", t.name(j), len(column), len(t.Y))
		}
		for i, v := range column {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("column %s, row %d: %v is not a finite number", t.name(j), i+1, v)
			}
		}
	}
	return nil
}

// Check reports what makes a table unusable for judging models: a bad shape, a single row or a
// column that never varies.
func (t Table) Check() error {
	if err := t.shape(); err != nil {
		return err
	}
	if len(t.Y) == 1 {
		return fmt.Errorf("the table has a single row; there is nothing to learn from it")
	}
	for j := -1; j < len(t.Columns); j++ {
		if column := t.column(j); slices.Min(column) == slices.Max(column) {
			if j < 0 {
				return fmt.Errorf("the target %s is %v in every row; there is nothing to predict", t.name(j), column[0])
			}
			return fmt.Errorf("column %s is %v in every row; remove it, it carries no information", t.name(j), column[0])
		}
	}
	return nil
}

// column is feature j, or the target for j = −1.
func (t Table) column(j int) []float64 {
	if j < 0 {
		return t.Y
	}
	return t.Columns[j]
}

func (t Table) name(j int) string {
	if j < 0 {
		return mistake.Quote(t.Target)
	}
	return mistake.Quote(t.Features[j])
}
