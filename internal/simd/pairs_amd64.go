//go:build amd64 && !purego

package simd

// covariancesAVX is Covariances for a positive multiple of four points.
//
//go:noescape
func covariancesAVX(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// pairsAVX is Pairs for a positive multiple of four entries.
//
//go:noescape
func pairsAVX(k []float64, h *float64, at *int, own, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// subtractDotsAVX is SubtractDots for at least one row, x going step on with
// every row: 0 or n.
//
//go:noescape
func subtractDotsAVX(dst []float64, x, m *float64, n, step int)

// maternRowsAVX is MaternRows for at least one row.
//
//go:noescape
func maternRowsAVX(k []float64, h, x, cols *float64, n int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// subtractDotsAtAVX is SubtractDotsAt for at least one row.
//
//go:noescape
func subtractDotsAtAVX(dst []float64, x *float64, at *int, m *float64, n int)
