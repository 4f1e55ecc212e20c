package lookahead

import (
	"context"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Horizon is what planning a number of steps ahead promises.
type Horizon struct {
	Steps int        // N
	Root  model.Unit // the point N steps choose
	Value float64    // max Q_N
}

// Horizons maximises Q_N for N = 1 … f.Steps() on common base samples, those of the deepest tree f
// and its prefixes. On common samples max Q_N cannot fall with N: each tree also starts from the
// one before. known, if not nil, is a tree that was maximised on a prefix of f: it is used for its
// N and not searched again, so that its value is the same everywhere. After every horizon yield
// gets the values so far. A cancelled context returns what was found, which may be fewer.
func Horizons(ctx context.Context, s State, f fantasy.Samples, known *Snapshot, set Settings, yield func([]Horizon)) ([]Horizon, error) {
	set.Warm, set.Root, set.Progress = nil, nil, nil
	var out []Horizon
	var last []float64 // the decision points of the tree before
	for n := range f.Steps() {
		v := Horizon{Steps: n + 1}
		if known != nil && known.Steps == n+1 {
			last = snapshotPoints(known)
			v.Root, v.Value = known.Nodes[0].X, known.Value
		} else {
			if n > 0 {
				set.Warm = &Start{X: deepen(last, f[:n], s.Pair.Dim())}
			}
			t, err := Maximise(ctx, s, f[:n], set)
			if err != nil {
				return nil, err
			}
			if t.Cancelled && n > 0 {
				break
			}
			last = t.X
			v.Root, v.Value = t.Root, t.Value
		}
		out = append(out, v)
		if yield != nil {
			yield(append([]Horizon(nil), out...))
		}
	}
	return out, nil
}

// snapshotPoints are the decision points of the tree, node-major.
func snapshotPoints(t *Snapshot) []float64 {
	var x []float64
	for _, n := range t.Nodes {
		x = append(x, n.X...)
	}
	return x
}

// deepen extends a tree by the last stage of the base samples to: the nodes it
// has keep their places, and new ones repeat their parent's point.
func deepen(x []float64, to fantasy.Samples, d int) []float64 {
	last := len(to) - 1
	first := 0 // of the nodes that were leaves
	if last > 0 {
		first = to[:last-1].Nodes()
	}
	out := append(make([]float64, 0, to.Nodes()*d), x...)
	for k := first; k < to[:last].Nodes(); k++ {
		for range to[last].Z {
			out = append(out, x[k*d:k*d+d]...)
		}
	}
	return out
}
