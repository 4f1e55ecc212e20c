package model

import "slices"

// mostMore is by how many outputs a factor is extended: each takes n² operations one after the other, and a factor of a
// thousand from nothing as long as twenty.
const mostMore = 8

// sharing is a process with the hyperparameters h conditioned on o, which has rows of its factor in common with one of
// those that are near, or nil if none of them has the same inputs. It has the bits of one made from nothing: rows of a
// factor and of its inverse depend on those above only.
func sharing(o observed, h Hyper, near []*GP) *GP {
	if o.share != nil {
		return nil
	}
	for _, g := range near {
		if g == nil || g.noise != nil || !g.hyper.equals(h) {
			continue
		}
		seen, n := len(g.y), len(o.y)
		if both := min(seen, n) * g.d; !slices.Equal(o.x[:both], g.x[:both]) {
			continue
		}
		switch {
		case n > seen+mostMore:
		case n > seen:
			if more := g.extended(o); more != nil {
				return more
			}
		case g.jitter == 0: // else fewer might need less of it
			return g.shortened(o)
		}
	}
	return nil
}

// shortened is the process conditioned on the outputs o, whose inputs are the first of its own.
func (g *GP) shortened(o observed) *GP {
	n := len(o.y)
	less := &GP{d: g.d, x: o.x, y: o.y, hyper: g.hyper, inputs: newInputs(o.x, g.hyper.Scale), chol: g.chol[:n:n], white: g.white[:n:n]}
	less.finish()
	return less
}

func (h Hyper) equals(k Hyper) bool {
	return h.Mean == k.Mean && h.Variance == k.Variance && h.Noise == k.Noise && slices.Equal(h.Scale, k.Scale)
}
