package study

import (
	"slices"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/lookahead/fantasy"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// The acquisition function at points other than the policy's choice, computed from a
// snapshot.

// Pair returns the models of the maximised objective and ln c on the unit cube; nil
// before there is one. The other methods give them in the problem's own terms. For a
// step that was evicted from the cache it is rebuilt, which takes as long as its
// factors; Fitted has the numbers alone.
func (s *Snapshot) Pair() *model.Pair { return s.belief.models() }

// ready reports whether Pair need not be rebuilt.
func (s *Snapshot) ready() bool { return s.belief.held() }

// Apart returns the same snapshot, whose Pair does not change the cache of the run.
func (s Snapshot) Apart() Snapshot {
	s.belief = s.belief.apart()
	return s
}

// Believing returns the same snapshot with other models, such as imagined ones.
func (s Snapshot) Believing(p *model.Pair) Snapshot {
	s.Fitted, s.belief = p.Fitted(), pinned(p)
	return s
}

// believe returns the hyperparameters of the models, and the models in the cache.
func (s *Study) believe() (*model.Fitted, *cachedPair) {
	f := s.pair.Fitted()
	if s.belief == nil {
		problem, policy, rows, at, way := s.problem, s.policy, slices.Clip(s.rows), s.pair.At, s.pair.Way
		s.belief = s.cache.add(s.pair, func() (*model.Pair, error) {
			again, err := rebuild(problem, policy, rows, *f)
			if err != nil {
				return nil, err
			}
			return again.From(at, way), nil
		})
	}
	return f, s.belief
}

// rebuild makes the models of a policy from the rows they were fitted to.
func rebuild(p *scenarios.Problem, q policy.Policy, rows []Row, f model.Fitted) (*model.Pair, error) {
	return model.Rebuild(dataOf(p, rows), q.Models(pairSettings(p)), f)
}

// situation returns what the policy knew; it reports false before there is a model.
func (s *Snapshot) situation() (policy.Situation, bool) {
	if s.Fitted == nil || s.BestRow < 0 {
		return policy.Situation{}, false
	}
	sign := s.Problem.Sign()
	now := policy.Situation{
		Pair: s.Pair(), Best: s.Incumbent(), Left: s.Money.Left, Total: s.Money.Total, Seen: seen(s.Rows, sign),
		Seed: s.Seed, Step: s.Step, Point: pointOf(s.Problem),
	}
	if s.pending != nil {
		s.pending.into(&now)
	}
	now.Pair = withoutMeasured(s.Policy.Deciding(now.Pair), s.Problem, s.Rows)
	return now, true
}

// Acquisition returns the acquisition function at unit-cube points; nil for
// policies without one, and for scenario trees, whose curve takes longer (Plan).
func (s *Snapshot) Acquisition(us []model.Unit) []float64 {
	now, ok := s.situation()
	if !ok {
		return nil
	}
	kind, d := s.Policy.Kind(), s.Decision.policy()
	if kind.Curve != nil {
		if curve := kind.Curve(s.Policy, now, d, us); curve != nil {
			return curve
		}
	}
	if kind.Function == nil {
		return nil
	}
	return acquisition.Curve(make([]float64, 0, len(us)), now.Pair, kind.Function(s.Policy, now, d), us)
}

// Improvement returns EI at unit-cube points, for any policy; nil before there is a
// model.
func (s *Snapshot) Improvement(us []model.Unit) []float64 {
	now, ok := s.situation()
	if !ok {
		return nil
	}
	return acquisition.Curve(make([]float64, 0, len(us)), now.Pair, acquisition.NewEI(now.Best), us)
}

// OneStep returns Q₁ at unit-cube points with the budget that the policy plans with.
// It is nil for policies without a tree and before there is a model.
func (s *Snapshot) OneStep(us []model.Unit) []float64 {
	now, ok := s.situation()
	if !ok || !s.Policy.Tree() {
		return nil
	}
	return acquisition.Curve(make([]float64, 0, len(us)), now.Pair, acquisition.NewQ1(now.Best, s.horizon()), us)
}

// Plan returns the state and samples of the decision's tree, for views that compute
// more from it: the curve Q_N(x), the value of other horizons. It reports false for
// policies that do not plan and before there is a model.
func (s *Snapshot) Plan() (lookahead.State, fantasy.Samples, bool) {
	now, ok := s.situation()
	if !ok || !s.Policy.Tree() {
		return lookahead.State{}, nil, false
	}
	price := 0.0
	if s.Decision != nil {
		price = s.Decision.Price
	}
	return s.Policy.Kind().Plan(s.Policy, now, s.horizon(), price)
}

// horizon returns the budget planned with.
func (s *Snapshot) horizon() float64 {
	if s.Decision != nil {
		return s.Decision.Horizon
	}
	return s.Money.Left
}

// policy returns the decision as the policy made it; nil for none.
func (d *Decision) policy() *policy.Decision {
	if d == nil {
		return nil
	}
	return &policy.Decision{
		Choice: policy.Choice{U: d.U, Value: d.Acquisition}, Tree: d.Tree, Horizon: d.Horizon,
		Refilled: d.Refilled, Rollout: d.Rollout, Price: d.Price, Judged: d.Judged,
	}
}

// ChartTitle returns the title of the policy's curve, a short one if narrow.
func (s *Snapshot) ChartTitle(narrow bool) string {
	return s.Policy.Kind().ChartTitle(s.Policy, s.Decision.policy(), narrow)
}

// Telling returns the decision for its policy to put into words, with the caller's
// way to write numbers and points in the problem's units. It reports false if there
// is no decision.
func (s *Snapshot) Telling(number func(float64) string, point func(x scenarios.Point) string) (policy.Telling, bool) {
	d := s.Decision
	if d == nil {
		return policy.Telling{}, false
	}
	sign := s.Problem.Sign()
	return policy.Telling{
		Policy: s.Policy, Decision: *d.policy(), Expect: d.Weighed, Best: s.Incumbent(), Left: s.Money.Left, Total: s.Money.Total,
		Minimise: sign < 0, Number: number, Point: func(u model.Unit) string { return point(s.Problem.Nearest(u)) },
	}, true
}
