package policy

import "farsight/acquisition"

// What EI / E[c] says of itself, and FAR while it is the same.
const (
	perExpectedCost      = "expected improvement by expected cost"
	perExpectedCostLaw   = "exp(−m − s²/2)"
	perExpectedCostTitle = "EI/E[c]"
)

func init() {
	Register(ClosedForm(Kind{
		ID: "ei-pc", Title: "EI / E[c]", Order: 35, Hue: 9,
		Sentence:   "EI by the expected cost",
		Formula:    "EI(x) / E[c(x)] = EI(x) · exp(−m − s²/2)",
		Symbol:     "EI/c",
		Choose:     "first: of the closed forms it does best, or nearly, on most problems tried (docs/results.md)",
		ChartTitle: titled(perExpectedCost),
		Why:        said(", where the improvement is largest for its expected price"),
		Numbers: func(t Telling) []string {
			return t.Times(perExpectedCostTitle, perExpectedCostLaw, 1/expectedCost(t.Expect), "Dividing by E[c] punishes a cost that is not known.")
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewEIPC(s.Best) }))
}
