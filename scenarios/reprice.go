package scenarios

import (
	"context"
	"fmt"
	"math"
	"slices"

	"farsight/model"
	"farsight/scenarios/formula"
)

// AtPrices returns a copy of the problem with all costs multiplied by a factor above
// 0: of evaluations, of moves, and of the initial design. The budget stays.
func (p *Problem) AtPrices(factor float64) *Problem {
	q := *p
	if known := p.KnownCost; known != nil {
		q.KnownCost = func(u model.Unit) float64 { return factor * known(u) }
	}
	if p.CostText != "" {
		q.CostText = timesText(factor, p.CostText)
	}
	if p.Source != nil {
		q.Source = repriced(p.Source, factor)
	}
	if part := p.CostPart; part != nil {
		q.CostPart, q.PartText = func(u model.Unit) float64 { return factor * part(u) }, timesText(factor, p.PartText)
	}
	q.Price.Typical *= factor
	if h := p.Cost.Fixed; h != nil { // a process of ln c: its mean moves, its shape does not
		moved := *h
		moved.Mean += math.Log(factor)
		q.Cost.Fixed = &moved
	}
	q.Initial.Cost = slices.Clone(p.Initial.Cost)
	for i := range q.Initial.Cost {
		q.Initial.Cost[i] *= factor
	}
	if m := p.Move; m != nil {
		moved := *m
		moved.PerUnit *= factor
		if m.formula != nil {
			names, choices := MoveNames(m.parameters)
			moved.formula = times(factor, m.formula, names, choices)
		}
		q.Move = &moved
	}
	return &q
}

// timesText returns a formula's text multiplied by a factor.
func timesText(factor float64, text string) string { return fmt.Sprintf("%v*(%s)", factor, text) }

// times returns a formula multiplied by a factor.
func times(factor float64, f *formula.Formula, names []string, choices [][]string) *formula.Formula {
	out, err := formula.Choosing(timesText(factor, f.String()), names, choices)
	if err != nil { // a sound text in brackets is sound
		panic(fmt.Sprintf("scenarios: %v times %q: %v", factor, f, err))
	}
	return out
}

// repriced returns a source with all costs multiplied by a factor.
func repriced(s Source, factor float64) Source {
	if e, ok := s.(*Expression); ok {
		copied := *e
		choices := make([][]string, len(e.Parameters))
		for i, p := range e.Parameters {
			choices[i] = p.Choices
		}
		copied.Cost = times(factor, e.Cost, Names(e.Parameters), choices)
		return &copied
	}
	out := repricedSource{s, factor}
	if t, ok := s.(Truth); ok {
		return repricedTruth{out, t}
	}
	return out
}

// repricedSource multiplies what a source charges.
type repricedSource struct {
	Source
	factor float64
}

func (r repricedSource) Evaluate(ctx context.Context, x Point) (Evaluation, error) {
	e, err := r.Source.Evaluate(ctx, x)
	e.Cost *= r.factor
	return e, err
}

// Text reports false: a problem file cannot express the factor.
func (repricedSource) Text() (t Text, ok bool) { return Text{}, false }

func (r repricedSource) Permission() *Permission {
	p := r.Source.Permission()
	if p == nil {
		return nil
	}
	copied := *p
	copied.Allow = func() Source { return repriced(p.Allow(), r.factor) }
	return &copied
}

// repricedTruth multiplies the costs of Truth, too.
type repricedTruth struct {
	repricedSource
	truth Truth
}

func (r repricedTruth) Truth(x Point) (value, cost float64, err error) {
	value, cost, err = r.truth.Truth(x)
	return value, r.factor * cost, err
}
