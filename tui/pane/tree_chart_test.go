package pane

import (
	"testing"

	"farsight/lookahead"
	"farsight/tui/futures"
)

// An answer is alike within a third of the standard deviation of what is believed
// where it is asked for, whatever the unit.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, unit := range []float64{1e-6, 1, 1e6} {
		from := lookahead.NodeView{Best: 2 * unit, Sd: 0.6 * unit}
		for y, want := range map[float64]futures.Outcome{2.3: futures.Better, 2.21: futures.Better, 2.19: futures.Alike, 2: futures.Alike, 1.81: futures.Alike, 1.79: futures.Worse, -5: futures.Worse} {
			if got := outcome(y*unit, from); got != want {
				t.Errorf("%v beside %v ± %v is %c, want %c", y*unit, from.Best, from.Sd, got.Rune(), want.Rune())
			}
		}
	}
}
