package policy

import (
	"fmt"

	"farsight/acquisition"
)

func init() {
	Register(ClosedForm(Kind{
		ID: "ei-puc-cc", Title: "EI-PUC-CC", Order: 50, Hue: 4,
		Sentence:   "EI-PUC, the cost mattering less as the budget runs out",
		Formula:    "EI(x) · E[c(x)^−ν] = EI(x) · exp(−νm + ν²s²/2),  ν = left / budget",
		Symbol:     "EI/c^ν",
		Choose:     "when costs should matter much while there is budget and little at the end",
		Options:    []Option{jointOption},
		ChartTitle: titled("expected improvement per cooled cost"),
		Why:        said(", where the improvement per cost is largest; cost matters less as the budget runs out"),
		Numbers: func(t Telling) []string {
			nu := t.Left / t.Total
			law := t.law("exp(−νm + ν²s²/2)", "E[(w + c)^−ν]")
			return t.tilted(nu).Times("EI-PUC-CC", fmt.Sprintf("%s with ν = left/budget = %s", law, t.Number(nu)), acquisition.PerCost(nu, t.Expect), "As the budget runs out the cost matters less.")
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewEIPUCCC(s.Best, s.Cooling()) }))
}
