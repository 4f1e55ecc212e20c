package study

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Settings of a run. The zero value runs until the budget ends it.
type Settings struct {
	Seed    uint64
	Limit   int // evaluations after the initial design; 0: DefaultLimit
	Workers int // 0: GOMAXPROCS; results do not depend on it
	// Progress, if not nil, is called with the share of the current decision that is
	// done, from 0 to 1, by policies that take long. Calls of one run never overlap
	// and change nothing.
	Progress func(share float64)
	// Light decisions use less effort: for comparing policies.
	Light bool
}

// DefaultLimit ends runs whose costs never exhaust the budget.
const DefaultLimit = 1000

// MaxLimit is the largest limit: the work of a fit grows with the cube of the
// evaluations, its memory with their square.
const MaxLimit = 2000

// Study is one run of a policy on a problem.
type Study struct {
	problem  *scenarios.Problem
	policy   policy.Policy
	settings Settings

	rows    []Row
	at      scenarios.Point // point of the last evaluation; nil: none yet
	budget  journal.Budget
	best    int // row of the incumbent; −1
	step    int
	counted int
	stop    Stop

	pair     *model.Pair // fitted to the rows so far; nil: stale
	previous *model.Pair // the last fit, where the next one starts
	cache    *pairCache  // of the models, step by step
	belief   *cachedPair // of pair; nil: not cached yet
	fits     *lastFit    // of a live study, which is read again each time; nil: no cache
	decision *Decision   // nil: not made yet
	decider  policy.Decider
	pending  *pendingOutcomes // of suggestions that others measure; nil: none
}

// New starts a run: the initial design is taken as given or evaluated.
func New(ctx context.Context, p *scenarios.Problem, q policy.Policy, s Settings) (*Study, error) {
	st, err := newStudy(p, q, s)
	if err != nil {
		return nil, err
	}
	design, err := initialDesign(p, s.Seed)
	if err != nil {
		return nil, err
	}
	open, err := st.addDesign(ctx, design, p.Source != nil)
	if len(open) > 0 && err == nil {
		err = fmt.Errorf("initial point %d of %s has no measurement and %s has no way to measure it: give its value and cost, or use farsight study", open[0]+1, p.Name, p.Name)
	}
	if err != nil {
		return nil, err
	}
	return st, nil
}

// addDesign records the initial design. Points without a measurement are evaluated, or only listed.
func (s *Study) addDesign(ctx context.Context, design scenarios.Initial, evaluate bool) (open []int, err error) {
	p := s.problem
	for i, x := range design.X {
		e := scenarios.Evaluation{Value: design.Value[i], Cost: design.Cost[i], Sd: design.Sd[i]}
		if math.IsNaN(e.Value) || math.IsNaN(e.Cost) {
			if !evaluate {
				open = append(open, i)
				continue
			}
			if e, err = p.Source.Evaluate(ctx, x); err == nil {
				e = simulated(p, s.settings.Seed, i, e)
			}
		}
		if err == nil {
			err = s.addInitial(x, e)
		}
		if err != nil {
			return nil, fmt.Errorf("initial point %d of %s: %w", i+1, p.Name, err)
		}
	}
	return open, nil
}

// newStudy returns a run without any rows.
func newStudy(p *scenarios.Problem, q policy.Policy, s Settings) (*Study, error) {
	if p.Theorem != nil {
		return nil, fmt.Errorf("%s has arms, not parameters: it is replayed as a whole, not studied step by step", p.Name)
	}
	q, err := Filled(q, p)
	if err != nil {
		return nil, err
	}
	if !(p.Budget > 0) || math.IsInf(p.Budget, 0) {
		return nil, fmt.Errorf("budget %v of %s: must be positive and finite", p.Budget, p.Name)
	}
	switch {
	case s.Limit == 0:
		s.Limit = DefaultLimit
	case s.Limit < 0 || s.Limit > MaxLimit && s.Limit != math.MaxInt: // live studies end by their budget
		return nil, fmt.Errorf("a limit of %d evaluations: use 1 to %d, or 0 for %d", s.Limit, MaxLimit, DefaultLimit)
	}
	return &Study{problem: p, policy: q, settings: s, budget: journal.NewBudget(p.Budget), best: -1, decider: q.Kind().Start(q), cache: new(pairCache)}, nil
}

// errStopped is a caller's mistake that input can cause, such as a script that continues after the
// end.
var errStopped = errors.New("the run has ended")

