package live

import (
	"strings"
	"testing"

	"farsight/tui/chart"
	"farsight/tui/screentest"
)

// Of noisy values the one believed best stands below the history; of exact ones
// nothing does.
func TestShowsWhatIsBelievedBest(t *testing.T) {
	text := strings.Replace(screentest.Bakery, "[objective]\n", "[objective]\nnoisy = true\n", 1)
	if text == screentest.Bakery {
		t.Fatal("the bakery has no [objective]")
	}
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		l := openStudy(t, screentest.NewStudy(t, text, "ei-puc"), size[0], size[1])
		r := l.s.snap.Recommended
		if r == nil {
			t.Fatal("nothing is recommended")
		}
		l.says("believed best "+chart.Num(r.Value), "±")
	}
	l := openStudy(t, screentest.NewStudy(t, screentest.Bakery, "ei-puc"), 160, 48)
	l.silent("believed best")
}
