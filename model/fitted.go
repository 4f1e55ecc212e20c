package model

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"farsight/internal/workers"
)

// Fitted is a pair in numbers: with the data and the settings it was fitted by
// they make the same pair again, to the bit (Rebuild). It grows with the
// inputs, not with the data, whose factors take n² numbers. All of it can be
// encoded by encoding/gob.
type Fitted struct {
	Objective Process
	LogCost   *Process   // nil: the cost is known
	Link      *LinkFound // how ln c follows f; nil: it does not
	Noisy     bool       // values were treated as noisy
	Incumbent float64    // Pair.Incumbent
}

// Process is a Gaussian process in numbers.
type Process struct {
	Hyper
	LogLikelihood float64
}

// LinkFound is a Link in numbers.
type LinkFound struct {
	Beta, Sd, Evidence float64
	Own                Hyper // of g
}

// Fitted is the pair in numbers; nil of none.
func (p *Pair) Fitted() *Fitted {
	if p == nil {
		return nil
	}
	f := &Fitted{Objective: p.Objective.process(), Noisy: p.Objective.noisy, Incumbent: p.Incumbent()}
	if p.LogCost != nil {
		c := p.LogCost.process()
		f.LogCost = &c
	}
	if l := p.Link; l != nil {
		f.Link = &LinkFound{l.Beta, l.Sd, l.Evidence, l.Own.Hyper()}
	}
	return f
}

func (g *GP) process() Process { return Process{g.Hyper(), g.LogLikelihood()} }

// Lean is the same pair without what is kept of it beyond its factors: K⁻¹, which
// is computed again for who asks.
func (p *Pair) Lean() *Pair {
	q := *p
	q.Objective, q.LogCost = p.Objective.lean(), p.LogCost.lean()
	if p.Link != nil {
		link := *p.Link
		link.Own = link.Own.lean()
		q.Link = &link
	}
	return &q
}

func (g *GP) lean() *GP {
	if g == nil {
		return nil
	}
	q := *g
	q.inverse, q.believed, q.crowded = sync.OnceValue(q.chol.Inverse), sync.OnceValue(q.asBelieved), nil
	return &q
}

// Rebuild makes a pair again from its numbers, the data it was fitted to and
// the settings it was fitted by. Nothing is searched for: it takes as long as
// the factors.
func Rebuild(d Data, s PairSettings, f Fitted) (*Pair, error) {
	if (f.LogCost == nil) != (s.Known != nil) {
		return nil, errors.New("log-cost: it is known and has hyperparameters, or neither")
	}
	lnz, err := d.check()
	if err != nil {
		return nil, err
	}
	p := &Pair{Known: s.Known, Choices: s.Choices}
	var errC error
	var wg workers.Group
	if f.LogCost != nil {
		xs, lnz, known := s.thought().join(d.X, lnz, s.Choices)
		wg.Go(func() { p.LogCost, errC = rebuild(xs, lnz, known, false, f.LogCost.Hyper) })
	}
	xs, ys, known := d.valued()
	p.Objective, err = rebuild(xs, ys, known, f.Noisy, f.Objective.Hyper)
	wg.Wait()
	if err != nil {
		return nil, fmt.Errorf("objective: %w", err)
	}
	if errC != nil {
		return nil, fmt.Errorf("log-cost: %w", errC)
	}
	if l := f.Link; l != nil && p.LogCost != nil {
		p.Link = &Link{Beta: l.Beta, Sd: l.Sd, Evidence: l.Evidence}
		if err := p.Link.complete(newLinked(d, lnz, p.Objective), p.Objective, l.Own); err != nil {
			return nil, fmt.Errorf("log-cost: %w", err)
		}
	}
	return p, p.weigh(d, s)
}

// rebuild conditions a process as its fit did. Hyperparameters that were found
// need not be such as one may set.
func rebuild(x []Unit, y, known []float64, noisy bool, h Hyper) (*GP, error) {
	d, err := checkInputs(x)
	if err != nil {
		return nil, err
	}
	if err := checkOutputs(y, len(x), "y"); err != nil {
		return nil, err
	}
	if len(h.Scale) != d {
		return nil, fmt.Errorf("hyperparameter scale has %d lengthscales: the inputs have dimension %d", len(h.Scale), d)
	}
	s := Settings{Noisy: noisy}
	_, scale := Standardisation(y)
	g, err := condition(s.observed(x, y, known, d, scale), d, h)
	return g.taken(noisy), err
}

// Following is a link as a problem of the given sign states it, for reports.
type Following struct {
	Beta        float64 `json:"beta"`        // ln c = g + βf, f in the problem's own sense
	Sd          float64 `json:"sd"`          // of β
	Correlation float64 `json:"correlation"` // of f and ln c, before any data
	Evidence    float64 `json:"ln_odds"`     // for β ≠ 0 against β = 0
}

// Following is how the log-cost follows the objective; nil: it does not.
func (f *Fitted) Following(sign float64) *Following {
	if f == nil || f.Link == nil {
		return nil
	}
	return &Following{sign * f.Link.Beta, f.Link.Sd, sign * f.Link.correlation(f.Objective.Hyper), f.Link.Evidence}
}

// correlation of f and ln c before any data:
//
//	ρ = β√a_f/√(a_g + β²a_f)
func (l *LinkFound) correlation(f Hyper) float64 {
	b := l.Beta * math.Sqrt(f.Variance)
	return b / math.Hypot(b, math.Sqrt(l.Own.Variance))
}
