package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/csvfile"
	"farsight/internal/mistake"
	"farsight/internal/sanitize"
	"farsight/scenarios"
	"farsight/scenarios/formula"
)

// Column is the source of a number of each row: one column, or a formula of several.
type Column struct {
	index   int // −1: the formula
	formula *formula.Formula
}

func (c Column) of(row []float64) float64 {
	if c.index >= 0 {
		return row[c.index]
	}
	return c.formula.Eval(row)
}

// ColumnOf resolves the text of a [table] field against the header. A column's
// exact name wins; anything else must be a formula of column names.
func ColumnOf(text string, header []string) (Column, error) {
	if i := slices.Index(header, text); i >= 0 {
		return Column{index: i}, nil
	}
	f, err := formula.New(text, header)
	return Column{-1, f}, err
}

// Uses returns the columns that a field's text refers to.
func (c Column) Uses(header []string) []string {
	if c.index >= 0 {
		return header[c.index : c.index+1]
	}
	return c.formula.Uses()
}

// MaxRows is the largest number of rows of a surrogate. A Gaussian process of that
// size predicts in some ten milliseconds.
const MaxRows = 2000

// minRows is the least number of rows of a surrogate.
const minRows = 3

// What rows with an empty cell are, as problem files name it.
const (
	Missing = "missing" // left out
	Failed  = "failed"  // without a value; what they cost is known
)

// Fill checks the rows and adds them to the table.
func (t *Source) Fill(sh *csvfile.Sheet, cols []Column) (found mistake.List) {
	say := func(row int, field, format string, args ...any) {
		if len(found) < csvfile.MaxMistakes {
			found = append(found, mistake.Mistake{File: sh.File, Line: sh.Lines[row], Field: sanitize.Short(field, 40), Message: fmt.Sprintf("row %d: ", row+1) + fmt.Sprintf(format, args...)})
		}
	}
	d := len(t.Parameters)
	values := cols[d].Uses(sh.Header)
	for _, c := range slices.Concat(cols[:d], cols[d+1:]) {
		values = slices.DeleteFunc(slices.Clone(values), func(name string) bool { return slices.Contains(c.Uses(sh.Header), name) })
	}
	var failedPaid []float64
	for i, row := range sh.Rows {
		blank := sh.Blank[i]
		if len(blank) > 0 {
			t.Blank = append(t.Blank, sh.Lines[i])
			if t.Empty == Missing {
				continue
			}
		}
		for _, b := range blank {
			name, advice := sh.Header[b.Index], "only the value of a row that failed may be"
			switch {
			case t.Empty == "":
				advice = fmt.Sprintf("fill it, remove the row, or say empty = %q or %q in [table]", Missing, Failed)
			case slices.Contains(values, name):
				continue
			}
			if len(found) < csvfile.MaxMistakes {
				found = append(found, mistake.Mistake{File: sh.File, Line: b.Line, Column: b.Column, Field: sanitize.Short(name, 40),
					Message: fmt.Sprintf("row %d: the cell is empty; %s", i+1, advice)})
			}
		}
		x := make([]float64, d)
		for j, par := range t.Parameters {
			x[j] = cols[j].of(row)
			if v := x[j]; len(blank) > 0 && math.IsNaN(v) {
				continue // reported above
			} else if !finite(v) || v < par.Low || v > par.High {
				say(i, t.Columns[j], "%v is outside [%v, %v]; widen the parameter's range or remove the row", v, par.Low, par.High)
			}
		}
		paid := &t.Paid
		if len(blank) > 0 {
			t.Failed, paid = append(t.Failed, x), &failedPaid
		} else {
			value := cols[d].of(row)
			if !finite(value) {
				say(i, t.Objective, "the value is %v, not a finite number", value)
			}
			t.X, t.Value = append(t.X, x), append(t.Value, value)
		}
		if t.Cost != nil {
			continue
		}
		z := cols[d+1].of(row)
		if (!finite(z) || z <= 0) && !(len(blank) > 0 && math.IsNaN(z)) {
			say(i, t.CostCell, "the cost is %v; costs must be finite and above 0", z)
		}
		*paid = append(*paid, z)
	}
	t.Paid = append(t.Paid, failedPaid...)
	if len(found) > 0 {
		return found
	}
	if len(t.X) < minRows {
		with := ""
		if len(t.Blank) > 0 {
			with = " without an empty cell"
		}
		return mistake.List{{File: sh.File, Message: fmt.Sprintf("has %s%s; a surrogate needs at least %d", CountRows(len(t.X)), with, minRows)}}
	}
	return t.constant(sh.File)
}

// CountRows says how many rows there are.
func CountRows(n int) string {
	if n == 1 {
		return "a single row"
	}
	return fmt.Sprintf("%d rows", n)
}

// SayEmpty counts the rows with an empty cell and says how they are treated: "1 of 120 rows left
// out, with an empty cell: line 58"; "" if there is none.
func (t *Source) SayEmpty() string {
	n, all := len(t.Blank), len(t.X)+len(t.Failed)
	switch {
	case n == 0:
		return ""
	case t.Empty == Missing:
		return fmt.Sprintf("%d of %s left out, with an empty cell: %s", n, CountRows(all+n), sayLines(t.Blank))
	}
	return fmt.Sprintf("%d of %s failed, without a value (what it cost is learnt): %s", n, CountRows(all), sayLines(t.Blank))
}

// sayLines names some lines: "lines 3, 5, 8 and 12 more".
func sayLines(lines []int) string {
	const shown = 10
	words := make([]string, 0, shown)
	for _, l := range lines[:min(shown, len(lines))] {
		words = append(words, strconv.Itoa(l))
	}
	s := "line " + strings.Join(words, ", ")
	if len(lines) > 1 {
		s = "lines " + strings.Join(words, ", ")
	}
	if more := len(lines) - shown; more > 0 {
		s += fmt.Sprintf(" and %d more", more)
	}
	return s
}

// constant reports columns that are the same in every row.
func (t *Source) constant(file string) (found mistake.List) {
	say := func(column string, v float64, advice string) {
		found = append(found, mistake.Mistake{File: file, Field: sanitize.Short(column, 40), Message: fmt.Sprintf("is %v in every row; %s", v, advice)})
	}
	for j, column := range t.Columns {
		if !slices.ContainsFunc(t.X, func(x scenarios.Point) bool { return x[j] != t.X[0][j] }) {
			say(column, t.X[0][j], "nothing can be learnt of it, so leave this parameter out")
		}
	}
	if allEqual(t.Value) {
		say(t.Objective, t.Value[0], "there is nothing to improve")
	}
	if t.Paid != nil && allEqual(t.Paid) {
		say(t.CostCell, t.Paid[0], fmt.Sprintf(`there is nothing to learn: leave it out of [table] and write expression = "%v" and known = true in [cost]`, t.Paid[0]))
	}
	return found
}

func allEqual(v []float64) bool { return slices.Min(v) == slices.Max(v) }

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
