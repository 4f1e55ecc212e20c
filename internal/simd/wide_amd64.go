//go:build amd64 && !purego

package simd

import "golang.org/x/sys/cpu"

// wide tells whether eight numbers can be taken at a time.
var wide = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

// maternRows512 is MaternRows for rows of a positive multiple of four.
//
//go:noescape
func maternRows512(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// covariances512 is Covariances for a positive multiple of eight.
//
//go:noescape
func covariances512(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// pairs512 is Pairs for a positive multiple of eight.
//
//go:noescape
func pairs512(k []float64, h *float64, at *int, own, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// multiplyFour512 is Multiply for four rows, n > 0.
//
//go:noescape
func multiplyFour512(dst, k, m *float64, n int)

// subtractDots512 is subtractDotsAVX.
//
//go:noescape
func subtractDots512(dst []float64, x, m *float64, n, step int)

// begin512 is Begin for n > 0 candidates.
//
//go:noescape
func begin512(b *Branch, n int) int

// refine512 is Refine for n candidates, with room in the value.
//
//go:noescape
func refine512(b *Branch, n int, value float64)

// above512 is Above, with room in the value.
//
//go:noescape
func above512(limit []float64, from int, value float64) int

// shrink512 is Shrink for a positive multiple of eight.
//
//go:noescape
func shrink512(r []float64, c float64, dst, sd, v *float64, floor float64)

// combine512 is Combination.Rows for at least one row.
//
//go:noescape
func combine512(c *Combination, from, to int)

// subtractDotsAt512 is subtractDotsAtAVX.
//
//go:noescape
func subtractDotsAt512(dst []float64, x *float64, at *int, m *float64, n int)
