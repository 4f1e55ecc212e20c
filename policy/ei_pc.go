package policy

import "farsight/acquisition"

// Descriptions of EI / E[c], shared by FAR while it decides like it.
const (
	perExpectedCost      = "expected improvement by expected cost"
	perExpectedCostLaw   = "exp(−m − s²/2)"
	perExpectedSumLaw    = "1/(w + exp(m + s²/2))"
	perExpectedCostTitle = "EI/E[c]"
)

func init() {
	Register(ClosedForm(Kind{
		ID: "ei-pc", Title: "EI / E[c]", Order: 35, Hue: 9,
		Sentence:   "EI by the expected cost",
		Formula:    "EI(x) / E[c(x)] = EI(x) · exp(−m − s²/2)",
		Symbol:     "EI/c",
		Choose:     "as a simple rule: the best or almost the best of the older closed forms on most problems tried (docs/research/results.md); ei-pes adds the budget",
		Options:    []Option{jointOption},
		ChartTitle: titled(perExpectedCost),
		Why:        said(", where the improvement is largest for its expected price"),
		Numbers: func(t Telling) []string {
			return t.Times(perExpectedCostTitle, t.law(perExpectedCostLaw, perExpectedSumLaw), 1/expectedCost(t.Expect), "Dividing by E[c] punishes a cost that is not known.")
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewEIPC(s.Best) }))
}
