package lookahead

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// The trees of the map of problems: small ones, maximised quickly.
func BenchmarkMaximiseQuick(b *testing.B) {
	for _, text := range []string{"4", "4,4,2"} {
		for d := 1; d <= 3; d++ {
			b.Run(fmt.Sprintf("tree=%s/d=%d", text, d), func(b *testing.B) {
				s := randomState(b, rand.New(rand.NewPCG(51, 52)), 10, d, 5)
				f := draw(b, shapeOf(b, Sampled, text), 1)
				b.ReportAllocs()
				seed := uint64(0)
				for b.Loop() {
					maximise(b, s, f, Settings{Effort: Quick, Seed: seed % 4, Workers: 1})
					seed++
				}
			})
		}
	}
}
