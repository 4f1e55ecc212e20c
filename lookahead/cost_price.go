package lookahead

import (
	"math"

	"farsight/acquisition"
	"farsight/internal/linalg"
)

// A tree ends after N steps, and the unspent budget would then be worth nothing to it. With a price
// λ a node's spending is charged,
//
//	reward = Q₁ − λ·E[min(c, b)]
//
// and a node that would cost more than it brings, with all that follows, is skipped: the tree stops
// there, which is worth 0. The root is never skipped.

// priced is the part of an evaluator for a price of budget.
type priced struct {
	lambda float64
	spent  []acquisition.Spent // by each node
	worth  []float64           // of each node's subtree, probability-weighted; of those that are stopped negative or 0
	point  []float64           // of one node whose cost is known
	slope  []float64           // of ln c there
}

func newPriced(lambda float64, nodes, d int) priced {
	if lambda == 0 {
		return priced{}
	}
	return priced{
		lambda: lambda, spent: make([]acquisition.Spent, nodes), worth: make([]float64, nodes),
		point: make([]float64, d), slope: make([]float64, d),
	}
}

// spend is E[min(c, b)] at node k, with its way. A known cost that fits is paid; of one that
// does not, all that is left.
func (e *Evaluator) spend(k int, x []float64) float64 {
	if e.c != nil {
		e.spent[k] = acquisition.Spending(e.lnMean[k], e.lnSd[k], e.budget[k])
		e.spent[k].Value += e.wayTo(k)
		return e.spent[k].Value
	}
	cost := e.known(x[k*e.d : k*e.d+e.d])
	e.spent[k] = acquisition.Spent{Value: cost, MuC: cost}
	if affordable(cost, e.budget[k]) == 0 {
		e.spent[k] = acquisition.Spent{Value: e.budget[k]}
	}
	e.spent[k].Value += e.wayTo(k)
	return e.spent[k].Value
}

// stop finds where the tree stops, takes that out of the rewards, and returns
// the value: worth_k = reward_k + Σ_children max(0, worth), leaves first. Where
// the larger of the two changes there is a kink; at 0 the tree stops, and below
// it the gradient is 0.
func (e *Evaluator) stop() float64 {
	l := e.layout
	copy(e.worth, e.reward)
	for k := l.nodes - 1; k > 0; k-- {
		if e.worth[k] > 0 {
			e.worth[l.parent[k]] += e.worth[k]
		}
	}
	for k := 1; k < l.nodes; k++ {
		if !(e.worth[k] > 0) || e.off[l.parent[k]] {
			e.off[k], e.reward[k] = true, 0
		}
	}
	return e.worth[0]
}

// account returns what the tree just computed brings and spends, by its own
// fantasies: its value is gain − λ·spending.
func (e *Evaluator) account() (gain, spending float64) {
	if e.lambda == 0 {
		return e.value, 0
	}
	for k, w := range e.layout.weight {
		if !e.off[k] {
			gain += w * e.q(k)
			spending += w * e.spent[k].Value
		}
	}
	return gain, spending
}

// q is Q₁ at node k, which is not exhausted.
func (e *Evaluator) q(k int) float64 { return e.f.Sd[k] * e.gain.h[k] * e.gain.chance[k] }

// spendAdjoint adds the local terms of −wλ·E[min(c, b)].
func (e *Evaluator) spendAdjoint(k int) {
	if e.c == nil {
		return
	}
	p, s := e.layout.weight[k]*e.lambda, &e.spent[k]
	e.costAdjoint(k, -p*s.MuC, -p*s.SdC)
	e.budBar[k] -= p * s.Left
}

// knownAdjoint adds −wλ·∂c of known costs that fit.
func (e *Evaluator) knownAdjoint(x, grad []float64) {
	for k, w := range e.layout.weight {
		if e.off[k] || e.spent[k].MuC == 0 {
			continue
		}
		copy(e.point, x[k*e.d:k*e.d+e.d])
		e.root.Pair.KnownGrad(e.point, e.slope)
		for c, g := range e.slope {
			grad[k*e.d+c] -= w * e.lambda * e.spent[k].MuC * g
		}
	}
}

// prices are what the bounds of spending need of the candidates.
type prices struct {
	lnMean, mean []float64 // of c
	wide         []float64 // exp(variance of ln c)
}

// price fills them in for the candidates from i on.
func (t *table) price(from int) {
	if t.mean == nil {
		return
	}
	for i := from; i < t.size; i++ {
		v := t.c.v[i] + t.beta*t.beta*(t.f.v[i]+t.noise)
		t.lnMean[i] = t.c.mu[i] + t.beta*t.f.mu[i] + v/2
		t.mean[i], t.wide[i] = math.Exp(t.lnMean[i]), math.Exp(v)
	}
}

// charge makes the bounds of a branch those of rewards; varC are the variances
// of ln c there.
func (g *greedy) charge(b *linalg.Branch, varC []float64, budget float64) {
	if b.Lambda = g.lambda * (1 - linalg.SpentSlack); b.Lambda > 0 {
		b.PerBudget, b.VarC = 1/budget, varC
		b.LnMean, b.Mean0, b.Wide = g.t.lnMean, g.t.mean, g.t.wide
		if g.t.beta != 0 {
			b.Bounds = linkedBounds
		}
	}
}

// above is the first candidate from i on whose bound is above value. Where cost follows
// the objective bounds without a price may be a little too low; what they exclude stays
// so, for decisions to be what they were.
func (g *greedy) above(b *linalg.Branch, i int, value float64) int {
	for i = b.Above(i, value); i < g.t.size && b.Bounds == linkedBounds && !b.Exceeds(i, value, nearlyBounds); {
		i = b.Above(i+1, value)
	}
	return i
}
