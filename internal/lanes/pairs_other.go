//go:build !amd64

package lanes

func covariancesAVX(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("lanes: no assembly")
}
func pairsAVX(k, h []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("lanes: no assembly")
}
func subtractDotsAVX(dst []float64, x, m *float64, n, step int) { panic("lanes: no assembly") }
func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64) {
	panic("lanes: no assembly")
}
