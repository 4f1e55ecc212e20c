package lookahead

import (
	"context"

	"farsight/model"
)

// HorizonValue is what planning a number of steps ahead promises.
type HorizonValue struct {
	Steps int        // N
	Root  model.Unit // the point N steps choose
	Value float64    // max Q_N
}

// Horizons maximises Q_N for N = 1 … f.Steps() on common base samples, those
// of the deepest tree f and its prefixes. On common samples max Q_N cannot fall
// with N: each tree also starts from the one before. known, if not nil, is a
// tree that was maximised on a prefix of f: it stands for its N and is not
// searched again, so that its value is nowhere told differently. After every
// horizon yield is told the values so far. A cancelled context returns what was
// found, which may be fewer.
func Horizons(ctx context.Context, s State, f Fantasies, known *Snapshot, set Settings, yield func([]HorizonValue)) ([]HorizonValue, error) {
	set.Warm, set.Root, set.Progress = nil, nil, nil
	var out []HorizonValue
	var last []float64 // the decision points of the tree before
	for n := range f.Steps() {
		v := HorizonValue{Steps: n + 1}
		if known != nil && known.Steps == n+1 {
			last = known.points()
			v.Root, v.Value = known.Nodes[0].X, known.Value
		} else {
			if n > 0 {
				set.Warm = &Start{X: deepen(last, f[:n-1], f[:n], s.Pair.Dim())}
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
			yield(append([]HorizonValue(nil), out...))
		}
	}
	return out, nil
}

// points are the decision points of the tree, node-major.
func (t *Snapshot) points() []float64 {
	var x []float64
	for _, n := range t.Nodes {
		x = append(x, n.X...)
	}
	return x
}

// deepen extends a tree over the base samples from to the longer ones to: the
// nodes it has keep their places, and new ones repeat their parent's point.
func deepen(x []float64, from, to Fantasies, d int) []float64 {
	l := newLayout(to)
	out := make([]float64, l.nodes*d)
	have := from.Nodes()
	for k := range l.nodes {
		if k < have {
			copy(out[k*d:k*d+d], x[k*d:])
			continue
		}
		p := l.parent[k]
		copy(out[k*d:k*d+d], out[p*d:p*d+d])
	}
	return out
}
