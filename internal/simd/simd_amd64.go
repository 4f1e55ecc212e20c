//go:build amd64 && !purego

package simd

import "golang.org/x/sys/cpu"

// vectors tells whether the assembly can run here.
var vectors = cpu.X86.HasAVX2

//go:noescape
func dotAVX(a, b []float64) float64

// addDotAVX is Sums.Add for a positive multiple of eight.
//
//go:noescape
func addDotAVX(sums *[8]float64, a, b []float64)

//go:noescape
func axpyAVX(dst []float64, c float64, x []float64)

//go:noescape
func dotFourAVX(dst *[4]float64, x []float64, y0, y1, y2, y3 *float64)

//go:noescape
func dotFourFusedAVX(sums *[4][8]float64, x []float64, y0, y1, y2, y3 *float64)

//go:noescape
func axpyFourFusedAVX(dst []float64, c *[4]float64, x0, x1, x2, x3 *float64)

//go:noescape
func axpyFourAVX(dst []float64, c *[4]float64, x0, x1, x2, x3 *float64)

//go:noescape
func blendAVX(dst []float64, a float64, x []float64, b float64, y []float64)

//go:noescape
func weighAVX(dst, x []float64) float64

//go:noescape
func squaresAVX(dst []float64, u float64, v []float64)

//go:noescape
func addSquaresAVX(dst []float64, u float64, v []float64)

// multiplyFourAVX is Multiply for four rows, n > 0.
//
//go:noescape
func multiplyFourAVX(dst, k, m *float64, n int)

// multiplyOneAVX is Multiply for one row, n > 0.
//
//go:noescape
func multiplyOneAVX(dst, k, m *float64, n int)

// maternAVX is Matern for a positive multiple of four.
//
//go:noescape
func maternAVX(k, h []float64, a float64, constants *[10]float64, table *[256]uint64)

// combineAVX is Combination.Rows for at least one row.
//
//go:noescape
func combineAVX(c *Combination, from, to int)
