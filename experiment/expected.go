package experiment

import (
	"math"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
)

// On a map the functions come from known processes, so that of every evaluation
// a policy chose the gain to be expected can be computed exactly, given all that
// had been seen before. Summed along a run, these expected gains have the same
// mean as the improvement, whatever the policy believes or does, and far less
// spread: half the interval, that is a quarter of the draws, at budgets worth two
// or three evaluations.

// expected sums the expected gains of a run's rows, on the way to the
// improvement of a maximised value; nil where the functions were not drawn.
func expected(p *scenarios.Problem, rows []study.Row) (*float64, error) {
	d, ok := p.Source.(scenarios.Drawn)
	if !ok {
		return nil, nil
	}
	var seen model.Data
	total, best, left := 0.0, math.Inf(-1), p.Budget
	for _, r := range rows {
		y := p.Sign() * r.Y
		if !r.Initial {
			// An evaluation that did not fit counts, too: it could have.
			gain, err := d.ExpectedGain(seen, r.U, best, left-r.Move)
			if err != nil {
				return nil, err
			}
			total += gain
		}
		if !r.Initial || p.ChargeInitial {
			left -= r.Taken()
		}
		if r.Counted {
			best = math.Max(best, y)
			seen.X, seen.Y, seen.Cost = append(seen.X, r.U), append(seen.Y, y), append(seen.Cost, r.Cost)
		}
	}
	return &total, nil
}

// gain is what a run brought: the expected gains where they are known, else the
// improvement.
func (r Record) gain() float64 {
	if r.Expected != nil {
		return *r.Expected
	}
	return r.improvement()
}
