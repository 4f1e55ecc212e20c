package front

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui"
	"farsight/tui/chart"
	"farsight/tui/picture"
	"farsight/tui/session"
)

// Message is what page and program say to each other: an object with a field t
// that says what it is. Its values are texts, numbers, truths, bytes, lists and
// objects.
type Message map[string]any

// Host is where the program runs.
type Host interface {
	// Send sends a message to the page.
	Send(m Message)
	// Breathe yields to the page if it shares the thread.
	Breathe()
}

// Shown is what a page shows: an explorer or a tour.
type Shown interface {
	tui.Closer
	Frame() chart.Canvas
}

// Front is an explorer with a page before it.
type Front struct {
	host      Host
	scheduler *scheduler
	course    Course

	mu    sync.Mutex
	inbox []any         // messages of the page and of commands, in their order
	ready chan struct{} // signals new commands

	shown    Shown
	opened   int        // number of what is shown: what others asked for is dropped
	explorer *tui.Model // what is shown, if it is an explorer
	tour     *touring   // or a tour
	before   Link       // what was shown before the tour
	pending  pending    // where a link leads, while it is not computed yet
	awaited  string     // link to a study that is being opened; "": none
	closed   closed     // link that could not be opened
	edited   edited
	texts    int // that were typed: what was found in an older one is dropped
	lab      lab
	giveUp   context.CancelFunc // the figure of the article that is being drawn; nil: none was

	started bool
	w, h    int
	tall    bool // cells are, so that letters can be read where the page is narrow
	dark    bool
	motion  bool

	differ picture.Differ
	frames int
	stale  bool // something may look different
	last   time.Time
	heard  description
	packer packer
	drawn  formatted
}

// New is a front that has opened nothing: it waits for the message that starts
// it.
func New(h Host) *Front {
	return &Front{host: h, scheduler: newScheduler(h.Breathe), ready: make(chan struct{}, 1)}
}

// Receive queues a message of the page. It never waits.
func (f *Front) Receive(m Message) { f.put(m) }

func (f *Front) put(m any) {
	f.mu.Lock()
	f.inbox = append(f.inbox, m)
	f.mu.Unlock()
	select {
	case f.ready <- struct{}{}:
	default: // already signalled
	}
}

func (f *Front) next() (m any, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.inbox) == 0 {
		return nil, false
	}
	m, f.inbox = f.inbox[0], f.inbox[1:]
	return m, true
}

// framePeriod is the least time between two frames.
const framePeriod = time.Second / 60

// Run handles messages until ctx ends. The error is a panic of what is shown.
func (f *Front) Run(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n\n%s", p, debug.Stack())
		}
		f.close()
	}()
	for {
		var later <-chan time.Time
		if f.stale && f.shown != nil {
			later = time.After(framePeriod - time.Since(f.last))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-f.ready:
		case <-later:
		}
		for m, ok := f.next(); ok; m, ok = f.next() {
			f.handle(m)
		}
		f.draw()
	}
}

// result is what a command of something shown brought.
type result struct {
	of  int // what was shown
	msg tea.Msg
}

// handle handles one message.
func (f *Front) handle(m any) {
	switch m := m.(type) {
	case Message:
		f.dispatch(m)
	case result:
		if m.of == f.opened {
			f.update(m.msg)
		}
	case checked:
		f.checked(m)
	case studied:
		f.studied(m)
	case drawnFigure:
		f.sendFigure(m)
	}
}

// update brings a message to what is shown, and runs what follows from it.
func (f *Front) update(msg tea.Msg) {
	if f.shown == nil {
		return
	}
	switch msg := msg.(type) {
	case nil:
		return
	case tea.BatchMsg:
		f.run(msg...)
		return
	case tea.QuitMsg:
		f.quit()
		return
	case session.PanicMsg:
		msg.Surface()
	}
	_, cmd := f.shown.Update(msg)
	f.run(cmd)
	f.arrive()
	f.stale = true
}

// run runs commands in the background, each after a yield to the page.
func (f *Front) run(cmds ...tea.Cmd) {
	of := f.opened
	for _, cmd := range cmds {
		if cmd == nil {
			continue
		}
		go func() {
			var msg tea.Msg
			defer func() {
				if p := recover(); p != nil {
					msg = session.PanicMsg{Value: p, Stack: debug.Stack()}
				}
				if msg != nil {
					f.put(result{of, msg})
				}
			}()
			f.scheduler.pause()
			msg = cmd()
		}()
	}
}

func (f *Front) close() {
	if f.shown != nil {
		f.shown.Close()
	}
	f.shown = nil
}
