//go:build linux || darwin || freebsd || netbsd || openbsd

package main

import (
	"strings"
	"testing"
)

// ctrl+z in a tour that no shell would bring back does nothing: it must not stop
// the program for ever.
func TestTourWithoutAShellStays(t *testing.T) {
	p := explorer(t, 80, 24, "tour")
	p.Wait("1 of 20")
	p.Type("\x1a ")
	p.Wait("2 of 20")
	p.Type("q")
	if code := p.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.Restored()
}

// A tour in a terminal: the first caption, a clicker's keys, presenter mode, a
// resize, free exploration and back, and a terminal left as it was.
func TestTourInATerminal(t *testing.T) {
	p := explorer(t, 80, 24, "tour")
	p.Wait("1 of 20", "27.3 coins are left", "objective")
	t.Logf("first words after %v", p.First())
	p.Type("\x1b[6~") // Page Down
	p.Wait("2 of 20", "What the band means", "-1.74 to 2.09")
	p.Type("\x1b[5~") // Page Up
	p.Wait("1 of 20")
	p.Type("   ")
	p.Wait("4 of 20", "A question", "? EI-PUC looks next at the yellow line, x = 0.257")
	p.Type(" ")
	p.Wait("So it goes left")
	p.Type("P")
	p.Wait("█", "0:")
	p.Resize(160, 48)
	p.Type("P")
	p.Wait("So it goes left", "The gap can grow without bound") // the outline beside it
	p.Type("\x1b")
	p.Wait("T goes back to the tour", "who spends 27.3 better?")
	p.Type("T")
	p.Until("the tour again", func(s string) bool { return strings.Contains(s, "4 of 20") && strings.Contains(s, "So it goes left") })
	p.Type("q")
	if code := p.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.Restored()
}
