package tui

import (
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
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
		onScreen(t, m, "r continues")
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
