package acquisition

import (
	"context"
	"slices"

	"farsight/model"
)

// Where some coordinates are choices, a search never leaves the corners: starts are moved to them, and climbs hold them.

const (
	// allCombinations is up to how many ways of choosing each is climbed from at least once.
	allCombinations = 64
	// beyond that the choices of the best modes are changed one at a time, as long as that helps.
	changedModes  = 3
	changedRounds = 8
)

// snap moves points to corners.
func (c *climber) snap(points []model.Unit) {
	for _, x := range points {
		c.p.Choices.Snap(x)
	}
}

// bounds of a climb from x, whose choices stay.
func (c *climber) bounds(x model.Unit) (lower, upper []float64) {
	if len(c.p.Choices) == 0 {
		return c.lower, c.upper
	}
	lower, upper = slices.Clone(c.lower), slices.Clone(c.upper)
	c.p.Choices.Hold(x, lower, upper)
	return lower, upper
}

// everyCombination adds to the starts picked the best of each way of choosing that none of them has.
func (c *climber) everyCombination(picked []int, raw []model.Unit, order []int) []int {
	most := c.p.Choices.Combinations(allCombinations)
	seen := make(map[int]bool, most)
	for _, i := range picked {
		seen[c.combination(raw[i])] = true
	}
	for _, i := range order {
		if len(seen) >= most {
			break
		}
		if k := c.combination(raw[i]); !seen[k] {
			seen[k] = true
			picked = append(picked, i)
		}
	}
	return picked
}

// combination numbers the ways of choosing.
func (c *climber) combination(x model.Unit) int {
	k := 0
	for _, a := range c.p.Choices {
		k = k*a.Choices + a.Chosen(x)
	}
	return k
}

// change tries other choices at the best peaks, one choice at a time, and climbs from there, until the best stays.
// Where there are few enough ways of choosing all have been climbed from already.
func (c *climber) change(ctx context.Context, r Function) {
	if c.p.Choices.Combinations(allCombinations+1) <= allCombinations {
		return
	}
	for range changedRounds {
		best := c.peaks[0].score
		var others []model.Unit
		for _, pk := range c.peaks[:min(changedModes, len(c.peaks))] {
			for _, a := range c.p.Choices {
				for k := range a.Choices {
					if k != a.Chosen(pk.x) {
						x := slices.Clone(pk.x)
						a.Choose(x, k)
						others = append(others, x)
					}
				}
			}
		}
		had := c.peaks
		c.peaks = nil
		for i, score := range c.score(ctx, r, others) {
			c.peaks = append(c.peaks, peak{others[i], score})
		}
		c.polish(ctx, r)
		c.peaks = append(c.peaks, had...)
		c.rank()
		if ctx.Err() != nil || !(c.peaks[0].score > best) {
			return
		}
	}
}
