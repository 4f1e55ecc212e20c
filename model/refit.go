package model

import (
	"math"
	"slices"
)

// Many points say what one more will hardly change. What a refit then does
// follows from the process before and the data alone, so that a study that is
// opened again decides as one that was never closed.
const (
	// settledPoints is from how many outputs on a refit climbs from the last optimum only, if the likelihood per output
	// has not moved.
	settledPoints = 256
	// carriedPoints is beyond how many outputs the hyperparameters then stay as they are, up to the next multiple of
	// refitEvery.
	carriedPoints = 500
	refitEvery    = 25
	// movedPerPoint is the least change of the log-likelihood per output that counts as news: among
	// 500 outputs, that of one three standard deviations off.
	movedPerPoint = 0.01
)

// carried is the process with the outputs it has not seen, or nil if it has not seen the others as they are, or if
// together they are more or less likely than before.
func (g *GP) carried(o observed) *GP {
	seen, n := len(g.y), len(o.y)
	if n < settledPoints || n < seen || o.share != nil || g.noise != nil ||
		!slices.Equal(o.x[:seen*g.d], g.x) || !slices.Equal(o.y[:seen], g.y) {
		return nil
	}
	more, err := condition(o, g.d, g.hyper)
	if err != nil || !(math.Abs(more.perOutput()-g.perOutput()) <= movedPerPoint) {
		return nil
	}
	return more
}

// perOutput is the log-likelihood per output. Another unit of the outputs changes it by the same for any of them.
func (g *GP) perOutput() float64 { return g.LogLikelihood() / float64(len(g.y)) }

// stays reports whether a process of n outputs keeps the hyperparameters of g, by which they are as likely as before.
func (g *GP) stays(n int) bool { return n > carriedPoints && n/refitEvery == len(g.y)/refitEvery }
