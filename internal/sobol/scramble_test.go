package sobol

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
)

// agree counts the leading bits two 48-bit fractions share.
func agree(x, y uint64) int { return bits.LeadingZeros64(x^y) - 16 }

func TestScrambleKeepsTheLengthOfCommonPrefixes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		key := rng.Uint64()
		for k := range 48 {
			x := rng.Uint64() >> 16
			y := x ^ 1<<(47-k) ^ rng.Uint64()>>16&(1<<(47-k)-1) // parts from x at bit k
			if got := agree(scramble(x, key), scramble(y, key)); agree(x, y) != k || got != k {
				t.Fatalf("%012x and %012x agree in %d bits, scrambled in %d, want %d", x, y, agree(x, y), got, k)
			}
		}
	}
}

// Every coin of the tree is fair and independent of the coins next to it: of
// the parent, of the sibling, of the same node in a neighbouring tree. These are
// what a hash that merely looks like Owen's scrambling gets wrong.
func TestScrambleCoinsAreFairAndIndependent(t *testing.T) {
	t.Parallel()
	const trials = 20000
	rng := rand.New(rand.NewPCG(2, 2))
	flip := func(x, key uint64, k int) bool { return (x^scramble(x, key))>>(47-k)&1 == 1 }
	for k := range 48 {
		var heads, parent, sibling, seed int
		for range trials {
			key, x := rng.Uint64(), rng.Uint64()>>16
			f := flip(x, key, k)
			count := func(n *int, b bool) {
				if b {
					*n++
				}
			}
			count(&heads, f)
			count(&seed, f == flip(x, key+1, k))
			if k > 0 {
				count(&parent, f == flip(x, key, k-1))
				count(&sibling, f == flip(x^1<<(48-k), key, k))
			}
		}
		check := func(what string, n int) {
			// 5 standard deviations of a fair coin; 190 checks of fixed seeds.
			if dev := math.Abs(float64(n) - trials/2); dev > 5*math.Sqrt(trials)/2 {
				t.Errorf("bit %d, %s: %d of %d", k, what, n, trials)
			}
		}
		check("heads", heads)
		check("same under the next key", seed)
		if k > 0 {
			check("same as the bit above", parent)
			check("same as under the sibling prefix", sibling)
		}
	}
}
