package raster

import (
	"slices"
	"testing"
)

// A line is connected, ends where it is to end, never leaves the straight one by more than half a
// dot, and has the same dots from either end.
func TestAlong(t *testing.T) {
	t.Parallel()
	type dot struct{ x, y int }
	for x := -25; x <= 25; x++ {
		for y := -25; y <= 25; y++ {
			if x == 0 && y == 0 {
				continue
			}
			forth, back := []dot{{3, -4}}, []dot{{3 + x, -4 + y}}
			along(3, -4, 3+x, -4+y, func(x, y int) { forth = append(forth, dot{x, y}) })
			along(3+x, -4+y, 3, -4, func(x, y int) { back = append(back, dot{x, y}) })
			n := max(abs(x), abs(y))
			if len(forth) != n+1 || forth[n] != (dot{3 + x, -4 + y}) {
				t.Fatalf("to %d %d: %v", x, y, forth)
			}
			for i, d := range forth {
				if 2*abs((d.x-3)*y-(d.y+4)*x) > n { // times n: the distance along the shorter side
					t.Errorf("to %d %d: dot %d is %v", x, y, i, d)
				}
			}
			slices.Reverse(back)
			if !slices.Equal(forth, back) {
				t.Errorf("to %d %d: %v forth, %v back", x, y, forth, back)
			}
		}
	}
}

// The eight dots of a cell are those of Unicode's pattern.
func TestBrailleDots(t *testing.T) {
	t.Parallel()
	want := [4][2]rune{{'⠁', '⠈'}, {'⠂', '⠐'}, {'⠄', '⠠'}, {'⡀', '⢀'}}
	for row := range want {
		for col, ch := range want[row] {
			r := New(2, 2, Braille, Solid)
			r.To(float64(2+col), float64(4+row))
			n := 0
			r.Each(func(x, y int, got rune) {
				n++
				if x != 1 || y != 1 || got != ch {
					t.Errorf("row %d, column %d: %c at %d, %d, want %c", row, col, got, x, y, ch)
				}
			})
			if n != 1 {
				t.Errorf("row %d, column %d: %d cells", row, col, n)
			}
		}
	}
}
