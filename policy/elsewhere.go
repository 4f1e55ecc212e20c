package policy

import (
	"context"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
)

// A tree learns from its root as if that could only succeed: what is imagined
// behind a place that failed again and again may still seem worth most. Where a
// tree's root is such a place, another is chosen.

// elsewhere is the best tree whose root is where Q₁ is largest, or the tree at
// hand if that has failed as often.
func elsewhere(ctx context.Context, s Situation, state lookahead.State, f fantasy.Samples, set lookahead.Settings, tree *lookahead.Tree) (*lookahead.Tree, error) {
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

// unwalled puts roots that are not behind walls of failures first, in their order, as long as they
// are worth anything.
func unwalled(s Situation, judged []lookahead.Verdict) []lookahead.Verdict {
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
