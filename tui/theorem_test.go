package tui

import (
	"strings"
	"testing"

	"farsight/tui/browse"
	"farsight/tui/theorem"
)

// The title says what is asked and where in a run we are; several keys in one
// read are all obeyed.
func TestTheoremFrame(t *testing.T) {
	m := quietModel(t, "theorem-1", 120, 36)
	mustShow(t, m, "how bad can EI-PUC get?", "(constructed example)", "run 1, arm 0 of 11")
	for _, key := range []string{"1", "2"} {
		press(t, m, key)
		m.Update(keyMsg("nnn"))
		mustShow(t, m, "part "+key+", how bad", "run 1, arm 3 of 11")
	}
}

// What cannot be done here is neither offered nor obeyed.
func TestTheoremHasNoReplay(t *testing.T) {
	m := quietModel(t, "theorem-1", 100, 30)
	for _, k := range []string{"t", "x", "o", "a", "i", "c", "s", "tab"} {
		press(t, m, k)
		current[*theorem.Screen](t, m)
	}
	press(t, m, "?")
	if frame := m.View(); strings.Contains(frame, "scenario tree") || !strings.Contains(frame, "10 000 more runs") {
		t.Errorf("help of the theorem:\n%s", frame)
	}
	press(t, m, "esc", "f")
	mustShow(t, m, "floor((1+δ)/ε) = floor(1.1/0.1) = 11")
	press(t, m, "esc", "b")
	current[*browse.Screen](t, m)
	press(t, m, "esc")
	current[*theorem.Screen](t, m)
}
