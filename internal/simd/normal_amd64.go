//go:build amd64 && !purego

package simd

import "golang.org/x/sys/cpu"

// fused tells whether there are fused multiply-adds, for where the definition has one.
var fused = vectors && cpu.X86.HasFMA

//go:noescape
func expAVX(dst, x *float64, n int, lanes *[50][8]uint64, powers *[256]float64) int

//go:noescape
func logAVX(dst, x *float64, n int, lanes *[50][8]uint64) int

//go:noescape
func normalAVX(h, cdf, pdf, u *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int

//go:noescape
func exp512(dst, x *float64, n int, lanes *[50][8]uint64, powers *[256]float64) int

//go:noescape
func log512(dst, x *float64, n int, lanes *[50][8]uint64) int

//go:noescape
func normal512(h, cdf, pdf, u *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int

//go:noescape
func logCDFAVX(dst, z *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int

//go:noescape
func logCDF512(dst, z *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int
