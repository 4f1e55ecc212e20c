package lookahead

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"farsight/lookahead/fantasy"
	"farsight/model"
)

// A chart's curve along one parameter, to its end, on one processor: with many
// evaluations its budget of work ends it.
func BenchmarkCurve(b *testing.B) {
	for _, n := range []int{20, 100, 200, 500, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := randomState(b, rand.New(rand.NewPCG(7, uint64(n))), n, 2, 8)
			f := draw(b, shapeOf(b, fantasy.Sampled, "4,4,2"), 1)
			along := LineThrough(model.Unit{0.4, 0.6}, model.Axis{})
			var u CurveUpdate
			for b.Loop() {
				var err error
				if u, err = Curve(b.Context(), s, f, along, 121, Settings{Workers: 1}, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(u.T)), "points")
			b.ReportMetric(100*u.Error, "%moved")
		})
	}
}
