package lookahead

import "farsight/internal/simd"

// reverse writes the gradient of the value just computed by forward: adjoints
// from the leaves to the root, then through the kernels (docs/trees.md, "Gradients"). A bar
// marks an adjoint: muBar is ∂value/∂μ.
func (e *Evaluator) reverse(x, grad []float64) {
	l := e.layout
	clear(grad)
	clear(e.bestBar)
	clear(e.budBar)
	e.f.clearAdjoints()
	if e.c != nil {
		e.c.clearAdjoints()
	}
	for k := l.nodes - 1; k >= 0; k-- {
		if e.off[k] {
			continue
		}
		e.rewardAdjoint(k)
		if e.lambda > 0 {
			e.spendAdjoint(k)
		}
		if e.way != nil {
			e.wayAdjoint(k, x, grad)
		}
		if p := l.parent[k]; p >= 0 {
			e.edgeAdjoint(k, p)
		}
		e.f.factorAdjoint(l, k, l.zf)
		if e.c != nil {
			e.c.factorAdjoint(l, k, l.zc)
		}
	}
	e.f.inputAdjoint(l, e.off, x, grad)
	if e.c != nil {
		e.c.inputAdjoint(l, e.off, x, grad)
	}
	if e.weight != nil {
		e.weightAdjoint(x, grad)
	}
	if e.lambda > 0 && e.c == nil {
		e.knownAdjoint(x, grad)
	}
}

// weightAdjoint adds the slope of the weights, Q₁·∂ln w.
func (e *Evaluator) weightAdjoint(x, grad []float64) {
	for k, r := range e.reward {
		if e.lambda > 0 {
			r = e.layout.weight[k] * e.q(k)
		}
		if e.off[k] || r == 0 {
			continue
		}
		e.weight.LogWeight(x[k*e.d:k*e.d+e.d], e.lnw)
		for c, v := range e.lnw {
			grad[k*e.d+c] += r * v
		}
	}
}

func (b *belief) clearAdjoints() {
	clear(b.muBar)
	clear(b.sdBar)
	clear(b.rrBar)
	clear(b.rBar)
	clear(b.cBar)
}

// rewardAdjoint adds the local terms of w·EI·Φ(ζ), with q = w·EI·φ(ζ)/σ_c:
//
//	μ̄_f = wΦ(ζ)Φ(u), σ̄_f = wΦ(ζ)φ(u), best̄ = −μ̄_f; μ̄_c = −q, σ̄_c = −qζ, b̄ = q/b
func (e *Evaluator) rewardAdjoint(k int) {
	if e.follows(k) {
		e.linkedAdjoint(k)
		return
	}
	w, g := e.layout.weight[k], &e.gain[k]
	if e.c != nil {
		q := w * e.f.sd[k] * g.h * g.normal / e.c.sd[k]
		e.c.muBar[k] -= q
		e.c.sdBar[k] -= q * g.zeta
		e.budBar[k] += q / e.budget[k]
	}
	e.f.muBar[k] += w * g.chance * g.cdf
	e.f.sdBar[k] += w * g.chance * g.pdf
	e.bestBar[k] -= w * g.chance * g.cdf
}

// edgeAdjoint passes what node k owes to its incumbent and its budget on to
// the fantasy that entered it and to its parent p. A known cost owes nothing:
// its affordability is a step.
func (e *Evaluator) edgeAdjoint(k, p int) {
	l := e.layout
	if e.own[k] {
		y := e.bestBar[k]
		e.f.muBar[p] += y
		if e.f.noisy {
			// σ²/r by σ and by r
			u := e.f.sd[p] / e.f.rr[p]
			e.f.sdBar[p] += 2 * y * l.zf[k] * u
			e.f.rrBar[p] -= y * l.zf[k] * u * u
		} else {
			e.f.rrBar[p] += y * l.zf[k]
		}
	} else {
		e.bestBar[p] += e.bestBar[k]
	}
	e.budBar[p] += e.budBar[k]
	if e.c != nil {
		y := -e.budBar[k] * e.cost[k]
		e.c.muBar[p] += y
		e.c.rrBar[p] += y * l.zc[k]
		if e.beta != 0 {
			e.f.muBar[p] += e.beta * y
			e.f.rrBar[p] += e.beta * y * l.zf[k]
		}
	}
}

// factorAdjoint goes back through node k's row of the factor R.
func (b *belief) factorAdjoint(l *layout, k int, z []float64) {
	s, steps := l.stage[k], l.steps
	mu := b.muBar[k]
	v := 0.0
	if !b.clamped[k] {
		v = b.sdBar[k]/(2*b.sd[k]) + b.rrBar[k]/(2*b.rr[k])
	}
	b.vBar[k] = -2 * v
	row, bar := b.r[k*steps:k*steps+s], b.rBar[k*steps:k*steps+s]
	cBar := b.cBar[k*steps : k*steps+s]
	anc := l.anc[k*steps : k*steps+s+1]
	for j := range row {
		bar[j] += mu*z[anc[j+1]] - 2*row[j]*v
	}
	for j := s - 1; j >= 0; j-- {
		a := anc[j]
		c := bar[j] / b.rr[a]
		cBar[j] = c
		b.rrBar[a] -= c * row[j]
		ra, rab := b.r[a*steps:a*steps+j], b.rBar[a*steps:a*steps+j]
		for i := range ra {
			bar[i] -= c * ra[i]
			rab[i] -= c * row[i]
		}
	}
}

// inputAdjoint adds the gradient in the decision points:
//
//	k̄_k = μ̄_kα − 2v̄w_k − Σ_anc c̄_kj w_{a_j} − Σ_desc c̄_lk w_l
//	x̄ = (√5/ℓ)·Σ_i k̄_i h_i (u − U_i), and ±c̄_kj h (u_k − u_{a_j}) per pair
func (b *belief) inputAdjoint(l *layout, off []bool, x, grad []float64) {
	n, d, steps := b.n, b.d, l.steps
	for k := range l.nodes {
		if off[k] {
			continue
		}
		for j := range l.stage[k] {
			c := b.cBar[k*steps+j]
			if c == 0 {
				continue
			}
			a := l.anc[k*steps+j]
			ch := c * b.slope[j*l.nodes+k]
			xk, xa := x[k*d:k*d+d], x[a*d:a*d+d]
			gk, ga := grad[k*d:k*d+d], grad[a*d:a*d+d]
			for i, sc := range b.scale[:d] {
				g := ch * sc * sc * (xk[i] - xa[i])
				gk[i] += g
				ga[i] -= g
			}
		}
	}
	for from := 0; from < l.nodes; {
		if off[from] {
			from++
			continue
		}
		to := from + 1
		for to < l.nodes && !off[to] {
			to++
		}
		b.kBar.Rows(from, to)
		// Σ k̄_i h_i (u − U_i) = u Σ k̄h − Σ k̄hU
		for c, sc := range b.scale {
			t := b.pull[:to-from]
			for i := range t {
				t[i] = x[(from+i)*d+c] * sc * b.kBar.Sum[from+i]
			}
			simd.SubtractDots(t, b.cols[c*n:c*n+n], b.kBar.Dst[from*n:])
			for i, v := range t {
				grad[(from+i)*d+c] += sc * v
			}
		}
		from = to
	}
}
