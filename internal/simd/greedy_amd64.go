//go:build amd64 && !purego

package simd

// beginAVX is Begin for the first n candidates, a positive multiple of four.
//
//go:noescape
func beginAVX(b *Branch, n int) int

// refineAVX is Refine for the first n candidates, a positive multiple of four.
//
//go:noescape
func refineAVX(b *Branch, n int, value float64)

// aboveAVX is Above for limits of which a multiple of four is left, with room in the value.
//
//go:noescape
func aboveAVX(limit []float64, from int, value float64) int

// shrinkAVX is Shrink for a positive multiple of four.
//
//go:noescape
func shrinkAVX(r []float64, c float64, dst, sd, v *float64, floor float64)
