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

// A mistake in a belief is told once, where it is.
func TestBeliefMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"x = 2\nsd = 1": "belief.x: 2 is outside", "x = 0.5": "belief.sd: is missing", "x = 0.5\nsd = 0": "belief.sd: needs a number above 0",
		"x = { at = \"a\", sd = 1 }": "belief.x.at: ", "x = { at = 2, sd = 0 }": "belief.x.sd: ", "x = { sd = 1 }": "belief.x.at: is missing",
		"x = { at = 0.5 }": "belief.x.sd: is missing", "rate = { at = 0.01, sd = 1 }": "belief.rate.sd: rate is on a log scale",
	} {
		_, err := Parse("p.toml", []byte(base+"[belief]\n"+text+"\n"), "")
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "p.toml:") != 1 {
			t.Errorf("%s gives\n%v\nwant %s", text, err, want)
		}
	}
}
