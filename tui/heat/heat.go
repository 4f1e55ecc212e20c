// Package heat is the screen that shows the posterior over two parameters as a heat map, and slices
// along each: where does the policy evaluate?
//
//	heat.go    the screen: keys, and what is computed
//	draw.go    the heat map and its legend
//	slices.go  the slices beside it, and the crosshair, which has two coordinates
//	push.go    a push from above, where pushing is the problem
package heat

import (
	"context"
	"fmt"
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/lookahead"
	"farsight/model"
	"farsight/policy"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Screen is a heat map of one policy's step.
type Screen struct {
	screen.Endless
	y        int // the parameter upwards; the one to the right is the session's axis
	quantity quantity
	grids    map[gridKey]*grid
	asked    map[gridKey]bool
}

var _ screen.Screen = (*Screen)(nil)

// New is the screen, of which nothing is computed yet.
func New() *Screen {
	s := &Screen{}
	s.forget()
	return s
}

// forget drops all grids.
func (s *Screen) forget() { s.grids, s.asked = map[gridKey]*grid{}, map[gridKey]bool{} }

// quantity is what the colours mean.
type quantity int

const (
	quantityMean quantity = iota
	quantitySpread
	quantityCost
	quantityClosed // the closed form, or Q₁
	quantityTree   // Q_N, of policies that plan
)

var keys = []screen.Binding{
	{Act: screen.ActQuantity, Binding: screen.On("v", "quantity", "v"), Long: "objective, uncertainty, cost, acquisition (V: back)"},
	{Act: screen.ActQuantityBack, Binding: screen.On("V", "", "V")},
	{Act: screen.ActAxis, Binding: screen.On("a", "axes", "a"), All: "a A", Long: "next parameter to the right, upwards"},
	{Act: screen.ActAxisY, Binding: screen.On("A", "", "A")},
	{Act: screen.ActThrough, Binding: screen.On("i", "through", "i"), Long: "through the next point or through the incumbent"},
}

// globals leave out the key that leads here.
var globals = slices.DeleteFunc(slices.Clone(screen.GlobalKeys), func(b screen.Binding) bool {
	return b.Act == screen.ActMap || b.Act == screen.ActCost || b.Act == screen.ActFocus || b.Act == screen.ActWhole
})

// Name is "map".
func (*Screen) Name() string { return "map" }

// Available requires a policy and two parameters.
func (*Screen) Available(v screen.View) bool { return len(v.Tracks) > 0 && v.Problem.Dim() >= 2 }

// About asks where the policy looks.
func (*Screen) About(v screen.View) screen.About {
	return screen.About{
		Question: fmt.Sprintf("where does %s evaluate?", v.Tracks[v.Focused()].Title()),
		Keys:     keys,
		Globals:  globals,
	}
}

// upwards is the parameter of the map's y axis, never that of its x axis.
func (s *Screen) upwards(v screen.View) int {
	y, d := s.y, v.Problem.Dim()
	if y >= d {
		y = 0 // another problem's
	}
	if y == v.Axis {
		return (y + 1) % d
	}
	return y
}

// key is what the screen shows now.
func (s *Screen) key(v screen.View, snap *study.Snapshot) gridKey {
	return gridKey{run: v.Run, track: v.Focused(), step: snap.Step, incumbent: v.ViaBest, x: v.Axis, y: s.upwards(v)}
}

// quantities are what can be shown of a policy.
func quantities(q policy.Policy) []quantity {
	switch {
	case q.Tree() && q.Steps() > 1:
		return []quantity{quantityMean, quantitySpread, quantityCost, quantityClosed, quantityTree}
	case q.Kind().Function == nil && !q.Tree():
		return []quantity{quantityMean, quantitySpread, quantityCost}
	}
	return []quantity{quantityMean, quantitySpread, quantityCost, quantityClosed}
}

// of is the quantity shown of a policy: one that it has.
func (s *Screen) of(q policy.Policy) quantity {
	all := quantities(q)
	return all[min(int(s.quantity), len(all)-1)]
}

// Update turns the map, and has computed what is on the screen.
func (s *Screen) Update(v screen.View, msg tea.Msg) screen.Wants {
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg:
		return screen.Wants{Cmd: s.ask(v)}
	case screen.ActMsg:
		return s.act(v, msg.Act)
	case gridMsg:
		if msg.run == v.Run {
			s.grids[msg.data.key] = msg.data
			return screen.Wants{Cmd: s.ask(v)}
		}
	case treesMsg:
		return screen.Wants{Cmd: s.grown(v, msg)}
	}
	return screen.Wants{}
}

