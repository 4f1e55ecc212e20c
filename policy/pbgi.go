package policy

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"farsight/acquisition"
	"farsight/model"
)

const optionLambda = "lambda"

// lambdaOption is λ of PBGI and the λ that PBGI-D begins with.
var lambdaOption = Option{
	Name: optionLambda, Type: Number, Label: "price λ",
	About: "PBGI: what one unit of cost is worth, in standard deviations of the objective.",
	Usage: "PBGI: price of one unit of cost",
}

func init() {
	Register(Kind{
		ID: "pbgi", Title: "PBGI", Order: 70, Hue: 5,
		Sentence:   "Gittins index at a fixed price, with its stopping rule",
		Formula:    "the g(x) with EI(x; g) = λ E[c(x)];  it stops once max EI / (λ E[c]) ≤ 1",
		Symbol:     "g",
		Choose:     "when a unit of cost has a price of its own, so that stopping early is worth something",
		Options:    []Option{lambdaOption, jointOption},
		AnyScale:   true,
		Aside:      true,
		Start:      func(p Policy) Decider { return pbgi{p: p} },
		Function:   gittins,
		ChartTitle: titled(gittinsTitle),
		Why:        said(gittinsWhy),
		Numbers:    gittinsNumbers,
	})
}

const (
	gittinsTitle = "index: the value worth paying for"
	gittinsWhy   = ", where the largest prize is still worth its price"
)

// gittins is the index at a decision's price, or at the one to begin with.
func gittins(p Policy, s Situation, d *Decision) acquisition.Function {
	if d != nil && d.Price > 0 {
		return indexAt(s, d.Price)
	}
	return indexAt(s, firstPrice(p))
}

// firstPrice is the λ asked for, or PBGI-D's first.
func firstPrice(p Policy) float64 {
	if v, err := strconv.ParseFloat(p.Get(optionLambda), 64); err == nil {
		return v
	}
	return acquisition.PBGIDStart
}

// indexAt is the Gittins index with λ in the units of the initial design: the
// standard deviation of its values and its mean cost.
func indexAt(s Situation, lambda float64) acquisition.PBGI {
	fn := acquisition.PBGI{Lambda: lambda, Scale: 1, CostUnit: 1}
	var values []float64
	cost, n := 0.0, 0
	for _, e := range s.Seen {
		if !e.Initial {
			continue
		}
		cost += e.Cost
		n++
		if !math.IsNaN(e.Value) {
			values = append(values, e.Value)
		}
	}
	if n > 0 {
		fn.CostUnit = cost / float64(n)
	}
	if len(values) > 0 {
		_, fn.Scale = model.Standardisation(values)
	}
	return fn
}

// pbgi stops once no point pays for itself.
type pbgi struct {
	Forgetful
	p Policy
}

func (g pbgi) Decide(ctx context.Context, s Situation) (*Decision, Stop, error) {
	index := indexAt(s, firstPrice(g.p))
	d, stop, err := maximise(ctx, s, index)
	if d == nil {
		return nil, stop, err
	}
	d.Price = index.Lambda
	res, err := acquisition.Maximise(ctx, s.Pair, acquisition.NewEIPC(s.Best), s.search())
	if err == nil && res.Cancelled {
		err = ctx.Err() // what was found so far says nothing about stopping
	}
	switch {
	case err != nil:
		return nil, Running, err
	case index.Stop(res.Best.Value):
		return nil, StoppingRule, nil
	}
	return d, Running, nil
}

// gittinsNumbers writes out the index.
func gittinsNumbers(t Telling) []string {
	n, d, e := t.Number, t.Decision, t.Expect
	cost, paid := expectedCost(e), t.law("E[c]", "w + E[c]")
	above, equation := acquisition.EI(e.MuF, e.SdF, d.Value), "EI(x; g)"
	if w := t.weight(); w != 1 {
		above *= w
		equation = fmt.Sprintf("w EI(x; g), with the chance of success w = %s,", n(w))
	}
	return append(t.models(),
		fmt.Sprintf("%-7s = %sexp(m + s²/2) = %s", paid, t.law("", "w + "), n(cost)),
		fmt.Sprintf("g: the prize at which %s = p %s:  %s = %s · %s", equation, t.law(paid, "("+paid+")"), n(above), n(above/cost), n(cost)),
		fmt.Sprintf("g       = %s", n(d.Value)),
		fmt.Sprintf("p is λ = %s in the units of the initial design's values and costs", n(d.Price)))
}
