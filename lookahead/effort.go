package lookahead

import (
	"fmt"

	"farsight/lookahead/candidates"
)

// Effort says how hard a tree is maximised.
type Effort int

const (
	// Standard is the default: within a screen frame or two.
	Standard Effort = iota
	// Quick answers within a key press.
	Quick
	// Thorough is for looking: better maximised, not better judged.
	Thorough
	// PaperEffort is the paper's protocol: 200d raw trees, 10d restarts, 200
	// iterations.
	PaperEffort
)

var effortNames = [...]string{Standard: "standard", Quick: "quick", Thorough: "thorough", PaperEffort: "paper"}

// String is the effort's name in problem files and flags.
func (e Effort) String() string {
	if e >= 0 && int(e) < len(effortNames) {
		return effortNames[e]
	}
	return fmt.Sprintf("Effort(%d)", int(e))
}

// ParseEffort is the inverse of String.
func ParseEffort(name string) (Effort, error) {
	for e, n := range effortNames {
		if n == name {
			return Effort(e), nil
		}
	}
	return 0, fmt.Errorf("unknown effort %q: use quick, standard, thorough or paper", name)
}

// plan are the numbers behind an effort.
type plan struct {
	spread   int   // low-discrepancy candidates
	modes    int   // local maximisers per closed form
	ascent   int   // iterations to find one
	rollouts int   // roots judged by a path rollout
	trees    int   // roots judged by a plain greedy tree
	roots    int   // roots whose trees are grown and polished
	kept     int   // trees that are refreshed, the survivors halved each time
	beam     []int // least trials per node, by stage from 1; beyond the list the last one holds
	looks    int   // leaves looked at per greedy tree up to which beams widen
	rounds   []int // polish iterations: after the greedy tree, then after each refresh
	finish   int   // iterations for the last survivors
	scatter  int   // random trees, where they are small
}

func (e Effort) plan() plan {
	switch e {
	case Quick:
		return plan{spread: 48, modes: 3, ascent: 6, rollouts: 24, trees: 8, roots: 3, kept: 2, beam: []int{2, 2}, looks: 96, rounds: []int{3, 5}, finish: 8, scatter: 300}
	case Thorough:
		return plan{spread: 96, modes: 6, ascent: 12, rollouts: 64, trees: 24, roots: 8, kept: 8, beam: []int{3, 2}, looks: 384, rounds: []int{6, 8, 10}, finish: 30, scatter: 4000}
	}
	return plan{spread: 64, modes: 5, ascent: 8, rollouts: 40, trees: 16, roots: 6, kept: 2, beam: []int{3, 2}, looks: 256, rounds: []int{4, 6}, finish: 12, scatter: 2000}
}

// wanted are the candidates the plan begins with.
func (p plan) wanted(s State, seed uint64) candidates.Wanted {
	return candidates.Wanted{
		Pair: s.Pair, Best: s.Best, Budget: s.Budget, Price: s.Price,
		Spread: p.spread, Modes: p.modes, Ascent: p.ascent, Seed: seed,
	}
}

// The plans are made for trees of the size of (4,4,2). Smaller ones get more
// roots, and wider beams up to as many leaves looked at per greedy tree.
const (
	referenceNodes = 53
	mostTimes      = 6
	widestBeam     = 16
)

// fitted is the plan for trees of a layout.
func (p plan) fitted(l *layout) plan {
	times := min(max(referenceNodes/l.nodes, 1), mostTimes)
	p.rollouts *= times
	p.trees *= times
	p.roots *= times
	p.kept *= times
	p.finish *= times
	if times < mostTimes {
		p.scatter = 0
	}
	beam := make([]int, max(l.steps-2, 0)) // of the stages between root and leaves
	looks := l.nodes - l.first[l.steps-1]
	for i := range beam {
		beam[i] = p.beam[min(i, len(p.beam)-1)]
		looks *= beam[i]
	}
	for widened := true; widened; {
		widened = false
		for i, b := range beam {
			if b < widestBeam && looks/b*(b+1)*times <= p.looks {
				looks = looks / b * (b + 1)
				beam[i]++
				widened = true
			}
		}
	}
	p.beam = beam
	return p
}

// beamAt is how many trials a node of a stage makes; the root is given, and
// leaves try all candidates.
func (p plan) beamAt(stage int) int {
	if stage == 0 || stage > len(p.beam) {
		return 1
	}
	return p.beam[stage-1]
}

// work is how many pieces of work n branches make after they are grown: one
// per refresh, the survivors halved after each, and the last ones finished.
func (p plan) work(n int) int {
	total := 0
	for range p.rounds[1:] {
		total += n
		n = (n + 1) / 2
	}
	return total + n
}
