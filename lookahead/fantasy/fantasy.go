// Package fantasy draws the base samples of scenario trees: how many outcomes each
// stage imagines, which, and how likely.
package fantasy

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"farsight/internal/sobol"
)

// Rule says where the fantasies of a stage come from.
type Rule int

const (
	// Sampled draws scrambled Sobol normals, equally weighted: the paper's
	// multi-step tree.
	Sampled Rule = iota
	// Path takes one fantasy per stage, at the posterior mean: z = 0, so the
	// fantasy cost is the median e^μ.
	Path
	// GaussHermite takes a tensor rule of nodes with weights, accurate for
	// smooth integrands.
	GaussHermite
)

// String is the rule's name in problem files and flags.
func (r Rule) String() string {
	switch r {
	case Sampled:
		return "tree"
	case Path:
		return "path"
	case GaussHermite:
		return "gauss-hermite"
	}
	return fmt.Sprintf("Rule(%d)", int(r))
}

// ParseRule is the inverse of String.
func ParseRule(name string) (Rule, error) {
	for _, r := range []Rule{Sampled, Path, GaussHermite} {
		if name == r.String() {
			return r, nil
		}
	}
	return 0, fmt.Errorf("unknown fantasy rule %q: use tree, path or gauss-hermite", name)
}

// Stage holds the base samples on the edges that leave one stage, shared by
// all its subtrees: pairs (z for f, z for ln c) and their probabilities.
type Stage struct {
	Z      [][2]float64
	Weight []float64
}

// Merged is the stage with at most so many outcomes: neighbours by their value of z for f are
// merged at their mean.
func (s Stage) Merged(most int) Stage {
	if len(s.Z) <= most {
		return s
	}
	order := make([]int, len(s.Z))
	total := 0.0
	for i := range order {
		order[i] = i
		total += s.Weight[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Z[a][0], s.Z[b][0]) })
	out := Stage{Z: make([][2]float64, most), Weight: make([]float64, most)}
	before := 0.0
	for _, i := range order {
		w := s.Weight[i]
		at := min(int((before+w/2)/total*float64(most)), most-1)
		before += w
		out.Weight[at] += w
		for c := range 2 {
			out.Z[at][c] += w * s.Z[i][c]
		}
	}
	for i, w := range out.Weight {
		if w > 0 {
			out.Z[i][0] /= w
			out.Z[i][1] /= w
		}
	}
	return out
}

// Samples are the base samples of a whole tree: N−1 stages for N steps.
type Samples []Stage

// MaxNodes is the size of the largest tree made without being asked twice.
const MaxNodes = 4096

// MostNodes is the size of the largest tree made at all.
const MostNodes = 100_000

// Steps is N, the number of evaluations the tree plans.
func (f Samples) Steps() int { return len(f) + 1 }

// Nodes is the number of decision points of the tree.
func (f Samples) Nodes() int {
	total, width := 1, 1
	for _, s := range f {
		width *= len(s.Z)
		total += width
	}
	return total
}

// String lists the fantasies per stage, as in "4,4,2".
func (f Samples) String() string {
	parts := make([]string, len(f))
	for i, s := range f {
		parts[i] = strconv.Itoa(len(s.Z))
	}
	return strings.Join(parts, ",")
}

// Check says what is wrong with base samples that came from outside.
func (f Samples) Check() error {
	for i, s := range f {
		if len(s.Z) == 0 {
			return fmt.Errorf("stage %d has no fantasies", i+1)
		}
		if len(s.Weight) != len(s.Z) {
			return fmt.Errorf("stage %d has %d fantasies and %d weights", i+1, len(s.Z), len(s.Weight))
		}
		for j, z := range s.Z {
			w := s.Weight[j]
			if math.IsNaN(z[0]+z[1]) || math.IsInf(z[0]+z[1], 0) || !(w >= 0) || math.IsInf(w, 0) {
				return fmt.Errorf("stage %d, fantasy %d: base sample %v with weight %v is not finite", i+1, j, z, w)
			}
		}
	}
	return nil
}

// Shape is a tree before its base samples are drawn.
type Shape struct {
	Rule   Rule
	Counts [][2]int // per stage: {m, 1} for Sampled, {f nodes, cost nodes} for GaussHermite, {1, 1} for Path
}

// Correlated are the fantasies with the log cost of each correlated with its
// value by ρ: z_c becomes ρz_f + √(1 − ρ²)z_c.
func (f Samples) Correlated(rho float64) Samples {
	out := make(Samples, len(f))
	for i, s := range f {
		out[i] = Stage{Z: make([][2]float64, len(s.Z)), Weight: s.Weight}
		for j, z := range s.Z {
			out[i].Z[j] = [2]float64{z[0], rho*z[0] + math.Sqrt(1-rho*rho)*z[1]}
		}
	}
	return out
}

// DefaultShape is the reference's for N steps: fantasies (4,4,2) for N = 4,
// their prefixes for fewer, then 2 and 1s beyond; for Path one fantasy per stage; for
// GaussHermite 9×3 and then coarser.
func DefaultShape(r Rule, steps int) Shape {
	s := Shape{Rule: r}
	sampled := []int{4, 4, 2, 2, 1}
	hermite := [][2]int{{9, 3}, {5, 1}, {3, 1}, {2, 1}, {1, 1}}
	for i := range steps - 1 {
		switch r {
		case Sampled:
			s.Counts = append(s.Counts, [2]int{sampled[min(i, len(sampled)-1)], 1})
		case Path:
			s.Counts = append(s.Counts, [2]int{1, 1})
		case GaussHermite:
			s.Counts = append(s.Counts, hermite[min(i, len(hermite)-1)])
		}
	}
	return s
}

