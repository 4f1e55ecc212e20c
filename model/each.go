package model

import (
	"math"
	"sync"

	"farsight/internal/elementary"
	"farsight/internal/simd"
	"farsight/internal/triangular"
)

// atOnce is how many points are predicted together: of a thousand observations theirs take two megabytes.
const atOnce = 120

// memory is what predictions at many points are made in, one after the other.
type memory struct {
	block []float64
	ws    triangular.Workspace
}

var memories = sync.Pool{New: func() any { return new(memory) }}

func (m *memory) grown(n int) []float64 {
	if len(m.block) < n {
		m.block = make([]float64, n)
	}
	return m.block
}

// PredictEach is Predict at many points, to the bit: the factor, which is larger than caches where there are many
// observations, is read once for dozens of them.
func (g *GP) PredictEach(xs []Unit) (mean, variance []float64) {
	n, size := len(g.y), min(len(xs), atOnce)
	m := memories.Get().(*memory)
	defer memories.Put(m)
	block := m.grown((2*size + 1) * n)
	k, white, slope := make([][]float64, size), make([][]float64, size), block[2*size*n:]
	for i := range size {
		k[i], white[i] = block[2*i*n:(2*i+1)*n], block[(2*i+1)*n:(2*i+2)*n]
	}
	mean, variance = make([]float64, len(xs)), make([]float64, len(xs))
	for from := 0; from < len(xs); from += size {
		some := xs[from:min(from+size, len(xs))]
		for i, x := range some {
			g.inputs.kernelRow(k[i], slope, x, g.hyper.Variance)
			mean[from+i] = g.hyper.Mean + simd.Dot(k[i], g.alpha)
		}
		g.white.TimesEach(white[:len(some)], k[:len(some)], &m.ws)
		for i := range some {
			v := g.hyper.Variance - simd.Dot(white[i], white[i])
			variance[from+i] = math.Max(v, g.hyper.MinVariance())
		}
	}
	return mean, variance
}

// MomentsEach is Moments at many points, to the bit.
func (p *Pair) MomentsEach(xs []Unit) []Moments {
	out := make([]Moments, len(xs))
	mean, variance := p.Objective.PredictEach(xs)
	for i := range out {
		out[i].MuF, out[i].SdF = mean[i], math.Sqrt(variance[i])
	}
	if p.Known == nil {
		mean, variance = p.logCost().PredictEach(xs)
	}
	for i, x := range xs {
		m := &out[i]
		if p.Known != nil {
			m.MuC = elementary.Log(p.Known(x))
		} else {
			m.MuC, m.SdC = mean[i], math.Sqrt(variance[i])
		}
		p.besides(m, x)
	}
	return out
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
