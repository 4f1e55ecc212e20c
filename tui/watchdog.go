package tui

import (
	"context"
	"runtime/debug"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/session"
)

// watchdog is a model that always answers. What its own model does happens in a
// goroutine; what takes longer than a limit is let be: the last frame stays, q
// and ctrl+c quit, and what comes waits until it is over, if it ever is.
type watchdog struct {
	// Send, if not nil, sends a message to the program, so that it can continue when an overrun is
	// over.
	send func(tea.Msg)
	// Broken, if not nil, is called once with a panic of the model or of one of its commands;
	// nothing is done after it. Without it the panic continues, and bubbletea prints it on the
	// standard output.
	Broken func(session.PanicMsg)

	// Used, if not nil, is the processor time the process has had. What had less than the limit of
	// it in all is no overrun before overdue limits have passed: a busy machine is merely slow.
	Used func() time.Duration

	ctx   context.Context
	model paint.Model
	limit time.Duration
	late  func(what string, over <-chan struct{})

	frame   chart.Still
	under   *call // what overran, until it is over
	broken  bool  // by a panic
	waiting []tea.Msg
}

// call is something done by a model.
type call struct {
	over  chan struct{}
	model paint.Model
	cmd   tea.Cmd
	frame chart.Still
	panic *session.PanicMsg
}

// overMsg says that what overran is over.
type overMsg struct{ *call }

// overdue is after how many limits it is too late whatever the processors do.
const overdue = 10

// lastWait is how long what is in progress when ctx ends is waited for.
const lastWait = time.Second

// Watch watches a model. Late, if not nil, is told what overran the limit, and
// by a channel when it is over.
func Watch(ctx context.Context, m paint.Model, limit time.Duration, late func(what string, over <-chan struct{})) *watchdog {
	return &watchdog{ctx: ctx, model: m, limit: limit, late: late}
}

// Late returns a channel that is closed when what overran is over; nil if nothing
// is in progress. It is for when the program has ended.
func (w *watchdog) Late() <-chan struct{} {
	if w.under == nil {
		return nil
	}
	return w.under.over
}

// do does something and waits for it, up to the limit; nil: no result.
func (w *watchdog) do(what string, f func(*call)) *call {
	if w.broken {
		return nil
	}
	c := &call{over: make(chan struct{}), model: w.model}
	go func() {
		defer close(c.over)
		defer func() {
			if p := recover(); p != nil {
				c.panic = &session.PanicMsg{Value: p, Stack: debug.Stack()}
			}
		}()
		f(c)
	}()
	began, used := time.Now(), w.used()
	timer := time.NewTimer(w.limit)
	defer timer.Stop()
	for late := false; !late; {
		select {
		case <-c.over:
			return w.end(c)
		case <-timer.C:
			left := w.limit - (w.used() - used)
			if late = w.Used == nil || left <= 0 || time.Since(began) >= overdue*w.limit; !late {
				timer.Reset(max(left, w.limit/10))
			}
		case <-w.ctx.Done():
			late = true
			timer.Reset(min(w.limit, lastWait))
			select {
			case <-c.over:
				return w.end(c)
			case <-timer.C:
			}
		}
	}
	select {
	case <-c.over: // at the same moment, as after the whole process slept
		return w.end(c)
	default:
	}
	w.under = c
	if w.send != nil {
		go func() {
			select {
			case <-c.over:
				w.send(overMsg{c})
			case <-w.ctx.Done():
			}
		}()
	}
	switch {
	case w.late == nil:
	case w.ctx.Err() == nil:
		w.late(what, c.over)
	default: // who has left does not wait for it, but it has its time
		go func() {
			select {
			case <-c.over:
			case <-time.After(w.limit):
				w.late(what, c.over)
			}
		}()
	}
	return nil
}

func (w *watchdog) used() time.Duration {
	if w.Used == nil {
		return 0
	}
	return w.Used()
}

// end takes the result of a call; nil: a panic.
func (w *watchdog) end(c *call) *call {
	if c.panic != nil {
		w.fail(*c.panic)
		return nil
	}
	w.model = c.model
	if w.Broken != nil {
		c.cmd = guarded(c.cmd)
	}
	return c
}

// fail reports a panic.
func (w *watchdog) fail(p session.PanicMsg) {
	if w.Broken == nil {
		p.Surface()
	}
	if !w.broken {
		w.broken = true
		w.Broken(p)
	}
}

// Init begins.
func (w *watchdog) Init() tea.Cmd {
	c := w.do("the beginning", func(c *call) { c.cmd = c.model.Init() })
	if c == nil {
		return nil
	}
	return c.cmd
}

// Update handles a message, or keeps it for later.
func (w *watchdog) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if o, ok := msg.(overMsg); ok {
		return w, w.resume(o.call)
	}
	if p, ok := msg.(session.PanicMsg); ok && w.Broken != nil {
		w.fail(p)
		return w, nil
	}
	if w.under == nil {
		c := w.do("a message", func(c *call) {
			next, cmd := c.model.Update(msg)
			c.model, c.cmd = next.(paint.Model), cmd
		})
		if c == nil {
			return w, nil
		}
		return w, c.cmd
	}
	// Keys that were pressed in a row come as one.
	if key, ok := msg.(tea.KeyMsg); ok && (key.Type == tea.KeyCtrlC || key.Type == tea.KeyRunes && slices.Contains(key.Runes, 'q')) {
		return w, tea.Quit
	}
	w.waiting = append(w.waiting, msg)
	return w, nil
}

// resume continues when an overrun is over.
func (w *watchdog) resume(c *call) tea.Cmd {
	w.under = nil
	if w.end(c) == nil {
		return nil
	}
	cmds := []tea.Cmd{c.cmd}
	for len(w.waiting) > 0 {
		msg := w.waiting[0]
		w.waiting = w.waiting[1:]
		_, cmd := w.Update(msg)
		cmds = append(cmds, cmd)
		if w.under != nil {
			break
		}
	}
	return tea.Batch(cmds...)
}

// Still draws, or shows the last frame with a word about why it stays.
func (w *watchdog) Still() chart.Still {
	if w.under == nil {
		if c := w.do("a drawing", func(c *call) { c.frame = c.model.Still() }); c != nil {
			w.frame = c.frame
			return c.frame
		}
	}
	if w.broken {
		return w.frame
	}
	return w.frame.Noted("This takes long. q or ctrl+c quits.")
}

// View is never asked for: frames are cells.
func (w *watchdog) View() string { return w.Still().ANSI() }

// guard is a model whose commands may panic: the panic is brought to Update,
// where bubbletea restores the terminal before it says what happened. (A panic
// in a command it would tell on the screen that is about to go.)
type guard struct{ paint.Model }

func (g guard) Init() tea.Cmd { return guarded(g.Model.Init()) }

func (g guard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if p, ok := msg.(session.PanicMsg); ok {
		p.Surface()
	}
	m, cmd := g.Model.Update(msg)
	return guard{m.(paint.Model)}, guarded(cmd)
}

// guarded is a command, and all that it brings, whose panics are messages.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if p := recover(); p != nil {
				msg = session.PanicMsg{Value: p, Stack: debug.Stack()}
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = guarded(batch[i])
			}
		}
		return msg
	}
}
