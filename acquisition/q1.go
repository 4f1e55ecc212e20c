package acquisition

import (
	"math"

	"farsight/model"
)

// affordableTolerance is how far, relative to the budget, a cost may overshoot and still count as affordable.
const affordableTolerance = 1e-9

// Q1 is budgeted expected improvement, the one-step value Q₁ = EI·Φ(ζ), ζ = (ln B − m)/s with B the
// remaining budget: the improvement counts only if the evaluation fits. Where the cost is known (s
// = 0) Φ is 1 for m ≤ ln(B + Tolerance) and 0 beyond. With B ≤ 0 it is 0 everywhere. With a
// movement cost w, B − w replaces B; where the cost follows the objective it is E[(f − f*)⁺·1(c ≤
// B)], by quadrature.
type Q1 struct {
	Best       float64
	BudgetLeft float64
	Tolerance  float64 // in units of cost, for known costs: affordable means spent + cost ≤ total + Tolerance
}

// NewQ1 is Q₁ with the tolerance of a budget of which nothing is spent; set Tolerance to 1e-9 of the whole budget
// where part of it is.
func NewQ1(best, budgetLeft float64) Q1 {
	return Q1{Best: best, BudgetLeft: budgetLeft, Tolerance: affordableTolerance * math.Max(budgetLeft, 0)}
}

func (r Q1) Name() string { return "Q1" }

func (r Q1) Eval(m model.Moments) (score float64, d model.Moments) {
	if r.BudgetLeft <= 0 {
		return math.Inf(-1), d
	}
	score, d.MuF, d.SdF = logEI(m.MuF, m.SdF, r.Best)
	score += m.LnW
	d.LnW = 1
	s := m.SdC
	if s <= 0 {
		if paid, _, _ := withWay(m.MuC, m.Way); paid <= r.limit() {
			return score, d
		}
		return math.Inf(-1), model.Moments{}
	}
	left := r.BudgetLeft - m.Way
	if left <= 0 {
		return math.Inf(-1), model.Moments{}
	}
	// ln Φ(ζ): ∂/∂m = −(φ/Φ)/s, ∂/∂s = −(φ/Φ)ζ/s, ∂/∂w = −(φ/Φ)/(s(B − w))
	z := (math.Log(left) - m.MuC) / s
	if math.IsInf(z, 1) {
		return score, d // an unlimited budget
	}
	if m.Cov != 0 && m.SdF > 0 {
		score, d = linkedQ1(m, r.Best, math.Log(left))
		d.LnW, d.Way = 1, d.MuC/left
		return score + m.LnW, d
	}
	v, slope := logCDF(z)
	d.MuC = -slope / s
	d.SdC = -slope * z / s
	d.Way = -slope / (s * left)
	return score + v, d
}

func (r Q1) Value(m model.Moments) float64 {
	score, _ := r.Eval(m)
	return math.Exp(score)
}

// limit is ln c of what can just be paid for.
func (r Q1) limit() float64 { return math.Log(r.BudgetLeft + r.Tolerance) }

func (r Q1) Traits() Traits {
	if r.BudgetLeft <= 0 {
		return Traits{} // 0 everywhere: no edge to look along
	}
	return Traits{Edge: &Edge{Limit: r.limit(), Inside: NewEI(r.Best)}}
}