// ParseShape reads "4,4,2", or "9x3,5x1" for Gauss-Hermite rules. An empty text
// is the one-step tree.
func ParseShape(r Rule, text string) (Shape, error) {
	s := Shape{Rule: r}
	if strings.TrimSpace(text) == "" {
		return s, nil
	}
	for i, part := range strings.Split(text, ",") {
		a, b, tensor := strings.Cut(strings.TrimSpace(part), "x")
		count := [2]int{0, 1}
		var err error
		if count[0], err = strconv.Atoi(a); err == nil && tensor {
			count[1], err = strconv.Atoi(b)
		}
		if err != nil || count[0] < 1 || count[1] < 1 {
			return Shape{}, fmt.Errorf("fantasies %q, stage %d: %q is not a count such as 4, or 9x3 for gauss-hermite", text, i+1, strings.TrimSpace(part))
		}
		switch {
		case r == GaussHermite && max(count[0], count[1]) > sobol.MaxHermite:
			return Shape{}, fmt.Errorf("fantasies %q, stage %d: a gauss-hermite rule has at most %d nodes each way", text, i+1, sobol.MaxHermite)
		case count[0] > MostNodes || count[1] > MostNodes:
			return Shape{}, fmt.Errorf("fantasies %q, stage %d: no tree has more than %d nodes", text, i+1, MostNodes)
		case r == Sampled && tensor:
			return Shape{}, fmt.Errorf("fantasies %q, stage %d: %q is a gauss-hermite rule; with rule tree give a count such as 4", text, i+1, strings.TrimSpace(part))
		case r == Path && count != [2]int{1, 1}:
			return Shape{}, fmt.Errorf("fantasies %q, stage %d: a path has one fantasy per stage", text, i+1)
		}
		s.Counts = append(s.Counts, count)
	}
	return s, nil
}

// Steps is N, the number of evaluations a tree of this shape plans.
func (s Shape) Steps() int { return len(s.Counts) + 1 }

// Nodes is the number of decision points.
func (s Shape) Nodes() int {
	total, width := 1, 1
	for _, c := range s.Counts {
		if width > 1<<30/(c[0]*c[1]) {
			return math.MaxInt32
		}
		width *= c[0] * c[1]
		total += width
	}
	return total
}

// String is the text ParseShape reads.
func (s Shape) String() string {
	parts := make([]string, len(s.Counts))
	for i, c := range s.Counts {
		parts[i] = strconv.Itoa(c[0])
		if s.Rule == GaussHermite {
			parts[i] += "x" + strconv.Itoa(c[1])
		}
	}
	return strings.Join(parts, ",")
}

// Check refuses a tree that is too large: above MaxNodes unless large is set,
// above MostNodes in any case.
func (s Shape) Check(large bool) error {
	switch n := s.Nodes(); {
	case n > MostNodes:
		return fmt.Errorf("a tree with fantasies %s has %d nodes: use at most %d", s, n, MostNodes)
	case n > MaxNodes && !large:
		return fmt.Errorf("a tree with fantasies %s has %d nodes: above %d it must be asked for explicitly", s, n, MaxNodes)
	}
	return nil
}

// Draw makes the base samples. Trees above MaxNodes are refused unless large
// is set. Only Sampled depends on the seed.
func (s Shape) Draw(seed uint64, large bool) (Samples, error) {
	if err := s.Check(large); err != nil {
		return nil, err
	}
	f := make(Samples, len(s.Counts))
	for i, c := range s.Counts {
		switch s.Rule {
		case Sampled:
			f[i] = sampledStage(c[0], stageSeed(seed, i))
		case Path:
			f[i] = Stage{Z: [][2]float64{{0, 0}}, Weight: []float64{1}}
		case GaussHermite:
			f[i] = hermiteStage(c[0], c[1])
		default:
			return nil, fmt.Errorf("unknown fantasy rule %v", s.Rule)
		}
	}
	return f, nil
}

// stageSeed separates the stages' Sobol sequences.
func stageSeed(seed uint64, stage int) uint64 {
	return seed*0x9e3779b97f4a7c15 + uint64(stage)*0xd1342543de82ef95 + 1
}

func sampledStage(m int, seed uint64) Stage {
	st := Stage{Z: make([][2]float64, m), Weight: make([]float64, m)}
	seq := sobol.New(2, seed)
	for j := range st.Z {
		seq.NextNormal(st.Z[j][:])
		st.Weight[j] = 1 / float64(m)
	}
	return st
}

func hermiteStage(nf, nc int) Stage {
	zf, wf := sobol.GaussHermite(nf)
	zc, wc := sobol.GaussHermite(nc)
	var st Stage
	for i := range zf {
		for j := range zc {
			st.Z = append(st.Z, [2]float64{zf[i], zc[j]})
			st.Weight = append(st.Weight, wf[i]*wc[j])
		}
	}
	return st
}
