package lookahead

import (
	"farsight/lookahead/fantasy"
	"fmt"
	"math/rand/v2"
	"testing"
)

// The price of budget, measured: the same trees with one and without.
func BenchmarkMaximisePriced(b *testing.B) {
	for _, text := range []string{"32", "4,4,2"} {
		for d := 1; d <= 3; d++ {
			for _, price := range []float64{0, 0.05} {
				b.Run(fmt.Sprintf("tree=%s/d=%d/price=%v", text, d, price), func(b *testing.B) {
					s := randomState(b, rand.New(rand.NewPCG(51, 52)), 10, d, 5)
					s.Price = price
					f := draw(b, shapeOf(b, fantasy.Sampled, text), 1)
					seed := uint64(0)
					for b.Loop() {
						maximise(b, s, f, Settings{Effort: Quick, Seed: seed % 4, Workers: 1})
						seed++
					}
				})
			}
		}
	}
}

// The trees of the map of problems: small ones, maximised quickly, on one processor
// and on all.
func BenchmarkMaximiseQuick(b *testing.B) {
	for _, text := range []string{"4", "4,4,2"} {
		for d := 1; d <= 3; d++ {
			for _, workers := range []int{1, 0} {
				b.Run(fmt.Sprintf("tree=%s/d=%d/workers=%d", text, d, workers), func(b *testing.B) {
					s := randomState(b, rand.New(rand.NewPCG(41, 42)), 20, d, 50)
					f := draw(b, shapeOf(b, fantasy.Sampled, text), 7)
					b.ReportAllocs()
					seed := uint64(0)
					for b.Loop() {
						maximise(b, s, f, Settings{Effort: Quick, Seed: seed % 4, Workers: workers})
						seed++
					}
				})
			}
		}
	}
}
