package tui

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/session"
)

// collect runs commands in the background and hands their messages over one by
// one, as bubbletea does.
type collect struct {
	msgs    chan tea.Msg
	running sync.WaitGroup
}

func newCollect() *collect { return &collect{msgs: make(chan tea.Msg, 10_000)} }

func (c *collect) run(cmds ...tea.Cmd) {
	for _, cmd := range cmds {
		if cmd == nil {
			continue
		}
		c.running.Go(func() {
			switch msg := cmd().(type) {
			case tea.BatchMsg:
				c.run(msg...)
			case nil:
			default:
				c.msgs <- msg
			}
		})
	}
}

// until feeds messages to the model until done holds.
func (c *collect) until(t *testing.T, m *Model, done func() bool) {
	t.Helper()
	deadline := time.After(time.Minute)
	for !done() {
		select {
		case msg := <-c.msgs:
			_, cmd := m.Update(msg)
			c.run(cmd)
		case <-deadline:
			t.Fatal("it never came to pass")
		}
	}
}

// Stopping keeps what is known; going on ends in the same replay as never
// having stopped.
func TestStopAndGoOn(t *testing.T) {
	want := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 48})
	c := newCollect()
	c.run(m.Init())
	for n := 1; m.s.Unfinished(); n++ {
		c.until(t, m, func() bool { return !m.s.Unfinished() || m.s.Tracks[0].Last()+m.s.Tracks[1].Last() >= n })
		if !m.s.Unfinished() {
			break
		}
		_, cmd := m.Update(keyMsg("esc"))
		c.run(cmd)
		if !m.s.Stopped {
			t.Fatal("esc does not stop")
		}
		onScreen(t, m, "r goes on")
		c.until(t, m, func() bool { return !m.s.Computing() })
		_, cmd = m.Update(keyMsg("r"))
		c.run(cmd)
		if m.s.Stopped {
			t.Fatal("r does not go on")
		}
	}
	for i := range m.s.Tracks {
		a, b := want.s.Tracks[i].Snaps(), m.s.Tracks[i].Snaps()
		if len(a) != len(b) {
			t.Fatalf("policy %d: %d steps, want %d", i, len(b), len(a))
		}
		for k := range a {
			if a[k].Best != b[k].Best || a[k].Money != b[k].Money && a[k].Money.Fantasy == a[k].Money.Fantasy || a[k].Stop != b[k].Stop {
				t.Errorf("policy %d, step %d: %v %v, want %v %v", i, k, b[k].Money, b[k].Stop, a[k].Money, a[k].Stop)
			}
		}
	}
}

// Results of an earlier run are dropped, and so are those of tracks that no
// longer exist.
func TestStaleResultsAreDropped(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	snap, sc := m.s.Tracks[1].Snaps()[0], m.s.Tracks[1].Scene(m.s.SceneKey(0))
	old := m.s.Run
	m.open(m.s.Problem, m.s.Policies[:1])
	before := screenText(m)
	for _, msg := range []tea.Msg{
		session.SteppedMsg{Run: old, Track: 0, Snap: snap, Scene: sc}, session.SteppedMsg{Run: m.s.Run, Track: 1, Snap: snap, Scene: sc},
	} {
		if _, cmd := m.Update(msg); cmd != nil {
			t.Errorf("%T of an earlier run asks for more", msg)
		}
	}
	if got := screenText(m); got != before || m.s.Tracks[0].Last() >= 0 {
		t.Errorf("results of an earlier run are shown:\n%s", got)
	}
}

// What a slow decision tells on the way is looked at five times a second at
// most, and shown once it is slow.
func TestProgressIsShownInPulses(t *testing.T) {
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 48})
	m.s.Still = false
	cmd := m.Init()
	c := newCollect()
	c.run(cmd)
	before := screenText(m)
	c.running.Wait() // both have decided, but for the one who looks
	m.Update(session.SteppedMsg{Run: m.s.Run - 1})
	if screenText(m) != before {
		t.Error("progress is shown between two looks")
	}
	for range 2 {
		m.Update(session.PulseMsg{})
	}
	onScreen(t, m, "deciding the first step", "100 %")
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	onScreen(t, m, "100 %")
}

// A policy that fails says so and leaves the other alone.
func TestFailedPolicyLeavesTheOther(t *testing.T) {
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 48})
	m.Init()
	m.Update(session.SteppedMsg{Run: m.s.Run, Track: 1, Err: context.DeadlineExceeded})
	onScreen(t, m, "could not go on: context deadline exceeded", "EI-PUC", "failed")
	if m.s.Tracks[0].Err() != nil || !m.s.Tracks[1].Done() {
		t.Error("the wrong policy failed")
	}
}

// A panic of the background becomes one of the foreground, where bubbletea
// restores the terminal.
func TestBackgroundPanicsSurface(t *testing.T) {
	m := newTestModel(t, "myopia", 160, 48, "ei-puc")
	msg := session.Stream(t.Context(), nil, func(func(tea.Msg)) { panic("broken") })()
	defer func() {
		if p := fmt.Sprint(recover()); !strings.HasPrefix(p, "broken\n") || !strings.Contains(p, "work_test.go") {
			t.Errorf("recovered %v", p)
		}
	}()
	m.Update(msg)
}

// Steps that arrive while an earlier one is looked at are drawn with the next
// look at the progress, not each by itself; whoever waits for a step sees it at
// once.
func TestArrivingStepsAreDrawnInPulses(t *testing.T) {
	full := newTestModel(t, "myopia", 160, 48, "ei-puc", "b-ms-ei")
	m := newModelOn(t, "myopia", "ei-puc", "b-ms-ei")
	m.s.Still, m.s.Future = false, true // steps ahead are drawn where they are asked for
	m.Init()                            // somebody looks at the progress
	m.Update(tea.WindowSizeMsg{Width: 160, Height: 48})
	arrives := func(i, k int) string {
		tr := full.s.Tracks[i]
		m.Update(session.SteppedMsg{Run: m.s.Run, Track: i, Snap: tr.Snaps()[k], Scene: tr.Scene(full.s.SceneKey(k))})
		return m.View()
	}
	first := m.View()
	if arrives(0, 0) == first {
		t.Error("the first step is not drawn")
	}
	arrives(1, 0)
	before := arrives(0, 1)
	if arrives(0, 2) != before || arrives(0, 3) != before {
		t.Error("steps ahead are drawn one by one")
	}
	m.Update(session.PulseMsg{})
	if m.View() == before {
		t.Error("the next look does not draw them")
	}
	m.Update(keyMsg("nnnn")) // one further than is known
	before = m.View()
	if arrives(0, 4) == before {
		t.Error("a step that is waited for is not drawn")
	}
}
