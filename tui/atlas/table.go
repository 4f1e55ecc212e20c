package atlas

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/experiment"
	"farsight/internal/sanitize"
	"farsight/policy"
	"farsight/scenarios/builtin"
	"farsight/tui/chart"
	"farsight/tui/theme"
)

// table is the rows of a map by cell and policy.
type table struct {
	policies []contender // in their order
	cells    []cell
}

// contender is a policy the map has results of.
type contender struct {
	label  string        // as the results name it, perhaps with a remark: "2-b-ms-ei, true budget"
	ahead  bool          // it plans ahead: no closed form
	policy policy.Policy // without a name: none that can be run here
}

// cell is one kind of problem and what the policies brought on it.
type cell struct {
	builtin.Cell
	best int                   // of the policies: the best closed form on these draws; -1: none
	rows []experiment.AtlasRow // by policy; without draws: it was not run here
}

// seed is that of a draw, counted from 1: the one a policy was judged on if the table has it, else
// one of the same kind.
func (c *cell) seed(policy, draw int) uint64 {
	return max(c.rows[policy].FirstSeed, 1) + uint64(draw-1)
}

// newTable arranges rows: policies that plan ahead first, cells in their order.
func newTable(rows []experiment.AtlasRow) *table {
	t := &table{}
	index := map[string]int{}
	for i, label := range experiment.AtlasPolicies(rows) {
		index[label] = i
		t.policies = append(t.policies, contender{label: label})
	}
	cells := map[builtin.Cell]int{}
	for _, r := range rows {
		p := index[r.Policy]
		if c := &t.policies[p]; c.policy.Name == "" {
			c.policy, _ = r.Choice() // the zero policy where it is none of ours
			c.ahead = r.Ahead()
		}
		i, seen := cells[r.Cell]
		if !seen {
			i = len(t.cells)
			cells[r.Cell] = i
			t.cells = append(t.cells, cell{Cell: r.Cell, best: -1, rows: make([]experiment.AtlasRow, len(t.policies))})
		}
		if r.Best != "" {
			t.cells[i].best = index[r.Best]
		}
		t.cells[i].rows[p] = r
	}
	return t
}

// title is the label with the policy's name as people write it.
func (p contender) title() string {
	if title, _, ok := policy.Named(p.label); ok {
		return title
	}
	return p.label
}

// hue is the policy's on all screens; what is no policy's name has the text's.
func (p contender) hue(th theme.Theme) chart.Color {
	if _, hue, ok := policy.Named(p.label); ok {
		return th.Policy(hue)
	}
	return th.Text
}

// name is the title as it reads in a sentence, with the remark in parentheses.
func (p contender) name() string {
	if name, remark, ok := strings.Cut(p.title(), ", "); ok {
		return sanitize.Text(name + " (" + remark + ")")
	}
	return sanitize.Text(p.title())
}

// short is the title with no more of the remark than its first word.
func (p contender) short() string {
	name, remark, _ := strings.Cut(p.title(), ", ")
	remark, _, _ = strings.Cut(remark, " ")
	remark = strings.TrimSuffix(remark, ",")
	return sanitize.Text(strings.TrimSpace(name + " " + remark))
}

// telling is the place where a policy gains most beyond doubt, or the first.
func (t *table) telling(g grid, policy int) place {
	var at place
	most := 0.0
	for p := range g.dims {
		for r := range g.rows {
			for c := range g.worths {
				here := place{p, r, c}
				i, ok := g.cells[here]
				if !ok {
					continue
				}
				if e := percent(t.cells[i].rows[policy]); e.clear() && e.mean > most {
					most, at = e.mean, here
				}
			}
		}
	}
	return at
}

// Bounds of the colours' scale, in %.
const leastScale, mostScale = 5, 50

// scale is the advantage the strongest colours stand for, in %: the largest of the
// policy shown, rounded up to fives. One for all policies left most of them pale.
func (t *table) scale(policy int) float64 {
	most := 0.0
	for _, c := range t.cells {
		if v := math.Abs(c.rows[policy].Percent); v > most { // NaN is not
			most = v
		}
	}
	return max(leastScale, min(mostScale, 5*math.Ceil(most/5)))
}

// tally is how a policy fares on the map as a whole.
type tally struct {
	cells, better, worse int // where it was compared to a closed form; where the interval excludes 0
	mean                 float64
}

func (t *table) tally(policy int) tally {
	var out tally
	for _, c := range t.cells {
		r := c.rows[policy]
		if r.Draws == 0 || c.best < 0 || c.best == policy || !percent(r).known() {
			continue
		}
		out.cells++
		out.mean += r.Percent
		switch {
		case !percent(r).clear():
		case r.Percent > 0:
			out.better++
		default:
			out.worse++
		}
	}
	out.mean /= float64(max(1, out.cells))
	return out
}

// costs is a row of the map: a kind of cost and its spread.
type costs struct {
	kind   kind
	spread float64
}

// kind is how the cost depends on the value, or that there are movement costs.
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

// moved is the place some columns and rows away. Columns continue in the next
// panel.
func (g grid) moved(at place, columns, rows int) place {
	n := len(g.worths)
	x := max(0, min(at.panel*n+at.column+columns, len(g.dims)*n-1))
	return place{x / n, max(0, min(at.row+rows, len(g.rows)-1)), x % n}
}
