package pane

import (
	"fmt"

	"farsight/lookahead"
	"farsight/model"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/futures"
)

// affordable is the chance to fit the budget below which nothing is bought, as for
// a run that ends because too little is left.
const affordable = 0.005

// KindOf is how a node ends for who looks at it: one at the horizon whose money
// does not buy the point it would choose can afford nothing more.
func KindOf(n lookahead.NodeView) lookahead.Kind {
	if n.Kind == lookahead.KindTruncated && study.Fits(model.Moments{MuC: n.MeanLnCost, SdC: n.SdLnCost, Way: n.Way}, n.Budget) < affordable {
		return lookahead.KindExhausted
	}
	return n.Kind
}

// Counts are the numbers of nodes that go on, that can afford nothing more, where
// the horizon ends, and that keep their money; what lies below an end counts with it.
func Counts(tree *lookahead.Snapshot) (open, exhausted, truncated, stopped int) {
	for _, n := range tree.Nodes {
		switch KindOf(n) {
		case lookahead.KindExhausted:
			exhausted++
		case lookahead.KindTruncated:
			truncated++
		case lookahead.KindStopped:
			stopped++
		default:
			open++
		}
	}
	return open, exhausted, truncated, stopped
}

// NoTree says why there is no tree to draw.
func NoTree(s *study.Snapshot) string {
	if !s.Policy.Tree() {
		return s.Policy.Title() + " does not look ahead: it has no scenario tree. x shows the other policy's."
	}
	return "The run has ended (" + study.StopWords(s.Stop) + "): there is no decision, and no tree behind it. p goes back to one."
}

func worth(tree *lookahead.Snapshot, v float64) string { return futures.Worth(v, tree.Value) }

// Answer is an imagined answer and what follows it, as a story tells it: of one
// node, or of several in one line.
type Answer struct {
	Cost        string
	Chance      float64
	Worth, Left float64
}

// AnswerOf is that of one node.
func AnswerOf(tree *lookahead.Snapshot, node int) Answer {
	n := tree.Nodes[node]
	a := Answer{Cost: chart.Num(n.Cost), Chance: 1, Worth: n.Subtree, Left: n.Budget}
	if n.Parent >= 0 {
		a.Chance = n.Probability / tree.Nodes[n.Parent].Probability
	}
	return a
}

// PathStory tells what happens on the way to a node, a sentence for each node of
// its path.
func PathStory(s *study.Snapshot, tree *lookahead.Snapshot, node int, answer func(node int) Answer) []string {
	if node < 0 {
		return nil
	}
	return append(PathStory(s, tree, tree.Nodes[node].Parent, answer), nodeSentence(s, tree, tree.Nodes[node], answer(node)))
}

// nodeSentence tells of one node.
func nodeSentence(s *study.Snapshot, tree *lookahead.Snapshot, n lookahead.NodeView, a Answer) string {
	at, sign := NodePoint(s.Problem, n), s.Problem.Sign()
	if n.Parent < 0 {
		state := fmt.Sprintf("Now: best %s, %s left", chart.Num(sign*n.Best), chart.Num(max(0, n.Budget)))
		if f := s.Money.Fantasy; f < 0.995*s.Money.Left { // never where there is none: NaN
			state = fmt.Sprintf("Now: best %s, planning with %s of the %s left", chart.Num(sign*n.Best), chart.Num(f), chart.Num(s.Money.Left))
		}
		if tree.Steps == 1 {
			return fmt.Sprintf("%s. It evaluates %s, worth %s.", state, at, worth(tree, n.Subtree))
		}
		return fmt.Sprintf("%s. It evaluates %s, worth %s itself and %s with what follows.", state, at, worth(tree, n.Value), worth(tree, n.Subtree))
	}
	found := fmt.Sprintf("If it finds %s for %s (%s), ", chart.Num(sign*n.Y), a.Cost, Chance(a.Chance))
	next := fmt.Sprintf("it next evaluates %s with %s left, worth %s", at, chart.Num(max(0, a.Left)), worth(tree, a.Worth))
	switch KindOf(n) {
	case lookahead.KindExhausted:
		if a.Left > 0 {
			return found + fmt.Sprintf("nothing more is affordable with the %s left.", chart.Num(a.Left))
		}
		return found + "the budget is gone."
	case lookahead.KindStopped:
		return found + fmt.Sprintf("it stops and keeps the %s left: the money is worth more later.", chart.Num(max(0, a.Left)))
	case lookahead.KindTruncated:
		return found + next + "; there the horizon ends."
	}
	return found + next + " with what follows."
}
