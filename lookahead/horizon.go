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
	// Far is the value of choosing Root here and then going on as well as the
	// deepest horizon can: what N-step foresight is worth to one who sees further.
	Far float64
}

// Horizons maximises Q_N for N = 1 … f.Steps() on common base samples, those
// of the deepest tree f and its prefixes, and judges each root on all of f. On
// common samples max Q_N cannot fall with N: each tree also starts from the
// one before. Draw f afresh, with a seed no decision has used. After every
// horizon yield is told the values so far, Far still missing. A cancelled
// context returns what was found, which may be fewer.
func Horizons(ctx context.Context, s State, f Fantasies, set Settings, yield func([]HorizonValue)) ([]HorizonValue, error) {
	set.Warm, set.Root, set.Progress = nil, nil, nil
	var out []HorizonValue
	var trees []*Tree
	for n := range f.Steps() {
		if n > 0 {
			set.Warm = &Start{X: deepen(trees[n-1].X, f[:n-1], f[:n], s.Pair.Dim())}
		}
		t, err := Maximise(ctx, s, f[:n], set)
		if err != nil {
			return nil, err
		}
		if t.Cancelled && n > 0 {
			break
		}
		trees = append(trees, t)
		out = append(out, HorizonValue{Steps: n + 1, Root: t.Root, Value: t.Value})
		if yield != nil {
			yield(append([]HorizonValue(nil), out...))
		}
	}
	// The far view: each root held, the rest of the deepest tree found.
	deepest := len(out) - 1
	for n := range out {
		if n == deepest {
			out[n].Far = out[n].Value
			break
		}
		set.Root = out[n].Root
		set.Warm = &Start{X: deepen(trees[n].X, f[:n], f[:deepest], s.Pair.Dim())}
		t, err := Maximise(ctx, s, f[:deepest], set)
		if err != nil {
			return nil, err
		}
		out[n].Far = t.Value
		if t.Value > out[deepest].Value {
			out[deepest].Root, out[deepest].Value = t.Root, t.Value
		}
	}
	return out, nil
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
