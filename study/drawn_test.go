package study

import (
	"context"
	"math"
	"testing"

	"farsight/internal/testkit"
	"farsight/model"
	"farsight/policy"
)

// Drawn functions have the posterior's moments: 400 draws at one place, four
// standard errors.
func TestWorldsFollowThePosterior(t *testing.T) {
	testkit.SkipSlow(t)
	t.Parallel()
	p := scenario(t, "myopia", 0)
	first, err := New(context.Background(), p, policy.Must("random"), Settings{})
	testkit.OK(t, err)
	testkit.OK(t, first.fit(context.Background()))
	const draws = 400
	var ws model.Workspace
	x := []float64{0.7313}
	m := first.pair.Moments(&ws, x)
	var sum, square float64
	for i := range draws {
		w, err := newDrawn(p, first.pair, uint64(i), nil)
		testkit.OK(t, err)
		e, err := w.source().Evaluate(context.Background(), x)
		testkit.OK(t, err)
		z := (e.Value - m.MuF) / m.SdF
		sum += z
		square += z * z
	}
	if mean := sum / draws; math.Abs(mean) > 4/math.Sqrt(draws) {
		t.Errorf("standardised mean %v", mean)
	}
	if v := square / draws; math.Abs(v-1) > 4*math.Sqrt(2.0/draws) {
		t.Errorf("standardised variance %v", v)
	}
}
