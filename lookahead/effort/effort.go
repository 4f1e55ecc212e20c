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
	Spread   int   // low-discrepancy candidates
	Modes    int   // local maximisers per closed form
	Ascent   int   // iterations to find one
	Rollouts int   // roots judged by a path rollout
	Trees    int   // roots judged by a plain greedy tree
	Roots    int   // roots whose trees are grown and polished
	Kept     int   // trees that are refreshed, the survivors halved each time
	Beam     []int // least trials per node, by stage from 1; beyond the list the last one holds
	Looks    int   // leaves looked at per greedy tree up to which beams widen
	Alone    int   // the same where there is only one root, which gets the time of all
	Rounds   []int // polish iterations: after the greedy tree, then after each refresh
	Finish   int   // iterations for the last survivors
	Scatter  int   // random trees, where they are small
	// Commits is so in deep and in large trees: beams that multiply would take time in powers of
	// the depth. So trials are judged by the plain trees below them, and only the
	// best is grown with beams of its own.
	Commits bool
	// Multiplies is for measuring that against what it stands in for: beams that
	// multiply in such trees, too.
	Multiplies bool
	OneRoot    bool  // it is given
	deep, wide *Plan // what such trees are maximised by: adding up, and multiplying
}

// Plan is the effort's for trees of the size of (4,4,2).
func (e Effort) Plan() Plan {
	switch e {
	case Quick:
		p := Plan{Spread: 48, Modes: 3, Ascent: 6, Rollouts: 24, Trees: 8, Roots: 3, Kept: 2, Beam: []int{2, 2}, Looks: 96, Alone: 288, Rounds: []int{3, 5}, Finish: 8, Scatter: 300}
		return p.deeper(2, 1, 3, 3, 2)
	case Thorough:
		p := Plan{Spread: 96, Modes: 6, Ascent: 12, Rollouts: 64, Trees: 24, Roots: 8, Kept: 8, Beam: []int{3, 2}, Looks: 384, Alone: 3072, Rounds: []int{6, 8, 10}, Finish: 30, Scatter: 4000}
		return p.deeper(8, 8, 5, 5, 4)
	}
	// Small trees are worth nearly as much with fewer roots and narrower beams, in
	// half the time; deep ones are not.
	p := Plan{Spread: 64, Modes: 5, Ascent: 8, Rollouts: 40, Trees: 16, Roots: 6, Kept: 2, Beam: []int{3, 2}, Looks: 256, Alone: 1536, Rounds: []int{4, 6}, Finish: 12}.deeper(3, 1, 4, 4, 3)
	return Plan{Spread: 64, Modes: 4, Ascent: 4, Rollouts: 20, Trees: 12, Roots: 5, Kept: 2, Beam: []int{2, 1}, Looks: 128, Alone: 640, Rounds: []int{4, 6}, Finish: 12, Scatter: 600, deep: p.deep, wide: p.wide}
}

// deeper adds a plan for deep and for large trees: wide beams, whose time adds up,
// find more there than many roots do.
func (p Plan) deeper(roots, kept int, beam ...int) Plan {
	deep, wide := p, p
	deep.Roots, deep.Kept, deep.Beam, deep.Commits = roots, kept, beam, true
	p.deep, p.wide = &deep, &wide
	return p
}

// The plans are made for trees of the size of (4,4,2). Smaller ones get more
// roots, and wider beams up to as many leaves looked at per greedy tree.
const (
	referenceNodes = 53
	mostTimes      = 6
	widestBeam     = 16
	// deepest is how many steps a tree may have whose beams multiply.
	deepest = 4
	// Large is how many nodes.
	Large = 128
)

// Fitted is the plan for trees of so many steps, nodes and leaves.
func (p Plan) Fitted(steps, nodes, leaves int) Plan {
	if steps > deepest || nodes > Large {
		fit := p.deep
		if p.Multiplies {
			fit = p.wide
		}
		alone := p.OneRoot
		p = *fit
		p.OneRoot = alone
	}
	if p.OneRoot {
		p.Looks = p.Alone
	}
	times := min(max(referenceNodes/nodes, 1), mostTimes)
	p.Rollouts *= times
	p.Trees *= times
	p.Roots *= times
	p.Kept *= times
	p.Finish *= times
	if times < mostTimes {
		p.Scatter = 0
	}
	beam := make([]int, max(steps-2, 0)) // of the stages between root and leaves
	for i := range beam {
		beam[i] = p.Beam[min(i, len(p.Beam)-1)]
	}
	for widened := true; widened; {
		widened = false
		for i, b := range beam {
			beam[i]++
			if b < widestBeam && leaves*p.looks(beam)*times <= p.Looks {
				widened = true
			} else {
				beam[i] = b
			}
		}
	}
	p.Beam = beam
	return p
}

// looks is how often every leaf is looked at.
func (p Plan) looks(beam []int) int {
	sum, product := 0, 1
	for _, b := range beam {
		sum += b
		product *= b
	}
	if p.Commits {
		return sum
	}
	return product
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
