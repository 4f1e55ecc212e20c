package forest

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/csvtext"
)

// Limits of a table.
const (
	MaxRows    = 100_000
	MaxColumns = 1000
)

// ReadCSV reads a table from a CSV file: a line of names, then rows of numbers.
// Every column but the target is a feature. An error names the file and, where
// it has one, the line and the column of the first mistake.
func ReadCSV(path, target string) (Table, error) {
	f, name, err := csvtext.Open(path)
	if err != nil {
		return Table{}, err
	}
	defer f.Close()
	return readCSV(name, f, target)
}

func readCSV(name string, from io.Reader, target string) (Table, error) {
	fail := func(format string, args ...any) (Table, error) {
		return Table{}, fmt.Errorf("%s: "+format, append([]any{name}, args...)...)
	}
	r := csv.NewReader(from)
	r.TrimLeadingSpace, r.ReuseRecord = true, true
	cells, err := r.Read()
	if err == io.EOF {
		return fail("the file is empty; its first line must name the columns")
	} else if err != nil {
		return Table{}, csvtext.Mistake(name, err)
	}
	if len(cells) > MaxColumns {
		return fail("the file has %d columns; at most %d are used", len(cells), MaxColumns)
	}
	header := make([]string, len(cells))
	for j, cell := range cells {
		header[j] = strings.TrimSpace(strings.TrimPrefix(cell, "\ufeff"))
		if header[j] == "" {
			return fail("column %d has no name; the first line must name the columns", j+1)
		}
		if slices.Contains(header[:j], header[j]) {
			return fail("two columns are called %s", csvtext.Quote(header[j]))
		}
	}
	at := slices.Index(header, target)
	if at < 0 {
		return fail("there is no column %s; the columns are %s", csvtext.Quote(target), list(header))
	}
	columns := make([][]float64, len(header))
	for {
		cells, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return Table{}, csvtext.Mistake(name, err)
		}
		if len(columns[0]) == MaxRows {
			return fail("the file has more than %d rows; keep a part of them", MaxRows)
		}
		for j, cell := range cells {
			cell = strings.TrimSpace(cell)
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				line, char := r.FieldPos(j)
				return Table{}, fmt.Errorf("%s:%d:%d: column %s: %s is not a finite number", name, line, char, csvtext.Quote(header[j]), csvtext.Quote(cell))
			}
			columns[j] = append(columns[j], v)
		}
	}
	t := Table{
		Features: slices.Delete(slices.Clone(header), at, at+1),
		Columns:  slices.Delete(slices.Clone(columns), at, at+1),
		Target:   target,
		Y:        columns[at],
	}
	if err := t.Check(); err != nil {
		return fail("%w", err)
	}
	return t, nil
}

// list names columns, the first twenty of them.
func list(names []string) string {
	const most = 20
	var quoted []string
	for _, name := range names[:min(len(names), most)] {
		quoted = append(quoted, csvtext.Quote(name))
	}
	if len(names) > most {
		quoted = append(quoted, fmt.Sprintf("and %d more", len(names)-most))
	}
	return strings.Join(quoted, ", ")
}
