package study

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"farsight/internal/sobol"
	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
	"farsight/scenarios/problemfile"
	"farsight/study/journal"
)

// StartState is the state of a study before its next decision: what has been
// measured and spent, what of the initial design is still to be measured, and
// what is believed. Policies that are to be compared set out from it, on
// functions drawn from what is believed.
type StartState struct {
	run    *Study            // what has been measured and spent; it decides nothing
	design []scenarios.Point // to be measured before the first decision
	pair   *model.Pair       // given the rows; nil: they tell too little
}

// leastKnown is how many values tell a fit how far values are apart.
const leastKnown = 2

// Unmeasured are the points of the initial design of a study with that seed that
// the problem has no measurements of.
func Unmeasured(p *scenarios.Problem, seed uint64) ([]scenarios.Point, error) {
	design, err := initialDesign(p, seed)
	var out []scenarios.Point
	for i, x := range design.X {
		if err == nil && (math.IsNaN(design.Value[i]) || math.IsNaN(design.Cost[i])) {
			out = append(out, x)
		}
	}
	return out, err
}

// NewStartState returns where a study of the problem would begin to decide. The initial
// design is taken as given, or evaluated where that costs nothing: not by people
// and commands.
func NewStartState(ctx context.Context, p *scenarios.Problem, s Settings) (*StartState, error) {
	st, err := newStudy(p, policy.Must("random"), s)
	if err != nil {
		return nil, err
	}
	design, err := initialDesign(p, s.Seed)
	if err != nil {
		return nil, err
	}
	free := p.Source != nil && p.Source.Permission() == nil
	o := &StartState{run: st}
	for i, x := range design.X {
		e := scenarios.Evaluation{Value: design.Value[i], Cost: design.Cost[i]}
		if math.IsNaN(e.Value) || math.IsNaN(e.Cost) {
			if !free {
				o.design = append(o.design, x)
				continue
			}
			if e, err = p.Source.Evaluate(ctx, x); err != nil {
				return nil, fmt.Errorf("initial point %d of %s: %w", i+1, p.Name, err)
			}
			e = simulated(p, s.Seed, i, e)
		}
		if err := st.addInitial(x, e); err != nil {
			return nil, fmt.Errorf("initial point %d of %s: %w", i+1, p.Name, err)
		}
	}
	return o, o.believe(ctx, design.X)
}

// StartState returns where the study stands now. When there is nothing left to ask the
// error is an EndedError.
func (l *Live) StartState(ctx context.Context) (*StartState, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	return now.start(ctx)
}

// LiveStartState returns where a live study would begin that CreateLive makes of these.
func LiveStartState(ctx context.Context, name string, text []byte, s LiveSettings) (*StartState, error) {
	c, more, err := liveStart(name, text, s)
	if err != nil {
		return nil, err
	}
	var events []journal.Event
	for i, b := range append([]journal.Body{c}, more...) {
		events = append(events, journal.Event{Seq: i + 1, Time: time.Now(), Body: b})
	}
	var now present
	if now.state, err = journal.Replay(events); err != nil {
		return nil, err
	}
	if now.problem, err = problemfile.Parse(name, text, s.Dir); err != nil {
		return nil, err
	}
	if now.problem, err = s.Adapt(now.problem); err != nil {
		return nil, err
	}
	if now.policy, err = policy.Parse(c.Policy); err == nil {
		now.policy, err = Filled(now.policy, now.problem)
	}
	if err != nil {
		return nil, err
	}
	return now.start(ctx)
}

// start returns where the study stands now.
func (now present) start(ctx context.Context) (*StartState, error) {
	r, err := now.run()
	if err != nil {
		return nil, err
	}
	if stop := r.ended(); stop != Running {
		return nil, EndedError{stop}
	}
	r.settings.Limit = DefaultLimit + r.step
	o := &StartState{run: r.Study}
	design := make([]scenarios.Point, len(now.state.Created.Design))
	for i, x := range now.state.Created.Design {
		design[i] = x
	}
	for _, i := range now.state.DesignLeft() {
		o.design = append(o.design, design[i-1])
	}
	return o, o.believe(ctx, design)
}

