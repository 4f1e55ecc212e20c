package lookahead

// reverse writes the gradient of the value just computed by forward: adjoints
// from the leaves to the root, then through the kernels (docs/trees.md, "Gradient"). A bar
// marks an adjoint: muBar is ∂value/∂μ.
func (e *Evaluator) reverse(x, grad []float64) {
	l := e.layout
	clear(grad)
	clear(e.bestBar)
	clear(e.budBar)
	for _, b := range e.all {
		b.clearAdjoints()
	}
	for s := l.steps - 1; s >= 0; s-- {
		for k := l.first[s+1] - 1; k >= l.first[s]; k-- {
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
		}
		for _, b := range e.all {
			b.back(e.off, s)
		}
		for k := l.first[s+1] - 1; s > 0 && k >= l.first[s]; k-- {
			if !e.off[k] {
				e.edgeAdjoint(k, l.parent[k], s-1)
			}
		}
	}
	e.inputAdjoint(grad)
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

// inputAdjoint adds the gradient in the decision points through the processes.
func (e *Evaluator) inputAdjoint(grad []float64) {
	byCoordinate(e.pull, grad, e.d)
	for _, b := range e.all {
		b.addGradient(e.off, e.cols, e.pull)
	}
	n := e.layout.nodes
	for c := range e.d {
		for k, v := range e.pull[c*n : c*n+n] {
			grad[k*e.d+c] = v
		}
	}
}

// rewardAdjoint adds the local terms of w·EI·Φ(ζ), with q = w·EI·φ(ζ)/σ_c:
//
//	μ̄_f = wΦ(ζ)Φ(u), σ̄_f = wΦ(ζ)φ(u), best̄ = −μ̄_f; μ̄_c = −q, σ̄_c = −qζ, b̄ = q/b
func (e *Evaluator) rewardAdjoint(k int) {
	if e.follows(k) {
		e.linkedAdjoint(k)
		return
	}
	w, g := e.layout.weight[k], &e.gain
	if e.c != nil {
		q := w * e.f.Sd[k] * g.h[k] * g.normal[k] / e.c.Sd[k]
		e.c.MuBar[k] -= q
		e.c.SdBar[k] -= q * g.zeta[k]
		e.budBar[k] += q / e.budget[k]
	}
	e.f.MuBar[k] += w * g.chance[k] * g.cdf[k]
	e.f.SdBar[k] += w * g.chance[k] * g.pdf[k]
	e.bestBar[k] -= w * g.chance[k] * g.cdf[k]
}

// edgeAdjoint passes what node k owes to its incumbent and its budget on to
// the fantasy that entered it and to its parent p of stage j. A known cost owes nothing:
// its affordability is a step.
func (e *Evaluator) edgeAdjoint(k, p, j int) {
	l := e.layout
	if e.own[k] {
		y := e.bestBar[k]
		e.f.MuBar[p] += y
		if e.f.noisy {
			// σ²/r by σ and by r
			u := e.f.Sd[p] / e.f.RR[p]
			e.f.SdBar[p] += 2 * y * l.zf[k] * u
			e.f.RRBar[p] -= y * l.zf[k] * u * u
		} else {
			e.f.RRBar[p] += y * l.zf[k]
		}
	} else {
		e.bestBar[p] += e.bestBar[k]
	}
	e.budBar[p] += e.budBar[k]
	if e.c != nil {
		y := -e.budBar[k] * e.cost[k]
		e.c.MuBar[p] += y
		e.c.RRBar[p] += y * l.zc[k]
		if e.beta != 0 {
			e.f.MuBar[p] += e.beta * y
			e.f.RRBar[p] += e.beta * y * l.zf[k]
		}
		e.c.Parent(k, j)
	}
	e.f.Parent(k, j)
}
