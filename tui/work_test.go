package tui

import (
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
