package serve

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"farsight/internal/testkit"
	"farsight/policy"
	"farsight/study"
)

const labProblem = `
name = "lab"
title = "A lab of its own"
budget = 50
[[parameter]]
name = "hours"
low = 0
high = 10
[objective]
[cost]
[initial]
points = [[2], [8]]
values = [1, 2]
costs = [1, 1]
`

// watched opens a room on a study; end closes it and wants nobody left.
func watched(t *testing.T) (l *study.Live, r *Room, end func()) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lab.study")
	l, err := study.CreateLive(path, "lab.toml", []byte(labProblem), study.LiveSettings{Policy: policy.Must("ei")})
	testkit.OK(t, err)
	before := runtime.NumGoroutine()
	r, err = Listen(Settings{Listen: "127.0.0.1:0", HostKey: newSigner(t), timing: patient, MostOf: DefaultMost})
	testkit.OK(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- r.Watch(ctx, path) }()
	return l, r, func() {
		cancel()
		if err := <-served; err != nil {
			t.Errorf("the room ended with %v", err)
		}
		nobodyLeft(t, before)
	}
}

func tellAt(t *testing.T, l *study.Live, x, value float64) {
	t.Helper()
	if _, err := l.Tell(l.State().Seq, study.Answer{X: []float64{x}, Value: value, Cost: 1}); err != nil {
		t.Fatal(err)
	}
}

// Guests see a study grow, each on their own, and none of their keys writes.
func TestGuestsWatchAStudyGrow(t *testing.T) {
	l, r, end := watched(t)
	wide, small := come(t, r, 140, 45), come(t, r, 80, 24)
	all := func(words string) {
		t.Helper()
		for _, c := range []*client{wide, small} {
			testkit.OK(t, c.see(words))
		}
	}
	all("read-only view")
	all("Nothing is being asked for")
	path := l.Journal().Path()
	before, err := os.ReadFile(path)
	testkit.OK(t, err)
	// All that would enter, skip, undo, amend, measure or set something.
	for _, keys := range []string{"5\r1\r", "\r", "o", "x", "u", "y", "d", "\r", "+", "5\r", "e", "a", "s", "r", "w"} {
		testkit.OK(t, wide.press(keys))
	}
	testkit.OK(t, wide.answer("?", "other colours")) // it is still there, and has taken all of them in
	if s := wide.seen(); strings.Contains(s, "report the result") || strings.Contains(s, "take back") {
		t.Errorf("the list of keys offers entries: %q", last(s, 500))
	}
	testkit.OK(t, wide.press("?"))
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Fatalf("a guest wrote to the study: %v", err)
	}
	tellAt(t, l, 3.25, 7.77)
	all("hours 3.25 gave 7.77")
	all("1 evaluation, 49.0 of 50.0 left")
	if _, err := l.Ask(context.Background()); err != nil {
		t.Fatal(err)
	}
	all("chosen by EI")
	if _, err := l.Undo(l.State().Seq); err != nil {
		t.Fatal(err)
	}
	all("taken back")
	// Who comes late sees the present; what cannot be read is said.
	tellAt(t, l, 4.5, 6.66)
	late := come(t, r, 100, 30)
	testkit.OK(t, late.see("6.66"))
	testkit.OK(t, os.Rename(path, path+".away"))
	all("cannot be read")
	later := come(t, r, 100, 30)
	testkit.OK(t, later.see("The study cannot be read at the moment."))
	testkit.OK(t, later.press(" "))
	if err := later.session.Wait(); err != nil {
		t.Errorf("ended with %v", err)
	}
	later.Close()
	testkit.OK(t, os.Rename(path+".away", path))
	tellAt(t, l, 5.5, 5.55)
	all("hours 5.50 gave 5.55")
	for _, c := range []*client{wide, small, late} {
		c.leave(t)
	}
	end()
}

// A room without a study does not open.
func TestWatchNeedsAStudy(t *testing.T) {
	r, err := Listen(Settings{Listen: "127.0.0.1:0", HostKey: newSigner(t), timing: patient})
	testkit.OK(t, err)
	if err := r.Watch(t.Context(), filepath.Join(t.TempDir(), "no.study")); err == nil {
		t.Error("a room was open on nothing")
	}
}
