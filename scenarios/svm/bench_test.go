package svm

import (
	"testing"

	"farsight/scenarios/learn"
)

// BenchmarkTrain takes one of the dearest settings of the scenario that ships.
func BenchmarkTrain(b *testing.B) {
	table := learn.Example()
	b.ReportAllocs()
	for b.Loop() {
		m, err := Train(b.Context(), table, Settings{C: 30, Gamma: 0.02, Epsilon: 0.01, Tolerance: 1e-3})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(m.steps), "steps")
	}
}
