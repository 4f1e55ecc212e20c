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
	// Empties, set before the rows are read, lets wanted cells be empty: they are read as NaN, and
	// Blank lists their rows 0, 1, …
	Empties bool
	Blank   map[int][]blank

	cells        *csv.Reader
	comma, point int // lines of the first numbers with a decimal comma, with a decimal point
}

// blank is an empty cell: its column 0, 1, …, and its place in the file.
type blank struct{ Index, Line, Column int }

// Open reads the header, so that the caller can select columns before the rows are read.
func Open(file string, data []byte) (*Sheet, mistake.List) {
	s := &Sheet{File: sanitize.Text(file), cells: csv.NewReader(bytes.NewReader(data))}
	s.cells.Comma, s.cells.Comment, s.cells.ReuseRecord = separator(data), '#', true
	s.cells.TrimLeadingSpace = s.cells.Comma != '\t' // an empty cell between tabs is one, too
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
	return s.Each(limit, why, func(cells []string, wrong func(i int, message string)) {
		row := make([]float64, len(cells))
		for i, cell := range cells {
			if !wanted[i] {
				continue
			}
			if s.Empties && strings.TrimSpace(cell) == "" {
				if s.Blank == nil {
					s.Blank = map[int][]blank{}
				}
				line, column := s.cells.FieldPos(i)
				s.Blank[len(s.Rows)] = append(s.Blank[len(s.Rows)], blank{i, line, column})
				row[i] = math.NaN()
				continue
			}
			var message string
			if row[i], message = s.read(i, cell); message != "" {
				wrong(i, message)
			}
		}
		s.Rows = append(s.Rows, row)
	})
}

// Each reads the rest, at most limit rows, and hands out their cells, which are
// valid until it returns; wrong says what is wrong with one of them. Lines grows
// with them.
func (s *Sheet) Each(limit int, why string, row func(cells []string, wrong func(i int, message string))) mistake.List {
	var found mistake.List
	for n := 0; len(found) < MaxMistakes; n++ {
		cells, err := s.cells.Read()
		if err == io.EOF {
			return append(found, s.mixed()...)
		}
		if err != nil {
			return append(found, wrong(s.File, err)...)
		}
		if n == limit {
			return append(found, mistake.Mistake{File: s.File, Message: fmt.Sprintf("has more than %d rows, %s; keep a part of them", limit, why)})
		}
		line, _ := s.cells.FieldPos(0)
		s.Lines = append(s.Lines, line)
		row(cells, func(i int, message string) {
			line, column := s.cells.FieldPos(i)
			found = append(found, mistake.Mistake{File: s.File, Line: line, Column: column, Field: sanitize.Short(s.Header[i], 40),
				Message: fmt.Sprintf("row %d: %s", n+1, message)})
		})
	}
	return append(found, mistake.Mistake{File: s.File, Message: "and perhaps more after these"})
}

// read is the number in a cell of column i, or that of the name in it.
func (s *Sheet) read(i int, cell string) (v float64, message string) {
	names, ok := s.Choices[i]
	if !ok {
		return s.Number(cell)
	}
	name := strings.TrimSpace(cell)
	k := slices.Index(names, name)
	if k < 0 {
		return 0, mistake.Quote(name) + " is no choice" + mistake.Suggestion(name, names)
	}
	return float64(k), ""
}

// Number reads a cell, or says what is wrong with it. Where cells are not
// separated by commas, one comma in a number is a decimal comma.
func (s *Sheet) Number(cell string) (v float64, message string) {
	text := strings.TrimSpace(cell)
	if s.cells.Comma != ',' && strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
		s.note(&s.comma)
	} else if strings.Contains(text, ".") {
		s.note(&s.point)
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !finite(v) {
		return 0, badCell(cell)
	}
	return v, ""
}

// note keeps the line of the first number of a kind.
func (s *Sheet) note(line *int) {
	if *line == 0 {
		*line, _ = s.cells.FieldPos(0)
	}
}

// mixed says that a file has decimal points and decimal commas: one of them may
// be meant to group thousands.
func (s *Sheet) mixed() mistake.List {
	if s.comma == 0 || s.point == 0 {
		return nil
	}
	return mistake.List{{File: s.File, Line: max(s.comma, s.point), Message: fmt.Sprintf(
		"numbers have decimal commas (line %d) and decimal points (line %d): write all of them with points, and without marks between thousands", s.comma, s.point)}}
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

// separator guesses the separator of cells from the first line that is no comment: a comma, or else
// a semicolon or a tab.
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

// Guard makes text safe for a cell that a spreadsheet may open: a text that begins like a formula,
// with =, +, -, @, a tab or a line end, gets an apostrophe in front; so does one that begins with
// an apostrophe, so that Unguard can undo it. Numbers are not guarded.
func Guard(text string) string {
	if formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

// Unguard is the text that Guard made safe.
func Unguard(text string) string {
	if rest, ok := strings.CutPrefix(text, "'"); ok && formula(strings.TrimLeft(rest, "'")) {
		return rest
	}
	return text
}

func formula(text string) bool {
	return text != "" && strings.IndexByte("=+-@\t\r\n", text[0]) >= 0
}
