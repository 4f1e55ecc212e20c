package chart

import (
	"strings"
	"testing"
)

// On a log map each decade has the same share of the colours, and what is not
// positive has none.
func TestHeatMapLog(t *testing.T) {
	t.Parallel()
	m := HeatMap{NX: 5, NY: 1, Gutter: -1, Log: true, Ramp: NewRamp(red, blue)}
	for want, values := range map[string][]float64{" ░▒▓█": {1, 10, 100, 1000, 10_000}, "   ": {-5, -5, -5, -5, 100}} {
		m.Values = values
		c := New(5, 1, Terminal{Profile: NoColor})
		m.Draw(c, testStyle)
		if got := c.Plain(); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q, want %q", values, got, want)
		}
	}
}
