package tui

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"farsight/internal/plain"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// Atlas is what policies brought on problems drawn from a prior, cell by cell:
// when does looking ahead pay?
type Atlas struct {
	Policies []AtlasPolicy // in the order they are gone through
	Cells    []AtlasCell
	Policy   int // the one shown first
}

// AtlasPolicy is a policy the atlas has results of.
type AtlasPolicy struct {
	Label  string        // as the results name it, perhaps with a remark: "2-b-ms-ei, true budget"
	Ahead  bool          // it looks ahead: no closed form
	Policy policy.Policy // without a name: none that can be run here
}

// Name is the label as it reads in a sentence, with the remark in parentheses.
func (p AtlasPolicy) Name() string {
	if name, remark, ok := strings.Cut(p.Label, ", "); ok {
		return plain.Text(name + " (" + remark + ")")
	}
	return plain.Text(p.Label)
}

// short is the label with no more of the remark than its first word.
func (p AtlasPolicy) short() string {
	name, remark, _ := strings.Cut(p.Label, ", ")
	remark, _, _ = strings.Cut(remark, " ")
	return plain.Text(strings.TrimSpace(name + " " + remark))
}

// AtlasCell is one kind of problem and what the policies brought on it.
type AtlasCell struct {
	builtin.Cell
	Best    int           // of the policies: the best closed form on these draws; -1: none
	Results []AtlasResult // by policy
}

// AtlasResult is what one policy brought in a cell.
type AtlasResult struct {
	Draws       int      // problems it ran on; 0: it was not run here
	Improvement Estimate // what the run added to the best of its initial design, in prior sds
	Advantage   Estimate // paired difference to the best closed form, in prior sds
	Percent     Estimate // the same in % of the best closed form's improvement
}

// Estimate is a mean and half the width of its 95 % interval.
type Estimate struct{ Mean, Half float64 }

// Clear tells whether the interval excludes 0.
func (e Estimate) Clear() bool { return math.Abs(e.Mean) > e.Half }

// known tells whether there is a number at all.
func (e Estimate) known() bool { return !math.IsNaN(e.Mean) && !math.IsInf(e.Mean, 0) }

// atlasRow is a row of an atlas: a spread of the cost that is independent of the
// value or rises with it.
type atlasRow struct {
	rising bool
	spread float64
}

// atlasPlace is where a cell is: the panel of its dimension, its row, its
// column.
type atlasPlace struct{ panel, row, column int }

// atlasGrid finds cells by their places.
type atlasGrid struct {
	dims   []int
	rows   []atlasRow
	worths []float64
	cells  map[atlasPlace]int // of the atlas
}

// newAtlasGrid has a place for every combination of what the cells have.
func newAtlasGrid(cells []AtlasCell) atlasGrid {
	g := atlasGrid{cells: map[atlasPlace]int{}}
	for _, c := range cells {
		g.dims, g.worths, g.rows = append(g.dims, c.Dim), append(g.worths, c.Worth), append(g.rows, c.row())
	}
	slices.Sort(g.dims)
	slices.Sort(g.worths)
	slices.SortFunc(g.rows, func(a, b atlasRow) int {
		if a.rising != b.rising {
			if b.rising {
				return -1
			}
			return 1
		}
		return cmp.Compare(a.spread, b.spread)
	})
	g.dims, g.worths, g.rows = slices.Compact(g.dims), slices.Compact(g.worths), slices.Compact(g.rows)
	for i, c := range cells {
		g.cells[atlasPlace{slices.Index(g.dims, c.Dim), slices.Index(g.rows, c.row()), slices.Index(g.worths, c.Worth)}] = i
	}
	return g
}

func (c AtlasCell) row() atlasRow { return atlasRow{c.Rising, c.Spread} }

// moved is the place some columns and rows away. Columns go on in the next
// panel.
func (g atlasGrid) moved(at atlasPlace, columns, rows int) atlasPlace {
	n := len(g.worths)
	x := max(0, min(at.panel*n+at.column+columns, len(g.dims)*n-1))
	return atlasPlace{x / n, max(0, min(at.row+rows, len(g.rows)-1)), x % n}
}

// telling is the place where a policy gains most beyond doubt, or the first.
func (a *Atlas) telling(g atlasGrid, policy int) atlasPlace {
	var at atlasPlace
	most := 0.0
	for p := range g.dims {
		for r := range g.rows {
			for c := range g.worths {
				place := atlasPlace{p, r, c}
				i, ok := g.cells[place]
				if !ok {
					continue
				}
				if e := a.Cells[i].Results[policy].Percent; e.Clear() && e.Mean > most {
					most, at = e.Mean, place
				}
			}
		}
	}
	return at
}

// Bounds of the colours' scale, in %.
const leastScale, mostScale = 10, 50

// scale is the advantage the strongest colours stand for, in %: the largest of
// any policy that looks ahead, rounded up to tens, so that the colours mean the
// same whichever policy is shown.
func (a *Atlas) scale() float64 {
	most := 0.0
	for _, c := range a.Cells {
		for i, r := range c.Results {
			if v := math.Abs(r.Percent.Mean); a.Policies[i].Ahead && v > most {
				most = v
			}
		}
	}
	return max(leastScale, min(mostScale, 10*math.Ceil(most/10)))
}