// believe fits the models to what has been measured. Where that is too little
// to know even the scale of things, the study is taken as if nothing had been
// measured: whole is the whole initial design.
func (o *StartState) believe(ctx context.Context, whole []scenarios.Point) error {
	r, known := o.run, 0
	for _, row := range r.rows {
		if row.teaches() && !row.Failed {
			known++
		}
	}
	if known >= leastKnown || known > 0 && r.problem.Objective.Fixed != nil {
		err := r.fit(ctx)
		o.pair = r.pair
		return err
	}
	afresh := journal.NewBudget(r.budget.Total)
	for _, row := range r.rows {
		if row.Counted && !row.Initial { // what was measured before counts as initial
			afresh = afresh.Pay(row.Taken())
		}
	}
	r.rows, r.at, r.best, r.budget, o.design = nil, nil, -1, afresh, whole
	return nil
}

// Problem is what is studied.
func (o *StartState) Problem() *scenarios.Problem { return o.run.problem }

// Measured is the number of evaluations that the drawn functions agree with; 0:
// they are drawn from the models' priors.
func (o *StartState) Measured() int { return len(o.run.data().X) }

// Left is the money left.
func (o *StartState) Left() float64 { return o.run.budget.Left() }

// Prices are what drawn evaluations cost before anything is measured; false
// where that is known, or learnt already. Assumed tells that nobody has said so.
func (o *StartState) Prices() (p scenarios.Price, assumed, drawn bool) {
	problem := o.run.problem
	if o.pair != nil || problem.KnownCost != nil || problem.Cost.Fixed != nil {
		return p, false, false
	}
	p, said := problem.Prices()
	return p, !said, true
}

// Draw is the i-th pair of functions drawn from what is believed.
func (o *StartState) Draw(i int) (*Draw, error) {
	key := sobol.Seed(o.run.settings.Seed, sobol.Draw, i)
	pair, also := o.pair, []model.Unit(nil)
	for _, row := range o.run.rows {
		if row.teaches() {
			also = append(also, row.U)
		}
	}
	if pair == nil {
		first := o.run.problem.ToUnit(o.design[0])
		also = []model.Unit{first}
		var err error
		if pair, err = o.prior(first, rand.New(rand.NewPCG(key, 3))); err != nil {
			return nil, err
		}
	}
	w, err := newDrawn(o.run.problem, pair, key, also)
	if err != nil {
		return nil, err
	}
	return &Draw{start: o, pair: pair, world: w, light: i > 0}, nil
}

// prior are processes drawn from the models' priors. A process without data
// cannot be had: it starts from its value at the first point of the design,
// which is drawn as well.
func (o *StartState) prior(first model.Unit, rng *rand.Rand) (*model.Pair, error) {
	p := o.run.problem
	set := pairSettings(p)
	process := func(m model.Settings, mean, variance float64) (*model.GP, error) {
		h := m.Priors.Draw(p.Dim(), rng)
		h.Mean, h.Variance, h.Scale = mean, variance, set.Choices.Spread(len(first), h.Scale)
		if m.Fixed != nil {
			h = *m.Fixed
		}
		y := h.Mean + math.Sqrt(h.Variance)*rng.NormFloat64()
		h.Noise = drawnNoise * h.Variance
		return model.New([]model.Unit{first}, []float64{y}, h)
	}
	pair := &model.Pair{Known: set.Known, Choices: set.Choices}
	var err error
	if pair.Objective, err = process(set.Objective, 0, 1); err != nil {
		return nil, fmt.Errorf("objective: %w", err)
	}
	if pair.Known == nil {
		price, _ := p.Prices()
		s := price.LogSpread()
		if pair.LogCost, err = process(set.Cost, math.Log(price.Typical), s*s); err != nil {
			return nil, fmt.Errorf("log-cost: %w", err)
		}
	}
	return pair, nil
}
