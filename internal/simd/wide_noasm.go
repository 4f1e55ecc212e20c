//go:build !amd64 || purego

package simd

// Without assembly wide is false and these are never called.
const wide = false

func maternRows512(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func covariances512(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func pairs512(k []float64, h *float64, at *int, own, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func multiplyFour512(dst, k, m *float64, n int) {
	panic("simd: no assembly")
}
func subtractDots512(dst []float64, x, m *float64, n, step int) {
	panic("simd: no assembly")
}
func begin512(b *Branch, n int) int {
	panic("simd: no assembly")
}
func refine512(b *Branch, n int, value float64) {
	panic("simd: no assembly")
}
func above512(limit []float64, from int, value float64) int {
	panic("simd: no assembly")
}
func shrink512(r []float64, c float64, dst, sd, v *float64, floor float64) {
	panic("simd: no assembly")
}
func combine512(c *Combination, from, to int) {
	panic("simd: no assembly")
}
func subtractDotsAt512(dst []float64, x *float64, at *int, m *float64, n int) {
	panic("simd: no assembly")
}
