package push

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkPush averages over the box.
func BenchmarkPush(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	b.ReportAllocs()
	for b.Loop() {
		Push(10*rng.Float64()-5, 10*rng.Float64()-5, 1+29*rng.Float64())
	}
}
