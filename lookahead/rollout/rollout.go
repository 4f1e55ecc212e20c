// Package rollout says what a first point is worth to somebody who goes on by a
// rule of thumb: EI-PUC for some evaluations, then one of EI, until they are made
// or the budget is gone (E. Lee, D. Eriksson, V. Perrone and M. Seeger, "A
// nonmyopic approach to cost-constrained Bayesian optimization", 2021). Unlike a
// scenario tree, nothing after the first point is chosen well.
package rollout

import (
	"context"
	"math"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/internal/workers"
	"farsight/model"
)

// Settings of Values.
type Settings struct {
	Steps     int // evaluations after the first, the last of them by EI
	Fantasies int // how often each first point is played on
	Seed      uint64
	Workers   int // 0: GOMAXPROCS; the result does not depend on it
}

// Values is what each of the points is worth as the first, by the improvement
// that is expected while the budget lasts; later points are chosen among them all.
//
//	V(x) = Q₁(x; b) + E[ Σ_k Q₁(x_k | …; b_k) ],  x_k = argmax EI-PUC, the last argmax EI
//
// All points are played on the same fantasies.
func Values(ctx context.Context, pair *model.Pair, best, budget float64, points []model.Unit, set Settings) ([]float64, error) {
	out := make([]float64, len(points))
	t := newTable(pair, points)
	z := fantasies(set)
	players := make([]*player, workers.Count(set.Workers))
	for i := range players {
		players[i] = newPlayer(t, set.Steps)
	}
	workers.Share(players, len(points), func(p *player, i int) {
		if ctx.Err() == nil {
			out[i] = p.value(i, best, budget, z)
		}
	})
	return out, ctx.Err()
}

// fantasies are normals for all playouts, two an evaluation.
func fantasies(set Settings) []float64 {
	wide := 2 * set.Steps
	if wide == 0 {
		return nil
	}
	z, seq := make([]float64, set.Fantasies*wide), sobol.New(wide, set.Seed)
	for i := range set.Fantasies {
		seq.NextNormal(z[i*wide : (i+1)*wide])
	}
	return z
}

// belief is one process at all points: mean, covariance and noise.
type belief struct {
	mean, cov []float64
	noise     float64
}

// table is what is believed at all points before the first is evaluated.
type table struct {
	pair   *model.Pair
	points []model.Unit
	f, c   belief
	known  []float64 // ln c where it is known; else nil
	lnW    []float64 // how much the points count
}

func newTable(pair *model.Pair, points []model.Unit) *table {
	t := &table{pair: pair, points: points}
	t.f.mean, t.f.cov = pair.Objective.Joint(points)
	t.f.noise = pair.Objective.Hyper().Noise
	if pair.Known != nil {
		t.known = make([]float64, len(points))
		for i, u := range points {
			t.known[i] = math.Log(pair.Known(u))
		}
	} else {
		t.c.mean, t.c.cov = pair.LogCost.Joint(points)
		t.c.noise = pair.LogCost.Hyper().Noise
	}
	t.lnW = make([]float64, len(points))
	if pair.Weight != nil {
		for i, u := range points {
			t.lnW[i] = pair.Weight.LogWeight(u, nil)
		}
	}
	return t
}

// path is a process along one playout: its means as they are imagined, and what
// each evaluation took of the covariances, column by column.
type path struct {
	b       *belief
	mean    []float64
	vars    []float64
	columns [][]float64 // r_k, K_k = K₀ − Σ r rᵀ
	made    int
}

func newPath(b *belief, steps int) path {
	n := len(b.mean)
	p := path{b: b, mean: make([]float64, n), vars: make([]float64, n), columns: make([][]float64, steps)}
	for i := range p.columns {
		p.columns[i] = make([]float64, n)
	}
	return p
}

// begin forgets all that was imagined.
func (p *path) begin() {
	n := len(p.mean)
	copy(p.mean, p.b.mean)
	for i := range p.vars {
		p.vars[i] = p.b.cov[i*n+i]
	}
	p.made = 0
}

// observe imagines an evaluation at point i with a standard normal outcome z, and
// returns it.
func (p *path) observe(i int, z float64) float64 {
	n := len(p.mean)
	r := p.columns[p.made]
	sd := math.Sqrt(p.vars[i] + p.b.noise)
	copy(r, p.b.cov[i*n:(i+1)*n])
	for _, old := range p.columns[:p.made] {
		w := old[i]
		for j, v := range old {
			r[j] -= w * v
		}
	}
	y := p.mean[i] + sd*z
	for j := range r {
		r[j] /= sd
		p.mean[j] += r[j] * z
		p.vars[j] = math.Max(p.vars[j]-r[j]*r[j], 0)
	}
	p.made++
	return y
}

// player is one worker's workspace.
type player struct {
	t     *table
	steps int
	f, c  path
}

func newPlayer(t *table, steps int) *player {
	p := &player{t: t, steps: steps, f: newPath(&t.f, steps)}
	if t.known == nil {
		p.c = newPath(&t.c, steps)
	}
	return p
}

// moments are what is believed at point i, seen from a point.
func (p *player) moments(i int, from model.Unit) model.Moments {
	m := model.Moments{MuF: p.f.mean[i], SdF: math.Sqrt(p.f.vars[i]), LnW: p.t.lnW[i]}
	if p.t.known != nil {
		m.MuC = p.t.known[i]
	} else {
		m.MuC, m.SdC = p.c.mean[i], math.Sqrt(p.c.vars[i])
	}
	if p.t.pair.Way != nil && from != nil {
		m.Way = p.t.pair.Way.Price(from, p.t.points[i], nil, nil)
	}
	return m
}

// value is the mean over the fantasies of what follows point i, and what it
// brings itself.
func (p *player) value(root int, best, budget float64, z []float64) float64 {
	p.begin()
	m := p.moments(root, p.t.pair.At)
	first := acquisition.NewQ1(best, budget).Value(m)
	if p.steps == 0 {
		return first
	}
	sum := 0.0
	n := len(z) / (2 * p.steps)
	for k := range n {
		sum += p.once(root, best, budget, z[k*2*p.steps:(k+1)*2*p.steps])
	}
	return first + sum/float64(n)
}

func (p *player) begin() {
	p.f.begin()
	if p.t.known == nil {
		p.c.begin()
	}
}

// once plays on from point i on one fantasy, two normals an evaluation.
func (p *player) once(i int, best, left float64, z []float64) float64 {
	p.begin()
	from, sum := p.t.pair.At, 0.0
	for k := range p.steps {
		m := p.moments(i, from)
		cost := math.Exp(m.MuC)
		if p.t.known == nil {
			cost = math.Exp(p.c.observe(i, z[2*k+1]))
		}
		if left -= cost + m.Way; left <= 0 {
			return sum // it does not count
		}
		p.f.observe(i, z[2*k])
		best = math.Max(best, p.f.mean[i]) // where values are noisy, what is believed then
		from = p.t.points[i]
		rule := acquisition.NewEIPUC(best)
		if k == p.steps-1 {
			rule = acquisition.NewEI(best)
		}
		next, high := -1, math.Inf(-1)
		for j := range p.t.points {
			if score, _ := rule.Eval(p.moments(j, from)); score > high {
				next, high = j, score
			}
		}
		if next < 0 {
			return sum
		}
		i = next
		sum += acquisition.NewQ1(best, left).Value(p.moments(i, from))
	}
	return sum
}
