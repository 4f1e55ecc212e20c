package futures

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"

	"farsight/tui/chart"
)

// What is the kind of a branch.
type What uint8

// The kinds of branches.
const (
	one    What = iota // a node
	Costs              // siblings that differ only in cost
	Rarer              // the rarer ones of a family
	Family             // a whole family, of a folded stage
)

// Branch is a line of the tree: a node, or several of a family.
type Branch struct {
	What         What
	Nodes        []int // the nodes it represents
	Lead         int   // the likeliest of them; what follows is what follows it
	Parent       int   // the branch it leaves; −1: it is the root
	Answers      int   // how many different values it represents
	Outcome      Outcome
	kind         kind
	Chance       float64 // of any of them, given the parent
	Worth        float64 // on average
	Left         float64 // of the lead
	CostLo, High float64 // the range of the costs; the worths' of a Family

	text [fields]string // what is written of it; how points are depends on the room

	Stage, Row  int
	first, last int // the rows of what follows it
	kids        []int
}

// fold is the key that opens a branch of several nodes.
func (t *Tree) fold(b Branch) Fold {
	if b.What == Costs {
		return Fold{Costs, slices.Min(b.Nodes)}
	}
	return Fold{b.What, t.Nodes[b.Lead].Parent}
}

// Toggle returns what is opened after a branch was opened or, where it is one node
// that was opened, closed again. It reports false where nothing changes.
func (t *Tree) Toggle(b Branch) (map[Fold]bool, bool) {
	out := maps.Clone(t.Opened)
	if out == nil {
		out = map[Fold]bool{}
	}
	if b.What != one {
		out[t.fold(b)] = true
		return out, true
	}
	parent := t.Nodes[b.Lead].Parent
	if parent < 0 {
		return out, false
	}
	close := func(f Fold) { delete(out, f) }
	for _, k := range t.kids[parent] {
		if t.sameValue(k, b.Lead) {
			close(Fold{Costs, k})
		}
	}
	groups := t.groups(parent)
	for i, rare := range t.rare(groups) {
		if rare && slices.Contains(groups[i], b.Lead) {
			close(Fold{Rarer, parent})
		}
	}
	if len(out) == len(t.Opened) {
		close(Fold{Family, parent})
	}
	return out, len(out) != len(t.Opened)
}

// sameValue reports whether two siblings differ only in cost.
func (t *Tree) sameValue(i, j int) bool {
	return t.Nodes[i].Value == t.Nodes[j].Value && t.Nodes[i].Kind == t.Nodes[j].Kind
}

// groups are the answers to a node, the better first: each the siblings of one
// value and one kind, which differ only in cost.
func (t *Tree) groups(parent int) [][]int {
	order := slices.Clone(t.kids[parent])
	slices.SortStableFunc(order, func(a, b int) int {
		m, n := t.Nodes[a], t.Nodes[b]
		last := 0 // what ends comes last
		switch {
		case m.Kind.ends() && !n.Kind.ends():
			last = 1
		case n.Kind.ends() && !m.Kind.ends():
			last = -1
		}
		return cmp.Or(cmp.Compare(m.Outcome, n.Outcome), cmp.Compare(n.Value, m.Value), last, cmp.Compare(m.Cost, n.Cost))
	})
	var groups [][]int
	for i, k := range order {
		if i > 0 && t.sameValue(k, order[i-1]) {
			groups[len(groups)-1] = append(groups[len(groups)-1], k)
		} else {
			groups = append(groups, []int{k})
		}
	}
	return groups
}

// rare returns which groups of a family are folded into one line: those less likely than a quarter
// of an equal share. A single one is not folded.
func (t *Tree) rare(groups [][]int) []bool {
	rare := make([]bool, len(groups))
	n := 0
	for i, g := range groups {
		chance := 0.0
		for _, k := range g {
			chance += t.Nodes[k].Chance
		}
		if chance < 0.25/float64(len(groups)) {
			rare[i] = true
			n++
		}
	}
	if n < 2 {
		clear(rare)
	}
	return rare
}

// family are the branches that leave a node: siblings that differ only in cost in
// one line, and the rare ones in a last line.
func (t *Tree) family(parent int) []Branch {
	groups := t.groups(parent)
	rare := t.rare(groups)
	var out []Branch
	var rest []int
	answers := 0
	for i, g := range groups {
		switch {
		case rare[i] && !t.Opened[Fold{Rarer, parent}]:
			rest = append(rest, g...)
			answers++
		case len(g) > 1 && !t.Opened[Fold{Costs, slices.Min(g)}]:
			out = append(out, t.branch(Costs, g, 1))
		default:
			for _, k := range g {
				out = append(out, t.branch(one, []int{k}, 1))
			}
		}
	}
	if len(rest) > 0 {
		out = append(out, t.branch(Rarer, rest, answers))
	}
	return out
}

// branch sums up nodes of one family.
func (t *Tree) branch(what What, nodes []int, answers int) Branch {
	b := Branch{What: what, Nodes: nodes, Lead: nodes[0], Answers: answers, CostLo: math.Inf(1), High: math.Inf(-1)}
	for _, k := range nodes {
		n := t.Nodes[k]
		if n.Chance > t.Nodes[b.Lead].Chance {
			b.Lead = k
		}
		b.Chance += n.Chance
		b.Worth += n.Chance * n.Worth
		v := n.Cost
		if what == Family {
			v = n.Worth
		}
		b.CostLo, b.High = math.Min(b.CostLo, v), math.Max(b.High, v)
	}
	lead := t.Nodes[b.Lead]
	b.Outcome, b.kind, b.Left = lead.Outcome, lead.Kind, lead.Left
	if len(nodes) > 1 && b.Chance > 0 {
		b.Worth /= b.Chance
	} else {
		b.Worth = lead.Worth
	}
	b.text = t.texts(&b)
	return b
}

// texts is what is written of a branch, field by field.
func (t *Tree) texts(b *Branch) (s [fields]string) {
	n := t.Nodes[b.Lead]
	switch b.What {
	case one:
		s[fieldChance], s[fieldWorth] = n.chance, n.worth
	case Family:
		s[fieldFound] = strconv.Itoa(len(b.Nodes)) + " answers"
		return s
	default:
		s[fieldChance], s[fieldWorth] = chart.Chance(b.Chance), t.worthText(b.Worth)
	}
	if b.What == Rarer {
		s[fieldFound] = strconv.Itoa(b.Answers) + " rarer"
		return s
	}
	s[fieldFound], s[fieldCost], s[fieldLeft] = n.found, n.cost, n.left
	if lo, hi := chart.Num(b.CostLo), chart.Num(b.High); b.What == Costs && lo != hi {
		s[fieldCost] = lo + "–" + hi
	}
	return s
}

// pointText is where a branch looks, in the words of a variant: 0 the longest.
func (t *Tree) pointText(b *Branch, variant int) string {
	switch {
	case b.What == Rarer || b.What == Family:
		return ""
	case b.kind == Exhausted:
		return "nothing"
	case b.kind == Stopped:
		return "stops"
	}
	p := t.Nodes[b.Lead].Points
	if len(p) == 0 {
		return ""
	}
	return p[min(variant, len(p)-1)]
}
