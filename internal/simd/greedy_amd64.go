//go:build amd64 && !purego

package simd

// aboveAVX is Above for a positive multiple of four candidates, to if there is
// none.
//
//go:noescape
func aboveAVX(b *Branch, from, to int, value float64) int

// shrinkAVX is Shrink for a positive multiple of four.
//
//go:noescape
func shrinkAVX(r []float64, c float64, dst, sd, v *float64, floor float64)
