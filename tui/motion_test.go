package tui

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/session"
)

// movingModel is an explorer with colours whose steps are animated.
func movingModel(t *testing.T, w, h int) *Model {
	t.Helper()
	m := newTestModel(t, "myopia", w, h, "ei-puc", "b-ms-ei")
	m.options.Terminal, m.options.Motion, m.s.Still = chart.Terminal{}, "on", false
	m.View()
	return m
}

// sent is how many bytes a terminal gets for a frame after another.
func sent(m *Model, before, after chart.Still) int {
	var s paint.Screen
	s.Resize(m.w, m.h)
	s.Append(nil, before, false, false)
	return len(s.Append(nil, after, false, false))
}

// frames are those of a step until nothing moves; they end by the timer's own messages.
func frames(t *testing.T, m *Model, key tea.KeyMsg) (views []chart.Still, bytes int) {
	t.Helper()
	last := m.Frame().Still()
	add := func() {
		v := m.Frame().Still()
		bytes += sent(m, last, v)
		last = v
		views = append(views, v)
	}
	m.Update(key)
	add()
	for now, k := time.Now(), 0; m.s.InMotion(); k++ {
		if k > 50 {
			t.Fatal("a motion does not end")
		}
		now = now.Add(40 * time.Millisecond)
		m.Update(m.s.MotionTick(now))
		add()
	}
	return views, bytes
}

// A step is a few pictures that end where it ends without motion; all of them together are not much to send.
func TestStepsMove(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {160, 48}, {220, 60}} {
		m := movingModel(t, size[0], size[1])
		right := tea.KeyMsg{Type: tea.KeyRight}
		for range 3 {
			start := m.Frame().Still()
			views, bytes := frames(t, m, right)
			if len(views) < 4 || len(views) > 6 {
				t.Errorf("%v: a step is %d pictures", size, len(views))
			}
			for i := 1; i < len(views); i++ {
				if views[i].ANSI() == views[i-1].ANSI() {
					t.Errorf("%v: picture %d is the one before", size, i)
				}
			}
			if bytes > 25_000 {
				t.Errorf("%v: a step sends %d bytes with motion", size, bytes)
			}
			still := sent(m, start, views[len(views)-1])
			if still > 11_000 {
				t.Errorf("%v: a step sends %d bytes without motion", size, still)
			}
			t.Logf("%v: %d pictures, %d bytes; without motion %d", size, len(views), bytes, still)
		}
		other := newTestModel(t, "myopia", size[0], size[1], "ei-puc", "b-ms-ei")
		other.options.Terminal = chart.Terminal{}
		for range 3 {
			other.Update(right)
		}
		if m.View() != other.View() {
			t.Errorf("%v: a motion ends elsewhere than the step", size)
		}
	}
}

// A key does not wait: what moved is at its end, and the key is handled.
func TestKeysDoNotWaitForMotion(t *testing.T) {
	t.Parallel()
	m := movingModel(t, 160, 48)
	m.Update(tea.KeyMsg{Type: tea.KeyRight})
	if !m.s.InMotion() {
		t.Fatal("nothing moves")
	}
	m.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("t")})
	if m.s.InMotion() {
		t.Error("a step still moves after another key")
	}
	if m.s.Step != 1 || m.Shown().Name() != "tree" {
		t.Errorf("step %d on %s", m.s.Step, m.Shown().Name())
	}
	m.Update(session.MotionMsg{}) // a timer that comes late
}
