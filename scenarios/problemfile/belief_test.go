package problemfile

import (
	"math"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/scenarios"
)

// What is known of the cost up to a factor, and where the best is thought to be, are
// read, written and read again; on a log scale a standard deviation is a factor.
func TestKnownPartAndBelief(t *testing.T) {
	t.Parallel()
	text := strings.Replace(base, "expression = \"1 + x\"", "expression = \"1 + x\"\nknown = \"2 + 0.1*x\"\nspread = 1.5", 1) +
		"[belief]\nx = 0.25\nsd = 0.1\nrate = { at = 0.01, sd = 10 }\n"
	p := parse(t, text)
	written, err := Format(p)
	testkit.OK(t, err)
	for _, p := range []*scenarios.Problem{p, parse(t, string(written))} {
		if p.KnownCost != nil || p.PartText != "2 + 0.1*x" || math.Abs(p.CostPart(p.ToUnit(scenarios.Point{1, 0.1}))-2.1) > 1e-12 {
			t.Errorf("the part is %q", p.PartText)
		}
		g := p.Guess
		if g == nil || math.Abs(g.At[0]-0.25) > 1e-12 || math.Abs(g.Sd[0]-0.1) > 1e-12 || math.Abs(p.FromUnit(g.At)[1]-0.01) > 1e-12 ||
			math.Abs(p.FromUnit(model.Unit{0, g.At[1] + g.Sd[1]})[1]-0.1) > 1e-9 {
			t.Errorf("%+v", g)
		}
		prior := p.CostPrior()
		if prior == nil || !prior.Factor || math.Abs(prior.Sd-math.Log(1.5)/(2*1.96)) > 1e-4 {
			t.Errorf("%+v", prior)
		}
	}
}
