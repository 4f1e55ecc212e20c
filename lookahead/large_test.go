package lookahead

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"farsight/lookahead/fantasy"
)

// A decision with many evaluations, of fixed hyperparameters, on one core: almost all of it are products with K⁻¹.
func BenchmarkMaximiseLarge(b *testing.B) {
	for _, n := range []int{100, 200, 500, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := randomState(b, rand.New(rand.NewPCG(51, 52)), n, 2, 5)
			f := draw(b, shapeOf(b, fantasy.Sampled, "4,4,2"), 1)
			least(b, time.Millisecond, "least-ms", func() {
				maximise(b, s, f, Settings{Effort: Standard, Seed: 1, Workers: 1})
			})
		})
	}
}
