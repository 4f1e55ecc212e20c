package lookahead

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/internal/workers"
	"farsight/lookahead/fantasy"
	"farsight/model"
)

// JudgeRoot estimates Q_N at a root by its definition: Q₁ there, and over the
// fantasies of the first stage the mean of the best tree found from each
// conditioned posterior. With base samples no maximisation has seen, and many of
// them, it says which of several roots is the better choice; a tree's own value
// is always an optimistic one. Every continuation is maximised with the given
// settings, whose Warm, Root and Progress are not used. A cancelled context is
// an error.
func JudgeRoot(ctx context.Context, s State, root model.Unit, f fantasy.Samples, set Settings) (float64, error) {
	if err := CheckCube(root, s.Pair.Dim()); err != nil {
		return 0, fmt.Errorf("judged root: %w", err)
	}
	seen, err := rootBranches(s, root, f[:min(1, len(f))])
	if err != nil {
		return 0, err
	}
	value := seen[0].Value
	if len(f) == 0 || seen[0].Kind == KindExhausted {
		return value, ctx.Err()
	}
	inner := Settings{Effort: set.Effort, Seed: set.Seed, Workers: 1}
	found, errs := make([]float64, len(seen)), make([]error, len(seen))
	workers.Share(make([]struct{}, workers.Count(set.Workers)), len(seen)-1, func(_ struct{}, i int) {
		if k := i + 1; ctx.Err() == nil && seen[k].Kind != KindExhausted {
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

// rootBranches are the root and the nodes its fantasies lead to.
func rootBranches(s State, root model.Unit, f fantasy.Samples) ([]NodeView, error) {
	t := Tree{X: slices.Repeat(root, f.Nodes())}
	snap, err := t.Snapshot(s, f, fantasy.Sampled, nil)
	return snap.Nodes, err
}

// continuation is the value of the best tree after the fantasy that enters a
// node.
func continuation(ctx context.Context, s State, root model.Unit, n *NodeView, f fantasy.Samples, set Settings) (float64, error) {
	s.Initial = cmp.Or(s.Initial, s.Budget)
	pair, err := s.Pair.Condition(root, n.Y, math.Log(n.Cost))
	if err != nil {
		return 0, err
	}
	s.Pair, s.Budget, s.Best = pair, n.Budget, n.Best
	t, err := Maximise(ctx, s, f, set)
	if err != nil {
		return 0, err
	}
	return t.Value, nil
}
