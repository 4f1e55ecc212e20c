package paint

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"farsight/tui/chart"
	"farsight/tui/picture"
)

// Terminal paints frames on a terminal, the newest of them and no more often than its limit. It
// paints on the alternate screen only, as long as bubbletea has it. It is safe for concurrent use.
type Terminal struct {
	out      io.Writer
	pictures *picture.Screen // nil: it shows none
	every    time.Duration   // between two paintings at least

	mu    sync.Mutex  // of what is to be painted; nobody waits for the terminal with it
	frame chart.Still // the newest
	size  size        // its terminal's
	stale bool        // the terminal may show anything
	due   bool        // a painting is on its way
	last  time.Time   // when there was one
	later func(wait time.Duration)

	writing sync.Mutex // to out, and of what follows
	active  bool       // the alternate screen is ours
	screen  Screen
	bytes   []byte
}

type size struct{ w, h int }

// New is the way to a terminal behind out, which is painted so many times a second at most.
func New(out io.Writer, perSecond int, pictures *picture.Screen) *Terminal {
	t := &Terminal{out: out, pictures: pictures, every: time.Second / time.Duration(perSecond)}
	var timer *time.Timer
	t.later = func(wait time.Duration) {
		if timer == nil {
			timer = time.AfterFunc(wait, t.paint)
			return
		}
		timer.Reset(wait)
	}
	return t
}

// show has a frame painted, in the background.
func (t *Terminal) show(frame chart.Still, s size) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s != t.size {
		t.stale = true
	}
	if !t.stale && frame.Same(t.frame) {
		return
	}
	t.frame.Copy(frame)
	t.size = s
	if t.due {
		return
	}
	t.due = true
	t.later(max(0, t.every-time.Since(t.last)))
}

// forget has the next frame painted whatever there is.
func (t *Terminal) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stale = true
}

// paint paints the newest frame.
func (t *Terminal) paint() {
	t.writing.Lock()
	defer t.writing.Unlock()
	t.mu.Lock()
	t.due, t.last = false, time.Now()
	if !t.active { // who comes back to the screen shows a frame again
		t.mu.Unlock()
		return
	}
	if t.stale {
		t.screen.Resize(t.size.w, t.size.h)
		t.stale = false
	}
	ready := t.pictures != nil && t.pictures.Ready()
	b := t.screen.Append(t.bytes[:0], t.frame, ready, ready && t.pictures.Erased())
	var figures picture.Figures
	if ready {
		figures = t.pictures.FiguresOf(t.frame)
	}
	t.mu.Unlock()
	if ready {
		b = t.pictures.Append(b, figures, t.screen.Written)
	}
	t.bytes = b
	if len(b) == 0 {
		return
	}
	if _, err := t.out.Write(b); err != nil {
		t.forget()
	}
}

// What bubbletea writes around frames.
const (
	enter = "\x1b[?1049h" // the alternate screen
	leave = "\x1b[?1049l"
	erase = "\x1b[2J"
)

// pass writes what bubbletea writes, but for its frames, which are none.
func (t *Terminal) pass(p []byte) (int, error) {
	if bytes.Contains(p, []byte(nothing)) {
		return len(p), nil
	}
	t.writing.Lock()
	defer t.writing.Unlock()
	if in, out := bytes.LastIndex(p, []byte(enter)), bytes.LastIndex(p, []byte(leave)); in != out {
		t.active = in > out
		t.forget()
	}
	if bytes.Contains(p, []byte(erase)) {
		t.forget()
	}
	if t.pictures != nil && (bytes.Contains(p, []byte(leave)) || bytes.Contains(p, []byte(erase))) {
		if err := t.pictures.Close(t.out); err != nil {
			return 0, err
		}
	}
	return t.out.Write(p)
}

// Output is for bubbletea to write to. What can be asked for its size still can.
func (t *Terminal) Output() io.Writer {
	if f, ok := t.out.(term.File); ok {
		return file{f, t}
	}
	return stream{t}
}

type file struct {
	term.File
	t *Terminal
}

func (f file) Write(p []byte) (int, error) { return f.t.pass(p) }

type stream struct{ t *Terminal }

func (w stream) Write(p []byte) (int, error) { return w.t.pass(p) }
