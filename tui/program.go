package tui

import (
	"context"
	"errors"
	"io"
	"os/signal"
	"runtime"

	tea "github.com/charmbracelet/bubbletea"
)

// framesPerSecond is how often changes reach the terminal: a key is answered
// within a hundredth of a second.
const framesPerSecond = 100

// Run shows the explorer until its user quits, ctx ends or the terminal goes
// away. The terminal is restored in every case, a panic included.
func Run(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	return RunAs(ctx, o, in, out, func(m *Model) tea.Model { return m })
}

// RunAs is Run with the explorer inside another model, such as one that shows it
// to others too.
func RunAs(ctx context.Context, o Options, in io.Reader, out io.Writer, wrap func(*Model) tea.Model) error {
	ctx, release := signal.NotifyContext(ctx, hangups...)
	defer release()
	// The computations share as many threads as there were (lanes.go); two more
	// are for the keys and the screen.
	threads := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(2, threads) + 2)
	defer runtime.GOMAXPROCS(threads)
	if o.Settings.Workers == 0 {
		o.Settings.Workers = threads
	}
	m := New(o)
	return show(ctx, m, wrap(m), in, out)
}

// show runs a model, which may be inside another, in a terminal.
func show(ctx context.Context, m *Model, whole tea.Model, in io.Reader, out io.Writer) error {
	defer m.Close()
	m.loading.watching = true
	var p *tea.Program
	in = withoutAnswers(in, func(answer []byte) {
		if lightness, ok := parseBackground(answer); ok {
			go p.Send(backgroundMsg{dark: lightness < 0.5}) // the reader must not wait for the model
		}
	})
	p = tea.NewProgram(whole, tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithAltScreen(), tea.WithFPS(framesPerSecond))
	_, err := p.Run()
	if ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted) {
		return nil // asked to stop from outside: that is not a failure
	}
	return err
}

// backgroundMsg brings a terminal's background, answered late.
type backgroundMsg struct{ dark bool }
