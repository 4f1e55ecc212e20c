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

// nearest is how many numbers of a matrix are used twice before the next are read: they stay in the first cache.
const nearest = 1 << 11

// TimesBoth writes z = Mb and w = Mᵀz, with the bits of Times and TransposedTimes. A large matrix is read once for both.
func (m Lower) TimesBoth(z, w, b []float64) {
	z, w, b = z[:len(m)], w[:len(m)], b[:len(m)]
	clear(w)
	m.bothAlone(z, w, b, 0, min(firstFour, len(m)))
	groups, lone := m.fours()
	for g := 0; g < groups; {
		i := firstFour + 4*g
		count := min(groups-g, 1+nearest/(4*(i+4)))
		if panels {
			m.timesFourPanels(z, b, g, count)
			m.addFourPanels(w, z, g, count)
		} else {
			m.timesFour(z, b, g, count)
			m.addGroups(w, z, g, count)
		}
		g += count
	}
	m.bothAlone(z, w, b, lone, len(m))
}

func (m Lower) bothAlone(z, w, b []float64, from, to int) {
	m.timesAlone(z, b, from, to)
	m.addAlone(w, z, from, to)
}
