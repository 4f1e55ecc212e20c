package model

import (
	"math"

	"farsight/internal/elementary"
	"farsight/internal/simd"
)

// atOnce is how many points are predicted together: of a thousand observations theirs take a megabyte.
const atOnce = 64

// rows is the workspace of predictions at many points.
type rows struct {
	block          []float64
	k, white       [][]float64
	mean, variance []float64
}

// grow makes space for so many points after n observations.
func (r *rows) grow(points, n int) {
	if size := 3*points*n + 2*points; cap(r.block) < size {
		r.block = make([]float64, size)
	}
	if cap(r.k) < points {
		r.k, r.white = make([][]float64, points), make([][]float64, points)
	}
	block := r.block[:cap(r.block)]
	r.k, r.white = r.k[:points], r.white[:points]
	for i := range points {
		r.k[i], r.white[i] = block[i*n:(i+1)*n], block[(points+i)*n:(points+i+1)*n]
	}
	block = block[3*points*n:]
	r.mean, r.variance = block[:points], block[points:2*points]
}

// PredictEach is Predict at many points, to the bit: the factor, which is larger than caches where there are many
// observations, is read once for dozens of them.
func (g *GP) PredictEach(xs []Unit) (mean, variance []float64) {
	mean, variance = make([]float64, len(xs)), make([]float64, len(xs))
	var r rows
	for from := 0; from < len(xs); from += atOnce {
		to := min(from+atOnce, len(xs))
		g.predict(&r, xs[from:to])
		copy(mean[from:], r.mean)
		copy(variance[from:], r.variance)
	}
	return mean, variance
}

// predict predicts at some points.
func (g *GP) predict(r *rows, xs []Unit) {
	n := len(g.y)
	r.grow(len(xs), n)
	for i, x := range xs {
		g.inputs.squares(r.k[i], x)
	}
	// The slopes are not needed.
	simd.Matern(r.block[:len(xs)*n], r.block[2*len(xs)*n:3*len(xs)*n], g.hyper.Variance)
	g.white.TimesEach(r.white, r.k)
	for i := range xs {
		r.mean[i] = g.hyper.Mean + simd.Dot(r.k[i], g.alpha)
		v := g.hyper.Variance - simd.Dot(r.white[i], r.white[i])
		r.variance[i] = math.Max(v, g.hyper.MinVariance())
	}
}

// MomentsEach is Moments at many points, to the bit.
func (p *Pair) MomentsEach(xs []Unit) []Moments {
	out := make([]Moments, len(xs))
	p.MomentsInto(new(Workspace), out, xs)
	return out
}

// MomentsInto is MomentsEach without allocations, once ws has seen as many points.
func (p *Pair) MomentsInto(ws *Workspace, out []Moments, xs []Unit) {
	for len(xs) > 0 {
		size := min(len(xs), atOnce)
		p.moments(&ws.rows, out[:size], xs[:size])
		out, xs = out[size:], xs[size:]
	}
}

func (p *Pair) moments(r *rows, out []Moments, xs []Unit) {
	p.Objective.predict(r, xs)
	for i := range out {
		out[i] = Moments{MuF: r.mean[i], SdF: math.Sqrt(r.variance[i])}
	}
	if p.Known == nil {
		p.logCost().predict(r, xs)
	}
	for i, x := range xs {
		m := &out[i]
		if p.Known != nil {
			m.MuC = elementary.Log(p.Known(x))
		} else {
			m.MuC, m.SdC = r.mean[i], math.Sqrt(r.variance[i])
		}
		p.besides(m, x)
	}
}

// besides completes moments by what both processes say together, and by what counts beside them.
func (p *Pair) besides(m *Moments, x Unit) {
	if p.Known == nil && p.Link != nil {
		p.Link.together(m)
	}
	if p.Weight != nil {
		m.LnW = p.Weight.LogWeight(x, nil)
	}
	if p.Moves() {
		m.Way = p.Way.Price(p.At, x, nil, nil)
	}
}
