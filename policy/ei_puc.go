package policy

import "farsight/acquisition"

const eiPUC = "ei-puc"

func init() {
	Register(ClosedForm(Kind{
		ID: eiPUC, Title: "EI-PUC", Order: 40, Hue: 1,
		Sentence:   "expected improvement per unit of cost",
		Formula:    "EI(x) · E[1/c(x)] = EI(x) · exp(−m + s²/2)",
		Symbol:     "EI/c",
		Choose:     "to see the usual rule, which the paper shows can be arbitrarily bad under a budget",
		Options:    []Option{jointOption},
		ChartTitle: titled("expected improvement per unit of cost"),
		Why:        said(", where the expected improvement per unit of cost is largest"),
		Numbers: func(t Telling) []string {
			return t.tilted(1).Times("EI-PUC", t.law("E[1/c] = EI · exp(−m + s²/2)", "E[1/(w + c)]"), acquisition.PerCost(1, t.Expect), "E[1/c] rewards a cost that is not known.")
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewEIPUC(s.Best) }))
}
