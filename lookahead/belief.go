package lookahead

import (
	"math"
	"slices"

	"farsight/internal/linalg"
	"farsight/model"
)

// process is one Gaussian process prepared for trees: inputs scaled by √5/ℓ
// and stored by column. The inner loops take four numbers at a time, so n is
// rounded up to a multiple of four by points without weight: their entries in
// α and K⁻¹ are zero.
type process struct {
	n, d       int
	a          float64 // output scale
	noise      float64 // τ²
	noisy      bool    // what a fantasy is believed to be worth is less than its value
	mean       float64
	floor      float64    // least posterior variance
	scale      []float64  // √5/ℓ
	minusAlpha []float64  // −α
	work       *workMeter // nil: not counted

	cols  []float64 // U, d columns of n
	alpha []float64
	inv   *linalg.Matrix // K⁻¹
}

// newProcess prepares g.
func newProcess(g *model.GP) *process {
	f := g.Factor()
	n := (f.N + 3) &^ 3
	p := &process{
		n: n, d: f.D, a: f.Hyper.Variance, noise: f.Hyper.Noise, noisy: g.Noisy(), mean: f.Hyper.Mean,
		floor: f.Hyper.MinVariance(), scale: make([]float64, f.D),
		cols: make([]float64, n*f.D), alpha: make([]float64, n), inv: f.Inverse,
	}
	copy(p.alpha, f.Alpha)
	p.minusAlpha = make([]float64, n)
	for i, v := range p.alpha {
		p.minusAlpha[i] = -v
	}
	for c, l := range f.Hyper.Scale {
		p.scale[c] = math.Sqrt(5) / l
		for i := range f.N {
			p.cols[c*n+i] = f.X[i*f.D+c] * p.scale[c]
		}
	}
	return p
}

// lift is by how much one standard normal of a fantasy moves the incumbent at
// its point, whose variance is v and whose value has the standard deviation
// r = √(v + τ²): the value itself, μ + r·z, or where values are noisy what is
// believed there then, μ + (v/r)·z.
func (p *process) lift(v, r float64) float64 {
	if p.noisy {
		return v / r
	}
	return r
}

// kernelRows writes κ(X, x) of consecutive points x into k and the slopes h into h,
// where with u = x√5/ℓ
//
//	κ = a(1 + r + r²/3)e⁻ʳ, ∂κ/∂u = h·(u − U), h = −(a/3)(1 + r)e⁻ʳ, r = |u − U|
func (p *process) kernelRows(k, h []float64, x []float64) {
	linalg.MaternRows(k, h, x, p.cols, p.n, p.scale, p.a)
}

// belief is a process with the workspace a tree needs for it; each worker has its own. Values of
// node k and its ancestor at stage j are at index j·nodes + k.
type belief struct {
	*solver
	linalg.Factor
	tree *layout

	k, h, w []float64 // per node rows of length n
	points  []float64 // whose rows these are; nil: they are computed every time
	moved   []int
	slope   []float64 // h between node and ancestor

	kBar linalg.Combination // per node rows of length n, times h
	pull linalg.Pull
	sum  []float64 // of one coordinate, by node
}

// newBelief prepares p for trees whose edges have the base samples z.
func newBelief(p *process, t *layout, z []float64) *belief {
	n, m, pairs := p.n, t.nodes, len(t.anc)
	solver := newSolver(p)
	own := 0 // rows that are kept cannot be written over on the way back
	if solver.w != nil {
		own = m * n
	}
	take := block(3*m*n + own + 10*m + 5*pairs + t.steps*p.d*m)
	b := &belief{solver: solver, tree: t, k: take(m * n), h: take(m * n), w: take(m * n), slope: take(pairs), sum: take(m)}
	b.Factor = linalg.Factor{
		Nodes: m, Anc: t.anc, Z: t.paths(z), Cov: take(pairs), R: take(pairs), Mu: take(m), V: take(m), Sd: take(m), RR: take(m),
		Floor: p.floor, Noise: p.noise,
		MuBar: take(m), SdBar: take(m), RRBar: take(m), VBar: take(m), RBar: take(pairs), CBar: take(pairs),
	}
	b.kBar = linalg.Combination{
		N: n, Dst: b.k, Sum: take(m), A: b.MuBar, X: p.alpha, B: b.VBar, W: b.w, H: b.h,
		C: b.CBar, First: t.kinFirst, Row: t.kin, At: t.pair,
	}
	if own > 0 {
		b.kBar.Dst = take(own)
		b.points, b.moved = make([]float64, m*p.d), make([]int, 0, m)
		for i := range b.points {
			b.points[i] = math.NaN()
		}
	}
	b.pull = linalg.Pull{Nodes: m, Anc: t.anc, C: b.CBar, Slope: b.slope, Scale: p.scale, Pairs: take(t.steps * p.d * m)}
	return b
}

