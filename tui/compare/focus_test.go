package compare

import (
	"fmt"
	"strings"
	"testing"

	"farsight/policy"
	"farsight/tui/chart"
	"farsight/tui/screen"
	"farsight/tui/screentest"
)

// The bar of the policy's own horizon is the value of the tree beside it, also
// while the others are being computed, which then say so and have no number.
func TestBarsAgreeWithTheTree(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		problem string
		policy  policy.Policy
		steps   int
	}{{"myopia", policy.Must("b-ms-ei").With("rule", "gauss-hermite").With("fantasies", "9x3"), 2}, {"dropwave", policy.Must("4-b-ms-ei").With("effort", "quick"), 4}} {
		f := NewFocus(New())
		se := screentest.Decided(t, c.problem, c.policy)
		x := screentest.ShowStill(t, se, f, 120, 40)
		tree := x.View.Tracks[0].At(0).Decision.Tree
		bar := fmt.Sprintf("N = %d", c.steps)
		value := chart.Num(tree.Value)
		line := func(start string) string {
			for _, l := range strings.Split(x.Text(), "\n") {
				if i := strings.Index(l, start); i >= 0 {
					return strings.TrimSpace(l[i:])
				}
			}
			return ""
		}
		x.Shows("worth " + value)
		if l := line(bar); !strings.HasSuffix(l, " "+value) {
			t.Errorf("%s: the tree is worth %s, its bar says %q", c.problem, value, l)
		}
		if l := line("N = 6"); !strings.HasSuffix(l, " computing") {
			t.Errorf("%s: nothing is computed, and the bar says %q", c.problem, l)
		}
		x.Send(screen.EnteredMsg{})
		values := f.horizons[decision{se.Run, 0, 0}]
		if len(values) != maxHorizon || values[c.steps-1].Value != tree.Value {
			t.Fatalf("%s: the tree is worth %v, horizons %+v", c.problem, tree.Value, values)
		}
		for i := c.steps; i < len(values); i++ {
			if values[i].Value < values[i-1].Value {
				t.Errorf("%s: N = %d promises %v, fewer steps %v", c.problem, i+1, values[i].Value, values[i-1].Value)
			}
		}
		if l := line(bar); !strings.HasSuffix(l, " "+value) {
			t.Errorf("%s: the tree is worth %s, its bar says %q", c.problem, value, l)
		}
	}
}

// On scouting every step of planning promises visibly more. On planning more than two
// promise nothing, and the screen says so.
func TestWhatFurtherStepsPromise(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ problem, fantasies, says string }{{"scouting", "5x1", ""}, {"planning", "15x1", "N > 2 adds nothing"}} {
		f := NewFocus(New())
		q := policy.Must("b-ms-ei").With("rule", "gauss-hermite").With("schedule", "off").With("fantasies", c.fantasies)
		se := screentest.Decided(t, c.problem, q)
		x := screentest.ShowStill(t, se, f, 120, 40)
		x.Send(screen.EnteredMsg{})
		values := f.horizons[decision{se.Run, 0, 0}]
		if note := f.plateau(x.View); len(values) != maxHorizon || !strings.HasPrefix(note, c.says) || (note == "") != (c.says == "") {
			t.Fatalf("%s: %q of %+v", c.problem, note, values)
		}
		for i := 1; i < maxHorizon && c.says == ""; i++ {
			if values[i].Value < 1.003*values[i-1].Value {
				t.Errorf("N = %d promises %v, one step less %v", i+1, values[i].Value, values[i-1].Value)
			}
		}
	}
}

// Horizons are called off when the screen is left, and those of an earlier run
// are dropped.
func TestHorizonsAreCalledOff(t *testing.T) {
	t.Parallel()
	f := NewFocus(New())
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
