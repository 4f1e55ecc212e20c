package tui

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/study"
	"farsight/tui/screen"
)

// mapScreen shows the posterior over two parameters, and slices along each:
// where does the policy look?
type mapScreen struct {
	plainScreen
	y        int // the parameter upwards; the one to the right is the model's axis
	quantity quantity
	maps     map[mapKey]*mapData
	asked    map[mapKey]bool
}

// quantity is what the colours mean.
type quantity int

const (
	quantityMean quantity = iota
	quantitySpread
	quantityCost
	quantityClosed // the closed form, or Q₁
	quantityTree   // Q_N, of policies that plan
)

var mapKeys = []screen.Binding{
	{Act: screen.ActQuantity, Keys: []string{"v"}, Show: "v", Short: "quantity", Long: "objective, uncertainty, cost, acquisition (V: back)"},
	{Act: screen.ActQuantityBack, Keys: []string{"V"}, Show: "V"},
	{Act: screen.ActAxis, Keys: []string{"a"}, Show: "a", All: "a A", Short: "axes", Long: "next parameter to the right, upwards"},
	{Act: screen.ActAxisY, Keys: []string{"A"}, Show: "A"},
	{Act: screen.ActThrough, Keys: []string{"i"}, Show: "i", Short: "through", Long: "through the next point or through the incumbent"},
}

func (*mapScreen) name() string { return "map" }

func (s *mapScreen) available(m *Model) bool {
	return s.plainScreen.available(m) && m.s.Problem.Dim() >= 2 && len(m.s.Tracks) > 0
}

func (s *mapScreen) question(m *Model) string {
	return fmt.Sprintf("where does %s look?", m.s.Tracks[m.s.Focused()].Policy().Title())
}

func (*mapScreen) bindings(*Model) []screen.Binding { return mapKeys }

// globals leave out the key that leads here.
func (*mapScreen) globals(*Model) []screen.Binding {
	return slices.DeleteFunc(slices.Clone(screen.GlobalKeys), func(b screen.Binding) bool {
		return b.Act == screen.ActMap || b.Act == screen.ActCost || b.Act == screen.ActFocus
	})
}

// upwards is the parameter of the map's y axis, never that of its x axis.
func (s *mapScreen) upwards(m *Model) int {
	d := m.s.Problem.Dim()
	if s.y >= d {
		s.y = 0
	}
	if s.y == m.s.Axis {
		return (s.y + 1) % d
	}
	return s.y
}

// key is what the screen shows now.
func (s *mapScreen) key(m *Model, snap *study.Snapshot) mapKey {
	return mapKey{run: m.s.Run, track: m.s.Focused(), step: snap.Step, incumbent: m.s.ViaBest, x: m.s.Axis, y: s.upwards(m)}
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
func (s *mapScreen) of(q policy.Policy) quantity {
	all := quantities(q)
	return all[min(int(s.quantity), len(all)-1)]
}

func (s *mapScreen) do(m *Model, a screen.Action) (tea.Cmd, bool) {
	switch a {
	case screen.ActQuantity, screen.ActQuantityBack:
		q := m.s.Tracks[m.s.Focused()].Policy()
		n, by := len(quantities(q)), 1
		if a == screen.ActQuantityBack {
			by = n - 1
		}
		s.quantity = quantity((int(s.of(q)) + by) % n)
		return s.ask(m), true
	case screen.ActAxisY:
		d := m.s.Problem.Dim()
		y := (s.upwards(m) + 1) % d
		if y == m.s.Axis {
			y = (y + 1) % d
		}
		s.y = y
		return s.ask(m), true
	case screen.ActAxis:
		s.y = s.upwards(m)
		if d := m.s.Problem.Dim(); (m.s.Axis+1)%d == s.y {
			s.y = m.s.Axis // the two change places, or the one below steps aside
		}
	}
	return nil, false
}

// mapMsg brings a map.
type mapMsg struct {
	run  int
	data *mapData
}

// mapTreeMsg brings one more curve of a map of trees.
type mapTreeMsg struct {
	key    mapKey
	piece  int
	values []float64
}

func (s *mapScreen) receive(m *Model, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case screen.EnteredMsg, screen.LookMsg:
		return s.ask(m)
	case mapMsg:
		if msg.run != m.s.Run {
			return nil
		}
		s.maps[msg.data.key] = msg.data
		return s.ask(m)
	case mapTreeMsg:
		return s.grown(m, msg)
	}
	return nil
}

// mostMaps is how many maps are kept.
const mostMaps = 60

// ask computes what is on the screen and not there yet.
func (s *mapScreen) ask(m *Model) tea.Cmd {
	if s.maps == nil || len(s.asked) > mostMaps {
		s.maps, s.asked = map[mapKey]*mapData{}, map[mapKey]bool{}
	}
	snap, _ := m.s.Shown(m.s.Focused())
	if snap == nil || snap.Pair == nil || !m.shows(s) {
		return nil
	}
	key := s.key(m, snap)
	if d := s.maps[key]; d != nil {
		return s.grow(m, snap, d)
	}
	if s.asked[key] {
		return nil
	}
	s.asked[key] = true
	copied := *snap
	return m.s.InTurn(func() tea.Msg { return mapMsg{key.run, newMap(&copied, key)} })
}

// grow computes the next curve of trees if they are what is shown.
func (s *mapScreen) grow(m *Model, snap *study.Snapshot, d *mapData) tea.Cmd {
	if s.of(snap.Policy) != quantityTree || m.s.Stopped {
		return nil
	}
	if d.trees == nil {
		d.trees = newMapTrees()
		d.trees.slices = make([][]float64, m.s.Problem.Dim())
	}
	t := d.trees
	if t.cancel != nil || t.done == t.pieces(m.s.Problem.Dim()) {
		return nil
	}
	ctx, cancel := context.WithCancel(m.s.Context())
	t.cancel = cancel
	copied, msg, turns, workers := *snap, mapTreeMsg{key: d.key, piece: t.done}, m.s.View().Turns(), m.s.Settings.Workers
	at := &mapData{key: d.key, through: d.through} // the rest of d is Update's
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
func (s *mapScreen) grown(m *Model, msg mapTreeMsg) tea.Cmd {
	d := s.maps[msg.key]
	if msg.key.run != m.s.Run || d == nil || d.trees == nil || msg.piece != d.trees.done {
		return nil
	}
	t := d.trees
	t.cancel = nil
	if msg.values == nil {
		return nil // cancelled: whoever looks again asks again
	}
	if dim := len(d.through); msg.piece < dim {
		t.slices[msg.piece] = msg.values
	} else {
		copy(t.values[(msg.piece-dim)*treeColumns:], msg.values)
	}
	t.done++
	return s.ask(m)
}
