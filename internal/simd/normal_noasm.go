//go:build !amd64 || purego

package simd

// Without assembly fused is false and these are never called.
const fused = false

func expAVX(dst, x *float64, n int, lanes *[50][8]uint64, powers *[256]float64) int {
	panic("simd: no assembly")
}
func logAVX(dst, x *float64, n int, lanes *[50][8]uint64) int { panic("simd: no assembly") }
func normalAVX(h, cdf, pdf, u *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int {
	panic("simd: no assembly")
}
func exp512(dst, x *float64, n int, lanes *[50][8]uint64, powers *[256]float64) int {
	panic("simd: no assembly")
}
func log512(dst, x *float64, n int, lanes *[50][8]uint64) int { panic("simd: no assembly") }
func normal512(h, cdf, pdf, u *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int {
	panic("simd: no assembly")
}
func logCDFAVX(dst, z *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int {
	panic("simd: no assembly")
}
func logCDF512(dst, z *float64, n int, lanes *[50][8]uint64, powers *[256]float64, mills *[128][11]float64) int {
	panic("simd: no assembly")
}
