package builtin

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"farsight/internal/mistake"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/drawn"
	"farsight/scenarios/formula"
	"farsight/scenarios/problemfile"
)

// Cell is one kind of problem on the map of problems: functions drawn from Gaussian
// processes over a unit cube, with a budget worth a few evaluations.
type Cell struct {
	Dim    int     // 1, 2 or 3 parameters
	Worth  float64 // the budget in typical evaluations: the median cost is 1
	Spread float64 // e^{2·sd of ln c}; 1: every evaluation costs 1, and that is known
	Rising bool    // ln cost rises with the objective (correlation 0.8); else they are independent
	Moving bool    // movement costs are charged
	Uneven bool    // boxes are cheap or expensive, Spread times apart; the mean cost is 1
	Known  bool    // policies know the uneven cost; else ln cost is modelled as in the other cells
}

// The map: its cells are all combinations, but that a constant cost cannot rise,
// and without moves.
var (
	cellDims    = []int{1, 2, 3}
	cellWorths  = []float64{2, 3, 5, 8, 15, 40}
	cellSpreads = []float64{1, 3, 10, 30}
)

// CellVersion is raised whenever a cell's problem changes for a given seed, so
// that results of different maps are never mixed.
const CellVersion = 1

// What the cells have in common. The lengthscales are those of the objective
// and of ln cost for one, two and three parameters.
const (
	cellCorrelation = 0.8
	cellNoise       = 1e-6 // of the models, beside the variance
)

// cellMove is the cost of a unit of distance in one, two and three dimensions: an
// average move, of 1/3, 0.521 and 0.662, costs 1, as the typical evaluation does.
var cellMove = []float64{3, 1.92, 1.51}

var (
	cellObjectiveScale = []float64{0.1, 0.2, 0.3}
	cellCostScale      = []float64{0.15, 0.3, 0.45}
)

// Cells lists the map: by dimension, then worth, spread, and independent before
// rising.
func Cells() []Cell {
	var cells []Cell
	for _, d := range cellDims {
		for _, w := range cellWorths {
			for _, s := range cellSpreads {
				cells = append(cells, Cell{Dim: d, Worth: w, Spread: s})
				if s > 1 {
					cells = append(cells, Cell{Dim: d, Worth: w, Spread: s, Rising: true})
				}
			}
		}
	}
	return cells
}

// Words for the cost of a cell.
const (
	CellConstant    = "constant"
	CellIndependent = "independent"
	CellRising      = "rising"
	CellMoving      = "moving" // independent or constant, with movement costs
	CellUneven      = "uneven"
	CellUnevenKnown = "uneven-known"
)

// Cost is one of these words: how the cost goes with the objective.
func (c Cell) Cost() string {
	switch {
	case c.Moving:
		return CellMoving
	case c.Spread == 1:
		return CellConstant
	case c.Rising:
		return CellRising
	case c.Uneven && c.Known:
		return CellUnevenKnown
	case c.Uneven:
		return CellUneven
	}
	return CellIndependent
}

// String names the cell: "d=2 worth 5 spread 10 rising".
func (c Cell) String() string {
	return fmt.Sprintf("d=%d worth %v spread %v %s", c.Dim, c.Worth, c.Spread, c.Cost())
}

// ParseCell reads what String writes.
func ParseCell(text string) (Cell, error) {
	var c Cell
	var cost string
	if _, err := fmt.Sscanf(text, "d=%d worth %g spread %g %s", &c.Dim, &c.Worth, &c.Spread, &cost); err == nil {
		if c = c.With(cost); c.String() == text && c.Check() == nil {
			return c, nil
		}
	}
	return Cell{}, fmt.Errorf("%s is not a cell of the map, such as %s", mistake.Quote(text), mistake.Quote(Cell{Dim: 2, Worth: 5, Spread: 10, Rising: true}.String()))
}

// With is the cell with another kind of cost; at spread 1 only moves make one.
func (c Cell) With(cost string) Cell {
	uneven := cost == CellUneven || cost == CellUnevenKnown
	c.Rising, c.Moving = cost == CellRising && c.Spread != 1, cost == CellMoving
	c.Uneven, c.Known = uneven && c.Spread != 1, cost == CellUnevenKnown && c.Spread != 1
	return c
}

// Check checks a cell.
func (c Cell) Check() error {
	switch {
	case c.Dim < 1 || c.Dim > len(cellObjectiveScale):
		return fmt.Errorf("a cell of the map has 1 to %d dimensions, not %d", len(cellObjectiveScale), c.Dim)
	case !(c.Worth > 0 && c.Worth <= 1e6):
		return fmt.Errorf("the budget of a cell is worth more than 0 and at most 1e6 evaluations, not %v", c.Worth)
	case !(c.Spread >= 1 && c.Spread <= 1e6):
		return fmt.Errorf("the cost spread of a cell is from 1 to 1e6, not %v", c.Spread)
	case c.Rising && c.Spread == 1:
		return fmt.Errorf("a cost of spread 1 is the same everywhere and cannot rise")
	case c.Rising && c.Moving:
		return fmt.Errorf("a cell's cost rises or its moves cost money, not both")
	case c.Uneven && (c.Spread == 1 || c.Rising || c.Moving):
		return fmt.Errorf("an uneven cost of a cell has a spread above 1, does not rise, and no moves beside it")
	case c.Known && !c.Uneven:
		return fmt.Errorf("of a cell only uneven costs are known or not")
	}
	return nil
}

