package pane

import (
	"farsight/study"
	"farsight/tui/chart"
)

// costTitle is that of the cost's chart, which says so where the cost follows
// the value.
func costTitle(s *study.Snapshot) string {
	const title = "cost, log"
	sign := s.Problem.Sign()
	f := s.Fitted.Following(sign)
	if f == nil {
		return title
	}
	words := ": expensive where good"
	if sign*f.Beta < 0 {
		words = ": cheap where good"
	}
	return title + words + ", β = " + chart.Num(f.Beta)
}
