//go:build linux || darwin || freebsd || netbsd || openbsd

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farsight/internal/testkit"
)

// frame is how the header counts, whatever there are.
func frame(n int) string { return fmt.Sprintf("farsight tour  %d of ", n) }

// ctrl+z in a tour that no shell would bring back does nothing: it must not stop
// the program for ever.
func TestTourWithoutAShellStays(t *testing.T) {
	p := explorer(t, 80, 24, "tour")
	p.Wait(frame(1))
	p.Type("\x1a ")
	p.Wait(frame(2))
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
	p.Wait(frame(1), "The budget is 27.3", "objective")
	t.Logf("first words after %v", p.First())
	p.Type("\x1b[6~") // Page Down
	p.Wait(frame(2), "What the band means", "-1.74 to 2.09")
	p.Type("\x1b[5~") // Page Up
	p.Wait(frame(1))
	p.Type("   ")
	p.Wait(frame(4), "A question", "next at x = 0.257, on the left")
	p.Type(" ")
	p.Wait("divides it by")
	p.Type("P")
	p.Wait("█", "0:")
	p.Resize(160, 48)
	p.Type("P")
	p.Wait("divides it by", "What to take home") // the outline beside it
	p.Type("\x1b")
	p.Wait("T goes back to the tour", "who spends 27.3 better?")
	p.Type("T")
	p.Until("the tour again", func(s string) bool { return strings.Contains(s, frame(5)) && strings.Contains(s, "divides it by") })
	p.Type("q")
	if code := p.Ended(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	p.Restored()
}

// Notes on a second terminal: they are told there and nowhere else, its keys lead
// through the tour, and it ends with the tour.
func TestNotesOnASecondTerminal(t *testing.T) {
	runtime, err := os.MkdirTemp("", "farsight") // short: a socket's path must be
	testkit.OK(t, err)
	defer os.RemoveAll(runtime)
	t.Setenv("XDG_RUNTIME_DIR", runtime)
	file := filepath.Join(t.TempDir(), "noted.toml")
	if err := os.WriteFile(file, []byte(`title = "Noted"
problem = "overspend"
policies = ["ei"]
[[scene]]
title = "One"
caption = "There are {budget} coins."
notes = "Greet the last row."
[[scene]]
title = "Two"
question = "What is left?"
caption = "Nothing of use."
notes = "Wait for hands."
`), 0o600); err != nil {
		t.Fatal(err)
	}
	none := explorer(t, 80, 24, "tour", "--notes-for", "last")
	none.Wait("no tour is being shown")
	if code := none.Ended(); code != 1 {
		t.Errorf("notes of no tour: exit code %d", code)
	}
	hall := explorer(t, 80, 24, "tour", "--presenter", file)
	hall.Wait("1 of 3", "q quit")
	desk := explorer(t, 80, 24, "tour", "--notes-for", "last")
	desk.Wait("farsight notes  1 of 3", "Greet the last row.", "then: a question; Two")
	desk.Type(" ")
	desk.Wait("2 of 3", "? What is left?", "Wait for hands.", "then: the answer")
	hall.Wait("2 of 3", "A question")
	hall.Type("N")
	hall.Wait("--notes-for last")
	hall.Type(" ")
	desk.Wait("3 of 3", "this is the last frame")
	if screen := hall.Screen(); strings.Contains(screen, "last row") || strings.Contains(screen, "hands") {
		t.Errorf("the audience reads\n%s", screen)
	}
	hall.Type("q")
	if code := hall.Ended(); code != 0 {
		t.Errorf("the tour's exit code is %d", code)
	}
	desk.Wait("The tour has ended.")
	if code := desk.Ended(); code != 0 {
		t.Errorf("the notes' exit code is %d", code)
	}
	desk.Restored()
	if left, _ := os.ReadDir(filepath.Join(runtime, "farsight")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
