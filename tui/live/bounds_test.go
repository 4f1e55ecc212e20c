package live

import (
	"strings"
	"testing"

	"farsight/study"
	"farsight/tui/screentest"
)

// Bounds that somebody else sets are those of the screen from then on; what lies
// outside is in the history and marked, at every size.
func TestBoundsSetElsewhere(t *testing.T) {
	path := screentest.NewStudy(t, screentest.Bakery, "ei-puc")
	l := openStudy(t, path, 160, 48)
	other := screentest.OpenStudy(t, path)
	narrow := strings.Replace(strings.Replace(screentest.Bakery, "high = 5", "high = 3", 1), "[initial]\npoints = [[1.5, 4], [2.5, 30], [3.5, 12], [4.5, 22]]\nvalues = [3.0, 5.5, 6.0, 4.0]\ncosts = [1.2, 3.1, 2.2, 2.9]\n", "", 1)
	if _, err := other.Set(other.State().Seq, study.Change{Problem: narrow}); err != nil {
		t.Fatal(err)
	}
	l.poll()
	l.says("best 5.50", "outside")
	if x := l.s.next.X; x[0] > 3 {
		t.Errorf("suggested %v", x)
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {100, 30}, {220, 60}} {
		openStudy(t, path, size[0], size[1]).says("history")
	}
	l.press("o")
	l.frame()
}
