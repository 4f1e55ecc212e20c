package theme

import (
	"math"

	"farsight/tui/chart"
)

// Diverging scales go from worse, orange, over a quiet middle to better, blue: hues that colour-blind
// eyes keep apart. They are backgrounds that carry Title, so they stay dark on dark themes and light
// on light ones.
type diverging struct{ worse, better chart.Color }

var (
	divergingDark  = diverging{chart.Hex("#9c4d0a").Or16(1), chart.Hex("#2168b3").Or16(4)}
	divergingLight = diverging{chart.Hex("#f2ab5e").Or16(11), chart.Hex("#84bdf0").Or16(14)}
)

// quiet is the part of the scale, either side of its middle, that has no hue of its own among sixteen
// colours.
const quiet = 0.2

// Diverging returns the background of a value between -1, as bad as it gets, and 1, as good as it
// gets; beyond them it is the ends'.
func (t Theme) Diverging(u float64) chart.Color {
	d := divergingLight
	if t.Dark {
		d = divergingDark
	}
	end := d.better
	if u < 0 {
		end = d.worse
	}
	u = math.Min(math.Abs(u), 1)
	if !(u > 0) { // the middle, and what is not a number
		return t.Left
	}
	// Blending forgets the stand-ins among sixteen: give one back.
	c, near := chart.Blend(t.Left, end, u), end
	if u < quiet {
		near = t.Left
	}
	return c.Or16(int(chart.Quantise(near, chart.ANSI16)))
}
