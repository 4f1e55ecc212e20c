package atlas

import (
	"fmt"
	"math"

	"farsight/experiment"
)

// estimate is a mean and half the width of its 95 % interval.
type estimate struct{ mean, half float64 }

// improvement is what a policy's runs added to the best of their initial designs,
// in prior sds.
func improvement(r experiment.AtlasRow) estimate { return estimate{r.Improvement, r.Half} }

// percent is the difference to the best closed form, in % of its improvement.
func percent(r experiment.AtlasRow) estimate { return estimate{r.Percent, r.PercentHalf} }

// clear tells whether the interval excludes 0.
func (e estimate) clear() bool { return math.Abs(e.mean) > e.half }

// known tells whether there is a number at all.
func (e estimate) known() bool { return !math.IsNaN(e.mean) && !math.IsInf(e.mean, 0) }

// String writes "0.941 ± 0.052".
func (e estimate) String() string { return e.figures(3) }

// figures writes an estimate with some decimals.
func (e estimate) figures(decimals int) string {
	if math.IsNaN(e.half) || math.IsInf(e.half, 0) {
		return fmt.Sprintf("%.*f ± ?", decimals, e.mean)
	}
	return fmt.Sprintf("%.*f ± %.*f", decimals, e.mean, decimals, e.half)
}

// signed writes an estimate with its sign, to one decimal.
func (e estimate) signed() string {
	if e.mean > 0 {
		return "+" + e.figures(1)
	}
	return e.figures(1)
}