// know computes the posterior at the nodes from up to to, before any fantasy: moments, and
// covariances with their ancestors. Points are x, node by node, and cols, coordinate by coordinate.
func (b *belief) know(from, to int, x, cols []float64) {
	n, d, t := b.n, b.d, b.tree
	m := t.nodes
	k, w := b.k[from*n:to*n], b.w[from*n:to*n]
	if b.points != nil {
		b.meet(from, to, x)
	} else {
		b.kernelRows(k, b.h[from*n:to*n], x[from*d:to*d])
		b.solve(w, k, x[from*d:to*d], to-from)
	}
	mu, v := b.Mu[from:to], b.V[from:to]
	for i := range mu {
		mu[i], v[i] = b.mean, b.a
	}
	linalg.SubtractDots(mu, b.minusAlpha, k)
	linalg.SubtractRowDots(v, k, w, n)
	for j := range t.stage[to-1] {
		first := max(from, t.first[j+1])
		cov, anc := b.Cov[j*m+first:j*m+to], b.Anc[j*m+first:j*m+to]
		linalg.Pairs(cov, b.slope[j*m+first:j*m+to], anc, first, cols, m, b.scale, b.a)
		linalg.SubtractDotsAt(cov, b.w, anc, b.k[first*n:to*n], n)
	}
}

// see conditions what is known at the nodes from up to to of stage s on the
// fantasies along their paths, the whitened residuals of which are the base
// samples.
func (b *belief) see(from, to, s int) {
	b.work.count(to-from, b.n)
	b.Factor.See(from, to, s)
}

// meet computes the rows of those nodes from up to to that have moved.
func (b *belief) meet(from, to int, x []float64) {
	n, d := b.n, b.d
	b.moved = b.moved[:0]
	for k := from; k < to; {
		end := k
		for end < to && !slices.Equal(x[end*d:end*d+d], b.points[end*d:end*d+d]) {
			b.moved = append(b.moved, end)
			end++
		}
		if end == k {
			k++
			continue
		}
		b.kernelRows(b.k[k*n:end*n], b.h[k*n:end*n], x[k*d:end*d])
		copy(b.points[k*d:end*d], x[k*d:end*d])
		k = end
	}
	b.solveRows(b.w, b.k, x, b.moved)
}

// back goes back from the moments of the nodes of stage s that are not off to their
// covariances, and to what their ancestors owe. What the parent owes is complete
// only when Parent was called for every node, from the last to the first.
func (b *belief) back(off []bool, s int) {
	begin := b.tree.first[s]
	for to := b.tree.first[s+1]; to > begin; {
		if off[to-1] {
			to--
			continue
		}
		from := to - 1
		for from > begin && !off[from-1] {
			from--
		}
		b.Factor.Back(from, to, s)
		b.Owe(from, to, s)
		to = from
	}
}

// clearAdjoints begins a gradient.
func (b *belief) clearAdjoints() {
	clear(b.MuBar)
	clear(b.SdBar)
	clear(b.RRBar)
	clear(b.RBar)
	clear(b.CBar)
}

// addGradient adds the gradient in the decision points, cols, to grad, both coordinate by
// coordinate, of the nodes that are not off:
//
//	k̄_k = μ̄_kα − 2v̄w_k − Σ_anc c̄_kj w_{a_j} − Σ_desc c̄_lk w_l
//	x̄ = (√5/ℓ)·Σ_i k̄_i h_i (u − U_i), and ±c̄_kj h (u_k − u_{a_j}) per pair
func (b *belief) addGradient(off []bool, cols, grad []float64) {
	t, m := b.tree, b.tree.nodes
	b.pull.X, b.pull.Grad = cols, grad
	if slices.Contains(off, true) {
		clear(b.pull.Pairs) // those that are off add nothing
	}
	for s := range t.steps {
		for from, to := firstRun(off, t.first[s], t.first[s+1]); from < to; from, to = firstRun(off, to, t.first[s+1]) {
			b.pull.Add(from, to, s)
		}
	}
	for c := range b.scale {
		g := grad[c*m : c*m+m]
		for k := range t.first[t.steps-1] { // all but the leaves
			if off[k] {
				continue
			}
			at := b.pull.Pairs[(t.stage[k]*b.d+c)*m:]
			sum := g[k]
			for _, i := range t.below(k) {
				sum -= at[i]
			}
			g[k] = sum
		}
	}
	for from, to := firstRun(off, 0, m); from < to; from, to = firstRun(off, to, m) {
		b.toData(from, to, cols, grad)
	}
}

// firstRun is the first run of nodes from up to end that are not off.
func firstRun(off []bool, from, end int) (int, int) {
	for from < end && off[from] {
		from++
	}
	to := from
	for to < end && !off[to] {
		to++
	}
	return from, to
}

// toData adds what pulls the nodes from up to to through their kernels with the data.
func (b *belief) toData(from, to int, cols, grad []float64) {
	n, m := b.n, b.tree.nodes
	b.kBar.Rows(from, to)
	// Σ k̄_i h_i (u − U_i) = u Σ k̄h − Σ k̄hU
	for c, sc := range b.scale {
		x, t := cols[c*m+from:c*m+to], b.sum[from:to]
		for i, v := range b.kBar.Sum[from:to] {
			t[i] = x[i] * sc * v
		}
		linalg.SubtractDots(t, b.cols[c*n:c*n+n], b.kBar.Dst[from*n:])
		for i, v := range t {
			grad[c*m+from+i] += float64(sc * v)
		}
	}
}
