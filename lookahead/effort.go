package lookahead

import (
	"fmt"
	"slices"
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
	if e := slices.Index(effortNames[:], name); e >= 0 {
		return Effort(e), nil
	}
	return 0, fmt.Errorf("unknown effort %q: use quick, standard, thorough or paper", name)
}

// plan are the numbers behind an effort.
type plan struct {
	spread int   // low-discrepancy candidates
	modes  int   // local maximisers per closed form
	ascent int   // iterations to find one
	trees  int   // roots judged by whole greedy trees
	roots  int   // roots whose trees are polished
	kept   int   // trees that are refreshed and finished
	grown  int   // first decisions after the root that are grown to whole trees in a refresh
	beam   []int // trials per node, by stage from 1; beyond the list the last one holds
	rounds []int // polish iterations: after the greedy tree, then after each refresh
	finish int   // iterations at the end
}

// plan is the effort's for trees of the size of (4,4,2).
func (e Effort) plan() plan {
	switch e {
	case Quick:
		return plan{spread: 64, modes: 3, ascent: 4, trees: 6, roots: 2, kept: 1, grown: 4, beam: []int{4, 3}, rounds: []int{3, 5}, finish: 8}
	case Thorough:
		return plan{spread: 192, modes: 6, ascent: 12, trees: 24, roots: 8, kept: 5, grown: 12, beam: []int{8, 6}, rounds: []int{12, 12, 12}, finish: 30}
	}
	return plan{spread: 128, modes: 4, ascent: 4, trees: 12, roots: 5, kept: 2, grown: 8, beam: []int{6, 4}, rounds: []int{10, 12}, finish: 20}
}

// The plans are made for trees of the size of (4,4,2). Smaller ones get more
// roots and wider beams.
const (
	referenceNodes = 53
	mostTimes      = 6
	// largeTree is how many nodes make a large tree.
	largeTree = 128
)

// fitted is the plan for trees of so many steps and nodes; a root that is given
// gets the time of all.
func (p plan) fitted(steps, nodes int, oneRoot bool) plan {
	times := min(max(referenceNodes/nodes, 1), mostTimes)
	if nodes > largeTree {
		p.trees /= 2
	}
	p.trees *= times
	p.roots *= times
	p.kept *= times
	p.finish *= times
	wider := min(times, 3)
	if oneRoot {
		p.trees, wider = (p.trees+3)/4, 2*wider // the others only lend it branches
	}
	beam := make([]int, max(steps-2, 0)) // of the stages between root and leaves
	for i := range beam {
		beam[i] = p.beam[min(i, len(p.beam)-1)] * wider
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

// work is how many pieces of work n branches make after they are grown: one per
// refresh, and one to finish.
func (p plan) work(n int) int { return n * len(p.rounds) }

// candidates are the points a plan begins with.
func (p plan) candidates(s State, seed uint64, cache *CandidateCache) Candidates {
	return Candidates{
		Pair: s.Pair, Best: s.Best, Budget: s.Budget, Price: s.Price,
		Spread: p.spread, Modes: p.modes, Ascent: p.ascent, Seed: seed, Cache: cache,
	}
}
