//go:build !amd64 || purego

package simd

func tileEight(dst *float64, step int, k, m *float64, n int)  { panic("simd: no assembly") }
func tileFour(dst *float64, step int, k, m *float64, n int)   { panic("simd: no assembly") }
func tileThree(dst *float64, step int, k, m *float64, n int)  { panic("simd: no assembly") }
func tileTwo(dst *float64, step int, k, m *float64, n int)    { panic("simd: no assembly") }
func tileOne(dst *float64, step int, k, m *float64, n int)    { panic("simd: no assembly") }
func panelEight(dst *float64, step int, k, m *float64, n int) { panic("simd: no assembly") }
func panelFour(dst *float64, step int, k, m *float64, n int)  { panic("simd: no assembly") }
func panelOne(dst *float64, step int, k, m *float64, n int)   { panic("simd: no assembly") }
