package acquisition

import (
	"math"

	"farsight/model"
)

// EIPES is EI per expected spending, EI·Φ(ζ)/E[min(c, B)] = Q₁/E[min(c, B)], ζ = (ln B − m)/s with B the budget left:
// what an evaluation brings if it can be paid for, by what it takes of the budget. With an unlimited budget it is
// EI/E[c]; where little is left, Q₁/B, so that it chooses like Q₁. Where the cost is known it is EI/c up to
// c ≤ B + Tolerance and 0 beyond. With B ≤ 0 it is 0 everywhere. Where the way there costs w, what is spent is
// w + E[min(c, B − w)].
type EIPES struct{ Q1 }

// NewEIPES is EI-PES with the tolerance of a budget of which nothing is spent.
func NewEIPES(best, budgetLeft float64) EIPES { return EIPES{NewQ1(best, budgetLeft)} }

func (r EIPES) Name() string { return "EI-PES" }

func (r EIPES) Eval(m model.Moments) (score float64, d model.Moments) {
	score, d = r.Q1.Eval(m)
	return r.by(m, score, d)
}

// ByQ1 is the score where that of Q₁ is known.
func (r EIPES) ByQ1(m model.Moments, q1 float64) (score float64) {
	score, _ = r.by(m, q1, model.Moments{})
	return score
}

// by is Eval where that of Q₁ is known.
func (r EIPES) by(m model.Moments, score float64, d model.Moments) (float64, model.Moments) {
	switch {
	case math.IsInf(score, -1):
		return score, model.Moments{}
	case m.Way > 0:
		v, dm, ds, dway := r.spending(m)
		d.MuC -= dm
		d.SdC -= ds
		d.Way -= dway
		return score - v, d
	case math.IsInf(r.BudgetLeft, 1) || m.SdC <= 0:
		d.MuC--
		d.SdC -= m.SdC
		return score - m.MuC - m.SdC*m.SdC/2, d
	}
	v, dm, ds := logSpending(m.MuC, m.SdC, math.Log(r.BudgetLeft))
	d.MuC -= dm
	d.SdC -= ds
	return score - v, d
}

// spending is ln(w + E[min(c, B − w)]) with its derivatives; that of the sum by w is P(c ≤ B − w).
func (r EIPES) spending(m model.Moments) (v, dm, ds, dway float64) {
	left, fits := r.BudgetLeft-m.Way, 1.0
	v, dm, ds = m.MuC+m.SdC*m.SdC/2, 1, m.SdC
	if !math.IsInf(left, 1) && m.SdC > 0 {
		lnB := math.Log(left)
		v, dm, ds = logSpending(m.MuC, m.SdC, lnB)
		fits = CDF((lnB - m.MuC) / m.SdC)
	}
	v, byCost, byWay := withWay(v, m.Way)
	return v, dm * byCost, ds * byCost, fits * byWay
}

func (r EIPES) Value(m model.Moments) float64 {
	score, _ := r.Eval(m)
	return math.Exp(score)
}

func (r EIPES) Traits() Traits {
	t := r.Q1.Traits()
	if t.Edge != nil {
		t.Edge.Inside = NewEIPC(r.Best)
	}
	return t
}
