package testkit

// This file says how far tests sweep: -short tries a few of what there
// is, as a rule enough is tried to see what breaks, and FARSIGHT_SWEEP=1 tries
// all there is.

import (
	"os"
	"testing"
)

// SweepAll tells whether everything is to be tried.
func SweepAll() bool { return os.Getenv("FARSIGHT_SWEEP") != "" }

// SweepSize is how much is tried.
func SweepSize[T any](short, usual, all T) T {
	switch {
	case SweepAll():
		return all
	case testing.Short():
		return short
	}
	return usual
}

// SweepTurn tells whether the k-th combination is tried: all there are, or one in n.
// Where k counts what is drawn as well as the window, other windows have their
// turn with other things, and each is some thing's.
func SweepTurn(k, n int) bool { return SweepAll() || k%n == 0 }

// sweepWindows are the sizes that what should fit every window is drawn in. The usual
// ones have each width with two heights or more and each height with two widths
// or more; the corners and 80×24 are among them.
func sweepWindows() (sizes [][2]int) {
	widths, heights := []int{60, 61, 79, 80, 99, 100, 121, 160, 240}, []int{18, 19, 24, 29, 30, 37, 48, 70}
	if testing.Short() {
		widths, heights = []int{60, 80, 160}, []int{18, 24, 48}
	}
	for i, w := range widths {
		for j, h := range heights {
			corner := (i == 0 || i == len(widths)-1) && (j == 0 || j == len(heights)-1)
			if testing.Short() || SweepTurn(i+j, 4) || corner || w == 80 && h == 24 {
				sizes = append(sizes, [2]int{w, h})
			}
		}
	}
	return sizes
}
