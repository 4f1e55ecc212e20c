package tui

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
)

// BenchmarkFrame is a whole frame: drawing and encoding.
func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {160, 48}, {220, 60}} {
		m := newTestModel(b, "myopia", size[0], size[1], "ei-puc", "b-ms-ei")
		m.options.Terminal = chart.Terminal{}
		press(b, m, "n", "n")
		for _, screen := range []string{"compare", "focus", "tree", "predict"} {
			drain(b, m, m.show(screen))
			b.Run(fmt.Sprintf("%s-%dx%d", screen, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.View()
				}
				b.ReportMetric(float64(len(m.View())), "bytes")
			})
		}
	}
}

// BenchmarkStep is a key and the frame that answers it.
func BenchmarkStep(b *testing.B) {
	m := newTestModel(b, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m.options.Terminal = chart.Terminal{}
	keys := []tea.KeyMsg{keyMsg("n"), keyMsg("p")}
	i := 0
	for b.Loop() {
		m.Update(keys[i%2])
		m.View()
		i++
	}
}
