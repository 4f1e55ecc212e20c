package lookahead

// Once its root is given, the branches of a tree are separate problems: each may take whichever
// subtree is worth most there. So trees from different roots can exchange branches, for the time of
// one evaluation.

// crosser is one worker's workspace for exchanging branches.
type crosser struct {
	trial      []float64
	mine, gift []float64 // per branch at the root
}

// cross replaces every branch of b that is worth less than the same branch of
// a donor would be at b's root. The value does not fall.
func (c *crosser) cross(e *Evaluator, b *branch, donors []*branch) {
	l, d := e.layout, e.d
	m := l.count[0]
	if m == 0 {
		return
	}
	if c.trial == nil {
		c.trial, c.mine, c.gift = make([]float64, len(b.x)), make([]float64, m), make([]float64, m)
	}
	before := e.Value(b.x, nil)
	e.branchValues(c.mine)
	changed := false
	for _, o := range donors {
		if o == nil || o == b {
			continue
		}
		copy(c.trial, o.x)
		copy(c.trial, b.x[:d])
		e.Value(c.trial, nil)
		e.branchValues(c.gift)
		for j, v := range c.gift {
			if v > c.mine[j] {
				c.mine[j], changed = v, true
				l.eachStage(1, l.child[0]+j, func(from, to int) { copy(b.x[from*d:to*d], o.x[from*d:to*d]) })
			}
		}
	}
	if changed {
		b.value = max(before, e.Value(b.x, nil))
	}
}

// branchValues writes what each branch at the root adds to the value just
// computed.
func (e *Evaluator) branchValues(dst []float64) {
	l := e.layout
	clear(dst)
	for k := 1; k < l.nodes; k++ {
		dst[l.anc[l.nodes+k]-l.child[0]] += e.reward[k]
	}
}
