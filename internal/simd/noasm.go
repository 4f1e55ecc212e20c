//go:build !amd64 || purego

package simd

// Without assembly vectors is false and these are never called.
const vectors = false

func dotAVX(a, b []float64) float64                 { panic("simd: no assembly") }
func addDotAVX(sums *[8]float64, a, b []float64)    { panic("simd: no assembly") }
func axpyAVX(dst []float64, c float64, x []float64) { panic("simd: no assembly") }
func dotFourAVX(dst *[4]float64, x []float64, y0, y1, y2, y3 *float64) {
	panic("simd: no assembly")
}
func axpyFourAVX(dst []float64, c *[4]float64, x0, x1, x2, x3 *float64) {
	panic("simd: no assembly")
}
func dotFourFusedAVX(sums *[4][8]float64, x []float64, y0, y1, y2, y3 *float64) {
	panic("simd: no assembly")
}
func axpyFourFusedAVX(dst []float64, c *[4]float64, x0, x1, x2, x3 *float64) {
	panic("simd: no assembly")
}
func blendAVX(dst []float64, a float64, x []float64, b float64, y []float64) {
	panic("simd: no assembly")
}
func weighAVX(dst, x []float64) float64                   { panic("simd: no assembly") }
func squaresAVX(dst []float64, u float64, v []float64)    { panic("simd: no assembly") }
func addSquaresAVX(dst []float64, u float64, v []float64) { panic("simd: no assembly") }
func multiplyFourAVX(dst, k, m *float64, n int)           { panic("simd: no assembly") }
func multiplyOneAVX(dst, k, m *float64, n int)            { panic("simd: no assembly") }
func maternAVX(k, h []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func covariancesAVX(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func pairsAVX(k []float64, h *float64, at *int, own, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func subtractDotsAVX(dst []float64, x, m *float64, n, step int) { panic("simd: no assembly") }
func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("simd: no assembly")
}
func beginAVX(b *Branch, n int) int             { panic("simd: no assembly") }
func refineAVX(b *Branch, n int, value float64) { panic("simd: no assembly") }
func aboveAVX(limit []float64, from int, value float64) int {
	panic("simd: no assembly")
}
func shrinkAVX(r []float64, c float64, dst, sd, v *float64, floor float64) {
	panic("simd: no assembly")
}
func combineAVX(c *Combination, from, to int) { panic("simd: no assembly") }
func subtractDotsAtAVX(dst []float64, x *float64, at *int, m *float64, n int) {
	panic("simd: no assembly")
}
