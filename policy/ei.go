package policy

import "farsight/acquisition"

func init() {
	Register(ClosedForm(Kind{
		ID: "ei", Title: "EI", Order: 20, Hue: 3,
		Sentence:   "expected improvement, whatever it costs",
		Formula:    "EI(x) = σ (φ(u) + u Φ(u)),  u = (μ − f*)/σ",
		Symbol:     "EI",
		Choose:     "when all evaluations cost about the same",
		ChartTitle: titled("expected improvement"),
		Why:        said(", where the largest improvement is expected, whatever it costs"),
		Numbers: func(t Telling) []string {
			lines, _ := t.Improvement()
			return lines
		},
	}, func(_ Policy, s Situation) acquisition.Function { return acquisition.NewEI(s.Best) }))
}
