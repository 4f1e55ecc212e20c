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
