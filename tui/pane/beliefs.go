package pane

import (
	tea "github.com/charmbracelet/bubbletea"

	"farsight/scenarios"
	"farsight/study"
	"farsight/tui/screen"
	"farsight/tui/session"
)

// Beliefs are what is believed at nodes of scenario trees, computed in the
// background.
type Beliefs struct {
	known map[beliefKey]*Belief
	asked map[beliefKey]bool // on their way
}

// beliefKey names a belief: the decision, the node and the parameter it is drawn
// along.
type beliefKey struct{ run, track, step, node, axis int }

// Belief is what is believed at one node, along the slice through its point.
type Belief struct {
	X               []float64
	Objective, Cost study.Band
	Truth, TrueC    []float64
	Success         []float64 // chance that an evaluation does not fail; nil: none has
	Allowed         []bool    // where constraints hold; nil: there are none
}

// BeliefsMsg brings beliefs; nil where they could not be computed.
type BeliefsMsg struct {
	keys []beliefKey
	data []*Belief
}

// At is the belief at a node of the tree that the focused policy shows; nil while
// it is not known.
func (b *Beliefs) At(v screen.View, s *study.Snapshot, node int) *Belief {
	return b.known[keyOf(v, s, node)]
}

func keyOf(v screen.View, s *study.Snapshot, node int) beliefKey {
	return beliefKey{v.Run, v.Focused(), s.Step, node, v.Axis}
}

// Want is a command for those of some nodes of which nothing is known or on its
// way.
func (b *Beliefs) Want(v screen.View, s *study.Snapshot, nodes ...int) tea.Cmd {
	var wanted []beliefKey
	for _, node := range nodes {
		key := keyOf(v, s, node)
		if b.known[key] == nil && !b.asked[key] {
			if b.asked == nil {
				b.known, b.asked = map[beliefKey]*Belief{}, map[beliefKey]bool{}
			}
			b.asked[key] = true
			wanted = append(wanted, key)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	snap := *s
	return v.InTurn(func() tea.Msg {
		msg := BeliefsMsg{keys: wanted}
		for _, key := range wanted {
			msg.data = append(msg.data, imagine(&snap, key))
		}
		return msg
	})
}

// imagine computes a belief.
func imagine(s *study.Snapshot, key beliefKey) *Belief {
	line := study.Line(s.Decision.Tree.Nodes[key.node].X, s.Problem.Axes()[key.axis], session.Samples)
	out := &Belief{X: session.AxisValues(s.Problem.Parameters[key.axis], session.Samples), Success: s.Success(line), Allowed: s.Allowed(line)}
	var err error
	if out.Objective, out.Cost, err = s.Imagined(key.node, line); err != nil {
		return nil
	}
	if truth, ok := s.Problem.Source.(scenarios.Truth); ok {
		out.Truth, out.TrueC = session.TruthAlong(truth, s.Problem, line)
	}
	return out
}

// Receive keeps what was asked for, unless it is of an earlier run; what is known
// of earlier runs goes.
func (b *Beliefs) Receive(v screen.View, msg BeliefsMsg) {
	for i, key := range msg.keys {
		if !b.asked[key] {
			continue // another screen's
		}
		delete(b.asked, key)
		if key.run == v.Run && msg.data[i] != nil {
			b.known[key] = msg.data[i]
		}
	}
	for key := range b.known {
		if key.run != v.Run {
			delete(b.known, key)
		}
	}
}
