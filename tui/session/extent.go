package session

import (
	"math"
)

// Extent is the range of the shared axes: of the steps shown, or of everything
// computed so far.
type Extent struct {
	YLo, YHi, CLo, CHi float64
	// Step reports that it is that of the shown steps, the largest remaining budget of which is
	// Left.
	Step bool
	Left float64
}

// NewExtent holds nothing.
func NewExtent() Extent {
	return Extent{YLo: math.Inf(1), YHi: math.Inf(-1), CLo: math.Inf(1), CHi: math.Inf(-1)}
}

// Include widens the axes to hold a scene.
func (e *Extent) Include(sc *Scene) { e.grow(sc.extent) }

func (e *Extent) grow(by Extent) {
	Grow(&e.YLo, &e.YHi, by.YLo, by.YHi)
	Grow(&e.CLo, &e.CHi, by.CLo, by.CHi)
}

// SharedExtent is the range of the axes that the user has chosen. All columns share it, so that
// they can be compared.
func (se *Session) SharedExtent() Extent {
	e := NewExtent()
	if se.Whole {
		e = se.Extent
	}
	for _, i := range se.Visible() {
		s, sc := se.Shown(i)
		if sc == nil {
			continue
		}
		if d := se.Drawn(sc); d != nil {
			e.grow(d.extent)
		}
		if !se.Whole {
			e.Include(sc)
			e.Step, e.Left = true, math.Max(e.Left, s.Money.Left)
		}
	}
	if !e.Step && !se.Whole {
		return se.Extent // while it is computed
	}
	return e
}

// Grow widens lo … hi to hold the finite ones of some values.
func Grow(lo, hi *float64, values ...float64) {
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			*lo, *hi = math.Min(*lo, v), math.Max(*hi, v)
		}
	}
}

// The axes of a whole replay end at round numbers beyond the extent: while it is
// computed they move seldom.

// Objective is the range of the objective's axis, that of a whole replay in steps
// of about a twelfth.
func (e Extent) Objective() (lo, hi float64) {
	if e.Step || !(e.YHi > e.YLo) {
		return e.YLo, e.YHi
	}
	step := roundUp((e.YHi - e.YLo) / 12)
	if !(step > 0) || math.IsInf(step, 0) {
		return e.YLo, e.YHi // too narrow or too wide for round numbers
	}
	return step * math.Floor(e.YLo/step), step * math.Ceil(e.YHi/step)
}

// Cost is the range of the cost's axis; that of a whole replay is from and to 1, 2
// or 5 times a power of ten. It holds the budget, or what is left of it, unless
// that is so large that it would press the costs together.
func (e Extent) Cost(budget float64) (lo, hi float64) {
	if !(e.CHi >= e.CLo) || !(e.CLo > 0) {
		return e.CLo, e.CHi
	}
	most := 20.0
	if e.Step {
		budget, most = e.Left, 5
	}
	hi = e.CHi
	if budget <= most*e.CHi {
		hi = math.Max(hi, budget)
	}
	if e.Step {
		return e.CLo, hi
	}
	if lo, hi = 1/roundUp(1/e.CLo), roundUp(hi); !(lo > 0) || math.IsInf(hi, 0) {
		return e.CLo, e.CHi
	}
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
