package tui

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/session"
)

// slow is a model whose drawings end when told to.
type slow struct{ end chan struct{} }

func (slow) Init() tea.Cmd { return nil }
func (s slow) Update(tea.Msg) (tea.Model, tea.Cmd) {
	return s, func() tea.Msg { panic("in a command") }
}
func (s slow) View() string { return s.Still().ANSI() }

func (s slow) Still() chart.Still {
	<-s.end
	c := chart.New(5, 1, chart.Terminal{})
	c.Text(0, 0, "drawn", chart.Ink{})
	return c.Still()
}

// A drawing of a process that gets no processor is waited for; once it has had
// the limit's worth of it, it has overrun.
func TestProcessorTimeCounts(t *testing.T) {
	t.Parallel()
	const limit = time.Second // ten of them are too late in any case
	s := slow{make(chan struct{})}
	var asked atomic.Int64
	late := false
	w := Watch(t.Context(), s, limit, func(string, <-chan struct{}) { late = true })
	w.Used = func() time.Duration { // at the beginning, and after one limit and another
		if asked.Add(1) == 3 {
			close(s.end)
		}
		return 0
	}
	if got := w.View(); got != "drawn" || late {
		t.Errorf("a drawing without processor time: %q, late %v", got, late)
	}
	s = slow{make(chan struct{})}
	defer close(s.end)
	asked.Store(0)
	w = Watch(t.Context(), s, limit, func(string, <-chan struct{}) { late = true })
	w.Used = func() time.Duration { return time.Duration(asked.Add(1)) * limit / 3 }
	if w.View(); !late {
		t.Error("a drawing that had its processor time was waited for")
	}
	if n := asked.Load(); n < 3 {
		t.Errorf("given up after %d looks at the processor time", n)
	}
}

// What continues when the session ends is not waited for, and is no overrun if it
// ends within the limit.
func TestLeavingIsNoOverrun(t *testing.T) {
	t.Parallel()
	s := slow{make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	late := make(chan struct{}, 2)
	w := Watch(ctx, s, time.Minute, func(string, <-chan struct{}) { late <- struct{}{} })
	w.View()
	over := w.Late()
	if over == nil {
		t.Fatal("it was waited for")
	}
	close(s.end)
	<-over
	if len(late) > 0 {
		t.Error("a drawing that ended was called late")
	}
	s = slow{make(chan struct{})}
	defer close(s.end)
	w = Watch(ctx, s, time.Millisecond, func(string, <-chan struct{}) { late <- struct{}{} })
	w.View()
	<-late // what does not end is
}

// A panic of a command is brought to Broken, once, and nothing is done after it.
func TestBrokenIsTold(t *testing.T) {
	t.Parallel()
	s := slow{make(chan struct{})}
	close(s.end)
	w := Watch(t.Context(), s, time.Minute, nil)
	told := 0
	w.Broken = func(p session.PanicMsg) {
		if told++; p.Value != "in a command" || len(p.Stack) == 0 {
			t.Errorf("%v, %s", p.Value, p.Stack)
		}
	}
	w.View()
	_, cmd := w.Update(nil)
	for range 2 {
		if _, next := w.Update(cmd()); next != nil {
			t.Error("it goes on after a panic")
		}
	}
	if _, next := w.Update(nil); told != 1 || next != nil || w.View() != "drawn" {
		t.Errorf("told %d times; then %q", told, w.View())
	}
}
