package study

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"farsight/model"
	"farsight/scenarios"
	"farsight/study/journal"
)

// Doubt is a number of an answer that may be a slip: whoever tells it should be
// asked once.
type Doubt struct {
	Field            string // "value" or "cost"
	Typed, Low, High float64
	Ends             bool // it is a cost that does not fit what is left, and ends the study
	// Text names it in a sentence: "value 50: expected 1.13 to 4.04 there". Low
	// and High are that interval, or for a cost that ends the study 0 and what is
	// left.
	Text string
}

const (
	doubtSds    = 6   // how far from what is expected a number is doubted
	doubtValues = 3   // that must be known before anything is expected
	doubtSpread = 0.1 // sd of a value, at least, as a share of what those so far span
	doubtLnCost = 0.1 // sd of ln c, at least: no cost is doubted that is off by less than a third
)

// Doubts says what of an answer is far from what is expected there, by the
// suggestion's record or else by a fit, and whether its cost ends the study. An
// answer that Tell would refuse has none.
func (l *Live) Doubts(a Answer) ([]Doubt, error) {
	now, err := l.now()
	if err != nil {
		return nil, err
	}
	x, ask := l.measuredAt(now, a)
	isValue := a.Failed || !math.IsNaN(a.Value) && !math.IsInf(a.Value, 0)
	if x == nil || checkTold(now.problem, x) != nil || !isValue || !(a.Cost > 0) || math.IsInf(a.Cost, 0) {
		return nil, nil
	}
	value, cost, err := l.expects(now, a, x, ask)
	if err != nil {
		return nil, err
	}
	var out []Doubt
	if !a.Failed && value.doubts(a.Value) {
		out = append(out, value.doubt("value", a.Value, now.problem.ValueUnit))
	}
	if lnCost := math.Log(a.Cost); cost.doubts(lnCost) {
		cost.low, cost.high = math.Exp(cost.low), math.Exp(cost.high)
		out = append(out, cost.doubt("cost", a.Cost, now.problem.CostUnit))
	}
	if d, over := now.overBudget(a, x, ask); over {
		out = append(out, d)
	}
	return out, nil
}

// measuredAt is where an answer was measured, and the suggestion it answers, if
// it does. An answer that cannot be told was measured nowhere.
func (l *Live) measuredAt(now present, a Answer) (scenarios.Point, *journal.Ask) {
	ask, err := l.answers(now, a)
	switch {
	case err != nil:
		return nil, nil
	case ask != nil && a.X == nil:
		return ask.X, ask
	case ask != nil && (a.Moved || readSame(a.X, ask.X)):
		return a.X, ask
	}
	return a.X, nil
}

// expected is what a number should be near: nothing where known is false.
type expected struct {
	known     bool
	mean, sd  float64 // sd: what is doubted by
	low, high float64 // 95 %
}

func expect(mean, variance, least float64) expected {
	sd := math.Sqrt(variance)
	return expected{known: true, mean: mean, sd: math.Max(sd, least), low: mean - z95*sd, high: mean + z95*sd}
}

func (e expected) doubts(v float64) bool {
	return e.known && math.Abs(v-e.mean) > doubtSds*e.sd
}

func (e expected) doubt(field string, typed float64, unit string) Doubt {
	return Doubt{
		Field: field, Typed: typed, Low: e.low, High: e.high,
		Text: fmt.Sprintf("%s %v%s: expected %s to %s there", field, typed, spaced(unit), few(e.low), few(e.high)),
	}
}

// few writes a number in three figures.
func few(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

func spaced(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// expects is what the value and ln c at x are expected to be.
func (l *Live) expects(now present, a Answer, x scenarios.Point, ask *journal.Ask) (value, lnCost expected, err error) {
	r, err := now.run()
	if err != nil || r.best < 0 {
		return value, lnCost, err
	}
	values, span := r.told()
	if values < doubtValues || span == 0 {
		return value, lnCost, nil
	}
	sign := now.problem.Sign()
	if rec, ok := recordOf(ask); ok && rec.Objective != nil && readSame(x, ask.X) && !now.setSince(ask.Seq) {
		value = expect(sign*rec.Mean, rec.Sd*rec.Sd+rec.Objective.Noise+a.Sd*a.Sd, doubtSpread*span)
		noise := 0.0
		if rec.Cost != nil {
			noise = rec.Cost.Noise
		}
		return value, expect(rec.MeanLnCost, rec.SdLnCost*rec.SdLnCost+noise, doubtLnCost), nil
	}
	r.recall(context.Background(), l.journal.Events())
	if err := r.fit(context.Background()); err != nil {
		return value, lnCost, err
	}
	var ws model.Workspace
	m := r.pair.Moments(&ws, now.problem.ToUnit(x))
	noise := 0.0
	if r.pair.LogCost != nil {
		noise = r.pair.LogCost.Hyper().Noise
	}
	value = expect(sign*m.MuF, m.SdF*m.SdF+r.pair.Objective.Hyper().Noise+a.Sd*a.Sd, doubtSpread*span)
	return value, expect(m.MuC, m.SdC*m.SdC+noise, doubtLnCost), nil
}

// told counts the values that were measured, and what they span.
func (r *liveRun) told() (n int, span float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range r.rows {
		if row.teaches() && !row.Failed {
			n++
			low, high = math.Min(low, row.Y), math.Max(high, row.Y)
		}
	}
	return n, math.Max(0, high-low)
}

// overBudget doubts a cost that is charged and does not fit what is left.
func (p present) overBudget(a Answer, x scenarios.Point, ask *journal.Ask) (Doubt, bool) {
	design := designPoint(p.state, x)
	if ask != nil {
		design = ask.Design
	}
	way := p.charged(x, ask)
	if design > 0 && !p.state.Created.ChargeInitial || p.state.Affordable(a.Cost+way) {
		return Doubt{}, false
	}
	left, unit, moved := p.state.Remaining(), spaced(p.problem.CostUnit), ""
	if way > 0 {
		moved = fmt.Sprintf(", and %s%s for the move", few(way), unit)
	}
	return Doubt{
		Field: "cost", Typed: a.Cost, High: math.Max(0, left-way), Ends: true,
		Text: fmt.Sprintf("cost %v%s%s: %s%s of the budget is left, so that it ends the study", a.Cost, unit, moved, few(left), unit),
	}, true
}
