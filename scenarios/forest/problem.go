package forest

import "math"

// The box of the benchmark problem: trees, depth, and log₁₀ of the part of the
// features.
var (
	Lower = [3]float64{1, 1, -1}
	Upper = [3]float64{256, 64, 0}
)

// Decode turns a point of the box into settings, with trees and depth rounded
// to whole numbers.
func Decode(x [3]float64) Settings {
	for i := range x {
		x[i] = min(max(x[i], Lower[i]), Upper[i])
	}
	return Settings{
		Trees:       int(math.Round(x[0])),
		MaxDepth:    int(math.Round(x[1])),
		MaxFeatures: min(math.Pow(10, x[2]), 1),
	}
}