// Problem is the cell's problem for a seed. The functions depend on the seed,
// the dimension, the spread and the kind of cost, but not on the worth: budgets
// are compared on the same functions, which takes their luck out of a row of
// the map, while rows have luck of their own.
func (c Cell) Problem(seed uint64) (*scenarios.Problem, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	kind := c.Cost()
	p := &scenarios.Problem{
		Name:     fmt.Sprintf("map-d%d-worth%v-spread%v-%s", c.Dim, c.Worth, c.Spread, kind),
		Title:    fmt.Sprintf("Drawn functions: %s, a budget worth %v evaluations", dimensions(c.Dim), c.Worth),
		Note:     c.note(),
		Budget:   c.Worth,
		Initial:  scenarios.Initial{Sobol: c.Dim + 1},
		Compare:  []string{"ei-puc", "4-b-ms-ei"},
		Policies: []scenarios.PolicyDefault{{Policy: "b-ms-ei", Options: "schedule=off"}}, // the whole remaining budget
	}
	for _, name := range cellNames[:c.Dim] {
		p.Parameters = append(p.Parameters, scenarios.Parameter{Name: name, Low: 0, High: 1})
	}
	scale := slices.Repeat(cellObjectiveScale[c.Dim-1:c.Dim], c.Dim)
	p.Objective.Fixed = &model.Hyper{Variance: 1, Scale: scale, Noise: cellNoise}
	d := &drawn.Source{Seed: c.drawSeed(seed), Parameters: p.Parameters, Objective: *p.Objective.Fixed}
	var cost *formula.Formula
	if c.Uneven {
		var err error
		if cost, err = c.uneven(d.Seed); err != nil {
			return nil, err
		}
		d.Cost = func(x scenarios.Point) float64 { return cost.Eval(x) }
	}
	switch {
	case c.Spread == 1:
		d.Cost = func(scenarios.Point) float64 { return 1 }
		p.KnownCost, p.CostText = func(model.Unit) float64 { return 1 }, "1"
	case c.Known:
		p.KnownCost, p.CostText = scenarios.KnownCost(cost, p.Parameters), cost.String()
	default:
		// spread = e^{2·sd}, from one sd below the median to one above
		sd := math.Log(c.Spread) / 2
		scale := slices.Repeat(cellCostScale[c.Dim-1:c.Dim], c.Dim)
		p.Cost.Fixed = &model.Hyper{Variance: sd * sd, Scale: scale, Noise: cellNoise * sd * sd}
		d.LogCost = *p.Cost.Fixed
		if c.Rising {
			d.Correlation = cellCorrelation
		}
		if c.Uneven {
			d.CostText = cost.String()
		}
	}
	p.Source = d
	if c.Moving {
		p.Move = scenarios.NewMove(p.Parameters, cellMove[c.Dim-1], nil)
	}
	return p, nil
}

// Text is the cell's problem for a seed as a problem file.
func (c Cell) Text(seed uint64) ([]byte, error) {
	p, err := c.Problem(seed)
	if err != nil {
		return nil, err
	}
	text, err := problemfile.Format(p)
	head := fmt.Sprintf("# A problem of the map of where looking ahead pays: %v, draw %d.\n", c, seed)
	return append([]byte(head), text...), err
}

// cellNames are the parameters of the cells.
var cellNames = []string{"x1", "x2", "x3"}

func (c Cell) note() string {
	var s strings.Builder
	fmt.Fprintf(&s, "The objective is drawn from a Gaussian process of mean 0 and variance 1, which is\nalso the model: nothing has to be fitted.")
	switch {
	case c.Spread == 1:
		fmt.Fprintf(&s, " Every evaluation costs 1.")
	case c.Rising:
		fmt.Fprintf(&s, " The cost, too, is drawn, and tends to\nbe high where the objective is (correlation %v of its logarithm).", cellCorrelation)
	case c.Uneven:
		fmt.Fprintf(&s, " Some boxes are cheap, or expensive:\nan evaluation costs %v times as much there as elsewhere, or the other way round,\nand 1 in the mean over all points.", c.Spread)
		if c.Known {
			fmt.Fprintf(&s, " Where they are is known.")
		} else {
			fmt.Fprintf(&s, " Where they are is not known; ln cost\nis modelled by a Gaussian process.")
		}
	default:
		fmt.Fprintf(&s, " The cost, too, is drawn, and has\nnothing to do with the objective.")
	}
	if c.Spread > 1 && !c.Uneven {
		fmt.Fprintf(&s, "\nHalf of all evaluations cost less than 1; two thirds cost from %.2g to %.2g.", 1/math.Sqrt(c.Spread), math.Sqrt(c.Spread))
	}
	if c.Moving {
		fmt.Fprintf(&s, "\nGetting to the next point costs %v a unit of distance: 1 between two points\nanywhere, in the mean.", cellMove[c.Dim-1])
	}
	return s.String()
}

func dimensions(d int) string {
	return []string{"one dimension", "two dimensions", "three dimensions"}[d-1]
}

// drawSeed mixes all that the functions depend on into a seed that a problem
// file can hold.
func (c Cell) drawSeed(seed uint64) uint64 {
	h := splitmix(seed)
	kind := uint64(len(c.Cost()))
	switch { // as long a word as another
	case c.Moving:
		kind <<= 8
	case c.Uneven:
		kind <<= 16
	}
	for _, v := range []uint64{uint64(c.Dim), math.Float64bits(c.Spread), kind} {
		h = splitmix(h ^ v)
	}
	return h & problemfile.MaxSeed
}

// splitmix is the finaliser of SplitMix64.
func splitmix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
