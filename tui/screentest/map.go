package screentest

import (
	"math"

	"farsight/experiment"
	"farsight/scenarios/builtin"
)

// WavyMap has every cell of the map of problems with numbers that nobody
// measured: waves, so that all signs and sizes occur. Two policies look ahead,
// three do not.
func WavyMap() []experiment.AtlasRow {
	policies := [][2]string{{"2-b-ms-ei", "2-b-ms-ei effort=quick"}, {"4-b-ms-ei", "4-b-ms-ei effort=quick"}, {"ei", "ei"}, {"ei-puc", "ei-puc"}, {"ei-pc", "ei-pc"}}
	var rows []experiment.AtlasRow
	for k, c := range builtin.Cells() {
		best := 2 + k%3
		for i, p := range policies {
			v := 40 * math.Sin(float64(k)+float64(i)/3)
			if i == best {
				v = 0
			}
			rows = append(rows, experiment.AtlasRow{
				Cell: c, Policy: p[0], Settings: p[1], Draws: 12, Best: policies[best][0],
				Improvement: 1 + v/100, Half: 0.1, Difference: v / 100, DifferenceHalf: 0.15, Percent: v, PercentHalf: 15,
			})
		}
	}
	return rows
}
