//go:build !amd64 || purego

package simd

func seeAVX(f *Factor, from, to, s int, lanes *[50][8]uint64)  { panic("simd: no assembly") }
func see512(f *Factor, from, to, s int, lanes *[50][8]uint64)  { panic("simd: no assembly") }
func backAVX(f *Factor, from, to, s int, lanes *[50][8]uint64) { panic("simd: no assembly") }
func back512(f *Factor, from, to, s int, lanes *[50][8]uint64) { panic("simd: no assembly") }
func pullAVX(p *Pull, from, to, s int)                         { panic("simd: no assembly") }
func pull512(p *Pull, from, to, s int)                         { panic("simd: no assembly") }
