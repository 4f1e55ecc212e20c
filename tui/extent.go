package tui

import "math"

// extent is the range of the shared axes, over everything computed so far.
type extent struct {
	yLo, yHi, cLo, cHi float64
}

func newExtent() extent {
	return extent{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)}
}

// include widens the axes to hold a scene.
func (e *extent) include(sc *scene) {
	grow(&e.yLo, &e.yHi, sc.extent.yLo, sc.extent.yHi)
	grow(&e.cLo, &e.cHi, sc.extent.cLo, sc.extent.cHi)
}

// grow widens lo … hi to hold the finite ones of some values.
func grow(lo, hi *float64, values ...float64) {
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			*lo, *hi = math.Min(*lo, v), math.Max(*hi, v)
		}
	}
}

// The axes end at round numbers beyond the extent: while a replay is computed
// they move seldom.

// objective is the range of the objective's axis, in steps of about a twelfth.
func (e extent) objective() (lo, hi float64) {
	if !(e.yHi > e.yLo) {
		return e.yLo, e.yHi
	}
	step := roundUp((e.yHi - e.yLo) / 12)
	return step * math.Floor(e.yLo/step), step * math.Ceil(e.yHi/step)
}

// cost is the range of the cost's axis, from and to 1, 2 or 5 times a power of ten. It
// holds the budget, unless that is so large that it would press the costs
// together.
func (e extent) cost(budget float64) (lo, hi float64) {
	if !(e.cHi >= e.cLo) || !(e.cLo > 0) {
		return e.cLo, e.cHi
	}
	hi = e.cHi
	if budget <= 20*e.cHi {
		hi = math.Max(hi, budget)
	}
	lo, hi = 1/roundUp(1/e.cLo), roundUp(hi)
	if hi/lo < 1.01 { // all costs are one round number
		hi *= 2
	}
	return lo, hi
}

// roundUp is the next 1, 2 or 5 times a power of ten, v > 0.
func roundUp(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range []float64{1, 2, 5} {
		if v <= m*power*(1+1e-9) {
			return m * power
		}
	}
	return 10 * power
}
