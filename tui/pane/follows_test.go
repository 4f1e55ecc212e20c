package pane

import (
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
	"farsight/study"
)

// The cost's chart says whether the cost follows the value, and which way.
func TestCostTitleSaysWhatFollows(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		minimise bool
		beta     float64 // of the maximised objective
		want     string
	}{
		{false, 0.5, "cost, log: expensive where good, β = 0.500"}, {false, -0.5, "cost, log: cheap where good, β = -0.500"},
		{true, 0.5, "cost, log: expensive where good, β = -0.500"}, {false, 0, "cost, log"},
	} {
		var d model.Data
		for i := range 5 {
			x := float64(i) / 4
			d.X, d.Y, d.Cost = append(d.X, model.Unit{x}), append(d.Y, x*x), append(d.Cost, 1+x)
		}
		p, err := model.FitPair(d, model.PairSettings{Joint: model.Together}, nil)
		testkit.OK(t, err)
		p.Link.Beta = k.beta
		if k.beta == 0 {
			p.Link = nil
		}
		s := study.Snapshot{Problem: &scenarios.Problem{Minimise: k.minimise}}.Believing(p)
		if got := costTitle(&s); strings.ReplaceAll(got, "−", "-") != k.want {
			t.Errorf("β = %v, minimised %v: %q, want %q", k.beta, k.minimise, got, k.want)
		}
	}
}
