package serve

import (
	"fmt"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"farsight/tui/chart"
	"farsight/tui/paint"
	"farsight/tui/theme"
)

// lecture is the presenter's explorer with all viewers. It is drawn for each viewer at their own
// size and in their own theme, one after another: the presenter waits for one drawing at most.
type lecture struct {
	drawing chan struct{} // full while a viewer draws
	using   chan struct{} // full while the model is used
	model   shown

	mu      sync.Mutex
	viewers map[*viewer]bool
}

// shown is what a presenter has on the screen: an explorer, or a tour.
type shown interface {
	paint.Model
	// DrawAs draws it as another terminal shows it.
	DrawAs(c chart.Canvas, th theme.Theme)
}

// newPresenter makes a lecture of what is shown here, and lets guests see it.
func newPresenter(m shown, open func(func(*session) attendance)) paint.Model {
	lc := &lecture{drawing: make(chan struct{}, 1), using: make(chan struct{}, 1), model: m, viewers: map[*viewer]bool{}}
	open(func(s *session) attendance { return newViewer(s, lc) })
	return presenter{lc}
}

// draw draws the presenter's screen as a viewer sees it; false: the viewer's
// session has ended. It waits for no drawing that does not end.
func (lc *lecture) draw(v *viewer, c chart.Canvas, l look) bool {
	if v.session.ctx.Err() != nil {
		return false
	}
	for _, lock := range []chan struct{}{lc.drawing, lc.using} {
		select {
		case lock <- struct{}{}:
			defer func() { <-lock }()
		case <-v.session.ctx.Done():
			return false
		}
	}
	over := make(chan struct{})
	defer close(over)
	late := time.AfterFunc(v.session.room.set.timing.overrun, func() {
		close(v.lost)
		v.session.overran("a drawing", over)
	})
	defer late.Stop()
	lc.model.DrawAs(c, l.theme)
	return true
}

// changed signals all viewers that there may be something new to show.
func (lc *lecture) changed() {
	lc.mu.Lock()
	defer lc.mu.Unlock()
	for v := range lc.viewers {
		v.wake()
	}
}

// presenter is the explorer of the presenter.
type presenter struct{ *lecture }

// use takes the model until what it returns is called.
func (p presenter) use() (over func()) {
	p.using <- struct{}{}
	return func() { <-p.using }
}

func (p presenter) Init() tea.Cmd {
	defer p.use()()
	return p.model.Init()
}

func (p presenter) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer p.changed()
	defer p.use()()
	_, cmd := p.model.Update(msg)
	return p, cmd
}

func (p presenter) Still() chart.Still {
	defer p.use()()
	return p.model.Still()
}

func (p presenter) View() string { return p.Still().ANSI() }

// viewer is a guest who sees what the presenter does.
type viewer struct {
	session *session
	lecture *lecture
	news    chan struct{}
	done    chan struct{} // closed when it watches no more
	lost    chan struct{} // closed when a drawing does not end
	frame   chart.Still

	mu   sync.Mutex
	look look
	w, h int
}

func newViewer(s *session, lc *lecture) *viewer {
	v := &viewer{session: s, lecture: lc, news: make(chan struct{}, 1), done: make(chan struct{}), lost: make(chan struct{}), look: s.look()}
	lc.mu.Lock()
	defer lc.mu.Unlock()
	lc.viewers[v] = true
	return v
}

// wake makes the viewer draw again.
func (v *viewer) wake() {
	select {
	case v.news <- struct{}{}:
	default: // it is about to
	}
}

func (v *viewer) begin(p *tea.Program) {
	go func() {
		defer close(v.done)
		v.watch(p)
	}()
}

func (v *viewer) close() {
	v.lecture.mu.Lock()
	delete(v.lecture.viewers, v)
	v.lecture.mu.Unlock()
	v.session.end(nil)
	select {
	case <-v.done:
	case <-v.lost:
	}
}

// viewPeriod is how often a viewer looks at most.
const viewPeriod = 50 * time.Millisecond

// frameMsg brings what there is to see.
type frameMsg struct{ chart.Still }

// canvases are shared by all viewers: one has megabytes, and is needed for a moment.
var canvases sync.Pool

// watch draws a frame whenever there may be something new. It waits for its own terminal only: a
// slow one misses frames.
func (v *viewer) watch(p *tea.Program) {
	defer func() {
		if p := recover(); p != nil { // must not reach the presenter
			v.session.end(fmt.Errorf("%w: %v", tea.ErrProgramPanic, p))
		}
	}()
	var last chart.Still
	v.session.follow(v.news, viewPeriod, func() bool {
		v.mu.Lock()
		l, w, h := v.look, v.w, v.h
		v.mu.Unlock()
		if w <= 0 || h <= 0 {
			return true
		}
		kept, _ := canvases.Get().(*chart.Canvas)
		if kept == nil {
			kept = new(chart.Canvas)
		}
		canvas := kept.Resized(w, h, l.terminal)
		if !v.lecture.draw(v, canvas, l) {
			return false
		}
		hint(canvas, l)
		frame := canvas.Still()
		*kept = canvas
		canvases.Put(kept)
		if !frame.Same(last) {
			last = frame
			v.session.touch() // whoever is shown something is not idle
			p.Send(frameMsg{frame})
		}
		return true
	})
}

// hint takes the presenter's keys off the last row and names the viewer's.
func hint(c chart.Canvas, l look) {
	w, h := c.Size()
	row := c.Sub(chart.Rect{Y: h - 1, W: w, H: 1})
	row.Fill(row.Rect(), ' ', chart.Ink{})
	row.Spans(1, 0,
		chart.Span{Text: "following the presenter   ", Ink: l.theme.MutedInk()},
		chart.Span{Text: themeKey, Ink: l.theme.KeyInk()}, chart.Span{Text: " colours   ", Ink: l.theme.MutedInk()},
		chart.Span{Text: glyphsKey, Ink: l.theme.KeyInk()}, chart.Span{Text: " characters   ", Ink: l.theme.MutedInk()},
		chart.Span{Text: "q", Ink: l.theme.KeyInk()}, chart.Span{Text: " leave", Ink: l.theme.MutedInk()})
}

func (v *viewer) Init() tea.Cmd { return nil }

func (v *viewer) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.look.changed(msg) {
		v.wake()
		return v, nil
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		v.w, v.h = msg.Width, msg.Height
		v.wake()
	case frameMsg:
		v.frame = msg.Still
	case tea.KeyMsg:
		switch msg.String() {
		case "q", "ctrl+c":
			return v, tea.Quit
		}
	}
	return v, nil
}

func (v *viewer) Still() chart.Still { return v.frame }
func (v *viewer) View() string       { return v.frame.ANSI() }
