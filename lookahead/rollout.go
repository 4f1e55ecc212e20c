package lookahead

import (
	"context"
	"math"

	"farsight/acquisition"
	"farsight/internal/sobol"
	"farsight/internal/workers"
	"farsight/model"
)

// RolloutSettings of Values.
type RolloutSettings struct {
	Steps     int // evaluations after the first, the last of them by EI
	Fantasies int // how often each first point is played on
	Seed      uint64
	Workers   int // 0: GOMAXPROCS; the result does not depend on it
}

// RolloutValues is the value of each of the points as the first, the expected improvement until the
// budget is spent; later points are chosen among them all.
//
//	V(x) = Q₁(x; b) + E[ Σ_k Q₁(x_k | …; b_k) ],  x_k = argmax EI-PUC, the last argmax EI
//
// All points are played on the same fantasies.
func RolloutValues(ctx context.Context, pair *model.Pair, best, budget float64, points []model.Unit, set RolloutSettings) ([]float64, error) {
	out := make([]float64, len(points))
	t := newRolloutTable(pair, points)
	z := rolloutFantasies(set)
	players := make([]*rolloutPlayer, workers.Count(set.Workers))
	for i := range players {
		players[i] = newRolloutPlayer(t, set.Steps)
	}
	workers.Share(players, len(points), func(p *rolloutPlayer, i int) {
		if ctx.Err() == nil {
			out[i] = p.value(i, best, budget, z)
		}
	})
	return out, ctx.Err()
}

// rolloutFantasies are normals for all rollouts, two an evaluation.
func rolloutFantasies(set RolloutSettings) []float64 {
	if set.Steps == 0 {
		return nil
	}
	return fantasyPaths(sobol.New(2*set.Steps, set.Seed), set.Fantasies, set.Steps)
}

// rolloutBelief is one process at all points: mean, covariance and noise.
type rolloutBelief struct {
	mean, cov []float64
	noise     float64
}

// rolloutTable is what is believed at all points before the first is evaluated.
type rolloutTable struct {
	pair   *model.Pair
	points []model.Unit
	f, c   rolloutBelief
	known  []float64 // ln c where it is known; else nil
	lnW    []float64 // how much the points count
}

func newRolloutTable(pair *model.Pair, points []model.Unit) *rolloutTable {
	t := &rolloutTable{pair: pair, points: points}
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

// rolloutPath is a process along one playout: its means as they are imagined, and what
// each evaluation took of the covariances, column by column.
type rolloutPath struct {
	b       *rolloutBelief
	mean    []float64
	vars    []float64
	columns [][]float64 // r_k, K_k = K₀ − Σ r rᵀ
	made    int
}

func newRolloutPath(b *rolloutBelief, steps int) rolloutPath {
	n := len(b.mean)
	p := rolloutPath{b: b, mean: make([]float64, n), vars: make([]float64, n), columns: make([][]float64, steps)}
	for i := range p.columns {
		p.columns[i] = make([]float64, n)
	}
	return p
}

// begin forgets all that was imagined.
func (p *rolloutPath) begin() {
	n := len(p.mean)
	copy(p.mean, p.b.mean)
	for i := range p.vars {
		p.vars[i] = p.b.cov[i*n+i]
	}
	p.made = 0
}

// observe imagines an evaluation at point i with a standard normal outcome z, and
// returns it.
func (p *rolloutPath) observe(i int, z float64) float64 {
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

// rolloutPlayer is one worker's workspace.
type rolloutPlayer struct {
	t     *rolloutTable
	steps int
	f, c  rolloutPath
}

func newRolloutPlayer(t *rolloutTable, steps int) *rolloutPlayer {
	p := &rolloutPlayer{t: t, steps: steps, f: newRolloutPath(&t.f, steps)}
	if t.known == nil {
		p.c = newRolloutPath(&t.c, steps)
	}
	return p
}

// moments are what is believed at point i, seen from a point.
func (p *rolloutPlayer) moments(i int, from model.Unit) model.Moments {
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
func (p *rolloutPlayer) value(root int, best, budget float64, z []float64) float64 {
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

func (p *rolloutPlayer) begin() {
	p.f.begin()
	if p.t.known == nil {
		p.c.begin()
	}
}

// once plays on from point i on one fantasy, two normals an evaluation.
func (p *rolloutPlayer) once(i int, best, left float64, z []float64) float64 {
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
