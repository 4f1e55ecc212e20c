package lookahead

import (
	"farsight/lookahead/candidates"
	"farsight/lookahead/effort"
)

// Effort says how hard a tree is maximised.
type Effort = effort.Effort

// The efforts: package effort says what each is for.
const (
	Standard    = effort.Standard
	Quick       = effort.Quick
	Thorough    = effort.Thorough
	PaperEffort = effort.Paper
)

// ParseEffort is the inverse of String.
func ParseEffort(name string) (Effort, error) { return effort.Parse(name) }

// wanted are the candidates a plan begins with.
func wanted(p effort.Plan, s State, seed uint64, sought *candidates.Sought) candidates.Wanted {
	return candidates.Wanted{
		Pair: s.Pair, Best: s.Best, Budget: s.Budget, Price: s.Price,
		Spread: p.Spread, Modes: p.Modes, Ascent: p.Ascent, Seed: seed, Sought: sought,
	}
}
