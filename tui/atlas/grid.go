package atlas

import (
	"cmp"
	"slices"
	"strconv"

	"farsight/scenarios/builtin"
)

// costs is a row of the map: a kind of cost and its spread.
type costs struct {
	kind   kind
	spread float64
}

// kind is how the cost goes with the value, or that ways cost money.
type kind int

const (
	independent kind = iota // or constant
	rising
	moving
	uneven
	unevenKnown
)

func kindOf(c builtin.Cell) kind {
	switch {
	case c.Moving:
		return moving
	case c.Rising:
		return rising
	case c.Known:
		return unevenKnown
	case c.Uneven:
		return uneven
	}
	return independent
}

// place is where a cell is: the panel of its dimension, its row, its
// column.
type place struct{ panel, row, column int }

// grid finds cells by their places.
type grid struct {
	dims   []int
	rows   []costs
	worths []float64
	cells  map[place]int // of the table
}

// newGrid has a place for every combination of what the cells have.
func newGrid(cells []cell) grid {
	g := grid{cells: map[place]int{}}
	for _, c := range cells {
		g.dims, g.worths, g.rows = append(g.dims, c.Dim), append(g.worths, c.Worth), append(g.rows, c.row())
	}
	slices.Sort(g.dims)
	slices.Sort(g.worths)
	slices.SortFunc(g.rows, func(a, b costs) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.spread, b.spread))
	})
	g.dims, g.worths, g.rows = slices.Compact(g.dims), slices.Compact(g.worths), slices.Compact(g.rows)
	for i, c := range cells {
		g.cells[place{slices.Index(g.dims, c.Dim), slices.Index(g.rows, c.row()), slices.Index(g.worths, c.Worth)}] = i
	}
	return g
}

// heads are the names of the columns, spreads those of the rows.
func (g grid) heads() []string {
	var out []string
	for _, v := range g.worths {
		out = append(out, strconv.FormatFloat(v, 'g', 6, 64))
	}
	return out
}

func (g grid) spreads() []string {
	var out []string
	for _, r := range g.rows {
		out = append(out, strconv.FormatFloat(r.spread, 'g', 6, 64))
	}
	return out
}

// widest is the most columns that any of some names takes.
func widest(names []string) (n int) {
	for _, s := range names {
		n = max(n, len(s))
	}
	return n
}

func (c cell) row() costs { return costs{kindOf(c.Cell), c.Spread} }

// moved is the place some columns and rows away. Columns go on in the next
// panel.
func (g grid) moved(at place, columns, rows int) place {
	n := len(g.worths)
	x := max(0, min(at.panel*n+at.column+columns, len(g.dims)*n-1))
	return place{x / n, max(0, min(at.row+rows, len(g.rows)-1)), x % n}
}
