package model

import (
	"math"
	"sync"

	"farsight/internal/linalg"
)

// atOnce is how many points are predicted together: of a thousand observations theirs take two megabytes.
const atOnce = 120

// together is how many of their kernels are computed in one go.
const together = 16

// rows is the workspace of predictions at many points.
type rows struct {
	block          []float64
	k, white       []float64 // rows
	slope          []float64
	mean, variance []float64
}

var workspaces = sync.Pool{New: func() any { return new(Workspace) }}

// grow makes space for so many points after n observations.
func (r *rows) grow(points, n int) {
	if size := (2*points+together)*n + 2*points; len(r.block) < size {
		r.block = make([]float64, size)
	}
	rest := r.block
	r.k, rest = rest[:points*n], rest[points*n:]
	r.white, rest = rest[:points*n], rest[points*n:]
	r.slope, rest = rest[:together*n], rest[together*n:]
	r.mean, r.variance = rest[:points], rest[points:2*points]
}

// PredictEach is Predict at many points: the factor, which is larger than caches where there are many observations, is
// read once for dozens of them.
func (g *GP) PredictEach(xs []Unit) (mean, variance []float64) {
	mean, variance = make([]float64, len(xs)), make([]float64, len(xs))
	ws := workspaces.Get().(*Workspace)
	defer workspaces.Put(ws)
	r := &ws.rows
	for from := 0; from < len(xs); from += atOnce {
		to := min(from+atOnce, len(xs))
		g.predict(r, xs[from:to])
		copy(mean[from:], r.mean)
		copy(variance[from:], r.variance)
	}
	return mean, variance
}

// predict predicts at some points.
func (g *GP) predict(r *rows, xs []Unit) {
	n := len(g.y)
	r.grow(len(xs), n)
	for from := 0; from < len(xs); from += together {
		to := min(from+together, len(xs))
		for i := from; i < to; i++ {
			g.inputs.squares(r.k[i*n:i*n+n], xs[i])
		}
		linalg.Matern(r.k[from*n:to*n], r.slope, g.hyper.Variance)
	}
	copy(r.white, r.k)
	g.chol.ForwardEach(r.white)
	for i := range xs {
		white := r.white[i*n : i*n+n]
		r.mean[i] = g.hyper.Mean + linalg.Dot(r.k[i*n:i*n+n], g.alpha)
		v := g.hyper.Variance - linalg.Dot(white, white)
		r.variance[i] = math.Max(v, g.hyper.MinVariance())
	}
}

// MomentsEach is Moments at many points.
func (p *Pair) MomentsEach(xs []Unit) []Moments {
	out := make([]Moments, len(xs))
	ws := workspaces.Get().(*Workspace)
	p.MomentsInto(ws, out, xs)
	workspaces.Put(ws)
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
			m.MuC = math.Log(p.Known(x))
		} else {
			m.MuC, m.SdC = r.mean[i], math.Sqrt(r.variance[i])
		}
		p.complete(m, x)
	}
}

// complete adds to the moments what depends on both processes, and weights and movement costs.
func (p *Pair) complete(m *Moments, x Unit) {
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
