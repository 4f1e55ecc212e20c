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

// Doubt is a number of an answer that may be a typing error and should be confirmed.
type Doubt struct {
	Field            string // "value" or "cost"
	typed, low, high float64
	Ends             bool // a cost that exceeds the remaining budget and ends the study
	// Text describes it: "value 50: expected 1.13 to 4.04 there". Low and High are
	// that interval, or for a cost that ends the study 0 and the remaining budget.
	Text string
}

const (
	doubtSds    = 6   // standard deviations from the prediction
	doubtValues = 3   // least number of values for a prediction
	doubtSpread = 0.1 // least sd of a value, as a share of the range of the values
	doubtLnCost = 0.1 // least sd of ln c: no cost is doubted that is off by less than a third
)

// Doubts returns the numbers of an answer that are far from the prediction, by the
// suggestion's record or else by a fit, and a cost that ends the study. An answer
// that Tell would refuse has none.
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

// measuredAt returns the point of an answer and the suggestion it answers, if any; nil
// for an answer that Tell would refuse.
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

// expected is the prediction of a number; none if known is false.
type expected struct {
	known     bool
	mean, sd  float64 // with the least sd
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
		Field: field, typed: typed, low: e.low, high: e.high,
		Text: fmt.Sprintf("%s %v%s: expected %s to %s there", field, typed, spaced(unit), few(e.low), few(e.high)),
	}
}

// few writes a number with three digits.
func few(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

func spaced(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// expects returns the predictions of the value and ln c at x.
func (l *Live) expects(now present, a Answer, x scenarios.Point, ask *journal.Ask) (value, lnCost expected, err error) {
	r, err := now.run()
	if err != nil || r.best < 0 {
		return value, lnCost, err
	}
	values, span := r.valueRange()
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

// valueRange returns the number of values and their range.
func (r *liveRun) valueRange() (n int, span float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range r.rows {
		if row.informs() && !row.Failed {
			n++
			low, high = math.Min(low, row.Y), math.Max(high, row.Y)
		}
	}
	return n, math.Max(0, high-low)
}

// overBudget doubts a cost that is charged and exceeds the remaining budget.
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
		Field: "cost", typed: a.Cost, high: math.Max(0, left-way), Ends: true,
		Text: fmt.Sprintf("cost %v%s%s: %s%s of the budget is left, so that it ends the study", a.Cost, unit, moved, few(left), unit),
	}, true
}
