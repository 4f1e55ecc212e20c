package policy

import (
	"context"

	"farsight/acquisition"
)

// unlikely is the chance below which a cost counts as not fitting.
const unlikely = 0.005

// StopReason returns why no point is chosen: none fits the remaining budget, or none of those
// that fit improves anything.
func StopReason(ctx context.Context, s Situation) (Stop, error) {
	if s.Left <= 0 {
		return NothingAffordable, nil
	}
	res, err := acquisition.Maximise(ctx, s.Pair, acquisition.NewSlack(s.Left), s.search())
	if err == nil && res.Cancelled {
		err = ctx.Err()
	}
	if err != nil {
		return Running, err
	}
	fits := acquisition.CDF(res.Best.Value) >= unlikely
	if s.Pair.Known != nil {
		fits = res.Best.Value >= 0
	}
	if fits {
		return NothingToGain, nil
	}
	return NothingAffordable, nil
}
