package chart

import "testing"

// The table of boxes agrees with the names of Unicode for a few everyone knows.
func TestBoxes(t *testing.T) {
	t.Parallel()
	if len(boxes) != 81 {
		t.Fatalf("%d boxes, want 81", len(boxes))
	}
	for r, want := range map[rune][4]int{'─': {0, 1, 0, 1}, '│': {1, 0, 1, 0}, '┌': {0, 1, 1, 0}, '┼': {1, 1, 1, 1}, '┏': {0, 2, 2, 0}, '┿': {1, 2, 1, 2}, '╂': {2, 1, 2, 1}, '┤': {1, 0, 1, 1}, '╸': {0, 0, 0, 2}} {
		u, ri, d, l, ok := BoxArms(r)
		if !ok || [4]int{u, ri, d, l} != want {
			t.Errorf("%q has arms %d %d %d %d, want %v", r, u, ri, d, l, want)
		}
	}
	if _, _, _, _, ok := BoxArms('x'); ok {
		t.Error("x is no box")
	}
}
