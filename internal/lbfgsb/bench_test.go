package lbfgsb

import (
	"context"
	"fmt"
	"testing"
)

// BenchmarkIteration is the cost of one iteration with its evaluations, of
// which the functions here take little.
func BenchmarkIteration(b *testing.B) {
	for _, c := range []struct {
		name         string
		f            Func
		n            int
		start        []float64
		lower, upper []float64
	}{
		{"quartic", quartic, 1, []float64{2}, []float64{-3}, []float64{3}},
		{"rosenbrock", rosenbrock, 2, []float64{-1.2, 1}, []float64{-5}, []float64{10}},
		{"rosenbrock face", rosenbrock, 2, []float64{-1.2, 1}, []float64{-5}, []float64{0.5, 10}},
		{"rosenbrock", rosenbrock, 50, []float64{-1.2, 1}, []float64{-5}, []float64{10}},
		{"rosenbrock", rosenbrock, 200, []float64{-1.2, 1}, []float64{-5}, []float64{10}},
		{"rosenbrock face", rosenbrock, 200, []float64{-1.2, 1}, []float64{-5}, []float64{0.5, 10}},
		{"quadratic", tridiagonal.f, 50, []float64{0.5}, []float64{-1}, []float64{1}},
		{"quadratic", tridiagonal.f, 200, []float64{0.5}, []float64{-1}, []float64{1}},
		{"quadratic face", tridiagonal.f, 200, []float64{0.5}, []float64{-1}, []float64{0.75}},
	} {
		b.Run(fmt.Sprintf("%s/n=%d", c.name, c.n), func(b *testing.B) {
			lower, upper, start := repeat(c.n, c.lower...), repeat(c.n, c.upper...), repeat(c.n, c.start...)
			x := make([]float64, c.n)
			var m Minimizer
			iterations, evaluations := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				copy(x, start)
				r, err := m.Minimize(context.Background(), x, lower, upper, c.f, Settings{})
				if err != nil {
					b.Fatal(err)
				}
				iterations += r.Iterations
				evaluations += r.Evaluations
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(iterations), "ns/iteration")
			b.ReportMetric(float64(iterations)/float64(b.N), "iterations")
			b.ReportMetric(float64(evaluations)/float64(b.N), "evaluations")
		})
	}
}
