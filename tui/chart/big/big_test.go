package big

import (
	"strings"
	"testing"

	"farsight/tui/chart"
)

// What the font knows is written, at most as wide as there is room; the rest is
// refused, and so is a terminal without blocks.
func TestWhatCanBeWritten(t *testing.T) {
	t.Parallel()
	c := chart.New(30, 4, chart.Terminal{Profile: chart.NoColor})
	for text, want := range map[string]bool{"+0.686": true, "-1.20e-5": false, "quite": true, "日本": false, "even": true} {
		c.Clear()
		if got := Draw(c, text, chart.Ink{}); got != want || want == (strings.TrimSpace(c.Plain()) == "") {
			t.Errorf("%q is written: %v, want %v\n%s", text, got, want, c.Plain())
		}
	}
	if n := len(lines("quite a few words", 40)); n < 2 {
		t.Errorf("a sentence takes %d lines", n)
	}
	if Draw(chart.New(30, 4, chart.Terminal{Glyphs: chart.ASCII}), "1", chart.Ink{}) {
		t.Error("ASCII has no half blocks")
	}
	if Draw(chart.New(30, Rows-1, chart.Terminal{}), "1", chart.Ink{}) {
		t.Error("it fits into too few rows")
	}
}
