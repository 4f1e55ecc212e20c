//go:build !amd64

package lanes

func aboveAVX(b *Branch, from, to int, value float64) int { panic("lanes: no assembly") }
func shrinkAVX(r []float64, c float64, dst, sd, v *float64, floor float64) {
	panic("lanes: no assembly")
}
