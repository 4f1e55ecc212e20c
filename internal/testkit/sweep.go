package testkit

// This file controls how much tests sweep: -short tries a few cases, the default enough to find
// what breaks, and FARSIGHT_SWEEP=1 all of them.

import (
	"os"
	"testing"
)

// SweepAll reports whether every case is tried.
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

// SweepTurn reports whether the k-th combination is tried: all there are, or one in n.
// Where k counts what is drawn as well as the window, other windows have their
// turn with other things, and each is some thing's.
func SweepTurn(k, n int) bool { return SweepAll() || k%n == 0 }
