// Package heat is the screen that shows the posterior over two parameters as a
// heat map, and slices along each: where does the policy look?
//
//	heat.go    the screen: keys, and what is asked for
//	grid.go    what is computed
//	draw.go    the heat map and its legend
//	slices.go  the slices beside it
//	cross.go   the crosshair, which has two coordinates here
//	push.go    a push from above, where pushing is the problem
package heat

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/study"
	"farsight/tui/screen"
)

// Screen is a heat map of one policy's step.
type Screen struct {
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

// Available wants a policy, and two parameters.
func (*Screen) Available(v screen.View) bool { return len(v.Tracks) > 0 && v.Problem.Dim() >= 2 }

// About asks where the policy looks.
func (*Screen) About(v screen.View) screen.About {
	return screen.About{
		Question: fmt.Sprintf("where does %s look?", v.Tracks[v.Focused()].Title()),
		Keys:     keys,
		Globals:  globals,
	}
}

// Close has nothing to end that the run does not.
func (*Screen) Close() {}

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

// act obeys a key.
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
		return nil // cancelled: whoever looks again asks again
	}
	if dim := len(d.axes); msg.piece < dim {
		t.slices[msg.piece] = msg.values
	} else {
		copy(t.values[(msg.piece-dim)*treeColumns:], msg.values)
	}
	t.done++
	return s.ask(v)
}
