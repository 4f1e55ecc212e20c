package push

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
)

// columns a file must have, in any order; others are left alone.
var columns = [...]string{"rx", "ry", "t", "wx", "wy"}

// maxRows bounds the time a file can take: a row takes well below a millisecond.
const maxRows = 100_000

// CheckFile reads a CSV file with the columns rx, ry, t, wx, wy and checks it.
func CheckFile(path string) (Report, error) {
	rows, err := ReadRows(path)
	if err != nil {
		return Report{}, err
	}
	return Check(rows), nil
}

// ReadRows reads the rows of a CSV file. An error names the file, the line and
// the column of the first mistake.
func ReadRows(path string) ([]Row, error) {
	f, err := os.Open(path)
	if err != nil {
		var at *os.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, fmt.Errorf("%s: %w", harmless(path), err)
	}
	defer f.Close()
	return readRows(harmless(path), f)
}

func readRows(name string, from io.Reader) ([]Row, error) {
	r := csv.NewReader(from)
	r.TrimLeadingSpace, r.ReuseRecord = true, true
	header, err := r.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty; its first line must name the columns %s", name, strings.Join(columns[:], ", "))
	} else if err != nil {
		return nil, mistake(name, err)
	}
	var at [len(columns)]int
	for i := range header {
		header[i] = strings.TrimSpace(strings.TrimPrefix(header[i], "\ufeff"))
	}
	for i, column := range columns {
		at[i] = slices.Index(header, column)
		if at[i] < 0 {
			return nil, fmt.Errorf("%s:1: there is no column %s; the first line must name %s", name, column, strings.Join(columns[:], ", "))
		}
		if slices.Contains(header[at[i]+1:], column) {
			return nil, fmt.Errorf("%s:1: two columns are called %s", name, column)
		}
	}
	var rows []Row
	for {
		cells, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, mistake(name, err)
		}
		line, _ := r.FieldPos(0)
		if len(rows) == maxRows {
			return nil, fmt.Errorf("%s:%d: the file has more than %d rows; keep a part of them", name, line, maxRows)
		}
		var v [len(columns)]float64
		for i, column := range columns {
			cell := strings.TrimSpace(cells[at[i]])
			v[i], err = strconv.ParseFloat(cell, 64)
			if err != nil || math.IsNaN(v[i]) || math.IsInf(v[i], 0) {
				line, char := r.FieldPos(at[i])
				return nil, fmt.Errorf("%s:%d:%d: column %s: %s is not a finite number", name, line, char, column, quote(cell))
			}
		}
		if err := Valid(v[0], v[1], v[2]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		rows = append(rows, Row{v[0], v[1], v[2], v[3], v[4]})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: the file names columns but has no rows", name)
	}
	return rows, nil
}

// mistake places an error of the CSV reader.
func mistake(name string, err error) error {
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if errors.Is(err, csv.ErrFieldCount) {
		return fmt.Errorf("%s:%d: this row has not as many cells as the first line names columns", name, at.Line)
	}
	return fmt.Errorf("%s:%d:%d: %w", name, at.Line, at.Column, at.Err)
}

// harmless is a file name without characters that a terminal would obey.
func harmless(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !strconv.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// quote shows a cell, harmless and not too long.
func quote(cell string) string {
	const most = 40
	if runes := []rune(cell); len(runes) > most {
		cell = string(runes[:most]) + "…"
	}
	return strconv.Quote(cell)
}
