package policy

import "farsight/acquisition"

func init() {
	Register(ClosedForm(Kind{
		ID: "log-ei", Title: "LogEI", Order: 30, Hue: 11,
		Sentence:   "EI by its logarithm: the same choice, found more surely",
		Formula:    "ln EI(x)",
		Symbol:     "ln EI",
		Choose:     "instead of EI, to see its curve where EI itself is as good as 0",
		AnyScale:   true,
		Aside:      true,
		ChartTitle: titled("log of the expected improvement"),
		Why:        said(", where the largest improvement is expected, whatever it costs"),
		Numbers: func(t Telling) []string {
			lines, _ := t.Improvement()
			return append(lines, "ln EI   = "+t.Number(t.Decision.Value))
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewLogEI(s.Best) }))
}
