package tui

import (
	"context"
	"sync/atomic"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/internal/testkit"
	"farsight/study"
	"farsight/tui/chart"
	"farsight/tui/session"
	"farsight/tui/theme"
)

// counting is a Background that lets everybody compute at once and counts how
// often.
type counting struct{ begun atomic.Int64 }

func (c *counting) Begin(ctx context.Context) (context.Context, func(), error) {
	c.begun.Add(1)
	return ctx, func() {}, ctx.Err()
}

// sharer is an explorer among others, with everything computed.
func sharer(t *testing.T, s *session.Shared, b session.Background, change func(*Options)) *Model {
	t.Helper()
	p, err := s.Load("myopia", 0)
	testkit.OK(t, err)
	th, _ := theme.Named("dark")
	o := Options{
		Problem: p, Name: "myopia", Policies: session.UsualPolicies(p), Settings: study.Settings{Workers: 1}, Theme: th,
		Terminal: chart.Terminal{Profile: chart.NoColor}, Load: s.Load, Guest: true, Shared: s, Background: b,
	}
	if change != nil {
		change(&o)
	}
	m := New(o)
	m.s.Still = true
	t.Cleanup(m.Close)
	m.Update(tea.WindowSizeMsg{Width: 140, Height: 44})
	testkit.OK(t, m.drain(t.Context(), m.Init()))
	return m
}

// Explorers of the same problem compute once and show the same; one of another
// seed or policy has runs of its own.
func TestSharedReplaysAreComputedOnce(t *testing.T) {
	s := session.NewShared(0)
	var first, second, other counting
	a := sharer(t, s, &first, nil)
	b := sharer(t, s, &second, nil)
	if first.begun.Load() == 0 || second.begun.Load() != 0 {
		t.Errorf("the first computed %d times, the second %d times; want some and none", first.begun.Load(), second.begun.Load())
	}
	alone := sharer(t, s, nil, func(o *Options) { o.Shared = nil })
	for _, m := range []*Model{b, alone} {
		if got, want := m.Frame().Plain(), a.Frame().Plain(); got != want {
			t.Errorf("what was shared looks different:\n%s\nwant\n%s", got, want)
		}
	}
	c := sharer(t, s, &other, func(o *Options) { o.Settings.Limit = 2 })
	if other.begun.Load() == 0 {
		t.Error("a run with another limit was taken for the same")
	}
	if n := c.s.Tracks[0].Last(); n != 2 {
		t.Errorf("a run limited to 2 has %d steps", n)
	}
	if _, err := s.Load("/etc/passwd", 0); err == nil {
		t.Error("a file was loaded")
	}
}
