package triangular

// nearby is how many numbers of a matrix are used for all vectors before the next are read: of large ones four rows,
// which stay in the first cache.
const nearby = 1 << 10

// From this order on, and with so many vectors, products are computed in tiles.
const (
	largeTimes  = 128
	manyVectors = 16
)

// TimesEach writes Mb of several b, with the bits of Times. A large matrix is read once for all of them, not once each.
func (m Lower) TimesEach(dst, b [][]float64, ws *Workspace) {
	if panels && len(m) >= largeTimes && len(b) >= manyVectors {
		m.timesEachTiles(dst, b, ws)
		return
	}
	groups, lone := m.fours()
	for k := range b {
		m.timesAlone(dst[k], b[k], 0, min(firstFour, len(m)))
		m.timesAlone(dst[k], b[k], lone, len(m))
	}
	for g := 0; g < groups; {
		count := min(groups-g, 1+nearby/(4*(firstFour+4*g+4)))
		for k := range b {
			if panels {
				m.timesFourPanels(dst[k], b[k], g, count)
			} else {
				m.timesFour(dst[k], b[k], g, count)
			}
		}
		g += count
	}
}
