//go:build amd64 && !purego

package simd

// tileEight writes eight rows of 24 columns, step numbers apart: the products of
// rows k of length n with three panels m.
//
//go:noescape
func tileEight(dst *float64, step int, k, m *float64, n int)

//go:noescape
func tileFour(dst *float64, step int, k, m *float64, n int)

//go:noescape
func tileThree(dst *float64, step int, k, m *float64, n int)

//go:noescape
func tileTwo(dst *float64, step int, k, m *float64, n int)

//go:noescape
func tileOne(dst *float64, step int, k, m *float64, n int)

// panelEight takes one panel, and so do panelFour and panelOne, four numbers at a time.
//
//go:noescape
func panelEight(dst *float64, step int, k, m *float64, n int)

//go:noescape
func panelFour(dst *float64, step int, k, m *float64, n int)

//go:noescape
func panelOne(dst *float64, step int, k, m *float64, n int)
