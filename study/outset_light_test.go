package study

import (
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/scenarios/builtin"
)

// Draws but the first are played with less effort, and a policy gains as much on
// them, within four standard errors.
func TestLightPlaysGainAsMuch(t *testing.T) {
	testkit.SkipRace(t)
	testkit.SkipEmulated(t)
	t.Parallel()
	p, err := builtin.Load("overspend", 0)
	testkit.OK(t, err)
	o, err := NewOutset(t.Context(), p, Settings{Seed: 3})
	testkit.OK(t, err)
	const draws = 8
	for _, name := range []string{"ei-pc", "2-b-ms-ei"} {
		sum, squares, gain := 0.0, 0.0, 0.0
		for i := range draws {
			d, err := o.Draw(i)
			testkit.OK(t, err)
			if d.light != (i > 0) {
				t.Fatalf("draw %d is light: %v", i, d.light)
			}
			var got [2]float64
			for k, light := range []bool{false, true} {
				d.light = light
				r, err := d.Play(t.Context(), policy.Must(name))
				testkit.OK(t, err)
				got[k] = r.Gain
			}
			v := got[1] - got[0]
			sum, squares, gain = sum+v, squares+v*v, gain+got[0]
		}
		se := math.Sqrt(squares) // of the sum, if its mean is 0
		if math.Abs(sum) > 4*se+1e-9 || math.Abs(sum) > 0.2*gain {
			t.Errorf("%s: gains %.3f, with less effort %+.3f more, standard error %.3f", name, gain, sum, se)
		}
		t.Logf("%s: gains %.3f, with less effort %+.3f more, standard error %.3f", name, gain, sum, se)
	}
}
