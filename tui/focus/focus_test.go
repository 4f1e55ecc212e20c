package focus

import (
	"testing"

	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// What looking further is worth is computed for the step on the screen.
func TestHorizonsOfTheStepShown(t *testing.T) {
	t.Parallel()
	f := New()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), f, 120, 40)
	x.Shows("max Q_N", "N = 1", "N = 6", "open", "exhausted")
	x.Move(1)
	for step := range 2 {
		key := decision{x.Session.Run, 1, step}
		if n := len(f.horizons[key]); n != maxHorizon || !f.finished[key] {
			t.Errorf("step %d: %d horizons, finished: %v", step, n, f.finished[key])
		}
	}
}

// Horizons are called off when the screen is left, and those of an earlier run
// are dropped.
func TestHorizonsAreCalledOff(t *testing.T) {
	t.Parallel()
	f := New()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), f, 120, 40)
	known := len(f.horizons)
	x.Session.Move(1)
	cmd := x.Tell(screen.LookMsg{})
	if f.cancel == nil || cmd == nil {
		t.Fatal("nothing is computed for another step")
	}
	x.View.Front = false
	x.Tell(screen.LeftMsg{})
	x.Drain(cmd)
	if f.cancel != nil || len(f.horizons) != known {
		t.Errorf("%d horizons although the screen was left, want %d", len(f.horizons), known)
	}
	stale := horizonsMsg{key: decision{x.Session.Run - 1, 0, 0}, values: f.horizons[decision{x.Session.Run, 1, 0}]}
	if cmd := x.Tell(stale); cmd != nil || len(f.horizons) != known {
		t.Error("horizons of an earlier run are kept")
	}
}

// A frame drawn for a small window changes nothing of the large one.
func TestDrawOnlyReads(t *testing.T) {
	t.Parallel()
	x := screentest.Show(t, screentest.Open(t, "myopia", "ei-puc", "b-ms-ei"), New(), 120, 40)
	before := x.Text()
	x.View.W, x.View.H = 70, 20
	x.Text()
	x.View.W, x.View.H = 120, 40
	if x.Text() != before {
		t.Errorf("the frame has changed:\n%s\nbefore:\n%s", x.Text(), before)
	}
}
