package scenarios

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"farsight/internal/plain"
)

// Limits of files. A Gaussian process over MaxRows rows answers in some ten
// milliseconds; beyond that it is the wrong tool.
const (
	MaxProblemFile = 1 << 20
	MaxTableFile   = 16 << 20
	MaxRows        = 2000
	maxColumns     = 256
	maxMistakes    = 20 // shown of one table
)

// readFile reads a file that must be text of at most limit bytes, and removes
// a byte order mark. what names its kind in messages.
func readFile(path, what string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		var p *os.PathError
		if errors.As(err, &p) {
			err = p.Err // the path is shown once, made harmless
		}
		return nil, fileMistake(path, "cannot be opened: %v", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fileMistake(path, "is a directory; name the %s inside it", what)
	}
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, fileMistake(path, "cannot be read: %s", plain.Text(err.Error()))
	}
	return checkText(path, what, data, limit)
}

// checkText refuses what is not readable text of a sensible size.
func checkText(name, what string, data []byte, limit int) ([]byte, error) {
	switch {
	case len(data) > limit:
		return nil, fileMistake(name, "is larger than %d MiB, too large for a %s", limit>>20, what)
	case bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")):
		return nil, fileMistake(name, "is UTF-16 text; save it as UTF-8")
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, fileMistake(name, "is empty")
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, fileMistake(name, "is not text but a binary file")
	}
	if !utf8.Valid(data) {
		at := 0
		for at < len(data) {
			r, w := utf8.DecodeRune(data[at:])
			if r == utf8.RuneError && w <= 1 {
				break
			}
			at += w
		}
		line, column := place(data, at)
		return nil, Mistakes{{plain.Text(name), line, column, "", "is not valid UTF-8; save the file as UTF-8"}}
	}
	return data, nil
}

// sheet is a CSV text of numbers under a header.
type sheet struct {
	file   string // harmless
	header []string
	rows   [][]float64
	lines  []int // where each row starts

	cells *csv.Reader
}

// openSheet reads the header, so that the caller can say which columns it
// wants before the rows are read.
func openSheet(file string, data []byte) (*sheet, Mistakes) {
	s := &sheet{file: plain.Text(file), cells: csv.NewReader(bytes.NewReader(data))}
	s.cells.Comma, s.cells.Comment, s.cells.TrimLeadingSpace, s.cells.ReuseRecord = separator(data), '#', true, true
	header, err := s.cells.Read()
	if err != nil {
		return nil, csvMistake(s.file, err)
	}
	if len(header) > maxColumns {
		return nil, fileMistake(file, "has %d columns; at most %d are read", len(header), maxColumns)
	}
	var found Mistakes
	for i, h := range header {
		h = strings.TrimSpace(h)
		message := ""
		if _, err := strconv.ParseFloat(h, 64); err == nil {
			message = "the first line must name the columns, but here is the number " + plain.Short(h, 20)
		} else if h == "" {
			message = fmt.Sprintf("column %d has no name; the first line must name the columns", i+1)
		} else if slices.Contains(s.header, h) {
			message = "two columns are called " + quote(h)
		}
		if message != "" {
			line, column := s.cells.FieldPos(i)
			found = append(found, Mistake{s.file, line, column, "", message})
		}
		s.header = append(s.header, h)
	}
	return s, found
}

// readRows reads the rest, at most limit rows. Cells of columns that are not
// wanted may hold anything.
func (s *sheet) readRows(wanted []bool, limit int, why string) Mistakes {
	var found Mistakes
	for len(found) < maxMistakes {
		cells, err := s.cells.Read()
		if err == io.EOF {
			return found
		}
		if err != nil {
			return append(found, csvMistake(s.file, err)...)
		}
		if len(s.rows) == limit {
			return append(found, Mistake{File: s.file, Message: fmt.Sprintf("has more than %d rows, %s; keep a part of them", limit, why)})
		}
		row := make([]float64, len(cells))
		for i, cell := range cells {
			if !wanted[i] {
				continue
			}
			var err error
			if row[i], err = strconv.ParseFloat(strings.TrimSpace(cell), 64); err != nil || !finite(row[i]) {
				line, column := s.cells.FieldPos(i)
				found = append(found, Mistake{s.file, line, column, plain.Short(s.header[i], 40),
					fmt.Sprintf("row %d: %s", len(s.rows)+1, badCell(cell))})
			}
		}
		line, _ := s.cells.FieldPos(0)
		s.rows, s.lines = append(s.rows, row), append(s.lines, line)
	}
	return append(found, Mistake{File: s.file, Message: "and perhaps more after these"})
}

func badCell(cell string) string {
	switch {
	case strings.TrimSpace(cell) == "":
		return "the cell is empty; fill it or remove the row"
	case strings.Contains(cell, ","):
		return quote(cell) + " is not a number; write a decimal point, not a comma"
	}
	return quote(cell) + " is not a finite number"
}

func csvMistake(file string, err error) Mistakes {
	if err == io.EOF {
		return Mistakes{{File: file, Message: "names no columns; the first line must name them"}}
	}
	var at *csv.ParseError
	if !errors.As(err, &at) {
		return Mistakes{{File: file, Message: plain.Text(err.Error())}}
	}
	message := plain.Text(at.Err.Error())
	if errors.Is(err, csv.ErrFieldCount) {
		message = "this row has not as many cells as the first line names columns"
	}
	return Mistakes{{file, at.Line, at.Column, "", message}}
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
