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

// Recommendation is the evaluated point with the best posterior mean. If values are
// noisy the best measured one is often just the luckiest.
type Recommendation struct {
	Row   int // the first at that point
	X     scenarios.Point
	Value float64 // posterior mean, in the problem's own sign

	interval func() (credible, bool)
}

// credible is an interval and the name of its distribution.
type credible struct {
	low, high float64
	kind      string
}

// Interval returns the 95 % interval of the value without noise, with unknown noise,
// scale and lengthscales taken into account: by a mixture of t distributions
// (model.Data.Interval), or by the prior (model.PriorInterval) where values cannot
// show their noise, as one value. It reports false if there is none, as for a single
// value of 0. The first call takes some milliseconds.
func (r *Recommendation) Interval() (low, high float64, ok bool) {
	c, ok := r.interval()
	return c.low, c.high, ok
}

// IntervalKind names the distribution of Interval.
func (r *Recommendation) IntervalKind() string {
	c, _ := r.interval()
	return c.kind
}

// recommended returns the row with the best posterior mean; nil if values are exact.
func recommended(p *scenarios.Problem, q policy.Policy, pair *model.Pair, rows []Row) *Recommendation {
	if pair == nil || !pair.Objective.Noisy() {
		return nil
	}
	at, value := pair.Objective.Held()
	u := pair.Objective.Point(at)
	for i, r := range rows {
		if r.informs() && !r.Failed && same(r.U, u) {
			out := &Recommendation{Row: i, X: r.X, Value: p.Sign() * value}
			hyper, rows := pair.Objective.Hyper(), slices.Clip(rows)
			out.interval = sync.OnceValues(func() (credible, bool) { return interval(p, q, rows, hyper, u, value) })
			return out
		}
	}
	return nil
}

// level is the probability of all intervals that are shown.
const level = 0.95

// interval returns that of the value at u in the problem's own sign, widened
// to contain the posterior mean, which rarely lies outside.
func interval(p *scenarios.Problem, q policy.Policy, rows []Row, h model.Hyper, u model.Unit, value float64) (c credible, ok bool) {
	models := q.Models(pairSettings(p))
	set := models.Objective
	set.Choices = models.Choices
	low, high, ok := dataOf(p, rows).Interval(set, h, u, level)
	kind := "t mixture"
	if !ok {
		kind = "prior: values do not show their noise yet"
		low, high, ok = model.PriorInterval(value)
	}
	low, high = math.Min(low, value), math.Max(high, value)
	if p.Sign() < 0 {
		low, high = -high, -low
	}
	return credible{low, high, kind}, ok
}

// incumbent returns f* of the maximised objective: the best counted value or, if values are noisy,
// model.Pair.Incumbent.
func incumbent(pair *model.Pair, best float64) float64 {
	if pair != nil && pair.Objective.Noisy() {
		return pair.Incumbent()
	}
	return best
}

// Incumbent returns f* of the maximised objective.
func (s *Snapshot) Incumbent() float64 {
	if s.Fitted != nil && s.Fitted.Noisy {
		return s.Fitted.Incumbent
	}
	return s.Problem.Sign() * s.Best
}

// Offered returns the row of a run's result: the recommended one or, if values are
// exact, the best; −1 before any.
func (s *Snapshot) Offered() int {
	if s.Recommended != nil {
		return s.Recommended.Row
	}
	return s.BestRow
}

// NoiseAdvice says what to do if NoiseMet.
const NoiseAdvice = "the data look noisier than the model allows: if measuring a point again gives another value, set noisy = true under [objective]"

// simulated adds the noise of the n-th evaluation of a run, n = 0, 1, …, if the
// problem simulates noise.
func simulated(p *scenarios.Problem, run uint64, n int, e scenarios.Evaluation) scenarios.Evaluation {
	return addNoise(p.Noise.Simulated, run, n, e)
}

// known returns the noise variances of the rows that the models use; nil if none is
// known.
func known(p *scenarios.Problem, rows []Row) []float64 {
	var out []float64
	any := false
	for _, r := range rows {
		if !r.informs() {
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

// Outcome returns the prediction of a measurement at unit-cube points: Objective,
// widened by the noise.
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

// Recommended returns the recommendation; nil if values are exact, and before there is
// one.
func (l *Live) Recommended(ctx context.Context) (*Recommendation, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	r, err := now.run()
	if err != nil || r.best < 0 || !r.data().Noisy(pairSettings(r.problem).Objective) {
		return nil, err // without a fit
	}
	snap, err := l.SnapshotAt(ctx, 0)
	return snap.Recommended, err
}

// NoiseMet reports whether the last decision found the data noisier than the model
// allows, and noise has not been declared since.
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

// Truth returns the value without noise at a row if the problem's source knows it;
// else NaN.
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
