package problemfile

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// drawText is a problem in one dimension with drawn functions.
const drawText = `budget = 8
[[parameter]]
name = "x"
low = 0
high = 1
[draw]
seed = %d
correlation = %v
[model.objective]
mean = 2
variance = 4
lengthscale = 0.1
noise-variance = 1e-6
[model.cost]
mean = 0.5
variance = 0.25
lengthscale = 0.15
noise-variance = 1e-6
`

// A minimised problem is the maximised one upside down: the mean as written,
// the lowest value for the best, and the cost rises with the objective as
// written.
func TestDrawnAndMinimised(t *testing.T) {
	t.Parallel()
	text := fmt.Sprintf(drawText, 3, 1) + "[objective]\ngoal = \"minimise\"\n"
	p, q := parse(t, fmt.Sprintf(drawText, 3, 1)), parse(t, text)
	low := math.Inf(1)
	for i := range 201 {
		x := float64(i) / 200
		a, b := at(t, p, x), at(t, q, x)
		if a != b {
			t.Fatalf("%+v and %+v at %v", a, b, x)
		}
		if want := math.Exp(0.5 + 0.5*(a.Value-2)/2); math.Abs(a.Cost/want-1) > 1e-9 { // ρ = 1
			t.Fatalf("cost %v, want %v", a.Cost, want)
		}
		low = math.Min(low, a.Value)
	}
	best, err := q.BestKnown()
	if err != nil || best.Value > low || best.Value < low-0.1 {
		t.Errorf("the lowest value is %v (%v); the lowest seen %v", best, err, low)
	}
	again, err := Format(q)
	if err != nil {
		t.Fatal(err)
	}
	same(t, q, parse(t, string(again)))
}

func TestDrawMistakes(t *testing.T) {
	t.Parallel()
	text := fmt.Sprintf(drawText, 7, 0.5)
	models := text[strings.Index(text, "[model.objective]"):]
	objective := models[:strings.Index(models, "[model.cost]")]
	for _, c := range []struct{ old, new, want string }{
		{"seed = 7", "seed = 1.5", "base.toml:7:8: draw.seed: needs a whole number"},
		{"seed = 7", "seeds = 7", "did you mean seed?"},
		{"correlation = 0.5", "correlation = 1.5", "base.toml:8:15: draw.correlation: needs a number from -1 to 1"},
		{"[draw]", "[cost]\nexpression = \"1 + x\"\nknown = true\n[draw]", "draw.correlation: the cost is known"},
		{"[draw]", "[cost]\nexpression = \"1 + x\"\n[draw]", "cost.expression: is only used when the cost is known"},
		{"[draw]", "[objective]\nexpression = \"x\"\n[cost]\nexpression = \"1\"\n[draw]", "choose one way to evaluate a point"},
		{"[draw]", "[command]\nrun = [\"a\", \"{x}\"]\n[draw]", "choose one way to evaluate a point"},
		{"correlation = 0.5", "cost = \"1 + y\"", "base.toml:8:13: draw.cost: there is no name"},
		{"correlation = 0.5", "correlation = 0.5\ncost = \"1 + x\"", "draw.correlation: the cost is computed by draw.cost"},
		{"[draw]", "[cost]\nexpression = \"1 + x\"\nknown = true\n[draw]\ncost = \"1\"", "draw.cost: the cost is known"},
		{models, "", "base.toml:6:2: model.objective: functions are drawn from a fixed process"},
		{objective, "[model.objective]\npriors = \"paper\"\n", "base.toml:9:8: model.objective: functions are drawn from a fixed process"},
		{"variance = 4\n", "", "model.objective.variance: is missing"},
		{"lengthscale = 0.15", "lengthscale = 0.01", "model.cost.lengthscale: 0.01 is too short to draw from"},
		{"[draw]", strings.Repeat("[[parameter]]\nname = \"y\"\nlow = 0\nhigh = 1\n", 1) + "[[parameter]]\nname = \"z\"\nlow = 0\nhigh = 1\n[[parameter]]\nname = \"w\"\nlow = 0\nhigh = 1\n[draw]", "up to 3 parameters, not 4"},
	} {
		_, err := Parse("base.toml", []byte(strings.Replace(text, c.old, c.new, 1)), "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.want)
		}
	}
}
