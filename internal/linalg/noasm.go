//go:build !amd64 || purego

package linalg

// Without assembly vectors is false, and none of these is called.
const vectors = false

const noAssembly = "linalg: no assembly"

func dotAVX(a, b *float64, n int) float64                                     { panic(noAssembly) }
func axpyAVX(dst *float64, c float64, x *float64, n int)                      { panic(noAssembly) }
func dotFourAVX(dst *[4]float64, x *float64, n int, y0, y1, y2, y3 *float64)  { panic(noAssembly) }
func axpyFourAVX(dst *float64, n int, c *[4]float64, x0, x1, x2, x3 *float64) { panic(noAssembly) }
func blendAVX(dst *float64, a float64, x *float64, b float64, y *float64, n int) {
	panic(noAssembly)
}
func weighAVX(dst, x *float64, n int) float64 { panic(noAssembly) }
func multiplyAVX(dst, k *float64, step, rows int, panel *float64, n, columns int) {
	panic(noAssembly)
}
func maternAVX(k, h *float64, n int, a float64, table *[20][4]float64) { panic(noAssembly) }
func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, table *[20][4]float64) {
	panic(noAssembly)
}
func beginAVX(b *Branch, n int) int                         { panic(noAssembly) }
func refineAVX(b *Branch, n int, value float64)             { panic(noAssembly) }
func aboveAVX(limit []float64, from int, value float64) int { panic(noAssembly) }
func combineAVX(c *Combination, from, to int)               { panic(noAssembly) }
