package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"farsight/internal/sanitize"
	"farsight/scenarios/builtin"
)

// mapSpec is a map of where planning pays: a cell, which is a separate problem, for every
// combination (builtin.Cell). Replications are draws of its functions, by the replication's seed.
type mapSpec struct {
	dimensions []int
	worth      []float64 // budgets, in typical evaluations
	spreads    []float64 // of the cost; 1: constant
	costs      []string  // mapCosts; at spread 1 all but "moving" are one
	draws      []int     // one number for each of worth

	// more has, for some kinds of problem ("d=2 spread 10 rising"), other numbers
	// of draws: some are much noisier than others.
	more map[string][]int
}

// MapEvaluations ends a run on the map. At 40 typical evaluations and costs far apart, a policy
// that looks for cheap points would otherwise continue for hundreds, long after everything worth
// finding is found.
const MapEvaluations = 120

// mapCosts are the kinds of cost a map may have.
var mapCosts = []string{builtin.CellIndependent, builtin.CellRising, builtin.CellMoving, builtin.CellUneven, builtin.CellUnevenKnown}

// check says what is wrong, field by field; problems relies on it.
func (m *mapSpec) check() error {
	for _, f := range []struct {
		name string
		n    int
	}{{"dimensions", len(m.dimensions)}, {"worth", len(m.worth)}, {"spreads", len(m.spreads)}, {"costs", len(m.costs)}} {
		if f.n == 0 {
			return fmt.Errorf("map.%s is missing: a list of at least one", f.name)
		}
	}
	if err := m.checkDraws("map.draws", m.draws); err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(m.more)) {
		if err := m.checkDraws(fmt.Sprintf("map.more, %q", sanitize.Text(kind)), m.more[kind]); err != nil {
			return err
		}
	}
	for _, c := range m.costs {
		if !slices.Contains(mapCosts, c) {
			return fmt.Errorf("map.costs: %q: use some of %q", sanitize.Text(c), mapCosts)
		}
	}
	kinds := map[string]bool{}
	for _, p := range m.problems() {
		if err := p.cell.Check(); err != nil {
			return fmt.Errorf("map: %w", err)
		}
		kinds[kindOf(*p.cell)] = true
	}
	for _, kind := range slices.Sorted(maps.Keys(m.more)) {
		if !kinds[kind] {
			return fmt.Errorf("map.more, %q: the map has no such problems; it has %s", sanitize.Text(kind), strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
		}
	}
	return nil
}

// checkDraws says what is wrong with a list of draws.
func (m *mapSpec) checkDraws(where string, draws []int) error {
	if len(draws) != len(m.worth) {
		return fmt.Errorf("%s has %d numbers: give one for each of the %d budgets of map.worth", where, len(draws), len(m.worth))
	}
	for _, n := range draws {
		if n < 1 {
			return fmt.Errorf("%s: %d: at least one draw is needed", where, n)
		}
		if n > maxReplications {
			return fmt.Errorf("%s: %d: %d draws are the most", where, n, maxReplications)
		}
	}
	return nil
}

// kindOf names the problems of a cell without their budget.
func kindOf(c builtin.Cell) string {
	return fmt.Sprintf("d=%d spread %v %s", c.Dim, c.Spread, c.Cost())
}

// drawsOf is how many the cell has, whose budget is the i-th.
func (m *mapSpec) drawsOf(c builtin.Cell, i int) int {
	if own, ok := m.more[kindOf(c)]; ok {
		return own[i]
	}
	return m.draws[i]
}

// problems are the cells, in the order of the lists.
func (m *mapSpec) problems() []ProblemSpec {
	var out []ProblemSpec
	for _, d := range m.dimensions {
		for i, worth := range m.worth {
			for _, spread := range m.spreads {
				constant := false
				for _, cost := range m.costs {
					cell := builtin.Cell{Dim: d, Worth: worth, Spread: spread}.With(cost)
					if cell.Cost() == builtin.CellConstant && constant {
						continue // a constant cost is one cell
					}
					constant = constant || cell.Cost() == builtin.CellConstant
					out = append(out, ProblemSpec{Name: cell.String(), replications: m.drawsOf(cell, i), cell: &cell})
				}
			}
		}
	}
	return out
}
