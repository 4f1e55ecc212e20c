package push

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

// columns a file must have, in any order; others are left alone.
var columns = [...]string{"rx", "ry", "t", "wx", "wy"}

// maxRows bounds the time a file can take: a row takes well below a millisecond.
const maxRows = 100_000

// CheckFile reads a CSV file with the columns rx, ry, t, wx, wy and checks it.
func CheckFile(path string) (Report, error) {
	rows, err := readFile(path)
	if err != nil {
		return Report{}, err
	}
	return check(rows), nil
}

// readFile reads the rows of a CSV file. An error names the file, the line and
// the column of the first mistake.
func readFile(path string) ([]row, error) {
	f, name, err := csvtext.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readRows(name, f)
}

func readRows(name string, from io.Reader) ([]row, error) {
	r := csv.NewReader(from)
	r.TrimLeadingSpace, r.ReuseRecord = true, true
	header, err := r.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s: the file is empty; its first line must name the columns %s", name, strings.Join(columns[:], ", "))
	} else if err != nil {
		return nil, csvtext.Mistake(name, err)
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
	var rows []row
	for {
		cells, err := r.Read()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, csvtext.Mistake(name, err)
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
				return nil, fmt.Errorf("%s:%d:%d: column %s: %s is not a finite number", name, line, char, column, csvtext.Quote(cell))
			}
		}
		if err := Valid(v[0], v[1], v[2]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		rows = append(rows, row{v[0], v[1], v[2], v[3], v[4]})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s: the file names columns but has no rows", name)
	}
	return rows, nil
}
