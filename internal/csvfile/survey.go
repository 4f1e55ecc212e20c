package csvfile

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"farsight/internal/mistake"
	"farsight/internal/sanitize"
)

// Column is what the cells of a column look like.
type Column struct {
	Name      string
	Low, High float64 // of its numbers
	Mean      float64
	Whole     bool // every number is whole
	Numbers   int  // cells that hold one
	Empty     Cells
	Other     Cells    // neither empty nor numbers
	Names     []string // in order of appearance, if it holds a few that come back again and again
}

// Numeric reports whether a column holds numbers, and nothing else but empty cells.
func (c Column) Numeric() bool { return c.Numbers > 0 && c.Other.Count == 0 }

// Cells are some cells of a column: how many, and the first of them.
type Cells struct {
	Count int
	First []Cell
}

// Cell is a cell by its place in the file.
type Cell struct {
	Line, Column int
	Text         string
}

// shownCells is how many are named of a kind.
const shownCells = 5

// Survey is what a whole sheet looks like.
type Survey struct {
	Columns []Column
	Rows    int
	Again   []Again // rows that are the same as an earlier one, cell by cell
}

// Again is a row that repeats an earlier one.
type Again struct{ Line, First int }

// SayAgain counts rows that repeat others: "2 rows are the same as earlier ones,
// first line 4 as line 2".
func SayAgain(again []Again) string {
	if len(again) == 1 {
		return fmt.Sprintf("line %d is the same row as line %d", again[0].Line, again[0].First)
	}
	return fmt.Sprintf("%d rows are the same as earlier ones, first line %d as line %d", len(again), again[0].Line, again[0].First)
}

// What a column may hold to be one of names.
const (
	mostNames   = 20
	longestName = 40
)

// note records a cell's name; a column with too many names, or with one that cannot be typed and
// distinguished, is no choice.
func (c *Column) note(cell string) {
	if len(c.Names) > mostNames || slices.Contains(c.Names, cell) {
		return
	}
	alike := slices.ContainsFunc(c.Names, func(s string) bool { return strings.EqualFold(s, cell) })
	if alike || sanitize.Text(cell) != cell || utf8.RuneCountInString(cell) > longestName || strings.ContainsAny(cell, "=,;\"|") {
		c.Names = make([]string, mostNames+1)
		return
	}
	c.Names = append(c.Names, cell)
}

// Survey reads all rows and says what their columns hold.
func (s *Sheet) Survey() (Survey, error) {
	out := Survey{Columns: make([]Column, len(s.Header))}
	sums, seen := make([]float64, len(s.Header)), map[string]int{}
	for i, h := range s.Header {
		out.Columns[i] = Column{Name: h, Low: math.Inf(1), High: math.Inf(-1), Whole: true}
	}
	for {
		cells, err := s.cells.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return out, wrong(s.File, err)
		}
		out.Rows++
		for i, cell := range cells {
			c, text := &out.Columns[i], strings.TrimSpace(cell)
			cells[i] = text
			keep := func(kind *Cells) {
				if kind.Count++; kind.Count <= shownCells {
					line, column := s.cells.FieldPos(i)
					kind.First = append(kind.First, Cell{line, column, text})
				}
			}
			if text == "" {
				keep(&c.Empty)
				continue
			}
			c.note(text)
			v, message := s.Number(text)
			if message != "" {
				keep(&c.Other)
				continue
			}
			c.Numbers++
			c.Low, c.High, sums[i] = math.Min(c.Low, v), math.Max(c.High, v), sums[i]+v
			c.Whole = c.Whole && v == math.Trunc(v)
		}
		line, _ := s.cells.FieldPos(0)
		row := strings.Join(cells, "\x00")
		if first, again := seen[row]; again {
			out.Again = append(out.Again, Again{line, first})
		} else {
			seen[row] = line
		}
	}
	if out.Rows == 0 {
		return out, mistake.OfFile(s.File, "has no rows below the names of its columns")
	}
	for i := range out.Columns {
		c := &out.Columns[i]
		c.Mean = sums[i] / float64(max(c.Numbers, 1))
		if n := len(c.Names); 2*c.Numbers >= out.Rows || n < 2 || n > mostNames || 2*n > out.Rows {
			c.Names = nil
		}
	}
	return out, nil
}
