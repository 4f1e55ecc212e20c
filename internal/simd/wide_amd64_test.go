//go:build amd64 && !purego

package simd

import "testing"

// Machines that take four numbers at a time have the same bits; and so have those without assembly for functions.
// Tests that run in parallel wait until this one has ended.
func TestWithoutEights(t *testing.T) {
	if !wide {
		t.Skip("no AVX-512 here: the other tests have tested this")
	}
	wide = false
	defer func() { wide = true }()
	assemblyIsTheGoCode(t)
	pairsAssemblyIsTheGoCode(t)
	greedyAssemblyIsTheGoCode(t)
	factorIsTheGoCode(t)
	combinationIsTheGoCode(t)
	functionsAreElementary(t)
	bitsAreTheSame(t)
	fused = false
	defer func() { fused = true }()
	functionsAreElementary(t)
}
