// Package stats summarises repeated runs: means with their uncertainty.
package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Summary is a mean with a two-sided 95 % confidence interval.
type Summary struct {
	N         int
	Mean      float64
	Low, High float64
}

// Half is half the width of the interval.
func (s Summary) Half() float64 { return (s.High - s.Low) / 2 }

// String is "+1.234 ± 0.567".
func (s Summary) String() string { return fmt.Sprintf("%+.3f ± %.3f", s.Mean, s.Half()) }

// Summarise returns the mean of v and Student's interval for it. With fewer
// than two values there is no telling, and the interval is unbounded.
func Summarise(v []float64) Summary {
	n := len(v)
	mean, variance := stat.MeanVariance(v, nil)
	s := Summary{N: n, Mean: mean, Low: math.Inf(-1), High: math.Inf(1)}
	if n < 2 {
		return s
	}
	half := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}.Quantile(0.975) * math.Sqrt(variance) / math.Sqrt(float64(n))
	s.Low, s.High = s.Mean-half, s.Mean+half
	return s
}

// Paired summarises the differences a[i] − b[i].
func Paired(a, b []float64) Summary {
	if len(a) != len(b) {
		panic("stats: paired samples of different length")
	}
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return Summarise(d)
}

// Quantile is the q-quantile of v by linear interpolation; NaN for no values. gonum's stat.Quantile interpolates the
// distribution function, by which the median of 1 and 2 is 1.
func Quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(v))
	at := q * float64(len(sorted)-1)
	i := int(at)
	if i+1 == len(sorted) {
		return sorted[i]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}
