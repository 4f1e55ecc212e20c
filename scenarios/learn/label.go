package learn

import "slices"

// aboveMedian is 1 for numbers in the upper half and 0 for the others. Equal numbers stay together:
// the cut is between two different ones, the lower of the two cuts that divide the rows most
// evenly. Of two different numbers the larger is 1.
func aboveMedian(y []float64) []float64 {
	sorted := slices.Sorted(slices.Values(y))
	n, best := len(y), 0
	for k := 1; k < n; k++ { // k numbers below the cut
		if sorted[k-1] != sorted[k] && (best == 0 || max(k, n-k) < max(best, n-best)) {
			best = k
		}
	}
	labels := make([]float64, n)
	for i, v := range y {
		if v >= sorted[best] {
			labels[i] = 1
		}
	}
	return labels
}
