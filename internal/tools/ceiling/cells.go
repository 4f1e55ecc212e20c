package ceiling

import (
	"context"
	"errors"
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/internal/stats"
	"farsight/model"
	"farsight/scenarios"
	"farsight/scenarios/builtin"
)

// CellRun says what is compared on a cell of the map with points on a grid: the clairvoyant's bound
// on the optimum, and rules. Draws are those of the map, by their seeds.
type CellRun struct {
	Cell    builtin.Cell
	Along   int // points of the grid along each parameter
	Draws   int
	First   uint64 // seed of the first draw
	Plans   []Plan // beside EI-PES; of known costs only
	Unknown bool   // costs have to be learned, as on the map
	Samples int    // of what a look may show, behind each charge
}

// cellTable is the result.
type cellTable struct {
	CellRun
	Bound  stats.Summary   // on the optimum's improvement
	Shares []stats.Summary // of the bound: EI-PES and the plans
}

// Table computes it. The cost must be independent of the objective: otherwise knowing the cost
// would reveal values.
func (r CellRun) Table(ctx context.Context) (cellTable, error) {
	if r.Cell.Cost() != builtin.CellIndependent || r.Along < 2 || r.Unknown && len(r.Plans) > 0 {
		return cellTable{}, errors.New("bounds are for cells of independent costs, grids of 2 points along each parameter or more, and plans that know the costs")
	}
	bounds, ends := make([]float64, r.Draws), make([][]float64, 1+len(r.Plans))
	for i := range bounds {
		if err := ctx.Err(); err != nil {
			return cellTable{}, err
		}
		p, values, err := r.problem(r.First + uint64(i))
		if err != nil {
			return cellTable{}, err
		}
		c, s := newClairvoyant(p, values, r.First+uint64(i), r.Samples), newSolver(p, defaultNodes)
		bounds[i] = c.bound(r.Cell.Worth)
		ends[0] = append(ends[0], c.follow(p.perSpending, r.Cell.Worth))
		for k, pl := range r.Plans {
			ends[k+1] = append(ends[k+1], c.follow(func(b, _ belief, best, left float64, seen uint) int {
				return pl.choose(s, b, best, left, seen)
			}, r.Cell.Worth))
		}
	}
	out := cellTable{CellRun: r, Bound: stats.Summarise(bounds)}
	for _, v := range ends {
		out.Shares = append(out.Shares, share(v, bounds))
	}
	return out, nil
}

// problem is a draw of the cell at the points of the grid, of which those nearest to the
// initial design were seen, with the values of all of them.
func (r CellRun) problem(seed uint64) (p problem, values []float64, err error) {
	q, err := r.Cell.Problem(seed)
	if err != nil {
		return p, nil, err
	}
	if r.Unknown {
		p.lnCosts = q.Cost.Fixed
	}
	for j := range q.Parameters {
		q.Parameters[j].Step = 1 / float64(r.Along-1)
	}
	add := func(share []float64) {
		x := scenarios.FromShares(q.Parameters, share)
		u := q.ToUnit(x)
		if slices.ContainsFunc(p.at, func(at model.Unit) bool { return slices.Equal(at, u) }) {
			return
		}
		y, c, wrong := q.Source.(scenarios.Truth).Truth(x)
		err = errors.Join(err, wrong)
		p.at, p.costs, p.scale = append(p.at, u), append(p.costs, c), append(p.scale, q.Objective.Fixed.Scale[0])
		values = append(values, y)
	}
	share := make([]float64, q.Dim())
	design := sobol.New(q.Dim(), sobol.Seed(seed, sobol.Design, 0))
	for range q.Initial.Sobol {
		design.Next(share)
		add(share)
	}
	p.seen = slices.Clone(values)
	for k := range int(math.Pow(float64(r.Along), float64(q.Dim()))) {
		for j := range share {
			share[j] = float64(k%r.Along) / float64(r.Along-1)
			k /= r.Along
		}
		add(share)
	}
	return p, values, err
}

// perSpending is EI-PES: the choice of the largest EI·Φ(ζ)/E[min(c, b)]; −1 where nothing may fit.
func (p problem) perSpending(b, ln belief, best, left float64, seen uint) int {
	at, top := -1, 0.0
	for i := range p.costs {
		if seen>>i&1 == 1 {
			continue
		}
		if r := b.gain(i, best) * ln.fits(i, left) / acquisition.Spending(ln.mean[i], ln.sd(i), left).Value; r > top {
			at, top = i, r
		}
	}
	return at
}
