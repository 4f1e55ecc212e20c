package pane

import "testing"

// What people say of probabilities and of what is nothing beside a whole.
func TestChanceAndBeside(t *testing.T) {
	t.Parallel()
	for p, want := range map[float64]string{0: "<0.1 %", 0.0004: "<0.1 %", 0.012: "1.2 %", 0.25: "25 %", 0.0999: "10 %", 1: "100 %"} {
		if got := Chance(p); got != want {
			t.Errorf("chance(%v) = %q, want %q", p, got, want)
		}
	}
	if got := Beside(1e-50, 0.1); got != "0" {
		t.Errorf("1e-50 beside 0.1 is %q", got)
	}
	if got := Beside(0.02, 0.1); got != "0.0200" {
		t.Errorf("0.02 beside 0.1 is %q", got)
	}
}
