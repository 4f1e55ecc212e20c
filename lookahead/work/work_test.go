package work

import "testing"

func TestMeter(t *testing.T) {
	t.Parallel()
	m := Meter{Most: 1e6}
	m.Count(2, 10)
	if want := 2.0 * (100 + row); m.Done() != want {
		t.Fatalf("two rows of ten count %v, want %v", m.Done(), want)
	}
	if !m.Firsts(1, 1000) {
		t.Error("a curve of one point is enough")
	}
	// A first tree takes 8 200: of 450 000, 55.
	if !m.Firsts(2, 107) || m.Firsts(2, 110) {
		t.Errorf("first trees of half that work each end elsewhere than at 109")
	}
	m.Firsts(1, 0)
	for _, c := range []struct {
		points, usual int
		thoroughly    bool
		n             int
		less          bool
	}{{9, 8, false, 8, false}, {30, 8, false, 8, true}, {9, 8, true, 2, true}, {200, 8, false, 0, true}} {
		if n, less := m.Searches(c.points, c.usual, c.thoroughly); n != c.n || less != c.less {
			t.Errorf("%+v: %d searches, fewer: %v", c, n, less)
		}
	}
	(*Meter)(nil).Count(1, 1)
}
