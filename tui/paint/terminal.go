package paint

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"
)

// Terminal paints frames on a terminal, the newest of them and no more often than its limit. It
// paints on the alternate screen only, as long as bubbletea has it. It is safe for concurrent use.
type Terminal struct {
	out   io.Writer
	every time.Duration // between two paintings at least

	mu    sync.Mutex // of what is to be painted; not held while writing to the terminal
	frame string     // the newest
	size  size       // its terminal's
	stale bool       // the terminal may show anything
	due   bool       // a painting is on its way
	last  time.Time  // when there was one
	later func(wait time.Duration)

	writing sync.Mutex // to out, and of what follows
	active  bool       // the alternate screen is ours
	screen  Screen
	bytes   []byte
}

type size struct{ w, h int }

// Pictures is an output that shows pictures between texts.
type Pictures interface {
	// WriteFrame writes what a frame changes: its text, then pictures as the mark at the end of the
	// frame says, which is "" where there is none. It may ask which rows were written to.
	WriteFrame(text []byte, mark string, written func(row int) bool) error
	// Erased reports whether text erases pictures: rows are written as a whole then.
	Erased() bool
}

// New is the way to a terminal behind out, which is painted so many times a second at most.
func New(out io.Writer, perSecond int) *Terminal {
	t := &Terminal{out: out, every: time.Second / time.Duration(perSecond)}
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
func (t *Terminal) show(frame string, s size) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s != t.size {
		t.stale = true
	}
	if !t.stale && frame == t.frame {
		return
	}
	t.frame, t.size = frame, s
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
	frame, s, stale := t.frame, t.size, t.stale
	t.due, t.last = false, time.Now()
	if t.active {
		t.stale = false
	}
	t.mu.Unlock()
	if !t.active {
		return // who comes back to the screen shows a frame again
	}
	if stale {
		t.screen.Resize(s.w, s.h)
	}
	if err := t.write(frame); err != nil {
		t.forget()
	}
}

// write writes what a frame changes.
func (t *Terminal) write(frame string) error {
	text, mark := CutMark(frame)
	pictures, ok := t.out.(Pictures)
	t.bytes = t.screen.Append(t.bytes[:0], text, ok && pictures.Erased())
	if ok {
		return pictures.WriteFrame(t.bytes, mark, t.screen.Written)
	}
	if len(t.bytes) == 0 {
		return nil
	}
	_, err := t.out.Write(t.bytes)
	return err
}

// CutMark takes the mark off the end of a frame: a string for programs, which has no width.
func CutMark(frame string) (text, mark string) {
	if strings.HasSuffix(frame, "\x1b\\") {
		if at := strings.LastIndex(frame, "\x1b_"); at >= 0 {
			return frame[:at], frame[at:]
		}
	}
	return frame, ""
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
