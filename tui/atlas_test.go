package tui

import (
	"fmt"
	"testing"
	"math"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/theme"
)

func TestLook(t *testing.T) {
	a := &Atlas{}
	for i, n := range []string{"2-b-ms-ei", "4-b-ms-ei", "2-b-ms-ei-true", "4-b-ms-ei-true", "ei", "ei-puc", "ei-puc-cc", "ei-pc", "pbgi-d"} {
		a.Policies = append(a.Policies, AtlasPolicy{Label: n, Ahead: i < 4})
	}
	for _, d := range []int{1, 2, 3} {
		for wi, w := range []float64{2, 3, 5, 8, 15, 40} {
			for si, s := range []float64{1, 3, 10, 30} {
				for _, r := range []bool{false, true} {
 if r && s == 1 { continue }
					c := AtlasCell{Dim: d, Worth: w, Spread: s, Rising: r, Best: 6}
					for i := range a.Policies {
						v := 20*math.Sin(float64(d*wi+si+i)) + 5
						c.Results = append(c.Results, AtlasResult{Draws: 40, Improvement: Estimate{1 + v/100, 0.1}, Advantage: Estimate{v / 100, 0.1}, Percent: Estimate{v, 12}})
					}
					a.Cells = append(a.Cells, c)
				}
			}
		}
	}
	th, _ := theme.Named("dark")
	m := New(Options{Atlas: a, Theme: th, Terminal: chart.Terminal{Profile: chart.NoColor}})
	m.still = true
	defer m.Close()
	for _, s := range [][2]int{{60, 18}, {80, 24}, {120, 40}, {160, 48}} {
		m.Update(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
		fmt.Println(edged(m))
	}
}
