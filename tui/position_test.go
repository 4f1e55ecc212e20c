package tui

import (
	"testing"
)

// Going forth and back changes nothing: computed steps are kept.
func TestBackAndForthIsTheSame(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	press(t, m, "end", "home") // what was played stays drawn, so all of it first
	var frames []string
	for range m.s.LastStep() + 1 {
		frames = append(frames, screenText(m))
		press(t, m, "n")
	}
	for k := len(frames) - 1; k >= 0; k-- {
		if m.s.Step != k {
			press(t, m, "p")
		}
		if got := screenText(m); got != frames[k] {
			t.Errorf("step %d looks different on the way back:\n%s\nbefore:\n%s", k, got, frames[k])
		}
	}
}
