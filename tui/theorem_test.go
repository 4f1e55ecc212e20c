package tui

import (
	"strings"
	"testing"

	"farsight/tui/browse"
	"farsight/tui/theorem"
)

// What cannot be done here is neither offered nor obeyed.
func TestTheoremHasNoReplay(t *testing.T) {
	m := newTestModel(t, "theorem-1", 100, 30)
	for _, k := range []string{"t", "x", "o", "a", "i", "c", "s", "tab"} {
		press(t, m, k)
		must[*theorem.Screen](m)
	}
	press(t, m, "?")
	if frame := m.View(); strings.Contains(frame, "scenario tree") || !strings.Contains(frame, "10 000 more runs") {
		t.Errorf("help of the theorem:\n%s", frame)
	}
	press(t, m, "esc", "f")
	onScreen(t, m, "floor((1+δ)/ε) = floor(1.1/0.1) = 11")
	press(t, m, "esc", "b")
	must[*browse.Screen](m)
	press(t, m, "esc")
	must[*theorem.Screen](m)
}
