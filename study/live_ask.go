package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// EndedError reports that there is nothing left to suggest; Stop is the reason.
type EndedError struct{ Stop Stop }

func (e EndedError) Error() string {
	switch e.Stop {
	case StoppingRule:
		return "the study has ended: no point is worth its price by the policy's stopping rule"
	case OverBudget:
		return "the study has ended: over budget; undo a mistake, or extend the budget to continue"
	case NothingToGain:
		return "the study has ended: no point that what is left pays for promises any improvement"
	case GridExhausted:
		return "the study has ended: every point of the grid has been evaluated"
	}
	return fmt.Sprintf("the study has ended: %s; extend the budget to continue", StopWords(e.Stop))
}

// Ask returns the pending suggestion, or makes one: the next unmeasured point of the initial
// design, or the policy's choice. It is on disk when Ask returns, so asking again gives the same
// answer until something is told. If there is nothing to suggest the error is an EndedError, or a
// *WaitError if that may change once pending suggestions are answered.
func (l *Live) Ask(ctx context.Context) (Suggestion, error) {
	all, err := l.AskFor(ctx, AskOptions{})
	if err != nil {
		return Suggestion{}, err
	}
	return all[0], nil
}

// Modelled returns how many evaluations the models use, of how many they could: of
// very many a subset is used (model.Data.Relevant).
func (l *Live) Modelled() (used, of int) {
	now, err := l.now()
	if err != nil {
		return 0, 0
	}
	r, err := now.run()
	if err != nil {
		return 0, 0
	}
	for _, row := range r.rows {
		if row.informs() {
			of++
		}
	}
	return len(r.data().X), of
}

// Pending returns the pending suggestion without an owner; false if there is none.
func (l *Live) Pending() (Suggestion, bool) {
	now, err := l.now()
	if err != nil || now.state.Pending == nil {
		return Suggestion{}, false
	}
	return now.suggestion(*now.state.Pending), true
}

// next decides what to suggest, given the pending suggestions. The rows are in the
// order of the suggestions, so the decision does not depend on the order in which
// results came in.
func (l *Live) next(ctx context.Context, now present, with *common) (journal.Asked, error) {
	r, err := now.runOf(now.state.InOrder())
	if err != nil {
		return journal.Asked{}, err
	}
	r.common = with
	if i := r.designNext(); i > 0 {
		if err := with.check(now.problem, now.state.Created.Design[i-1]); err != nil {
			return journal.Asked{}, fmt.Errorf("the initial points come first, and differ: %w; measure them one after the other", err)
		}
		return journal.Asked{X: now.state.Created.Design[i-1], Design: i}, nil
	}
	if stop := r.spent(); stop != Running {
		return journal.Asked{}, EndedError{stop}
	}
	if r.best < 0 {
		if r.pending = r.assume(now.state.Asks); r.reservesAll() {
			return journal.Asked{}, r.wait(Running)
		}
		x := r.spreadPoint()
		if err := with.check(r.problem, x); err != nil {
			return journal.Asked{}, err
		}
		raw, err := json.Marshal(record{Why: whySpread})
		return journal.Asked{X: x, Policy: r.policy.ID(), Decision: raw}, err
	}
	events := l.journal.Events()
	r.recall(ctx, events)
	if err := r.fit(ctx); err != nil {
		return journal.Asked{}, err
	}
	if r.pending = r.assume(now.state.Asks); r.reservesAll() {
		return journal.Asked{}, r.wait(Running)
	}
	r.catchUp(events)
	with.into(r)
	if err := r.Decide(ctx); err != nil {
		return journal.Asked{}, err
	}
	switch {
	case r.stop != Running && len(now.state.Asks) > 0:
		return journal.Asked{}, r.wait(r.stop)
	case r.stop != Running:
		return journal.Asked{}, EndedError{r.stop}
	}
	r.decision = r.round(r.decision)
	w, err := r.reconsider(ctx)
	if err != nil {
		return journal.Asked{}, err
	}
	d, instead, err := r.elsewhere(ctx)
	if err != nil {
		return journal.Asked{}, err
	}
	if instead != "" {
		w = instead
	}
	if err := with.check(r.problem, d.X); err != nil {
		return journal.Asked{}, err
	}
	raw, err := newRecord(r.Study, d, w, r.nearby(d.U))
	return journal.Asked{X: d.X, Policy: r.policy.ID(), Decision: raw}, err
}

// skipRadius is the least distance of a suggestion to a skipped point, on the unit
// cube: nearer is the same point to a person who could not measure it.
const skipRadius = 0.05

