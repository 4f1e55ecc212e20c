package problemfile

import (
	"fmt"
	"math"
	"testing"

	"farsight/internal/testkit"
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
	testkit.OK(t, err)
	same(t, q, parse(t, string(again)))
}
