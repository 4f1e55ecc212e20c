package tree

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// nodeKey names what is drawn at a node.
type nodeKey struct {
	decision decision
	node     int
	axis     int
}

// imagined are the curves of one node, along the slice through its point.
type imagined struct {
	x               []float64
	objective, cost study.Band
	truth, trueC    []float64
	success         []float64
	allowed         []bool
}

// imaginedMsg brings what is imagined at some nodes; nil where that failed.
type imaginedMsg struct {
	keys []nodeKey
	data []*imagined
}

// imagine computes the posterior at the selected node in the background, and
// then those after the answers that are shown in small.
func (t *Screen) imagine(v screen.View) tea.Cmd {
	s, tree := t.shown(v)
	if tree == nil || t.selected >= len(tree.Nodes) {
		return nil
	}
	w, h := v.BodySize()
	d, l, p := t.at(v, tree, w, h, chart.Width)
	rest := []int(nil)
	for _, b := range smallBranches(&d, &l, p.small) {
		rest = append(rest, b.Lead)
	}
	return tea.Batch(t.compute(v, s, []int{t.selected}), t.compute(v, s, rest))
}

// compute is a command for the nodes of which nothing is known or on its way.
func (t *Screen) compute(v screen.View, s *study.Snapshot, nodes []int) tea.Cmd {
	var wanted []nodeKey
	for _, node := range nodes {
		key := nodeKey{t.of, node, v.Axis()}
		if t.imagined[key] == nil && !t.asked[key] {
			t.asked[key] = true
			wanted = append(wanted, key)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	snap := *s
	return v.InTurn(func() tea.Msg {
		msg := imaginedMsg{keys: wanted}
		for _, key := range wanted {
			msg.data = append(msg.data, imagine(&snap, key))
		}
		return msg
	})
}

// imagine computes what is believed at a node.
func imagine(s *study.Snapshot, key nodeKey) *imagined {
	line := study.Line(s.Decision.Tree.Nodes[key.node].X, s.Problem.Axes()[key.axis], session.Samples)
	data := &imagined{x: session.AxisValues(s.Problem.Parameters[key.axis], session.Samples), success: s.Success(line), allowed: s.Allowed(line)}
	var err error
	if data.objective, data.cost, err = s.Imagined(key.node, line); err != nil {
		return nil
	}
	if truth, ok := s.Problem.Source.(scenarios.Truth); ok {
		data.truth, data.trueC = session.TruthAlong(truth, s.Problem, line)
	}
	return data
}

// received keeps what was imagined, unless it is of an earlier run.
func (t *Screen) received(v screen.View, msg imaginedMsg) {
	for i, key := range msg.keys {
		if key.decision.run != v.Run() {
			continue
		}
		delete(t.asked, key)
		if msg.data[i] != nil {
			t.imagined[key] = msg.data[i]
		}
	}
}
