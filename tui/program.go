package tui

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/term"

	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/picture"
	"farsight/tui/screen"
)

// framesPerSecond is how often changes reach the terminal at most: one after a
// pause does at once.
const framesPerSecond = 120

// Run shows the explorer until its user quits, ctx ends or the terminal goes
// away. The terminal is restored in every case, a panic included.
func Run(ctx context.Context, o Options, in io.Reader, out io.Writer) error {
	return RunAs(ctx, o, in, out, func(m *Model) paint.Model { return m })
}

// RunAs is Run with the explorer inside another model, such as one that shows it
// to others too.
func RunAs(ctx context.Context, o Options, in io.Reader, out io.Writer, wrap func(*Model) paint.Model) error {
	ctx, restore := prepare(ctx, &o)
	defer restore()
	o.Out = out
	m := New(o)
	m.s.Loading.Watching = true
	m.suspendable = CanSuspend()
	return show(ctx, wrap(m), m.Close, in, out, o.Terminal.Pixels)
}

// Closer is a model with background work to end.
type Closer interface {
	paint.Model
	Close()
}

// RunModel shows a model with explorers in it as Run shows one explorer. It is
// opened with the options such explorers must have.
func RunModel(ctx context.Context, o Options, in io.Reader, out io.Writer, open func(Options) Closer) error {
	ctx, restore := prepare(ctx, &o)
	defer restore()
	o.Out = out
	m := open(o)
	return show(ctx, m, m.Close, in, out, o.Terminal.Pixels)
}

// prepare readies the process for an explorer: a hang-up ends ctx, and the
// computations share as many threads as there were (background.go); two more are for
// the keys and the screen.
func prepare(ctx context.Context, o *Options) (_ context.Context, restore func()) {
	ctx, release := signal.NotifyContext(ctx, hangups...)
	threads := runtime.GOMAXPROCS(0)
	runtime.GOMAXPROCS(max(2, threads) + 2)
	if o.Settings.Workers == 0 {
		o.Settings.Workers = threads
	}
	return ctx, func() {
		runtime.GOMAXPROCS(threads)
		release()
	}
}

// overrun is how long a message or a drawing may take before keys are handled in
// spite of it.
const overrun = 2 * time.Second

// show runs a model in a terminal, and ends its background work. It waits neither
// for a drawing nor for a message that does not end.
func show(ctx context.Context, m paint.Model, end func(), in io.Reader, out io.Writer, pictures chart.Pixels) error {
	screen, _ := pictures.(*picture.Screen)
	if screen != nil {
		if f, ok := out.(*os.File); ok {
			screen.Measure(f)
		}
		defer func() { _ = screen.Close(out) }() // what a program that was killed left there
	}
	w := Watch(ctx, m, overrun, nil)
	defer func() {
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			end()
		}()
		if w.Late() == nil {
			<-ended
			return
		}
		select { // it may wait for what does not end
		case <-ended:
		case <-time.After(lastWait):
		}
	}()
	var p *tea.Program
	in = withoutAnswers(in, func(answer []byte) {
		if lightness, ok := parseBackground(answer); ok {
			go p.Send(BackgroundMsg{Dark: lightness < 0.5}) // the reader must not wait for the model
		}
		if screen != nil && screen.Take(answer) {
			go p.Send(picturesMsg{})
		}
	})
	// Signals end ctx (prepare): bubbletea's own handler may wait for ever to hand one to a program
	// that has ended already. And it is asked to quit, not given ctx: when ctx kills it, it closes
	// what another goroutine still reads from.
	w.send = func(msg tea.Msg) { p.Send(msg) }
	p = paint.NewProgram(paint.New(out, framesPerSecond, screen), guard{w}, tea.WithoutSignalHandler(), tea.WithInput(in))
	defer insist(ctx)()
	defer context.AfterFunc(ctx, p.Quit)()
	_, err := p.Run()
	if ctx.Err() != nil || errors.Is(err, tea.ErrInterrupted) {
		return nil // asked to stop from outside: that is not a failure
	}
	return err
}

// patience is how long a program may take to end.
const patience = 3 * time.Second

// insist ends the process if it does not stop: writing to a terminal that is gone can block for
// ever. The function returned cancels it.
func insist(ctx context.Context) (callOff func()) {
	done := make(chan struct{})
	go func() {
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		select {
		case <-done:
		case <-time.After(patience):
			os.Exit(1)
		}
	}()
	return func() { close(done) }
}

// BackgroundMsg brings a terminal's background, answered late.
type BackgroundMsg = screen.BackgroundMsg

// picturesMsg says that a terminal answered late that it shows pictures: what is
// drawn next has them.
type picturesMsg struct{}

// Columns is the width of a terminal; 80 where that is not known.
func Columns(f *os.File) int {
	if w, _, err := term.GetSize(f.Fd()); err == nil && w > 0 {
		return w
	}
	return 80
}
