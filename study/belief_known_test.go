package study

import (
	"fmt"
	"math"
	"testing"

	"farsight/internal/testkit"
)

// guessedStudy is a study of one number whose best is at 0.8, and what it measured.
func guessedStudy(t *testing.T, belief string, evaluations int) (l *Live, xs []float64) {
	l = newLiveStudy(t, "name = \"one\"\nbudget = 40\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n[initial]\npoints = [[0.05], [0.5], [0.95]]\n"+belief, "ei-pc")
	for range 3 + evaluations {
		s := ask(t, l)
		x := s.X[0]
		tell(t, l, Answer{Ask: s.Line, Value: math.Exp(-(x-0.8)*(x-0.8)/0.02) + 0.4*math.Exp(-(x-0.3)*(x-0.3)/0.005), Cost: 1})
		xs = append(xs, x)
	}
	return l, xs[3:]
}

// Where somebody thinks the best is, a study looks first; if it is elsewhere the data
// overrule that.
func TestBeliefIsLookedAtFirstAndOverruled(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	_, plain := guessedStudy(t, "", 1)
	_, xs := guessedStudy(t, "[belief]\nx = 0.25\nsd = 0.06\n", 14)
	if math.Abs(plain[0]-0.25) < 0.12 || math.Abs(xs[0]-0.25) > 0.12 {
		t.Errorf("first %.3f without a belief, %.3f with one at 0.25", plain[0], xs[0])
	}
	best := math.Inf(1)
	for _, x := range xs {
		best = math.Min(best, math.Abs(x-0.8))
	}
	if best > 0.04 {
		t.Errorf("a belief at 0.25 is not overruled: looked at %.3f", xs)
	}
}

// What is known of the cost is expected from the first suggestion on: the dear side is
// known to be dear before anything was paid for there.
func TestKnownPartOfTheCostIsExpected(t *testing.T) {
	testkit.SkipEmulated(t)
	t.Parallel()
	text := "name = \"one\"\nbudget = 40\n[[parameter]]\nname = \"x\"\nlow = 0\nhigh = 1\n[initial]\npoints = [[0.05], [0.2], [0.3]]\nvalues = [0, 1, 2]\ncosts = [3.1, 6.2, 8.1]\n[cost]\n%s\n"
	expected := func(cost string) float64 {
		l := newLiveStudy(t, fmt.Sprintf(text, cost), "ei") // which goes to the right end
		s := ask(t, l)
		if s.X[0] < 0.5 {
			t.Fatalf("%v is asked for", s.X)
		}
		return s.Expected.Cost / (2 * (1 + 10*s.X[0]))
	}
	if with, without := expected("known = \"1 + 10*x\""), expected("unit = \"h\""); math.Abs(with-1) > 0.15 || without > 0.75 {
		t.Errorf("on the dear side %.2f times the cost is expected with its part known, %.2f without", with, without)
	}
}
