package judge

import (
	"context"
	"fmt"
	"math"

	"farsight/internal/workers"
	"farsight/lookahead"
	"farsight/lookahead/candidates"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// Root estimates Q_N at a root by its definition: Q₁ there, and over the
// fantasies of the first stage the mean of the best tree found from each
// conditioned posterior. With base samples no maximisation has seen, and many of
// them, it says which of several roots is the better choice; a tree's own value
// is always an optimistic one. Every continuation is maximised with the given
// settings, whose Warm, Root and Progress are not used. A cancelled context is
// an error.
func Root(ctx context.Context, s lookahead.State, root model.Unit, f fantasy.Samples, set lookahead.Settings) (float64, error) {
	if err := candidates.CheckCube(root, s.Pair.Dim()); err != nil {
		return 0, fmt.Errorf("judged root: %w", err)
	}
	seen, err := branches(s, root, f[:min(1, len(f))])
	if err != nil {
		return 0, err
	}
	value := seen[0].Value
	if len(f) == 0 || seen[0].Kind == lookahead.KindExhausted {
		return value, ctx.Err()
	}
	inner := lookahead.Settings{Effort: set.Effort, Seed: set.Seed, Workers: 1}
	found, errs := make([]float64, len(seen)), make([]error, len(seen))
	workers.Share(make([]struct{}, workers.Count(set.Workers)), len(seen)-1, func(_ struct{}, i int) {
		if k := i + 1; ctx.Err() == nil && seen[k].Kind != lookahead.KindExhausted {
			found[k], errs[k] = continuation(ctx, s, root, &seen[k], f[1:], inner)
		}
	})
	for k := 1; k < len(seen); k++ {
		if errs[k] != nil {
			return 0, fmt.Errorf("judged root %v, fantasy %d: %w", root, k-1, errs[k])
		}
		value += seen[k].Probability * max(0, found[k]) // below 0 it stops
	}
	return value, ctx.Err()
}

// branches are the root and the nodes its fantasies lead to.
func branches(s lookahead.State, root model.Unit, f fantasy.Samples) ([]lookahead.NodeView, error) {
	var t lookahead.Tree
	for range f.Nodes() {
		t.X = append(t.X, root...)
	}
	snap, err := t.Snapshot(s, f, fantasy.Sampled, nil)
	return snap.Nodes, err
}

// continuation is the value of the best tree after the fantasy that enters a
// node.
func continuation(ctx context.Context, s lookahead.State, root model.Unit, n *lookahead.NodeView, f fantasy.Samples, set lookahead.Settings) (float64, error) {
	if s.Initial == 0 {
		s.Initial = s.Budget
	}
	pair, err := s.Pair.Condition(root, n.Y, math.Log(n.Cost))
	if err != nil {
		return 0, err
	}
	s.Pair, s.Budget, s.Best = pair, n.Budget, n.Best
	t, err := lookahead.Maximise(ctx, s, f, set)
	if err != nil {
		return 0, err
	}
	return t.Value, nil
}
