package lookahead

import (
	"context"

	"farsight/internal/sobol"
	"farsight/internal/workers"
	"farsight/lookahead/effort"
	"farsight/lookahead/meter"
)

// The paper's protocol, per input dimension d.
const (
	paperRaw        = 200
	paperRestarts   = 10
	paperIterations = 200
)

// maximisePaper follows the paper: raw trees of Sobol points, restarts chosen
// among them with probability ∝ exp(v/max v − 1), L-BFGS-B on each.
func maximisePaper(ctx context.Context, e *Evaluator, set Settings) *Tree {
	n := e.Nodes() * e.d
	raw := make([]*branch, paperRaw*e.d)
	seq := sobol.New(n, set.Seed)
	for i := range raw {
		x := make([]float64, n)
		seq.Next(x)
		e.snap(x)
		if set.Root != nil {
			copy(x, set.Root)
		}
		e.root.Pair.MoveAll(x, set.Root != nil)
		raw[i] = &branch{x: x}
	}
	polishers := make([]*polisher, workers.Count(set.Workers))
	for i := range polishers {
		w := e
		if i > 0 {
			w = e.Clone()
		}
		polishers[i] = newPolisher(w, set.Root, false, nil) // no change of variables
	}
	workers.Share(polishers, len(raw), func(p *polisher, i int) {
		if ctx.Err() == nil {
			raw[i].value = p.e.Value(raw[i].x, nil)
		}
	})
	value := make([]float64, len(raw))
	for i, b := range raw {
		value[i] = b.value
	}
	var starts []*branch
	for _, i := range effort.Restarts(value, paperRestarts*e.d, set.Seed) {
		starts = append(starts, raw[i])
	}
	if set.Warm != nil {
		b := &branch{x: append([]float64(nil), set.Warm.X...)}
		copy(b.x, set.Root)
		b.value = e.Value(b.x, nil)
		starts = append(starts, b)
	}
	m := meter.New(set.Progress)
	m.Total = len(starts)
	workers.Share(polishers, len(starts), func(p *polisher, i int) {
		if b := starts[i]; ctx.Err() == nil {
			b.value = p.improve(ctx, b.x, b.value, paperIterations, 1e-9)
			m.Tick(b.value)
		}
	})
	e.comeBack(starts, set.Root)
	sortBranches(starts)
	return pack(ctx, e.d, starts, e.lambda > 0)
}
