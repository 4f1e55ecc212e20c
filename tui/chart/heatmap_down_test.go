package chart

import "testing"

// Where low is good the lowest value stands out most, in colours and in shades.
func TestHeatMapDown(t *testing.T) {
	t.Parallel()
	m := HeatMap{NX: 5, NY: 1, Values: []float64{0, 1, 2, 3, 4}, Gutter: -1, Ramp: NewRamp(red, blue), Down: true}
	for term, want := range map[Terminal]string{{Profile: NoColor}: "█▓▒░ ", {Glyphs: ASCII}: "@#+- "} {
		c := New(5, 1, term)
		m.Draw(c, testStyle)
		if got := c.Plain(); got != want {
			t.Errorf("%v: %q, want %q", term, got, want)
		}
	}
	strength := func(x int) float64 { // how near to the ramp's high end a cell is
		c := New(5, 1, Terminal{})
		m.Draw(c, testStyle)
		return c.Cell(x, 0).Bg.colorful().DistanceLab(red.colorful())
	}
	for x := 1; x < 5; x++ {
		if strength(x) >= strength(x-1) {
			t.Errorf("value %d stands out more than %d", x, x-1)
		}
	}
}
