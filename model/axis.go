package model

import (
	"math"
	"slices"
)

// Axis is what one parameter of a problem takes of a point's coordinates: one,
// or, where it is a choice among several, as many as there are choices.
type Axis struct {
	At      int     // its first coordinate
	Choices int     // 0: a number, which is one coordinate; 1: a coordinate that is held
	Value   float64 // at what it is held
}

// on is the coordinate of the choice that is made; the others are 0. Any two
// choices are then at distance 1, the length of the cube's edge, whatever they
// are: choices have no order. With one lengthscale for all of an axis's
// coordinates the kernel is one of the Hamming distance.
const on = 1 / math.Sqrt2

// Width is how many coordinates the axis takes.
func (a Axis) Width() int { return max(1, a.Choices) }

// Has reports whether coordinate i is the axis's.
func (a Axis) Has(i int) bool { return i >= a.At && i < a.At+a.Width() }

// Set puts u a share from 0 to 1 of the way along the axis; choices take equal
// parts of the way.
func (a Axis) Set(u Unit, share float64) {
	if a.Choices == 0 {
		u[a.At] = share
		return
	}
	a.Choose(u, min(a.Choices-1, int(share*float64(a.Choices))))
}

// Choose makes choice k in u.
func (a Axis) Choose(u Unit, k int) {
	block := u[a.At : a.At+a.Choices]
	clear(block)
	if block[k] = on; a.Choices == 1 {
		block[k] = a.Value
	}
}

// Chosen is the choice made in u: the largest coordinate, of equals the first.
func (a Axis) Chosen(u Unit) int {
	k := 0
	for i, v := range u[a.At : a.At+a.Choices] {
		if v > u[a.At+k] {
			k = i
		}
	}
	return k
}

// Choices are the axes of a model that are choices; most have none. A point in which every choice
// is one of the names is a corner, and only corners can be evaluated.
type Choices []Axis

// Held is the pair for searches that leave some axes as they are at a point.
func (p *Pair) Held(axes []Axis, at Unit) *Pair {
	out := *p
	out.Choices = nil
	for _, c := range p.Choices {
		if !slices.Contains(axes, c) {
			out.Choices = append(out.Choices, c)
		}
	}
	for _, a := range axes {
		for i := a.At; i < a.At+a.Width(); i++ {
			out.Choices = append(out.Choices, Axis{At: i, Choices: 1, Value: at[i]})
		}
	}
	return &out
}

// Snap moves u to the corner it is nearest to.
func (c Choices) Snap(u Unit) {
	for _, a := range c {
		a.Choose(u, a.Chosen(u))
	}
}

// Hold narrows the bounds of a search around u, so that its choices stay as
// they are.
func (c Choices) Hold(u Unit, lower, upper []float64) {
	for _, a := range c {
		for i := a.At; i < a.At+a.Choices; i++ {
			lower[i], upper[i] = u[i], u[i]
		}
	}
}

// Same reports whether two points make the same choices.
func (c Choices) Same(u, v Unit) bool {
	for _, a := range c {
		if a.Chosen(u) != a.Chosen(v) {
			return false
		}
	}
	return true
}

// Combinations is in how many ways all choices can be made, at most most.
func (c Choices) Combinations(most int) int {
	n := 1
	for _, a := range c {
		if n *= a.Choices; n >= most {
			return most
		}
	}
	return n
}

// tied says for each of d coordinates which lengthscale is its own: those of
// one choice share theirs. It returns how many lengthscales there are.
func (c Choices) tied(d int) (scale []int, n int) {
	scale = make([]int, d)
	for i := range scale {
		scale[i] = 1 // a lengthscale of its own
	}
	for _, a := range c {
		for i := a.At + 1; i < a.At+a.Choices; i++ {
			scale[i] = 0 // that of the coordinate before
		}
	}
	for i, own := range scale {
		n += own
		scale[i] = n - 1
	}
	return scale, n
}

// Spread gives every coordinate its lengthscale, from one a parameter.
func (c Choices) Spread(d int, own []float64) []float64 {
	scale, n := c.tied(d)
	if len(own) != n {
		return own // not one a parameter: the caller's check reports it
	}
	out := make([]float64, d)
	for i, k := range scale {
		out[i] = own[k]
	}
	return out
}

// Gather is the inverse of Spread.
func (c Choices) Gather(all []float64) []float64 {
	scale, n := c.tied(len(all))
	out := make([]float64, n)
	for i := len(all) - 1; i >= 0; i-- {
		out[scale[i]] = all[i]
	}
	return out
}

// own is h with one lengthscale a parameter.
func (c Choices) own(h Hyper) Hyper {
	h.Scale = c.Gather(h.Scale)
	return h
}
