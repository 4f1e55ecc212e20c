// Package toypolicytest registers a policy for tests: importing it adds a policy to every list,
// chart, flag and report. It is the example of package policy's documentation.
package toypolicytest

import (
	"fmt"
	"math"

	"farsight/acquisition"
	"farsight/model"
	"farsight/policy"
)

func init() {
	policy.Register(policy.ClosedForm(policy.Kind{
		ID: "pi-pc", Title: "PI / E[c]", Order: 65,
		Sentence: "probability of improvement by the expected cost",
		Formula:  "Φ((μ − f* − ξσ)/σ) / E[c(x)]",
		Choose:   "never, but to see how a policy is added",
		Options: []policy.Option{{
			Name: "margin", Type: policy.Number, Label: "margin ξ",
			About: "PI / E[c]: by how many standard deviations an improvement must exceed the best to count.",
			Usage: "PI / E[c]: what an improvement must exceed",
		}},
		ChartTitle: func(policy.Policy, *policy.Decision, bool) string {
			return "chance to improve by expected cost"
		},
		Why: func(policy.Telling) string { return ", where an improvement is likeliest for its expected price" },
		Numbers: func(t policy.Telling) []string {
			fn, e := of(t.Policy, policy.Situation{Best: t.Best}).(perCost), t.Expect
			pi, cost := fn.chance(e), math.Exp(e.MuC+e.SdC*e.SdC/2)
			lines, _ := t.Improvement()
			return append(lines, fmt.Sprintf("PI/E[c] = Φ(u − ξ) / E[c] = %s / %s = %s", t.Number(pi), t.Number(cost), t.Number(pi/cost)))
		},
	}, of))
}

// of is the acquisition function the policy maximises.
func of(p policy.Policy, s policy.Situation) acquisition.Function {
	fn := perCost{best: s.Best}
	_, _ = fmt.Sscan(p.Get("margin"), &fn.margin) // checked, or open: 0
	return fn
}

// perCost is Φ(u − ξ)/E[c].
type perCost struct{ best, margin float64 }

func (perCost) Name() string { return "PI/E[c]" }

// Traits is zero: the score is a logarithm of something smooth.
func (perCost) Traits() acquisition.Traits { return acquisition.Traits{} }

func (f perCost) chance(m model.Moments) float64 {
	return acquisition.CDF((m.MuF-f.best)/m.SdF - f.margin)
}

func (f perCost) Value(m model.Moments) float64 {
	return f.chance(m) * math.Exp(-m.MuC-m.SdC*m.SdC/2)
}

// Eval is the logarithm of the value with its partial derivatives.
func (f perCost) Eval(m model.Moments) (score float64, d model.Moments) {
	u := (m.MuF - f.best) / m.SdF
	v := f.Value(m)
	if v <= 0 || math.IsNaN(v) {
		return math.Inf(-1), d
	}
	slope := math.Exp(-(u-f.margin)*(u-f.margin)/2) / math.Sqrt(2*math.Pi) / f.chance(m) // φ/Φ at u − ξ
	d.MuF, d.SdF = slope/m.SdF, -slope*u/m.SdF
	d.MuC, d.SdC = -1, -m.SdC
	return math.Log(v), d
}
