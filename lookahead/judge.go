package lookahead

import (
	"context"
	"fmt"
	"math"

	"farsight/model"
)

// Judge estimates Q_N at a root by its definition: Q₁ there, and over the
// fantasies of the first stage the mean of the best tree found from each
// conditioned posterior. With base samples no maximisation has seen, and many of
// them, it says which of several roots is the better choice; a tree's own value
// is always an optimistic one. Every continuation is maximised with the given
// settings, whose Warm, Root and Progress are not used. A cancelled context is
// an error.
func Judge(ctx context.Context, s State, root model.Unit, f Fantasies, set Settings) (float64, error) {
	if err := checkCube(root, s.Pair.Dim()); err != nil {
		return 0, fmt.Errorf("judged root: %w", err)
	}
	e, err := NewEvaluator(s, f[:min(1, len(f))])
	if err != nil {
		return 0, err
	}
	x := make([]float64, 0, e.Nodes()*e.d)
	for range e.Nodes() {
		x = append(x, root...)
	}
	e.inspect(x)
	value := e.rewardNode[0]
	if len(f) == 0 || e.dead[0] {
		return value, ctx.Err()
	}
	inner := Settings{Effort: set.Effort, Seed: set.Seed, Workers: 1}
	found, errs := make([]float64, e.Nodes()), make([]error, e.Nodes())
	share(make([]struct{}, set.workerCount()), e.Nodes()-1, func(_ struct{}, i int) {
		if k := i + 1; ctx.Err() == nil && !e.dead[k] {
			found[k], errs[k] = continuation(ctx, s.Pair, root, e, k, f[1:], inner)
		}
	})
	for k := 1; k < e.Nodes(); k++ {
		if errs[k] != nil {
			return 0, fmt.Errorf("judged root %v, fantasy %d: %w", root, k-1, errs[k])
		}
		value += e.Weight(k) * found[k]
	}
	return value, ctx.Err()
}

// continuation is the value of the best tree after the fantasy that enters
// node k of e.
func continuation(ctx context.Context, p *model.Pair, root model.Unit, e *Evaluator, k int, f Fantasies, set Settings) (float64, error) {
	p, err := p.Condition(root, e.fantasyF[k], math.Log(e.cost[k]))
	if err != nil {
		return 0, err
	}
	t, err := Maximise(ctx, State{Pair: p, Budget: e.budget[k], Best: e.best[k], Initial: e.root.initial()}, f, set)
	if err != nil {
		return 0, err
	}
	return t.Value, nil
}
