package csvfile

import (
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// Column is what a column of numbers looks like.
type Column struct {
	Name      string
	Low, High float64
	Mean      float64
	Whole     bool // every cell is a whole number
}

// Named is a column of a few names that come back again and again.
type Named struct {
	Name  string
	Names []string // in order of appearance
}

// What a column may hold to be Named.
const (
	mostNames   = 20
	longestName = 40
)

// note takes a cell in; a column of too many names, or of any that is not fit
// to be typed and told apart, is given up.
func (n *Named) note(cell string) {
	cell = strings.TrimSpace(cell)
	if len(n.Names) > mostNames || slices.Contains(n.Names, cell) {
		return
	}
	alike := slices.ContainsFunc(n.Names, func(s string) bool { return strings.EqualFold(s, cell) })
	if alike || cell == "" || sanitize.Text(cell) != cell || utf8.RuneCountInString(cell) > longestName || strings.ContainsAny(cell, "=,;\"|") {
		n.Names = make([]string, mostNames+1)
		return
	}
	n.Names = append(n.Names, cell)
}

// Survey reads all rows and returns the columns that hold numbers only; those
// that hold a few names are then in s.Named.
func (s *Sheet) Survey() ([]Column, error) {
	columns := make([]Column, len(s.Header))
	numeric, sums := make([]bool, len(s.Header)), make([]float64, len(s.Header))
	for i, h := range s.Header {
		columns[i] = Column{Name: h, Low: math.Inf(1), High: math.Inf(-1), Whole: true}
		numeric[i] = true
	}
	named := make([]Named, len(s.Header))
	rows := 0
	for {
		cells, err := s.cells.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, wrong(s.File, err)
		}
		rows++
		for i, cell := range cells {
			named[i].note(cell)
			v, message := s.Number(cell)
			if message != "" {
				numeric[i] = false
				continue
			}
			c := &columns[i]
			c.Low, c.High, sums[i] = math.Min(c.Low, v), math.Max(c.High, v), sums[i]+v
			c.Whole = c.Whole && v == math.Trunc(v)
		}
	}
	if rows == 0 {
		return nil, mistake.OfFile(s.File, "has no rows below the names of its columns")
	}
	var kept []Column
	for i, c := range columns {
		if numeric[i] {
			c.Mean = sums[i] / float64(rows)
			kept = append(kept, c)
		} else if n := len(named[i].Names); n >= 2 && n <= mostNames && 2*n <= rows {
			s.Named = append(s.Named, Named{c.Name, named[i].Names})
		}
	}
	if len(kept) < 2 || len(kept)+len(s.Named) < 3 {
		return nil, mistake.OfFile(s.File, "has %d columns of numbers only; a problem needs a parameter, an objective and a cost", len(kept))
	}
	return kept, nil
}
