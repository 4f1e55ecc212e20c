package lookahead

import (
	"farsight/lookahead/fantasy"
	"fmt"
	"math"
)

// Memory is what one decision leaves for the next: its tree and the fantasies
// that left its root.
type Memory struct {
	d         int
	fantasies fantasy.Samples
	x         []float64
	arrival   [][2]float64 // (y, ln z) imagined on each root branch
	spread    [2]float64   // their predictive standard deviations
}

// Remember makes the memory of a tree that was kept outside: for the state, the
// base samples and the decision points of an earlier Maximise it equals that
// tree's Memory.
func Remember(s State, f fantasy.Samples, x []float64) (*Memory, error) {
	e, err := NewEvaluator(s, f)
	if err != nil {
		return nil, err
	}
	if err := CheckCube(x, e.Nodes()*e.d); err != nil {
		return nil, fmt.Errorf("remembered tree: %w", err)
	}
	return remember(e, f, x), nil
}

// remember keeps what WarmStart needs of a maximised tree.
func remember(e *Evaluator, f fantasy.Samples, x []float64) *Memory {
	e.Value(x, nil)
	m := &Memory{d: e.d, fantasies: f, x: append([]float64(nil), x...), spread: [2]float64{e.f.RR[0], 1}}
	if e.c != nil {
		m.spread[1] = math.Hypot(e.c.RR[0], e.beta*e.f.RR[0])
	}
	l := e.layout
	for j := l.child[0]; j < l.child[0]+l.count[0]; j++ {
		m.arrival = append(m.arrival, [2]float64{e.fantasyF[j], e.fantasyC[j]})
	}
	return m
}

// WarmStart turns the previous decision's tree into a start for the next one: the root branch whose
// fantasy is nearest what was observed, (y, ln z), moves up a stage. Where the new tree is deeper
// or wider than that branch, the nearest base sample is used, and a new last stage repeats its
// parent's point. It returns nil if the previous tree had one stage.
func (m *Memory) WarmStart(y, lnz float64, next fantasy.Samples) *Start {
	if m == nil || len(m.arrival) == 0 {
		return nil
	}
	branch, best := 0, math.Inf(1)
	for j, a := range m.arrival {
		f, c := (a[0]-y)/m.spread[0], (a[1]-lnz)/m.spread[1]
		if q := f*f + c*c; q < best {
			branch, best = j, q
		}
	}
	from, to := newLayout(m.fantasies), newLayout(next)
	x := make([]float64, to.nodes*m.d)
	for k := range to.nodes {
		node := from.child[0] + branch
		for i, j := range to.path(k) {
			if from.count[node] == 0 {
				break // deeper than the old tree: its last point is repeated
			}
			node = from.child[node] + nearestSample(m.fantasies[i+1], next[i].Z[j])
		}
		copy(x[k*m.d:k*m.d+m.d], m.x[node*m.d:node*m.d+m.d])
	}
	return &Start{X: x}
}

// nearestSample is the fantasy of the stage whose base sample is nearest z.
func nearestSample(s fantasy.Stage, z [2]float64) int {
	at, best := 0, math.Inf(1)
	for j, o := range s.Z {
		if q := math.Hypot(o[0]-z[0], o[1]-z[1]); q < best {
			at, best = j, q
		}
	}
	return at
}
