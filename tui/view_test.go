package tui

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// Below the least size there is a plain message, whatever was open; nothing at
// all without a window.
func TestSmallWindowsSayWhatTheyNeed(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "t", "?")
	for _, size := range [][2]int{{59, 18}, {60, 17}, {30, 10}, {200, 3}, {1, 1}} {
		m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		fits(t, m, "small")
	}
	m.Update(tea.WindowSizeMsg{Width: 59, Height: 17})
	onScreen(t, m, "needs 60 by 18", "has 59 by")
	m.Update(tea.WindowSizeMsg{})
	if v := m.View(); v != "" {
		t.Errorf("without a window: %q", v)
	}
}
