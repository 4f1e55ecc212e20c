package lookahead

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
	roots    int   // roots whose trees are worked on
	beam     []int // trials per node, by stage from 1
	rounds   []int // polish iterations: after the greedy tree, then after each refresh
	finish   int   // iterations for the last survivors
}

func (e Effort) plan() plan {
	switch e {
	case Quick:
		return plan{spread: 48, modes: 3, ascent: 6, rollouts: 24, trees: 8, roots: 3, beam: []int{2, 1}, rounds: []int{3, 5}, finish: 8}
	case Thorough:
		return plan{spread: 96, modes: 6, ascent: 12, rollouts: 64, trees: 24, roots: 8, beam: []int{3, 2}, rounds: []int{6, 8, 10}, finish: 30}
	}
	return plan{spread: 64, modes: 5, ascent: 8, rollouts: 40, trees: 12, roots: 4, beam: []int{2, 2}, rounds: []int{4, 6}, finish: 12}
}

// beamAt is the beam of a stage; beyond the list the last one holds.
func (p plan) beamAt(stage int) int {
	if stage == 0 {
		return 1
	}
	return p.beam[min(stage-1, len(p.beam)-1)]
}

// work is how many pieces of work n branches make: one per branch and round,
// the survivors halved after every refresh, and the last ones finished.
func (p plan) work(n int) int {
	total := n
	for range p.rounds[1:] {
		total += n
		n = (n + 1) / 2
	}
	return total + n
}
