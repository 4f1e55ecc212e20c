//go:build amd64 && !purego

package simd

// These are See and Back, and Add, for a positive multiple of four, or eight, nodes.

//go:noescape
func seeAVX(f *Factor, from, to, s int, lanes *[50][8]uint64)

//go:noescape
func see512(f *Factor, from, to, s int, lanes *[50][8]uint64)

//go:noescape
func backAVX(f *Factor, from, to, s int, lanes *[50][8]uint64)

//go:noescape
func back512(f *Factor, from, to, s int, lanes *[50][8]uint64)

//go:noescape
func pullAVX(p *Pull, from, to, s int)

//go:noescape
func pull512(p *Pull, from, to, s int)
