package policy

import (
	"context"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
)

// avoidFailures returns the best tree whose root is the maximiser of Q₁, or tree if that point
// has failed as often. It replaces a tree whose root failed again and again: the fantasies of a
// tree assume that its root succeeds, so such a root may still have the largest value.
func avoidFailures(ctx context.Context, s Situation, state lookahead.State, f fantasy.Samples, set lookahead.Settings, tree *lookahead.Tree) (*lookahead.Tree, error) {
	d, _, err := maximise(ctx, s, acquisition.NewQ1(s.Best, state.Budget))
	if err != nil || d == nil || s.Pair.Walled(d.U) || Negligible(d.Value, s.Pair.Objective.Hyper()) {
		return tree, err
	}
	set.Root, set.Warm = d.U, nil
	other, err := lookahead.Maximise(ctx, state, f, set)
	if err == nil && other.Cancelled {
		err = ctx.Err()
	}
	return other, err
}

// failedLast moves roots among repeated failures, and those worth nothing, behind the others, and
// keeps the order otherwise.
func failedLast(s Situation, judged []lookahead.Verdict) []lookahead.Verdict {
	var first, last []lookahead.Verdict
	for _, j := range judged {
		if s.Pair.Walled(j.Root) || Negligible(j.Value, s.Pair.Objective.Hyper()) {
			last = append(last, j)
		} else {
			first = append(first, j)
		}
	}
	return append(first, last...)
}
