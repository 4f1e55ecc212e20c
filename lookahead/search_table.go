package lookahead

import (
	"math"
	"slices"

	"farsight/internal/linalg"
)

// table holds the base posterior of a finite set of candidate points: mean
// and covariance of both processes. Choosing a tree among candidates then
// needs only updates of this table, no Gaussian process.
//
// Covariances are filled in row by row when a row is first asked for, because
// most candidates are only ever looked at from others: a table belongs to one
// worker, unless fill has made it whole.
type table struct {
	d           int
	size        int       // number of candidates
	changes     int       // of which they are
	stride      int       // capacity, and the row length of the covariances
	x           []float64 // stride×d
	cols        []float64 // the same by coordinate, d×stride
	f, c        columns   // c is empty when the cost is known
	cost        []float64 // known costs
	known       bool
	weight      []float64 // of the candidates; nil: none is weighed
	prices                // empty without a price, or with known costs
	beta, noise float64   // how the cost follows the objective; then c is the rest of it
	ways                  // empty where moving is free
}

// columns is one process over the candidates.
type columns struct {
	p      *solver
	mu     []float64
	v, sd  []float64 // the variances, and their roots
	cov    []float64 // stride×stride; of row i the first filled[i]
	filled []int
	k, w   []float64 // stride×n: κ(X, x) and K⁻¹κ(X, x)
}

// newTable makes an empty table in a scratch, which may be nil.
func newTable(e *Evaluator, capacity int, r *scratch) *table {
	t := &table{d: e.d, stride: capacity, beta: e.beta, noise: e.linked.noise, x: r.Take(capacity * e.d), cols: r.Take(capacity * e.d)}
	t.f = newColumns(e.f.solver, capacity, r)
	if e.c != nil {
		t.c = newColumns(e.c.solver, capacity, r)
	} else {
		t.known, t.cost = true, r.Take(capacity)
	}
	if e.weight != nil {
		t.weight = r.Take(capacity)
	}
	if e.lambda > 0 && e.c != nil {
		t.prices = prices{r.Take(capacity), r.Take(capacity), r.Take(capacity)}
	}
	t.ways = newWays(e, capacity, r)
	return t
}

func newColumns(p *solver, capacity int, r *scratch) columns {
	return columns{
		p: p, mu: r.Take(capacity), v: r.Take(capacity), sd: r.Take(capacity),
		cov: r.Take(capacity * capacity), filled: make([]int, capacity),
		k: r.Take(capacity * p.n), w: r.Take(capacity * p.n),
	}
}

// copyFrom makes t hold the candidates of o, which has the same stride.
func (t *table) copyFrom(o *table) {
	t.size = o.size
	t.changes++
	copy(t.x, o.x)
	copy(t.cols, o.cols)
	copy(t.weight, o.weight)
	copy(t.lnMean, o.lnMean)
	copy(t.mean, o.mean)
	copy(t.wide, o.wide)
	copy(t.first, o.first)
	clear(t.walked)
	t.f.copyFrom(&o.f)
	if o.known {
		copy(t.cost, o.cost)
		return
	}
	t.c.copyFrom(&o.c)
}

func (c *columns) copyFrom(o *columns) {
	copy(c.mu, o.mu)
	copy(c.v, o.v)
	copy(c.sd, o.sd)
	copy(c.k, o.k)
	copy(c.w, o.w)
	clear(c.filled)
}

// point is the i-th candidate.
func (t *table) point(i int) []float64 { return t.x[i*t.d : i*t.d+t.d] }

// keep drops all but the first candidates.
func (t *table) keep(size int) {
	if t.size == size {
		return
	}
	t.size = size
	t.changes++
	t.f.keep(size)
	t.c.keep(size)
	t.forget(size)
}

func (c *columns) keep(size int) {
	for i, n := range c.filled {
		c.filled[i] = min(n, size)
	}
	if len(c.filled) > size {
		clear(c.filled[size:])
	}
}

// add appends a candidate and returns its index; the table must have space.
func (t *table) add(x []float64, e *Evaluator) int {
	i := t.place(x)
	t.believe(i, e)
	return i
}

