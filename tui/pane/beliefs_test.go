package pane_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/policy"
	"farsight/tui/chart"
	"farsight/tui/pane"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// nobody is a screen that shows nothing.
type nobody struct{ screen.Screen }

func (nobody) Update(screen.View, tea.Msg) screen.Wants { return screen.Wants{} }
func (nobody) Close()                                   {}

// A belief is asked for once, and dropped where it is of an earlier run or nobody
// has asked for it.
func TestBeliefsAreAskedForOnce(t *testing.T) {
	t.Parallel()
	se := screentest.Decided(t, "myopia", policy.Must("2-b-ms-ei").With("effort", "quick"))
	v := screentest.ShowStill(t, se, nobody{}, 120, 40).View
	s := v.Tracks[0].At(0)
	var b, other pane.Beliefs
	cmd := b.Want(v, s, 0, 1)
	if cmd == nil || b.Want(v, s, 0, 1) != nil {
		t.Fatal("what is on its way is asked for again, or nothing is")
	}
	msg := cmd().(pane.BeliefsMsg)
	if other.Receive(v, msg); other.At(v, s, 0) != nil {
		t.Error("what another screen asked for is kept")
	}
	b.Receive(v, msg)
	if b.At(v, s, 0) == nil || b.At(v, s, 1) == nil || b.Want(v, s, 1) != nil {
		t.Error("what came is not kept")
	}
	late := b.Want(v, s, 2)().(pane.BeliefsMsg)
	se.Run++ // another run
	if b.Receive(v, late); b.At(v, s, 2) != nil {
		t.Error("what was imagined in an earlier run is kept")
	}
	se.Run--
	if b.At(v, s, 1) != nil {
		t.Error("beliefs of an earlier run stay")
	}
}

// Beliefs in small stand beside each other within their pane, all of them.
func TestSmallCells(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 9; n++ {
		for _, size := range [][2]int{{62, 20}, {78, 34}, {108, 50}, {40, 40}} {
			var placed []chart.Rect
			for i := range n {
				c := pane.SmallCell(i, n, size[0], size[1])
				if c.Empty() {
					continue
				}
				if c.X < 0 || c.Y < 1 || c.X+c.W > size[0] || c.Y+c.H > size[1] {
					t.Fatalf("%d of %d in %v: %v", i, n, size, c)
				}
				for _, o := range placed {
					if !c.Intersect(o).Empty() {
						t.Fatalf("%d in %v: %v and %v", n, size, c, o)
					}
				}
				placed = append(placed, c)
			}
			if most := (size[0] / 20) * ((size[1] - 1) / 6); n <= most && len(placed) != n {
				t.Errorf("%d of %d beliefs are placed in %v", len(placed), n, size)
			}
		}
	}
}
