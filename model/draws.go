package model

import (
	"fmt"
	"math"
	"math/rand/v2"

	"farsight/internal/linalg"
)

// Sample draws the latent function at several points together. Almost equal points are kept apart
// by jitter.
func (g *GP) Sample(points []Unit, rng *rand.Rand) ([]float64, error) {
	all, err := g.Samples(points, 1, rng)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// Samples are n draws of the posterior, as Sample makes one.
func (g *GP) Samples(points []Unit, n int, rng *rand.Rand) ([][]float64, error) {
	g.checkPoints(points)
	mean, cov := g.Joint(points)
	return g.samples(mean, cov, n, rng)
}

// PriorSamples are n draws of what was believed before any data, with the
// hyperparameters of now.
func (g *GP) PriorSamples(points []Unit, n int, rng *rand.Rand) ([][]float64, error) {
	g.checkPoints(points)
	m := len(points)
	mean, cov := make([]float64, m), make([]float64, m*m)
	for i, p := range points {
		mean[i] = g.hyper.Mean
		for j := 0; j <= i; j++ {
			c := g.inputs.kernelAt(p, points[j], g.hyper.Variance)
			cov[i*m+j], cov[j*m+i] = c, c
		}
	}
	return g.samples(mean, cov, n, rng)
}

func (g *GP) checkPoints(points []Unit) {
	for _, p := range points {
		if len(p) != g.d {
			panic(fmt.Sprintf("model: Sample at a point of dimension %d, want %d", len(p), g.d))
		}
	}
}

// samples are μ + Lz with LLᵀ = Σ, z ~ N(0, I).
func (g *GP) samples(mean, cov []float64, n int, rng *rand.Rand) ([][]float64, error) {
	m := len(mean)
	l := linalg.NewLower(m)
	factored := false
	for jitter := range jitters(g.hyper.Variance) {
		for i, row := range l {
			copy(row, cov[i*m:i*m+i+1])
			row[i] += jitter
		}
		if factored = l.Factorise(); factored {
			break
		}
	}
	if !factored {
		return nil, errNotPositive
	}
	out, z := make([][]float64, n), make([]float64, m)
	for k := range out {
		for i := range z {
			z[i] = rng.NormFloat64()
		}
		out[k] = make([]float64, m)
		for i, row := range l {
			out[k][i] = mean[i] + linalg.Dot(row, z[:i+1])
		}
	}
	return out, nil
}

// Draws are n functions f and ln c at several points, drawn together from the
// posterior or, if prior, from what was believed before any data. Draw k of ln c
// belongs to draw k of f: where the log-cost follows the objective it is
// g + βf. A known cost is drawn as it is.
func (p *Pair) Draws(points []Unit, n int, prior bool, rng *rand.Rand) (f, lnc [][]float64, err error) {
	draw := func(g *GP) ([][]float64, error) {
		if prior {
			return g.PriorSamples(points, n, rng)
		}
		return g.Samples(points, n, rng)
	}
	if f, err = draw(p.Objective); err != nil {
		return nil, nil, err
	}
	if p.Known != nil {
		one := make([]float64, len(points))
		for i, u := range points {
			one[i] = math.Log(p.Known(u))
		}
		lnc = make([][]float64, n)
		for k := range lnc {
			lnc[k] = one
		}
		return f, lnc, nil
	}
	if lnc, err = draw(p.logCost()); err != nil {
		return nil, nil, err
	}
	if p.Link != nil {
		for k := range lnc {
			for i := range lnc[k] {
				lnc[k][i] += p.Link.Beta * f[k][i]
			}
		}
	}
	return f, lnc, nil
}
