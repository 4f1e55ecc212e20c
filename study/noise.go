package study

import (
	"context"
	"math"
	"slices"
	"sync"

	"farsight/model"
	"farsight/policy"
	"farsight/scenarios"
)

// Recommendation is the evaluated point of the best believed value. Where
// values are noisy that is what to take home: the best measured one is rather
// the luckiest.
type Recommendation struct {
	Row   int // the first at that point
	X     scenarios.Point
	Value float64 // believed, in the problem's own sign

	interval func() (ends [2]float64, ok bool)
}

// IntervalKind says of which distribution Interval is, where it is shown.
const IntervalKind = "t mixture"

// Interval is where the value without noise lies with 95 %, all that is not known
// of noise, scale and lengthscales taken into account: by a mixture of t
// distributions (model.Data.Interval). It reports false where the values say
// nothing of their noise, as one alone does not. It is computed when first asked
// for, which takes some milliseconds.
func (r *Recommendation) Interval() (low, high float64, ok bool) {
	ends, ok := r.interval()
	return ends[0], ends[1], ok
}

// recommended is what a pair believes to be the best of the rows; nil where
// values are exact.
func recommended(p *scenarios.Problem, q policy.Policy, pair *model.Pair, rows []Row) *Recommendation {
	if pair == nil || !pair.Objective.Noisy() {
		return nil
	}
	at, value := pair.Objective.Held()
	u := pair.Objective.Point(at)
	for i, r := range rows {
		if r.teaches() && !r.Failed && same(r.U, u) {
			out := &Recommendation{Row: i, X: r.X, Value: p.Sign() * value}
			hyper, rows := pair.Objective.Hyper(), slices.Clip(rows)
			out.interval = sync.OnceValues(func() ([2]float64, bool) { return credible(p, q, rows, hyper, u, value) })
			return out
		}
	}
	return nil
}

// level is the probability of all intervals that are shown.
const level = 0.95

// credible is the interval of the value at u in the problem's own sign. It is
// widened to hold what the fit believes, which rarely lies outside.
func credible(p *scenarios.Problem, q policy.Policy, rows []Row, h model.Hyper, u model.Unit, value float64) (ends [2]float64, ok bool) {
	models := q.Models(pairSettings(p))
	set := models.Objective
	set.Choices = models.Choices
	low, high, ok := dataOf(p, rows).Interval(set, h, u, level)
	low, high = math.Min(low, value), math.Max(high, value)
	if p.Sign() < 0 {
		low, high = -high, -low
	}
	return [2]float64{low, high}, ok
}

// incumbent is f* for the maximised objective: the best counted value or, where
// values are noisy, the best believed one.
func incumbent(pair *model.Pair, best float64) float64 {
	if pair != nil && pair.Objective.Noisy() {
		return pair.Incumbent()
	}
	return best
}

// Incumbent is f* of the maximised objective, as policies see it.
func (s *Snapshot) Incumbent() float64 {
	if s.Fitted != nil && s.Fitted.Noisy {
		return s.Fitted.Incumbent
	}
	return s.Problem.Sign() * s.Best
}

// Offered is the row a run would be judged by: the recommended one or, where
// values are exact, the best; −1 before any.
func (s *Snapshot) Offered() int {
	if s.Recommended != nil {
		return s.Recommended.Row
	}
	return s.BestRow
}

// NoiseAdvice is what to do where NoiseMet.
const NoiseAdvice = "the data look noisier than the model allows: if measuring a point again gives another value, say noisy = true under [objective]"

// simulated adds the noise of the n-th evaluation of a run, n = 0, 1, …, where
// the problem has its noise simulated.
func simulated(p *scenarios.Problem, run uint64, n int, e scenarios.Evaluation) scenarios.Evaluation {
	return addNoise(p.Noise.Simulated, run, n, e)
}

// known are the noise variances of rows that teach; nil where none is known.
func known(p *scenarios.Problem, rows []Row) []float64 {
	var out []float64
	any := false
	for _, r := range rows {
		if !r.teaches() {
			continue
		}
		sd := r.Sd
		if !(sd > 0) {
			sd = p.Noise.Sd // 0: not known
		}
		any = any || sd > 0
		out = append(out, sd*sd)
	}
	if !any {
		return nil
	}
	return out
}

// Outcome is what a measurement at unit-cube points is expected to give:
// Objective, widened by the noise where values are noisy.
func (s *Snapshot) Outcome(us []model.Unit) Band {
	b := s.Objective(us)
	if !s.Fitted.Noisy {
		return b
	}
	noise := s.Fitted.Objective.Noise
	for i, m := range b.Mean {
		sd := (b.High[i] - m) / z95
		h := z95 * math.Sqrt(sd*sd+noise)
		b.Low[i], b.High[i] = m-h, m+h
	}
	return b
}

// Recommended is the evaluated point believed best, where values are noisy; nil
// where they are not, and before there is one.
func (l *Live) Recommended(ctx context.Context) (*Recommendation, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	r, err := now.run()
	if err != nil || r.best < 0 || !r.data().Noisy(pairSettings(r.problem).Objective) {
		return nil, err // no model is fitted in vain
	}
	snap, err := l.SnapshotContext(ctx)
	return snap.Recommended, err
}

// NoiseMet tells whether the last decision found the data noisier than the
// model allows, and nothing has been said of noise since.
func (l *Live) NoiseMet() bool {
	asks := decisions(l.journal.Events())
	if len(asks) == 0 {
		return false
	}
	rec, _ := recordOf(&asks[len(asks)-1])
	now, err := l.now()
	if err != nil || !rec.NoiseMet {
		return false
	}
	r, err := now.run()
	return err == nil && !r.data().Noisy(pairSettings(r.problem).Objective)
}

// Truth is the value without noise at a row, where the problem's source knows
// it; NaN otherwise.
func (s *Snapshot) Truth(row int) float64 {
	t, ok := s.Problem.Source.(scenarios.Truth)
	if !ok || row < 0 {
		return math.NaN()
	}
	v, _, err := t.Truth(s.Rows[row].X)
	if err != nil {
		return math.NaN()
	}
	return v
}
