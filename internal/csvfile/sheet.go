// Package csvfile reads CSV files of numbers under a header, as people and
// spreadsheets write them, and says what is wrong with each cell.
package csvfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// Limits of files.
const (
	MaxSize     = 16 << 20
	maxColumns  = 256
	MaxMistakes = 20 // shown of one table
)

// Sheet is a CSV text of numbers under a header.
type Sheet struct {
	File   string // harmless
	Header []string
	Rows   [][]float64
	Lines  []int // where each row starts
	// Choices, where they are set before the rows are read, say what a column's
	// cells are names of: the cell is read as the name's number 0, 1, …
	Choices map[int][]string

	cells *csv.Reader
}

// Open reads the header, so that the caller can say which columns it
// wants before the rows are read.
func Open(file string, data []byte) (*Sheet, mistake.List) {
	s := &Sheet{File: sanitize.Text(file), cells: csv.NewReader(bytes.NewReader(data))}
	s.cells.Comma, s.cells.Comment, s.cells.TrimLeadingSpace, s.cells.ReuseRecord = separator(data), '#', true, true
	header, err := s.cells.Read()
	if err != nil {
		return nil, wrong(s.File, err)
	}
	if len(header) > maxColumns {
		return nil, mistake.OfFile(file, "has %d columns; at most %d are read", len(header), maxColumns)
	}
	var found mistake.List
	for i, h := range header {
		h = strings.TrimSpace(h)
		message := ""
		if _, err := strconv.ParseFloat(h, 64); err == nil {
			message = "the first line must name the columns, but here is the number " + sanitize.Short(h, 20)
		} else if h == "" {
			message = fmt.Sprintf("column %d has no name; the first line must name the columns", i+1)
		} else if slices.Contains(s.Header, h) {
			message = "two columns are called " + mistake.Quote(h)
		}
		if message != "" {
			line, column := s.cells.FieldPos(i)
			found = append(found, mistake.Mistake{File: s.File, Line: line, Column: column, Message: message})
		}
		s.Header = append(s.Header, h)
	}
	return s, found
}

// ReadRows reads the rest, at most limit rows. Cells of columns that are not
// wanted may hold anything.
func (s *Sheet) ReadRows(wanted []bool, limit int, why string) mistake.List {
	var found mistake.List
	for len(found) < MaxMistakes {
		cells, err := s.cells.Read()
		if err == io.EOF {
			return found
		}
		if err != nil {
			return append(found, wrong(s.File, err)...)
		}
		if len(s.Rows) == limit {
			return append(found, mistake.Mistake{File: s.File, Message: fmt.Sprintf("has more than %d rows, %s; keep a part of them", limit, why)})
		}
		row := make([]float64, len(cells))
		for i, cell := range cells {
			if !wanted[i] {
				continue
			}
			var message string
			if row[i], message = s.read(i, cell); message != "" {
				line, column := s.cells.FieldPos(i)
				found = append(found, mistake.Mistake{File: s.File, Line: line, Column: column, Field: sanitize.Short(s.Header[i], 40),
					Message: fmt.Sprintf("row %d: %s", len(s.Rows)+1, message)})
			}
		}
		line, _ := s.cells.FieldPos(0)
		s.Rows, s.Lines = append(s.Rows, row), append(s.Lines, line)
	}
	return append(found, mistake.Mistake{File: s.File, Message: "and perhaps more after these"})
}

// read is the number in a cell of column i; message says why there is none.
func (s *Sheet) read(i int, cell string) (v float64, message string) {
	if names, ok := s.Choices[i]; ok {
		name := strings.TrimSpace(cell)
		k := slices.Index(names, name)
		if k < 0 {
			return 0, mistake.Quote(name) + " is no choice" + mistake.Suggestion(name, names)
		}
		return float64(k), ""
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
	if err != nil || !finite(v) {
		return v, badCell(cell)
	}
	return v, ""
}

func badCell(cell string) string {
	switch {
	case strings.TrimSpace(cell) == "":
		return "the cell is empty; fill it or remove the row"
	case strings.Contains(cell, ","):
		return mistake.Quote(cell) + " is not a number; write a decimal point, not a comma"
	}
	return mistake.Quote(cell) + " is not a finite number"
}

func wrong(file string, err error) mistake.List {
	if err == io.EOF {
		return mistake.List{{File: file, Message: "names no columns; the first line must name them"}}
	}
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return mistake.List{{File: file, Message: sanitize.Text(err.Error())}}
	}
	message := sanitize.Text(at.Err.Error())
	if errors.Is(err, csv.ErrFieldCount) {
		message = "this row has not as many cells as the first line names columns"
	}
	return mistake.List{{File: file, Line: at.Line, Column: at.Column, Message: message}}
}

// separator guesses what stands between cells from the first line that is no
// comment: a comma, or else a semicolon or a tab.
func separator(data []byte) rune {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		for _, sep := range []byte{',', ';', '\t'} {
			if bytes.IndexByte(line, sep) >= 0 {
				return rune(sep)
			}
		}
		break
	}
	return ','
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
