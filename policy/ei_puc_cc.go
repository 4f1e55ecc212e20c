package policy

import (
	"fmt"
	"math"

	"farsight/acquisition"
)

func init() {
	Register(ClosedForm(Kind{
		ID: "ei-puc-cc", Title: "EI-PUC-CC", Order: 50, Hue: 4,
		Sentence:   "EI-PUC, the price mattering less as money runs out",
		Formula:    "EI(x) · E[c(x)^−ν] = EI(x) · exp(−νm + ν²s²/2),  ν = left / budget",
		Symbol:     "EI/c^ν",
		Choose:     "when prices should matter much while there is money and little at the end",
		ChartTitle: titled("expected improvement per cooled cost"),
		Why:        said(", where a coin buys the most, its price mattering less as money runs out"),
		Numbers: func(t Telling) []string {
			e, nu := t.Expect, t.Left/t.Total
			return t.Times("EI-PUC-CC", fmt.Sprintf("exp(−νm + ν²s²/2) with ν = left/budget = %s", t.Number(nu)), math.Exp(-nu*e.MuC+nu*nu*e.SdC*e.SdC/2), "As the money runs out the price matters less.")
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewEIPUCCC(s.Best, s.Cooling()) }))
}