// Step decides, measures and observes once. After the run has ended it does
// nothing.
func (s *Study) Step(ctx context.Context) error {
	if err := s.Decide(ctx); err != nil || s.stop != Running {
		return err
	}
	return s.Measure(ctx, s.decision.X)
}

// Measure evaluates x, which need not be the point decided on, and observes the
// result.
func (s *Study) Measure(ctx context.Context, x scenarios.Point) error {
	if s.problem.Source == nil {
		return fmt.Errorf("%s is measured by a person: there is nothing to evaluate it with", s.problem.Name)
	}
	e, err := s.problem.Source.Evaluate(ctx, x)
	if err != nil {
		return fmt.Errorf("evaluation %d at %v: %w", s.step+1, x, err)
	}
	return s.observe(x, simulated(s.problem, s.settings.Seed, len(s.rows), e))
}

// Run steps until the run ends.
func (s *Study) Run(ctx context.Context) error {
	for s.stop == Running {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.Step(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Decide fits the models and chooses the next point, unless it has been chosen
// already. It may end the run instead.
func (s *Study) Decide(ctx context.Context) error {
	if s.stop != Running || s.decision != nil {
		return nil
	}
	if s.stop = s.ended(); s.stop != Running {
		return s.fit(ctx) // the last snapshot still shows the models
	}
	if err := s.fit(ctx); err != nil {
		return err
	}
	d, stop, err := s.decide(ctx)
	if err != nil {
		return err
	}
	s.decision, s.stop = d, stop
	return nil
}

// ended returns why the run is over before any point is considered, or Running.
func (s *Study) ended() Stop {
	switch {
	case s.budget.Exhausted():
		return BudgetSpent
	case s.step >= s.settings.Limit:
		return Limit
	case s.exhausted():
		return GridExhausted
	}
	return Running
}

// fit fits the models to the rows.
func (s *Study) fit(ctx context.Context) error {
	if s.pair != nil {
		return nil
	}
	data := s.data()
	pair, err := s.fits.fit(fitKey{s.problem, s.policy}, data, s.previous, func() (*model.Pair, error) {
		return model.FitPairContext(ctx, data, s.policy.Models(pairSettings(s.problem)), s.previous)
	})
	if ctx.Err() != nil && err != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("fit to %d evaluations: %w", len(s.rows), err)
	}
	pair = s.fromLast(pair)
	s.pair, s.previous = pair, pair.Lean() // K⁻¹ is not needed after the decision
	return nil
}

// exactNoise is the least standardised noise variance of values that are said to be
// exact. The paper's 1e-4 costs 0.3 to 0.5 in log10 regret (docs/research/differences.md).
const exactNoise = 1e-6

// pairSettings returns a problem's model settings.
func pairSettings(p *scenarios.Problem) model.PairSettings {
	choices := p.Choices()
	one := func(m scenarios.ModelSettings) model.Settings {
		fixed := m.Fixed
		if fixed != nil && len(choices) > 0 { // it has one lengthscale a parameter
			h := *fixed
			h.Scale = choices.Spread(scenarios.Width(p.Parameters), h.Scale)
			fixed = &h
		}
		return model.Settings{Priors: m.Priors, NoiseMin: m.NoiseMin, NoiseMax: m.NoiseMax, Fixed: fixed}
	}
	set := model.PairSettings{Objective: one(p.Objective), Cost: one(p.Cost), Known: p.KnownCost, Choices: choices}
	set.Objective.Noisy = p.Noise.Declared()
	if o := &set.Objective; o.NoiseMin == 0 && !o.Noisy && o.Priors == model.Paper {
		o.NoiseMin = exactNoise
	}
	set.CostPrior, set.Guess = p.CostPrior(), p.Guess
	if p.Region != nil {
		set.Weight = p.Region
	}
	return set
}

// informs reports whether the models use a row: not if it is uncounted or outside
// the bounds.
func (r Row) informs() bool { return r.Counted && !r.Outside }

// data returns the models' data.
func (s *Study) data() model.Data { return dataOf(s.problem, s.rows) }

// dataOf returns the models' data of some rows; a failed one informs the cost only.
// Of very many rows a subset is used.
func dataOf(p *scenarios.Problem, rows []Row) model.Data {
	d := model.Data{Noise: known(p, rows)}
	for _, r := range rows {
		if !r.informs() {
			continue
		}
		d.X = append(d.X, r.U)
		d.Y = append(d.Y, p.Sign()*r.Y)
		d.Cost = append(d.Cost, r.Cost)
	}
	return d.Relevant()
}

// observe records an evaluation at x (problem units), which need not be the
// point decided on. One that overshoots the budget ends the run and does not
// count.
func (s *Study) observe(x scenarios.Point, e scenarios.Evaluation) error {
	if s.stop != Running {
		return errStopped
	}
	if err := checkEvaluation(s.problem, x, e); err != nil {
		return err
	}
	row := s.row(x, e)
	var err error
	if row.Move, err = s.problem.Move.Cost(s.at, x); err != nil {
		return err
	}
	if s.decision != nil {
		row.Acquisition = s.decision.Acquisition
	}
	s.step++
	s.at = row.X
	if !s.budget.Affordable(row.Taken()) {
		row.Remaining, row.Best = shownLeft(s.budget), s.bestValue()
		s.rows = append(s.rows, row)
		s.decision, s.stop = nil, Unaffordable
		return nil
	}
	s.budget = s.budget.Pay(row.Taken())
	s.decider.Observed(s.problem.Sign()*row.Y, row.Cost, row.Move)
	s.counted++
	s.count(row)
	return nil
}

// addInitial records a point of the initial design, charged only if the
// problem says so. Moves between its points are free.
func (s *Study) addInitial(x scenarios.Point, e scenarios.Evaluation) error {
	if err := checkEvaluation(s.problem, x, e); err != nil {
		return err
	}
	if s.problem.ChargeInitial {
		if !s.budget.Affordable(e.Cost) {
			return fmt.Errorf("its cost %v does not fit the budget, of which %v is left: raise the budget or do not charge the initial design", e.Cost, s.budget.Left())
		}
		s.budget = s.budget.Pay(e.Cost)
	}
	row := s.row(x, e)
	row.Initial = true
	s.at = row.X
	s.count(row)
	return nil
}

// row returns an evaluation whose place in the run is not known yet.
func (s *Study) row(x scenarios.Point, e scenarios.Evaluation) Row {
	x = append(scenarios.Point(nil), x...)
	return Row{X: x, U: s.problem.ToUnit(x), Y: e.Value, Cost: e.Cost, Sd: e.Sd, Failed: math.IsNaN(e.Value), Acquisition: math.NaN()}
}

// count appends a row that counts.
func (s *Study) count(row Row) {
	row.Counted = true
	if sign := s.problem.Sign(); !row.Failed && !row.Outside && (s.best < 0 || sign*row.Y > sign*s.rows[s.best].Y) {
		s.best = len(s.rows)
	}
	row.Remaining = shownLeft(s.budget)
	s.rows = append(s.rows, row)
	s.rows[len(s.rows)-1].Best = s.bestValue()
	s.pair, s.belief, s.decision = nil, nil, nil
}

func (s *Study) bestValue() float64 {
	if s.best < 0 {
		return math.NaN()
	}
	return s.rows[s.best].Y
}

// Snapshot returns the run as it is now.
func (s *Study) Snapshot() Snapshot {
	snap := Snapshot{
		Problem: s.problem, Policy: s.policy, Seed: s.settings.Seed,
		Step: s.step, Evaluations: s.counted,
		Rows: slices.Clip(s.rows), Best: s.bestValue(), BestRow: s.best,
		Money: Money{Total: s.budget.Total, Spent: s.budget.Spent(), Left: shownLeft(s.budget), Moves: moves(s.rows), Fantasy: math.NaN()},
		Stop:  s.stop, Decision: s.decision,
	}
	if s.pair != nil {
		snap.Fitted, snap.belief = s.believe()
	}
	snap.Recommended = recommended(s.problem, s.policy, s.pair, s.rows)
	if s.decision != nil && s.policy.Scheduled() {
		snap.Money.Fantasy, snap.Money.Refilled = s.decision.Horizon, s.decision.Refilled
	}
	return snap
}

// SetWorkers changes Settings.Workers for the decisions to come.
func (s *Study) SetWorkers(n int) { s.settings.Workers = n }

// Stopped returns why the run ended, or Running.
func (s *Study) Stopped() Stop { return s.stop }

// shownLeft returns the remaining budget as views show it: some billionths are a
// rounding error.
func shownLeft(b journal.Budget) float64 {
	left := b.Left()
	if left < 1e-6*b.Total {
		return 0
	}
	return left
}
