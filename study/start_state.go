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
	"farsight/study/journal"
)

// StartState is the state of a study before its next decision: evaluations, budget,
// unmeasured points of the initial design, and models. Policies are compared from it
// on functions drawn from the posterior.
type StartState struct {
	run    *Study            // evaluations and budget; it decides nothing
	design []scenarios.Point // to be measured before the first decision
	pair   *model.Pair       // given the rows; nil: there are too few
}

// leastKnown is the least number of values for a fit.
const leastKnown = 2

// Unmeasured returns the points of a study's initial design without measurements.
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

// NewStartState returns the state before the first decision. The initial design is
// taken as given, or evaluated unless a person or a command does that.
func NewStartState(ctx context.Context, p *scenarios.Problem, s Settings) (*StartState, error) {
	st, err := newStudy(p, policy.Must("random"), s)
	if err != nil {
		return nil, err
	}
	design, err := initialDesign(p, s.Seed)
	if err != nil {
		return nil, err
	}
	open, err := st.addDesign(ctx, design, p.Source != nil && p.Source.Permission() == nil)
	if err != nil {
		return nil, err
	}
	o := &StartState{run: st}
	for _, i := range open {
		o.design = append(o.design, design.X[i])
	}
	return o, o.believe(ctx, design.X)
}

// StartState returns the current state of the study. If there is nothing left to
// suggest the error is an EndedError.
func (l *Live) StartState(ctx context.Context) (*StartState, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	return now.start(ctx)
}

// LiveStartState returns the state of the study that CreateLive would make.
func LiveStartState(ctx context.Context, name string, text []byte, s LiveSettings) (*StartState, error) {
	b, err := newBeginning("", name, text, s)
	if err != nil {
		return nil, err
	}
	var events []journal.Event
	for i, body := range append([]journal.Body{b.created}, b.more...) {
		events = append(events, journal.Event{Seq: i + 1, Time: time.Now(), Body: body})
	}
	now := present{problem: b.problem, policy: b.policy}
	if now.state, err = journal.Replay(events); err != nil {
		return nil, err
	}
	return now.start(ctx)
}

// start returns the current state of the study.
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

// believe fits the models to the evaluations. If there are too few the study is taken
// as if nothing had been measured: whole is the whole initial design.
func (o *StartState) believe(ctx context.Context, whole []scenarios.Point) error {
	r, known := o.run, 0
	for _, row := range r.rows {
		if row.informs() && !row.Failed {
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
		if row.Counted && !row.Initial { // earlier measurements count as initial
			afresh = afresh.Pay(row.Taken())
		}
	}
	r.rows, r.at, r.best, r.budget, o.design = nil, nil, -1, afresh, whole
	return nil
}

// Problem returns the problem.
func (o *StartState) Problem() *scenarios.Problem { return o.run.problem }

// Measured returns the number of evaluations that the drawn functions agree with; 0:
// they are drawn from the models' priors.
func (o *StartState) Measured() int { return len(o.run.data().X) }

// Left returns the remaining budget.
func (o *StartState) Left() float64 { return o.run.budget.Left() }

// Prices returns the costs of drawn evaluations before anything is measured; drawn is
// false if the cost is known or modelled already, assumed if the problem gives none.
func (o *StartState) Prices() (p scenarios.Price, assumed, drawn bool) {
	problem := o.run.problem
	if o.pair != nil || problem.KnownCost != nil || problem.Cost.Fixed != nil {
		return p, false, false
	}
	p, said := problem.Prices()
	return p, !said, true
}

// Draw returns the i-th pair of functions drawn from the models.
func (o *StartState) Draw(i int) (*Draw, error) {
	key := sobol.Seed(o.run.settings.Seed, sobol.Draw, i)
	pair, also := o.pair, []model.Unit(nil)
	for _, row := range o.run.rows {
		if row.informs() {
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

// prior draws processes from the models' priors. A process needs data: it starts from
// a drawn value at the first point of the design.
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
