package acquisition

import (
	"cmp"
	"math"
	"slices"
)

// KnowledgeGradient is by how much the largest of several means is expected to rise when an evaluation moves them to
// aᵢ + bᵢZ, Z ~ N(0, 1):
//
//	E[maxᵢ (aᵢ + bᵢZ)] − maxᵢ aᵢ = Σ (b_{k+1} − b_k) h(−|z_k|),  h(u) = φ(u) + uΦ(u),
//
// over the lines of the upper envelope in the order of their slopes, which meet at z_k (P. Frazier, W. Powell and
// S. Dayanik, "The knowledge-gradient policy for correlated normal beliefs", 2009). order and the two slices are used
// as workspace.
func KnowledgeGradient(a, b []float64, order []int) float64 {
	order = order[:0]
	for i := range a {
		order = append(order, i)
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(b[i], b[j]), cmp.Compare(a[i], a[j]), cmp.Compare(i, j)) })
	// The envelope, from the left: hull[k] meets hull[k+1] at meet(hull[k], hull[k+1]).
	hull := order[:0]
	for _, i := range order {
		for len(hull) > 0 {
			last := hull[len(hull)-1]
			if b[last] == b[i] { // the later is at least as high
				hull = hull[:len(hull)-1]
				continue
			}
			if len(hull) > 1 && meet(a, b, hull[len(hull)-2], last) >= meet(a, b, last, i) {
				hull = hull[:len(hull)-1]
				continue
			}
			break
		}
		hull = append(hull, i)
	}
	sum := 0.0
	for k := range len(hull) - 1 {
		h, _, _ := ReducedEI(-math.Abs(meet(a, b, hull[k], hull[k+1])))
		sum += (b[hull[k+1]] - b[hull[k]]) * h
	}
	return sum
}

// meet is where the lines of i and of j, which is steeper, are equally high.
func meet(a, b []float64, i, j int) float64 { return (a[i] - a[j]) / (b[j] - b[i]) }
