package csvfile

import (
	"io"
	"math"

	"farsight/internal/mistake"
)

// Column is what a column of numbers looks like.
type Column struct {
	Name      string
	Low, High float64
	Mean      float64
	Whole     bool // every cell is a whole number
}

// Survey reads all rows and returns the columns that hold numbers only.
func (s *Sheet) Survey() ([]Column, error) {
	columns := make([]Column, len(s.Header))
	numeric, sums := make([]bool, len(s.Header)), make([]float64, len(s.Header))
	for i, h := range s.Header {
		columns[i] = Column{Name: h, Low: math.Inf(1), High: math.Inf(-1), Whole: true}
		numeric[i] = true
	}
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
		}
	}
	if len(kept) < 3 {
		return nil, mistake.OfFile(s.File, "has %d columns of numbers only; a problem needs a parameter, an objective and a cost", len(kept))
	}
	return kept, nil
}
