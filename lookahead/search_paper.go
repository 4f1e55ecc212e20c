package lookahead

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"farsight/internal/sobol"
	"farsight/internal/workers"
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
	for _, i := range paperStarts(value, paperRestarts*e.d, set.Seed) {
		starts = append(starts, raw[i])
	}
	if set.Warm != nil {
		b := &branch{x: append([]float64(nil), set.Warm.X...)}
		copy(b.x, set.Root)
		b.value = e.Value(b.x, nil)
		starts = append(starts, b)
	}
	m := newMeter(set.Progress)
	m.total = len(starts)
	workers.Share(polishers, len(starts), func(p *polisher, i int) {
		if b := starts[i]; ctx.Err() == nil {
			b.value = p.improve(ctx, b.x, b.value, paperIterations, 1e-9)
			m.tick(b.value)
		}
	})
	e.comeBack(starts, set.Root)
	sortBranches(starts)
	return pack(ctx, e.d, starts, e.lambda > 0)
}

// paperShare of the best raw tree's value is the least of one that is chosen.
const paperShare = 1e-4

// paperStarts draws k of the paper's raw trees without replacement, with probability
// ∝ exp(v/max v − 1) of their values; the best is always among them, and the first.
func paperStarts(value []float64, k int, seed uint64) []int {
	top := floats.MaxIdx(value)
	chosen := []int{top}
	if !(value[top] > 0) {
		for i := 0; len(chosen) < min(k, len(value)); i++ {
			if i != top {
				chosen = append(chosen, i)
			}
		}
		return chosen
	}
	weight := make([]float64, len(value))
	for i, v := range value {
		if i != top && v >= paperShare*value[top] {
			weight[i] = math.Exp(v/value[top] - 1)
		}
	}
	rng := rand.New(rand.NewPCG(seed, 0x9a9e5))
	for len(chosen) < k {
		total := 0.0
		for _, w := range weight {
			total += w
		}
		if total == 0 {
			break
		}
		u := rng.Float64() * total
		pick := -1
		for i, w := range weight {
			if w == 0 {
				continue
			}
			pick = i
			if u -= w; u <= 0 {
				break
			}
		}
		weight[pick] = 0
		chosen = append(chosen, pick)
	}
	return chosen
}
