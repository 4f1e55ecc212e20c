package lookahead

import (
	"math"

	"farsight/internal/lanes"
)

// table holds the base posterior of a finite set of candidate points: mean
// and covariance of both processes. Choosing a tree among candidates then
// needs only updates of this table, no Gaussian process.
type table struct {
	d      int
	size   int       // number of candidates
	stride int       // capacity, and the row length of the covariances
	x      []float64 // stride×d
	f, c   columns   // c is empty when the cost is known
	cost   []float64 // known costs
	known  bool
}

// columns is one process over the candidates.
type columns struct {
	p    *process
	mu   []float64
	cov  []float64 // stride×stride
	k, w []float64 // stride×n: κ(X, x) and K⁻¹κ(X, x)
}

func newTable(e *Evaluator, capacity int) *table {
	t := &table{d: e.d, stride: capacity, x: make([]float64, capacity*e.d)}
	t.f = newColumns(e.f.process, capacity)
	if e.c != nil {
		t.c = newColumns(e.c.process, capacity)
	} else {
		t.known, t.cost = true, make([]float64, capacity)
	}
	return t
}

func newColumns(p *process, capacity int) columns {
	return columns{
		p: p, mu: make([]float64, capacity), cov: make([]float64, capacity*capacity),
		k: make([]float64, capacity*p.n), w: make([]float64, capacity*p.n),
	}
}

// copyFrom makes t hold the candidates of o; t's stride may be larger.
func (t *table) copyFrom(o *table) {
	t.size = o.size
	copy(t.x, o.x[:o.size*o.d])
	t.f.copyFrom(&o.f, o.size, t.stride, o.stride)
	if o.known {
		copy(t.cost, o.cost[:o.size])
		return
	}
	t.c.copyFrom(&o.c, o.size, t.stride, o.stride)
}

func (c *columns) copyFrom(o *columns, size, stride, ostride int) {
	copy(c.mu, o.mu[:size])
	copy(c.k, o.k[:size*o.p.n])
	copy(c.w, o.w[:size*o.p.n])
	for i := range size {
		copy(c.cov[i*stride:i*stride+size], o.cov[i*ostride:])
	}
}

// point is the i-th candidate.
func (t *table) point(i int) []float64 { return t.x[i*t.d : i*t.d+t.d] }

// add appends a candidate and returns its index; the table must have room.
func (t *table) add(x []float64, known func([]float64) float64) int {
	i := t.size
	t.size++
	copy(t.point(i), x)
	t.f.add(t, i)
	if t.known {
		t.cost[i] = known(t.point(i))
	} else {
		t.c.add(t, i)
	}
	return i
}

func (c *columns) add(t *table, i int) {
	n := c.p.n
	k, w := c.k[i*n:i*n+n], c.w[i*n:i*n+n]
	c.p.rows(k, w, t.point(i)) // the slopes are not needed: w is overwritten
	c.p.solve(w, k, 1)
	c.mu[i] = c.p.mean + lanes.Dot(k, c.p.alpha)
	for j := range i {
		kk, _ := c.p.pair(t.point(i), t.point(j))
		v := kk - lanes.Dot(c.k[j*n:j*n+n], w)
		c.cov[i*t.stride+j], c.cov[j*t.stride+i] = v, v
	}
	c.cov[i*t.stride+i] = math.Max(c.p.a-lanes.Dot(k, w), c.p.floor)
}

// nearest returns the candidate closest to x and its distance (∞-norm).
func (t *table) nearest(x []float64) (int, float64) {
	best, at := math.Inf(1), -1
	for i := range t.size {
		if d := distance(x, t.point(i)); d < best {
			best, at = d, i
		}
	}
	return at, best
}

// distance is the ∞-norm of x − y.
func distance(x, y []float64) float64 {
	d := 0.0
	for i := range x {
		d = math.Max(d, math.Abs(x[i]-y[i]))
	}
	return d
}
