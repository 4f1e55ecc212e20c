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

// What a policy sees in points other than its choice, computed from a snapshot
// for whoever looks at it.

// Pair is what is believed now, of the maximised objective and ln c on the unit
// cube; nil before there is a model. The other methods give it in the problem's
// own terms. Of a step that was not looked at for a while it is made again, which
// takes as long as its factors: whoever needs numbers only has Fitted.
func (s *Snapshot) Pair() *model.Pair { return s.belief.models() }

// ready tells whether Pair need not be made again.
func (s *Snapshot) ready() bool { return s.belief.held() }

// Apart is the same moment for who looks at it in passing: what is held of the
// run stays as it is.
func (s Snapshot) Apart() Snapshot {
	s.belief = s.belief.apart()
	return s
}

// Believing is the same moment with other beliefs, such as imagined ones.
func (s Snapshot) Believing(p *model.Pair) Snapshot {
	s.Fitted, s.belief = p.Fitted(), pinned(p)
	return s
}

// believe is what a snapshot keeps of the models: their numbers, and themselves
// as long as there is room.
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

// rebuild makes the models of a policy again from the rows they were fitted to.
func rebuild(p *scenarios.Problem, q policy.Policy, rows []Row, f model.Fitted) (*model.Pair, error) {
	return model.Rebuild(dataOf(p, rows), q.Models(pairSettings(p)), f)
}

// situation is what the policy knew at this moment; it reports false before
// there is a model.
func (s *Snapshot) situation() (policy.Situation, bool) {
	if s.Fitted == nil || s.BestRow < 0 {
		return policy.Situation{}, false
	}
	sign := s.Problem.Sign()
	now := policy.Situation{
		Pair: s.Pair(), Best: s.Incumbent(), Left: s.Money.Left, Total: s.Money.Total, Seen: seen(s.Rows, sign),
		Seed: s.Seed, Step: s.Step, Point: pointOf(s.Problem),
	}
	if s.imagined != nil {
		s.imagined.into(&now)
	}
	now.Pair = s.Policy.Deciding(now.Pair)
	return now, true
}

// Acquisition returns what the policy sees in unit-cube points; nil for
// policies that give no values, and for scenario trees, whose curve takes
// longer (Plan).
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

// Improvement returns the expected improvement at unit-cube points, whatever
// the policy; nil before there is a model.
func (s *Snapshot) Improvement(us []model.Unit) []float64 {
	now, ok := s.situation()
	if !ok {
		return nil
	}
	return acquisition.Curve(make([]float64, 0, len(us)), now.Pair, acquisition.NewEI(now.Best), us)
}

// OneStep returns Q₁ at unit-cube points, the improvement that still fits what
// the policy plans with: the closed form its tree ends in. It is nil for
// policies without a tree and before there is a model.
func (s *Snapshot) OneStep(us []model.Unit) []float64 {
	now, ok := s.situation()
	if !ok || !s.Policy.Tree() {
		return nil
	}
	return acquisition.Curve(make([]float64, 0, len(us)), now.Pair, acquisition.NewQ1(now.Best, s.horizon()), us)
}

// Plan returns what the tree of this moment was maximised on, so that a view
// can compute more from it: the curve Q_N(x), the value of other horizons. It
// reports false for policies that do not plan and before there is a model.
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

// horizon is the budget planned with.
func (s *Snapshot) horizon() float64 {
	if s.Decision != nil {
		return s.Decision.Horizon
	}
	return s.Money.Left
}

// policy is the decision as the policy made it; nil for none.
func (d *Decision) policy() *policy.Decision {
	if d == nil {
		return nil
	}
	return &policy.Decision{
		Choice: policy.Choice{U: d.U, Value: d.Acquisition}, Tree: d.Tree, Horizon: d.Horizon,
		Refilled: d.Refilled, Rollout: d.Rollout, Price: d.Price, Judged: d.Judged,
	}
}

// ChartTitle says what the policy's curve means; in fewer words where it is
// narrow.
func (s *Snapshot) ChartTitle(narrow bool) string {
	return s.Policy.Kind().ChartTitle(s.Policy, s.Decision.policy(), narrow)
}

// Telling is the decision for its policy to put into words; the caller says how
// numbers and points, in the problem's units, are written. It reports false
// where there is no decision.
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
