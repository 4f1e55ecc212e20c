// Package effort says how hard a tree is maximised: the names of efforts and the
// numbers behind them.
package effort

import "fmt"

// Effort says how hard a tree is maximised.
type Effort int

const (
	// Standard is the default: within a screen frame or two.
	Standard Effort = iota
	// Quick answers within a key press.
	Quick
	// Thorough is for looking: better maximised, not better judged.
	Thorough
	// Paper is the paper's protocol: 200d raw trees, 10d restarts, 200
	// iterations.
	Paper
)

var effortNames = [...]string{Standard: "standard", Quick: "quick", Thorough: "thorough", Paper: "paper"}

// String is the effort's name in problem files and flags.
func (e Effort) String() string {
	if e >= 0 && int(e) < len(effortNames) {
		return effortNames[e]
	}
	return fmt.Sprintf("Effort(%d)", int(e))
}

// Parse is the inverse of String.
func Parse(name string) (Effort, error) {
	for e, n := range effortNames {
		if n == name {
			return Effort(e), nil
		}
	}
	return 0, fmt.Errorf("unknown effort %q: use quick, standard, thorough or paper", name)
}

// Plan are the numbers behind an effort.
type Plan struct {
	Spread int   // low-discrepancy candidates
	Modes  int   // local maximisers per closed form
	Ascent int   // iterations to find one
	Trees  int   // roots judged by whole greedy trees
	Roots  int   // roots whose trees are polished
	Kept   int   // trees that are refreshed, the survivors halved each time
	Beam   []int // trials per node, by stage from 1; beyond the list the last one holds
	Rounds []int // polish iterations: after the greedy tree, then after each refresh
	Finish int   // iterations for the last survivors
}

// Plan is the effort's for trees of the size of (4,4,2).
func (e Effort) Plan() Plan {
	switch e {
	case Quick:
		return Plan{Spread: 64, Modes: 3, Ascent: 4, Trees: 4, Roots: 2, Kept: 1, Beam: []int{3, 2}, Rounds: []int{3, 5}, Finish: 8}
	case Thorough:
		return Plan{Spread: 192, Modes: 6, Ascent: 12, Trees: 24, Roots: 8, Kept: 8, Beam: []int{6, 4}, Rounds: []int{6, 8, 10}, Finish: 30}
	}
	return Plan{Spread: 128, Modes: 4, Ascent: 4, Trees: 10, Roots: 5, Kept: 2, Beam: []int{4, 3}, Rounds: []int{4, 6}, Finish: 12}
}

// The plans are made for trees of the size of (4,4,2). Smaller ones get more
// roots and wider beams.
const (
	referenceNodes = 53
	mostTimes      = 6
	// Large is how many nodes make a large tree.
	Large = 128
)

// Fitted is the plan for trees of so many steps and nodes; a root that is given
// gets the time of all.
func (p Plan) Fitted(steps, nodes int, oneRoot bool) Plan {
	times := min(max(referenceNodes/nodes, 1), mostTimes)
	p.Trees *= times
	p.Roots *= times
	p.Kept *= times
	p.Finish *= times
	wider := min(times, 3)
	if oneRoot {
		p.Trees, wider = (p.Trees+3)/4, 2*wider // the others only lend it branches
	}
	beam := make([]int, max(steps-2, 0)) // of the stages between root and leaves
	for i := range beam {
		beam[i] = p.Beam[min(i, len(p.Beam)-1)] * wider
	}
	p.Beam = beam
	return p
}

// BeamAt is how many trials a node of a stage makes; the root is given, and
// leaves try all candidates.
func (p Plan) BeamAt(stage int) int {
	if stage == 0 || stage > len(p.Beam) {
		return 1
	}
	return p.Beam[stage-1]
}

// Work is how many pieces of work n branches make after they are grown: one
// per refresh, the survivors halved after each, and the last ones finished.
func (p Plan) Work(n int) int {
	total := 0
	for range p.Rounds[1:] {
		total += n
		n = (n + 1) / 2
	}
	return total + n
}
