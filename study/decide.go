package study

import (
	"context"
	"math"
	"math/rand/v2"

	"farsight/acquisition"
	"farsight/lookahead"
	"farsight/model"
	"farsight/study/journal"
)

// memory is what a policy carries from one decision to the next.
type memory struct {
	tree      *lookahead.Memory   // the last tree, for a warm start
	warm      *warmStart          // what was observed since
	scheduler lookahead.Scheduler // the fantasy budget
	pbgid     *acquisition.PBGID  // the decaying price
}

type warmStart struct{ y, lnz float64 }

// observed tells the memory what the last decision brought.
func (m *memory) observed(s *Study, row Row) {
	m.scheduler.Paid(row.Cost)
	m.warm = nil
	if !row.Failed {
		m.warm = &warmStart{s.problem.Sign() * row.Y, math.Log(row.Cost)}
	}
}

// pbgiUnits are the units PBGI's price is in: those of the initial design.
type pbgiUnits struct{ scale, cost float64 }

// incumbent is f* for the maximised objective: the best counted value.
func (s *Study) incumbent() float64 { return s.problem.Sign() * s.bestValue() }

// decide chooses the next point, or says why there is none.
func (s *Study) decide(ctx context.Context) (*Decision, Stop, error) {
	switch {
	case s.policy.Name == "random":
		return s.random(), Running, nil
	case s.policy.Lookahead():
		return s.planAhead(ctx)
	case s.policy.Name == far:
		return s.playOut(ctx)
	}
	return s.closedForm(ctx)
}

// random draws a point of the box.
func (s *Study) random() *Decision {
	rng := rand.New(rand.NewPCG(mix(s.settings.Seed, saltRandom, s.step), 0))
	u := make([]float64, s.problem.Dim())
	for i := range u {
		u[i] = rng.Float64()
	}
	return s.decision0(u, math.NaN())
}

// decision0 is the decision for unit-cube point u, which is first moved to the
// parameters' grids.
func (s *Study) decision0(u []float64, value float64) *Decision {
	d := &Decision{Choice: s.choice(u, value), Horizon: s.budget.Left()}
	var ws model.Workspace
	d.Expect = s.pair.Moments(&ws, d.U)
	d.Fits = fits(d.Expect, s.budget.Left())
	return d
}

func (s *Study) choice(u []float64, value float64) Choice {
	x := s.problem.FromUnit(u)
	return Choice{X: x, U: s.problem.ToUnit(x), Acquisition: value}
}

// fits is the chance that a cost with these moments is at most left.
func fits(m model.Moments, left float64) float64 {
	if left <= 0 {
		return 0
	}
	z := math.Log(left) - m.MuC
	if m.SdC == 0 {
		if z >= -journal.Tolerance {
			return 1
		}
		return 0
	}
	return acquisition.CDF(z / m.SdC)
}

// closedForm maximises one of the closed forms of docs/method.md.
func (s *Study) closedForm(ctx context.Context) (*Decision, Stop, error) {
	rule := s.rule()
	if s.pair.Known != nil {
		// A known cost is known to be affordable or not.
		rule = acquisition.Within(rule, s.budget.Left())
	}
	res, err := acquisition.Maximise(ctx, s.pair, rule, s.search())
	if err != nil {
		return nil, Running, err
	}
	if res.Cancelled {
		return nil, Running, ctx.Err()
	}
	if res.Empty() {
		return nil, NothingAffordable, nil
	}
	d := s.decision0(res.Best.X, res.Best.Value)
	if res.HasRunnerUp {
		c := s.choice(res.RunnerUp.X, res.RunnerUp.Value)
		d.RunnerUp = &c
	}
	stop, err := s.price(ctx, d, res.Best.Value)
	if stop != Running || err != nil {
		return nil, stop, err
	}
	return d, Running, nil
}

// search are the settings of this step's maximisations.
func (s *Study) search() acquisition.Settings {
	return acquisition.Settings{Seed: mix(s.settings.Seed, saltSearch, s.step), Workers: s.settings.Workers}
}

// Rule returns the closed form a policy maximises in a run's present state, for
// drawing its curve; nil for policies that have none.
func (s *Snapshot) Rule() acquisition.Function {
	if s.Pair == nil || s.BestRow < 0 {
		return nil
	}
	lambda := s.Policy.Lambda
	if s.Decision != nil && s.Decision.Lambda > 0 {
		lambda = s.Decision.Lambda
	}
	nu := 0.0
	if s.Money.Total > 0 {
		nu = s.Money.Left / s.Money.Total
	}
	return closedFormRule(s.Policy.Name, s.Problem.Sign()*s.Best, nu, lambda, unitsOf(s.Rows, s.Problem.Sign()))
}

func (s *Study) rule() acquisition.Function {
	lambda := s.policy.Lambda
	if s.memory.pbgid != nil {
		lambda = s.memory.pbgid.Lambda
	}
	return closedFormRule(s.policy.Name, s.incumbent(), s.budget.Cooling(), lambda, unitsOf(s.rows, s.problem.Sign()))
}

// closedFormRule is nil for names that are not closed forms.
func closedFormRule(name string, best, nu, lambda float64, units pbgiUnits) acquisition.Function {
	switch name {
	case "ei":
		return acquisition.NewEI(best)
	case "log-ei":
		return acquisition.NewLogEI(best)
	case "ei-puc":
		return acquisition.NewEIPUC(best)
	case "ei-puc-cc":
		return acquisition.NewEIPUCCC(best, nu)
	case "ei-pc", far: // FAR while many evaluations are left
		return acquisition.NewEIPC(best)
	case "pbgi", "pbgi-d":
		if lambda == 0 {
			lambda = acquisition.PBGIDStart
		}
		return acquisition.PBGI{Lambda: lambda, Scale: units.scale, CostUnit: units.cost}
	}
	return nil
}

// unitsOf are the standard deviation of the initial design's values and its
// mean cost.
func unitsOf(rows []Row, sign float64) pbgiUnits {
	var y []float64
	cost, n := 0.0, 0
	for _, r := range rows {
		if !r.Initial {
			continue
		}
		cost += r.Cost
		n++
		if !r.Failed {
			y = append(y, sign*r.Y)
		}
	}
	u := pbgiUnits{1, 1}
	if n > 0 {
		u.cost = cost / float64(n)
	}
	if len(y) > 0 {
		_, u.scale = model.Standardisation(y)
	}
	return u
}

// price applies what PBGI says beyond its choice: with a fixed price it stops
// once no point pays for itself; PBGI-D halves the price instead.
func (s *Study) price(ctx context.Context, d *Decision, index float64) (Stop, error) {
	switch s.policy.Name {
	case "pbgi":
		rule := s.rule().(acquisition.PBGI)
		d.Lambda = rule.Lambda
		res, err := acquisition.Maximise(ctx, s.pair, acquisition.NewEIPC(s.incumbent()), s.search())
		if err != nil {
			return Running, err
		}
		if rule.Stop(res.Best.Value) {
			return StoppingRule, nil
		}
	case "pbgi-d":
		rule := s.rule().(acquisition.PBGI)
		d.Lambda = rule.Lambda
		next := acquisition.PBGID{PBGI: rule}.Next(index, s.incumbent())
		s.memory.pbgid = &next
	}
	return Running, nil
}
