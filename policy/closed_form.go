package policy

import (
	"context"

	"farsight/acquisition"
	"farsight/internal/sobol"
)

// ClosedForm completes a kind that maximises an acquisition function of the
// present beliefs and remembers nothing.
func ClosedForm(k Kind, of func(p Policy, s Situation) acquisition.Function) Kind {
	k.Start = func(p Policy) Decider { return closedForm{p: p, of: of} }
	k.Function = func(p Policy, s Situation, _ *Decision) acquisition.Function { return of(p, s) }
	return k
}

type closedForm struct {
	Forgetful
	p  Policy
	of func(p Policy, s Situation) acquisition.Function
}

func (c closedForm) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	return maximise(ctx, s, c.of(c.p, s))
}

// maximise chooses the best point of an acquisition function.
func maximise(ctx context.Context, s Situation, fn acquisition.Function) (*Decision, Stop, error) {
	res, err := acquisition.Maximise(ctx, s.Pair, Affordable(s, fn), s.search())
	if err == nil && res.Cancelled {
		err = ctx.Err()
	}
	switch {
	case err != nil:
		return nil, Running, err
	case res.Empty():
		stop, err := StopReason(ctx, s)
		return nil, stop, err
	}
	d := &Decision{Choice: Choice{res.Best.X, res.Best.Value}, Horizon: s.Left}
	if res.HasRunnerUp {
		d.RunnerUp = &Choice{res.RunnerUp.X, res.RunnerUp.Value}
	}
	return d, Running, nil
}

// search are the settings of a step's maximisations. Light ones find the same
// point in most steps; what they miss is the same for all policies.
func (s Situation) search() acquisition.Settings {
	set := acquisition.Settings{Seed: sobol.Seed(s.Seed, sobol.Search, s.Step), Workers: s.Workers}
	if d := s.Pair.Dim(); s.Light {
		set.RawStarts, set.Restarts, set.AroundIncumbent, set.Iterations = min(60*d, 300), min(2*d, 8), 2, 30
	}
	return set
}

// Affordable is an acquisition function that is worth nothing where a known
// cost, or the way there, exceeds what is left. Where neither is known it is the
// function itself.
func Affordable(s Situation, fn acquisition.Function) acquisition.Function {
	switch {
	case fn == nil:
		return nil
	case s.Pair.Known != nil:
		return acquisition.Within(fn, s.Left)
	case s.Pair.Moves():
		return acquisition.Reachable(fn, s.Left)
	}
	return fn
}
