package learn

import (
	"testing"
)

// BenchmarkTrainSVM takes one of the dearest settings of the scenario that ships.
func BenchmarkTrainSVM(b *testing.B) {
	table := Example()
	b.ReportAllocs()
	for b.Loop() {
		m, err := trainSVM(b.Context(), table, svmSettings{C: 30, Gamma: 0.02, Epsilon: 0.01, Tolerance: 1e-3})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(m.steps), "steps")
	}
}