// place appends a candidate; believe must then fill in the rest.
func (t *table) place(x []float64) int {
	i := t.size
	t.size++
	t.changes++
	copy(t.point(i), x)
	for c, v := range x[:t.d] {
		t.cols[c*t.stride+i] = v
	}
	return i
}

// believe computes what is believed of the candidates from i on.
func (t *table) believe(from int, e *Evaluator) {
	if from == t.size {
		return
	}
	if t.weight != nil {
		for i := from; i < t.size; i++ {
			t.weight[i] = math.Exp(e.weight.LogWeight(t.point(i), nil))
		}
	}
	t.walk(from, e)
	t.f.believe(t, from)
	if !t.known {
		t.c.believe(t, from)
		t.price(from)
		return
	}
	for i := from; i < t.size; i++ {
		t.cost[i] = e.known(t.point(i))
	}
}

func (c *columns) believe(t *table, from int) {
	n := c.p.n
	k, w := c.k[from*n:t.size*n], c.w[from*n:t.size*n]
	c.p.kernelRows(k, w, t.x[from*t.d:]) // the slopes are not needed: w is overwritten
	c.p.work.count(t.size-from, n)
	c.p.solve(w, k, t.x[from*t.d:], t.size-from)
	mu, v := c.mu[from:t.size], c.v[from:t.size]
	for i := range mu {
		mu[i], v[i] = c.p.mean, c.p.a
	}
	linalg.SubtractDots(mu, c.p.minusAlpha, k)
	linalg.SubtractRowDots(v, k, w, n)
	for i := range v {
		v[i] = math.Max(v[i], c.p.floor)
		c.sd[from+i] = math.Sqrt(v[i])
		c.filled[from+i] = 0
	}
}

// weighed is what q at candidate i counts for.
func (t *table) weighed(q float64, i int) float64 {
	if t.weight == nil {
		return q
	}
	return q * t.weight[i]
}

// row is the covariance of candidate i with all.
func (c *columns) row(t *table, i int) []float64 {
	row := c.cov[i*t.stride : i*t.stride+t.size]
	if from := c.filled[i]; from < t.size {
		c.extend(t, i, from, row)
		c.filled[i] = t.size
	}
	return row
}

// extend fills in row i from an entry on. Of two candidates it is the later
// whose weights are taken, so that rows and columns agree to the last bit.
func (c *columns) extend(t *table, i, from int, row []float64) {
	n := c.p.n
	linalg.Covariances(row[from:], t.point(i), t.cols[from:], t.stride, c.p.scale, c.p.a)
	if from < i {
		linalg.SubtractDots(row[from:i], c.w[i*n:i*n+n], c.k[from*n:])
	}
	if from <= i {
		row[i] = c.v[i]
	}
	if from = max(from, i+1); from < len(row) {
		linalg.SubtractDots(row[from:], c.k[i*n:i*n+n], c.w[from*n:])
	}
}

// fill fills in all rows: from then on the table is only read.
func (t *table) fill() {
	for i := range t.size {
		t.waysFrom(i)
		t.f.row(t, i)
		if !t.known {
			t.c.row(t, i)
		}
	}
}

// plant copies chosen candidates into the tree x.
func (t *table) plant(x []float64, picks []int) {
	for k, i := range picks {
		copy(x[k*t.d:k*t.d+t.d], t.point(i))
	}
}

// find returns the candidate that is x, or −1.
func (t *table) find(x []float64) int {
	for i := range t.size {
		if slices.Equal(t.point(i), x[:t.d]) {
			return i
		}
	}
	return -1
}

// hold returns the candidate at x, which is added unless it exists; if whole is false, or the table
// is full, a near one may be returned.
func (t *table) hold(x []float64, whole bool) int {
	i := t.find(x)
	if i >= 0 {
		return i
	}
	if !whole {
		if near, distance := t.nearest(x); distance < alike || t.size >= t.stride-1 { // one is left for a root
			return near
		}
	}
	return t.place(x)
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
