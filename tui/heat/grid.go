package heat

import (
	"context"
	"math"

	"farsight/lookahead"
	"farsight/model"
	"farsight/study"
	"farsight/tui/session"
)

// A heat map is computed on a fixed grid over two parameters, the others held where
// the slices go through, and drawn at whatever size the window has.
const (
	columns = 72
	rows    = 54
	samples = 81 // points of a slice along each parameter
)

// B-MS-EI's own value takes a tree per point: fewer of them.
const (
	treeColumns = 17
	treeRows    = 13
	treeSlice   = 25
)

// gridKey says what a grid shows.
type gridKey struct {
	run, track, step int
	incumbent        bool
	x, y             int // parameters
}

// curves are curves along one parameter through the map's point.
type curves struct {
	x               []float64 // problem units
	objective, cost study.Band
	spread, closed  []float64 // standard deviation; the closed form, or Q₁
	success         []float64 // nil: nothing has failed
	allowed         []bool    // nil: there are no constraints
}

// grid is a heat map with its slices.
type grid struct {
	key     gridKey
	axes    []model.Axis // of the parameters
	through []float64    // unit cube
	// On the grid, row by row from the lowest value of y.
	mean, spread, cost, closed []float64
	success                    []float64 // nil: nothing has failed
	allowed                    []bool    // nil: there are no constraints
	slices                     []curves
	trees                      *trees // nil: not asked for
}

// newGrid computes all but B-MS-EI's value.
func newGrid(s *study.Snapshot, key gridKey) *grid {
	d := &grid{key: key, axes: s.Problem.Axes(), through: session.Through(s, session.SceneKey{Incumbent: key.incumbent})}
	us := make([]model.Unit, 0, columns*rows)
	for j := range rows {
		for i := range columns {
			u := append([]float64(nil), d.through...)
			d.axes[key.x].Set(u, float64(i)/(columns-1))
			d.axes[key.y].Set(u, float64(j)/(rows-1))
			us = append(us, u)
		}
	}
	f := s.Objective(us)
	d.mean, d.spread, d.cost, d.closed = f.Mean, spreadOf(f), s.Cost(us).Mean, closedForm(s, us)
	d.success, d.allowed = s.Success(us), s.Allowed(us)
	for _, values := range [][]float64{d.mean, d.spread, d.cost, d.closed} {
		blank(values, d.allowed)
	}
	for axis, p := range s.Problem.Parameters {
		line := study.Line(d.through, d.axes[axis], samples)
		sl := curves{x: session.AxisValues(p, samples), objective: s.Objective(line), cost: s.Cost(line), closed: closedForm(s, line)}
		sl.spread = spreadOf(sl.objective)
		sl.success, sl.allowed = s.Success(line), s.Allowed(line)
		d.slices = append(d.slices, sl)
	}
	return d
}

// blank leaves out what is not allowed.
func blank(values []float64, allowed []bool) {
	for i := range values {
		if allowed != nil && !allowed[i] {
			values[i] = math.NaN()
		}
	}
}

// closedForm is the policy's acquisition where that is a closed form, or else
// Q₁; nil for Random.
func closedForm(s *study.Snapshot, us []model.Unit) []float64 {
	if s.Policy.Tree() {
		return s.OneStep(us)
	}
	return s.Acquisition(us)
}

// spreadOf is the standard deviation behind a 95 % interval.
func spreadOf(b study.Band) []float64 {
	out := make([]float64, len(b.Mean))
	for i := range out {
		out[i] = (b.High[i] - b.Low[i]) / study.BandWidth
	}
	return out
}

// trees is Q_N on a coarse grid and along the slices, as far as it has been
// computed: first the slices, then the rows.
type trees struct {
	values []float64 // NaN: not yet
	slices [][]float64
	done   int
	cancel context.CancelFunc // nil: nothing is being computed
}

func newTrees() *trees {
	t := &trees{values: make([]float64, treeColumns*treeRows)}
	for i := range t.values {
		t.values[i] = math.NaN()
	}
	return t
}

// allowedTrees is Q_N with blanks where the finer grid has them.
func (d *grid) allowedTrees() []float64 {
	if d.allowed == nil {
		return d.trees.values
	}
	out := append([]float64(nil), d.trees.values...)
	for k := range out {
		i, j := k%treeColumns*(columns-1)/(treeColumns-1), k/treeColumns*(rows-1)/(treeRows-1)
		if !d.allowed[j*columns+i] {
			out[k] = math.NaN()
		}
	}
	return out
}

// pieces is how many curves make up a heat map of d parameters.
func (t *trees) pieces(d int) int { return d + treeRows }

// treePiece computes the n-th of these curves. Every value is that of a tree,
// so none is too large; once refined, curves are a few per cent below their
// maximum at most.
func treePiece(ctx context.Context, s *study.Snapshot, d *grid, n, workers int) []float64 {
	state, fantasies, ok := s.Plan()
	if !ok {
		return nil
	}
	along, points := lookahead.Line{}, treeSlice
	if dim := len(d.axes); n < dim {
		along = lookahead.LineThrough(d.through, d.axes[n])
	} else {
		at := append([]float64(nil), d.through...)
		d.axes[d.key.y].Set(at, float64(n-dim)/(treeRows-1))
		along, points = lookahead.LineThrough(at, d.axes[d.key.x]), treeColumns
	}
	computed := session.CurvePoints(along.Axis, points)
	enough, cancel := session.Enough(ctx)
	u, err := lookahead.Curve(enough, state, fantasies, along, computed, lookahead.Settings{Effort: lookahead.Quick, Seed: s.Seed, Workers: workers, Work: lookahead.CurveWork / float64(d.trees.pieces(len(d.axes)))}, func(u lookahead.CurveUpdate) {
		if !math.IsNaN(u.Error) {
			cancel() // refined once
		}
	})
	if err != nil || ctx.Err() != nil {
		return nil
	}
	return session.Spread(along.Axis, u.T, u.Value, points)
}
