package tui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/screen"
)

// A terminal may claim any size: what is drawn of it is bounded, and so is the memory.
func TestWindowsOfAnySize(t *testing.T) {
	t.Parallel()
	m := newTestModel(t, "myopia", 100, 30, "ei", "ei-puc")
	for _, size := range [][2]int{{65535, 65535}, {20000, 5000}, {1, 65535}, {65535, 1}, {-1, 1 << 40}, {100, 30}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		lines := strings.Split(m.View(), "\n")
		if w, h := m.Frame().Size(); len(lines) > screen.MostHeight || w > screen.MostWidth || h > screen.MostHeight {
			t.Errorf("a window of %v is drawn as %dx%d in %d lines", size, w, h, len(lines))
		}
	}
	onScreen(t, m, "step")
}
