package acquisition

import (
	"farsight/internal/sobol"
	"farsight/model"
)

// spreadTries is how many points are drawn, per point wanted, before a point that p does not allow
// is moved instead of drawn again: in so small a region drawing takes longer than moving.
const spreadTries = 32

// Spread draws well-spread points where p allows them into dst, whose points have their length.
func Spread(dst []model.Unit, p *model.Pair, seed uint64) {
	seq := sobol.New(p.Dim(), seed)
	tries := spreadTries * len(dst)
	for _, x := range dst {
		seq.Next(x)
		p.Choices.Snap(x)
		for ; tries > 0 && !p.Allows(x); tries-- {
			seq.Next(x)
			p.Choices.Snap(x)
		}
		p.Move(x)
	}
}
