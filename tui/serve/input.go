package serve

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"
)

// A guest may keep the explorer busy with keys for a moment, and then for a
// quarter of the time: further keys wait in the network until it has rested.
const (
	busyShare = 0.25
	busyBurst = 300 * time.Millisecond
	mostRest  = time.Second
)

// inputChunk is how much is read at a time: few enough keys to be handled at
// once. (From 256 bytes on, Bubble Tea would also wait for the rest of a word
// that never ends, and keep all of it.)
const inputChunk = 16

// input is what a guest types, read no faster than it is handled.
type input struct {
	ctx    context.Context
	from   io.Reader
	typed  func()      // whenever something comes
	closed func(error) // when nothing will come any more

	given time.Time     // when the last keys were handed out
	debt  time.Duration // of being busy, not rested from
}

// Read waits until the explorer has rested from the keys before.
func (i *input) Read(p []byte) (int, error) {
	if d := i.rest(time.Now()); d > 0 {
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
		case <-i.ctx.Done():
			return 0, io.EOF
		}
	}
	asked := time.Now()
	n, err := i.from.Read(p[:min(len(p), inputChunk)])
	i.given = time.Now()
	i.rested(i.given.Sub(asked))
	if n > 0 {
		i.typed()
	}
	if err != nil {
		i.closed(err)
	}
	return n, err
}

// rest is how long to wait after the keys handed out last. The reader returns when the explorer has
// handled them: the time since then was spent on them.
func (i *input) rest(now time.Time) time.Duration {
	if !i.given.IsZero() {
		i.debt += now.Sub(i.given)
	}
	d := min(mostRest, time.Duration(float64(i.debt-busyBurst)/busyShare))
	i.rested(max(0, d))
	return d
}

// rested pays debt back.
func (i *input) rested(d time.Duration) {
	i.debt = max(0, i.debt-time.Duration(busyShare*float64(d)))
}

// harmless reads terminal input without the beginnings of pastes: after one,
// Bubble Tea keeps all that comes until the paste ends, be it never. (Pastes of
// terminals that ask first come without it, for we do not ask.)
type harmless struct{ from io.Reader }

var pasteStart = []byte("\x1b[200~")

func (h harmless) Read(p []byte) (int, error) {
	n, err := h.from.Read(p)
	for rest := p[:n]; ; {
		at := bytes.Index(rest, pasteStart)
		if at < 0 {
			return n, err
		}
		rest[at] = 0 // what is left of the sequence is odd keys
		rest = rest[at+1:]
	}
}

// output is a guest's screen. One who does not take in what is written to it
// within some time is given up.
type output struct {
	mu     sync.Mutex // frames, and what is no frame, do not mix
	to     io.Writer
	stall  time.Duration
	giveUp func()
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t := time.AfterFunc(o.stall, o.giveUp)
	defer t.Stop()
	return o.to.Write(p)
}