// act handles a key.
func (s *Screen) act(v screen.View, a screen.Action) screen.Wants {
	switch d := v.Problem.Dim(); a {
	case screen.ActQuantity, screen.ActQuantityBack:
		q := v.Tracks[v.Focused()].Policy()
		n, by := len(quantities(q)), 1
		if a == screen.ActQuantityBack {
			by = n - 1
		}
		s.quantity = quantity((int(s.of(q)) + by) % n)
		return screen.Wants{Taken: true, Cmd: s.ask(v)}
	case screen.ActAxisY:
		y := (s.upwards(v) + 1) % d
		if y == v.Axis {
			y = (y + 1) % d
		}
		s.y = y
		return screen.Wants{Taken: true, Cmd: s.ask(v)}
	case screen.ActAxis: // the session's, which turns it
		s.y = s.upwards(v)
		if (v.Axis+1)%d == s.y {
			s.y = v.Axis // the two change places, or the one below steps aside
		}
	}
	return screen.Wants{}
}

// gridMsg brings a grid.
type gridMsg struct {
	run  int
	data *grid
}

// treesMsg brings one more curve of a heat map of trees.
type treesMsg struct {
	key    gridKey
	piece  int
	values []float64
}

// mostGrids is how many grids are kept.
const mostGrids = 60

// ask computes what is on the screen and not there yet.
func (s *Screen) ask(v screen.View) tea.Cmd {
	if len(s.asked) > mostGrids {
		s.forget()
	}
	snap, _ := v.Shown(v.Focused())
	if snap == nil || snap.Fitted == nil || !v.Front {
		return nil
	}
	if s.y >= v.Problem.Dim() {
		s.y = 0
	}
	key := s.key(v, snap)
	if d := s.grids[key]; d != nil {
		return s.grow(v, snap, d)
	}
	if s.asked[key] {
		return nil
	}
	s.asked[key] = true
	copied := *snap
	return v.InTurn(func() tea.Msg { return gridMsg{key.run, newGrid(&copied, key)} })
}

// grow computes the next curve of trees if they are what is shown.
func (s *Screen) grow(v screen.View, snap *study.Snapshot, d *grid) tea.Cmd {
	if s.of(snap.Policy) != quantityTree || v.Stopped {
		return nil
	}
	if d.trees == nil {
		d.trees = newTrees()
		d.trees.slices = make([][]float64, v.Problem.Dim())
	}
	t := d.trees
	if t.cancel != nil || t.done == t.pieces(v.Problem.Dim()) {
		return nil
	}
	ctx, cancel := context.WithCancel(v.Context())
	t.cancel = cancel
	copied, msg, turns, workers := *snap, treesMsg{key: d.key, piece: t.done}, v.Turns(), v.RunSettings().Workers
	at := &grid{key: d.key, axes: d.axes, through: d.through} // the rest of d is Update's
	return func() tea.Msg {
		defer cancel()
		if work, end, err := turns.Begin(ctx); err == nil {
			defer end()
			msg.values = treePiece(work, &copied, at, msg.piece, workers)
		}
		return msg
	}
}

// grown takes a curve of trees in and asks for the next.
func (s *Screen) grown(v screen.View, msg treesMsg) tea.Cmd {
	d := s.grids[msg.key]
	if msg.key.run != v.Run || d == nil || d.trees == nil || msg.piece != d.trees.done {
		return nil
	}
	t := d.trees
	t.cancel = nil
	if msg.values == nil {
		return nil // cancelled: the next request computes it again
	}
	if dim := len(d.axes); msg.piece < dim {
		t.slices[msg.piece] = msg.values
	} else {
		copy(t.values[(msg.piece-dim)*treeColumns:], msg.values)
	}
	t.done++
	return s.ask(v)
}

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

// blank leaves out points that are not allowed.
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
