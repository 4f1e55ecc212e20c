package lanes

// covariancesAVX is Covariances for a positive multiple of four points.
//
//go:noescape
func covariancesAVX(dst []float64, x, cols *float64, stride int, scale []float64, a float64, constants *[10]float64, table *[256]uint64)

// pairsAVX is Pairs for a positive multiple of four entries.
//
//go:noescape
func pairsAVX(k, h []float64, a float64, constants *[10]float64, table *[256]uint64)

// subtractDotsAVX is SubtractDots for at least one row.
//
//go:noescape
func subtractDotsAVX(dst, x []float64, m *float64)
