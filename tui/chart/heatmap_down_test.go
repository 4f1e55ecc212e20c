package chart

import "testing"

// Where low is good the lowest value stands out most, in colours and in shades.
func TestHeatMapDown(t *testing.T) {
	t.Parallel()
	ramp := NewRamp(red, blue)
	m := HeatMap{NX: 5, NY: 1, Values: []float64{0, 1, 2, 3, 4}, Gutter: -1, Ramp: ramp, Down: true}
	for term, want := range map[Terminal]string{{Profile: NoColor}: "█▓▒░ ", {Glyphs: ASCII}: "@#+: "} {
		c := New(5, 1, term)
		m.Draw(c, testStyle)
		if got := c.Plain(); got != want {
			t.Errorf("%v: %q, want %q", term, got, want)
		}
	}
	c := New(5, 1, Terminal{})
	m.Draw(c, testStyle)
	if low, high := c.Cell(0, 0).Bg, c.Cell(4, 0).Bg; low != blue || high != red {
		t.Errorf("the lowest is %x, the highest %x", low, high)
	}
}
