//go:build amd64 && !purego

package linalg

import "golang.org/x/sys/cpu"

// vectors reports whether the assembly can run here. Lengths n are positive
// multiples of four.
var vectors = cpu.X86.HasAVX2 && cpu.X86.HasFMA

//go:noescape
func dotAVX(a, b *float64, n int) float64

//go:noescape
func axpyAVX(dst *float64, c float64, x *float64, n int)

//go:noescape
func dotFourAVX(dst *[4]float64, x *float64, n int, y0, y1, y2, y3 *float64)

//go:noescape
func axpyFourAVX(dst *float64, n int, c *[4]float64, x0, x1, x2, x3 *float64)

//go:noescape
func blendAVX(dst *float64, a float64, x *float64, b float64, y *float64, n int)

//go:noescape
func weighAVX(dst, x *float64, n int) float64

// multiplyAVX writes 4 or 8 columns of one to four rows of dst, step numbers apart as
// those of k. Both may be the same if the columns are not to the right of what is read.
//
//go:noescape
func multiplyAVX(dst, k *float64, step, rows int, panel *float64, n, columns int)

//go:noescape
func maternAVX(k, h *float64, n int, a float64, table *[20][4]float64)

//go:noescape
func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, table *[20][4]float64)

// beginAVX is Begin for the first n candidates, refineAVX is Refine.
//
//go:noescape
func beginAVX(b *Branch, n int) int

//go:noescape
func refineAVX(b *Branch, n int, value float64)

// aboveAVX is Above for limits of which a multiple of four is left, with room in the value.
//
//go:noescape
func aboveAVX(limit []float64, from int, value float64) int

// combineAVX is Combination.Rows for at least one row.
//
//go:noescape
func combineAVX(c *Combination, from, to int)
