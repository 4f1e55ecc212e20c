package world

import (
	"math"

	"farsight/model"
)

// Moment is what was to be expected at a point.
type Moment struct{ Mean, Sd float64 }

// Sequence is what g expects at each of the points once the values at those
// before it are known: with Joint's mean μ and covariance LLᵀ, and Lz = v − μ,
//
//	mean = μᵢ + Σ_{j<i} Lᵢⱼzⱼ,  sd = Lᵢᵢ
func Sequence(g *model.GP, points []model.Unit, v []float64) []Moment {
	n := len(points)
	mean, cov := g.Joint(points)
	out, z := make([]Moment, n), make([]float64, n)
	least := Exact * g.Hyper().Variance // as exact as drawn functions are
	for i := range n {
		row := cov[i*n : i*n+n] // L, in place
		for j := range i {
			for k := range j {
				row[j] -= row[k] * cov[j*n+k]
			}
			row[j] /= cov[j*n+j]
			row[i] -= row[j] * row[j]
			mean[i] += row[j] * z[j]
		}
		row[i] = math.Sqrt(math.Max(row[i], least))
		out[i] = Moment{mean[i], row[i]}
		z[i] = (v[i] - mean[i]) / row[i]
	}
	return out
}