// skipped reports whether u is near a point that was skipped.
func (r *liveRun) skipped(u model.Unit) bool {
	for _, k := range r.state.Skips {
		if k.Expired {
			continue // it may be possible to measure it
		}
		sum := 0.0
		for i, v := range r.problem.ToUnit(k.Ask.X) {
			sum += (v - u[i]) * (v - u[i])
		}
		if math.Sqrt(sum) < skipRadius {
			return true
		}
	}
	return false
}

// spreadPoints is the number of points that cover the box if the policy has no
// choice of its own.
const spreadPoints = 1024

// taken reports whether a choice cannot be suggested: it is near a skipped point,
// pending, or known exactly, as a rounded one can be.
func (r *liveRun) taken(c Choice) bool {
	return r.skipped(c.U) || r.isPending(c.X) || r.measuredExactly(c.X)
}

// spread yields points that cover the box, on the parameters' grids, without those
// that cannot be suggested.
func (r *liveRun) spread(yield func(c Choice) bool) {
	seq := sobol.New(r.problem.Dim(), sobol.Seed(r.settings.Seed, sobol.Design, 1))
	share := make([]float64, r.problem.Dim())
	for range spreadPoints {
		x := r.rounded(drawAllowed(r.problem, func() []float64 { seq.Next(share); return share }))
		if r.common.set(x); r.problem.CheckPoint(x) != nil {
			continue
		}
		c := Choice{X: x, U: r.problem.ToUnit(x), Acquisition: math.NaN()}
		if !r.taken(c) && !yield(c) {
			return
		}
	}
}

// spreadPoint returns the point to evaluate before any value is known: the next of
// the spread points that has no evaluation.
func (r *liveRun) spreadPoint() scenarios.Point {
	for c := range r.spread {
		if !slices.ContainsFunc(r.rows, func(row Row) bool { return same(row.X, c.X) }) {
			return c.X
		}
	}
	share := policy.RandomPoint(r.settings.Seed, r.situation().Step, r.problem.Dim(), nil)
	x := r.rounded(r.problem.Nearest(r.problem.ToUnit(scenarios.FromShares(r.problem.Parameters, share))))
	r.common.set(x)
	return x
}

// errSkippedAll reports that no point is left.
var errSkippedAll = errors.New("every point is too near a skipped one: undo a skip to continue")

// elsewhere returns the policy's decision or, if that cannot be suggested, the best
// point elsewhere.
func (r *liveRun) elsewhere(ctx context.Context) (*Decision, why, error) {
	d := r.decision
	if !r.taken(d.Choice) {
		return d, "", nil
	}
	instead := func(c Choice) *Decision {
		e := r.decisionOf(c)
		e.Horizon, e.Refilled, e.Rollout, e.Price = d.Horizon, d.Refilled, d.Rollout, d.Price
		return e
	}
	if d.RunnerUp != nil {
		c := r.roundChoice(*d.RunnerUp)
		if !same(c.X, d.RunnerUp.X) && !r.policy.Tree() {
			c.Acquisition = r.valueAt(d, c.U)
		}
		if !r.taken(c) {
			return instead(c), whyRunnerUp, nil
		}
	}
	now, kind := r.situation(), r.policy.Kind()
	var rule acquisition.Function
	switch {
	case r.policy.Tree():
		rule = acquisition.NewQ1(now.Best, now.Left) // trees are too slow for many points
	case kind.Function != nil:
		rule = kind.Function(r.policy, now, d.policy())
	}
	var spread []Choice
	var points []model.Unit
	for c := range r.spread {
		if rule == nil {
			return instead(c), whyElse, nil // Random takes any
		}
		spread, points = append(spread, c), append(points, c.U)
	}
	switch {
	case len(points) > 0:
	case len(r.state.Asks) > 0:
		return nil, "", r.wait(NothingAffordable)
	case len(r.state.Skips) == 0:
		return nil, "", EndedError{GridExhausted}
	default:
		return nil, "", errSkippedAll
	}
	res, err := acquisition.MaximiseOver(now.Pair, policy.Affordable(now, rule), points)
	switch {
	case err != nil:
		return nil, "", err
	case res.Empty():
		stop, err := policy.StopReason(ctx, now)
		switch {
		case err != nil:
			return nil, "", err
		case len(r.state.Asks) > 0:
			return nil, "", r.wait(stop)
		}
		return nil, "", EndedError{stop}
	}
	c := spread[slices.IndexFunc(points, func(u model.Unit) bool { return slices.Equal(u, res.Best.X) })]
	c.Acquisition = res.Best.Value
	return instead(c), whyElse, nil
}
