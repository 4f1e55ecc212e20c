//go:build amd64 && !purego

package triangular

import "golang.org/x/sys/cpu"

// panels tells whether the assembly can run here.
var panels = cpu.X86.HasAVX512F && cpu.X86.HasAVX512DQ && cpu.X86.HasAVX512VL

//go:noescape
func factorisePanel(l *[]float64, i, count int, own *[8]*float64, panel *float64) bool

//go:noescape
func invertPanel(m *[]float64, i int, l, out *[8]*float64, inv *[8]float64)

//go:noescape
func gramPanel(m *[]float64, i, n int, out *[8]*float64)

//go:noescape
func timesFours(dst, b *float64, m *[]float64, from, groups int)

//go:noescape
func addFours(dst, c *float64, m *[]float64, from, groups int)

// pointers are those of eight rows from i on; spare, which must have room for
// the longest, stands for the rows that are missing.
func (l Lower) pointers(out *[8]*float64, i int, spare *float64) {
	for r := range out {
		out[r] = spare
		if i+r < len(l) {
			out[r] = &l[i+r][0]
		}
	}
}

func (l Lower) factorisePanels(ws *Workspace) bool {
	panel := ws.grown(len(l))
	var own [8]*float64
	for i := 0; i < len(l); i += 8 {
		l.pointers(&own, i, nil)
		if !factorisePanel(&l[0], i, min(8, len(l)-i), &own, &panel[0]) {
			return false
		}
	}
	return true
}

func (l Lower) invertPanels(m Lower, ws *Workspace) {
	spare := ws.grown(len(l))
	// Missing rows have zeros on the left, and their results are thrown away.
	zeros, thrown := spare[:len(l)+8], spare[len(l)+8:]
	clear(zeros)
	var from, to [8]*float64
	for i := 0; i < len(l); i += 8 {
		var inv [8]float64
		for r := range min(8, len(l)-i) {
			inv[r] = 1 / l[i+r][i+r]
		}
		l.pointers(&from, i, &zeros[0])
		m.pointers(&to, i, &thrown[0])
		invertPanel(&m[0], i, &from, &to, &inv)
	}
}

func (m Lower) gramPanels(dst Lower, ws *Workspace) {
	thrown := ws.grown(len(m))
	var to [8]*float64
	for i := 0; i < len(m); i += 8 {
		dst.pointers(&to, i, &thrown[0])
		gramPanel(&m[0], i, len(m), &to)
	}
}

func (m Lower) timesPanels(dst, b []float64) {
	m.timesAlone(dst, b, 0, min(firstFour, len(m)))
	groups, lone := m.fours()
	m.timesFourPanels(dst, b, 0, groups)
	m.timesAlone(dst, b, lone, len(m))
}

func (m Lower) timesFourPanels(dst, b []float64, first, count int) {
	if i := firstFour + 4*first; count > 0 {
		timesFours(&dst[i], &b[0], &m[i], i+1, count)
	}
}

func (m Lower) addPanels(dst, c []float64) {
	m.addAlone(dst, c, 0, min(firstFour, len(m)))
	groups, lone := m.fours()
	m.addFourPanels(dst, c, 0, groups)
	m.addAlone(dst, c, lone, len(m))
}

func (m Lower) addFourPanels(dst, c []float64, first, count int) {
	if i := firstFour + 4*first; count > 0 {
		addFours(&dst[0], &c[i], &m[i], i+1, count)
	}
}
