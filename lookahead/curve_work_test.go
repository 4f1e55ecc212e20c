package lookahead

import "testing"

func TestWorkMeter(t *testing.T) {
	t.Parallel()
	m := workMeter{most: 1e6}
	m.count(2, 10)
	if want := 2.0 * (100 + rowWork); m.done() != want {
		t.Fatalf("two rows of ten count %v, want %v", m.done(), want)
	}
	if !m.firsts(1, 1000) {
		t.Error("a curve of one point is enough")
	}
	// A first tree takes 8 200: of 450 000, 55.
	if !m.firsts(2, 107) || m.firsts(2, 110) {
		t.Errorf("first trees of half that work each end elsewhere than at 109")
	}
	m.firsts(1, 0)
	for _, c := range []struct {
		points, usual int
		thoroughly    bool
		n             int
		less          bool
	}{{9, 8, false, 8, false}, {30, 8, false, 8, true}, {9, 8, true, 2, true}, {200, 8, false, 0, true}} {
		if n, less := m.searches(c.points, c.usual, c.thoroughly); n != c.n || less != c.less {
			t.Errorf("%+v: %d searches, fewer: %v", c, n, less)
		}
	}
	(*workMeter)(nil).count(1, 1)
}
